import HUDCore
import HUDTestingTrait
import Synchronization
import Testing

@Suite struct TestTerminalTraitTests {
    @Test(.testTerminal(columns: 30, rows: 4)) func `A test has a terminal of the size that it asks for`() async throws {
        let terminal = try #require(TestTerminal.current)
        #expect(terminal.columns == 30 && terminal.rows == 4)
        let hud = HUD(label: "Compressing", renderer: terminal.renderer, clock: terminal.clock)
        hud.show()
        terminal.clock.advance(by: .zero)
        #expect(terminal.lines == ["⠋ Compressing 0:00"])
        hud.hide()
        #expect(terminal.lines == [])
        // Its tasks have the same terminal.
        async let inTask = TestTerminal.current === terminal
        #expect(await inTask)
    }

    @Test(.testTerminal()) func `Without arguments the terminal has 80 columns and 24 rows`() throws {
        let terminal = try #require(TestTerminal.current)
        #expect(terminal.columns == 80 && terminal.rows == 24)
    }

    @Test(.testTerminal(), arguments: 1...3) func `Each case has a terminal of its own`(number: Int) throws {
        let terminal = try #require(TestTerminal.current)
        #expect(terminal.bytesWritten == 0)
        terminal.print("case \(number)")
        #expect(terminal.lines == ["case \(number)"])
    }

    @Test func `A test without the trait has none`() {
        #expect(TestTerminal.current == nil)
    }

    @Suite(.testTerminal(columns: 20, rows: 2)) struct InASuite {
        @Test func `A suite's trait holds for its tests`() throws {
            let terminal = try #require(TestTerminal.current)
            #expect(terminal.columns == 20 && terminal.bytesWritten == 0)
            terminal.print("one")
        }

        @Test func `and each of them has its own terminal`() throws {
            let terminal = try #require(TestTerminal.current)
            #expect(terminal.columns == 20 && terminal.bytesWritten == 0)
            terminal.print("other")
        }
    }
}
