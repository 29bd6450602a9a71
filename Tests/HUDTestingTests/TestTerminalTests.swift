import HUDCore
import HUDTesting
import Testing

@Suite struct TestTerminalTests {
    private let terminal = TestTerminal(columns: 40, rows: 5)

    private func makeHUD(_ label: String, grace: Duration = .zero, minimum: Duration = .zero) -> HUD {
        HUD(
            label: label, timing: HUDTiming(graceTime: grace, minimumShowTime: minimum), renderer: terminal.renderer,
            clock: terminal.clock)
    }

    @Test func `A HUD appears after its grace time and goes after its minimum show time`() {
        let hud = makeHUD("Compressing", grace: .milliseconds(500), minimum: .seconds(1))
        hud.show()
        terminal.clock.advance(by: .milliseconds(499))
        #expect(terminal.bytesWritten == 0)
        #expect(terminal.lines == [])
        terminal.clock.advance(by: .milliseconds(1))
        #expect(terminal.lines == ["⠋ Compressing 0:00"])
        #expect(!terminal.isCursorVisible)
        terminal.clock.advance(by: .milliseconds(100))
        hud.hide()
        terminal.clock.advance(by: .milliseconds(899))
        #expect(terminal.lines.count == 1)
        terminal.clock.advance(by: .milliseconds(1))
        #expect(terminal.lines == [] && !hud.isOnScreen)
        #expect(terminal.isCursorVisible)
        #expect(terminal.cursor == (0, 0))
    }

    @Test func `A quick job writes not one byte`() {
        let hud = makeHUD("Compressing", grace: .milliseconds(500))
        hud.show()
        terminal.clock.advance(by: .milliseconds(499))
        hud.hide()
        terminal.clock.advance(by: .seconds(60))
        #expect(terminal.bytesWritten == 0 && terminal.bytes().isEmpty && !hud.isOnScreen)
    }

    @Test func `After a resize the HUD fits the window and leaves no remains`() {
        let hud = makeHUD("Compressing every file in the folder")
        hud.show()
        terminal.clock.advance(by: .zero)
        #expect(terminal.lines == ["⠋ Compressing every file in the f… 0:00"])
        terminal.resize(columns: 60, rows: 3)
        #expect(terminal.columns == 60 && terminal.rows == 3)
        terminal.clock.advance(by: .seconds(5))
        #expect(terminal.lines.map { $0.dropFirst(2) } == ["Compressing every file in the folder 0:05"])
        terminal.resize(columns: 24, rows: 5)
        terminal.clock.advance(by: .seconds(1))
        #expect(terminal.lines.map { $0.dropFirst(2) } == ["Compressing eve… 0:06"])
        hud.hide()
        #expect(terminal.lines == [] && terminal.isCursorVisible)
    }

    @Test func `Two HUDs are drawn one below the other`() {
        let (one, other) = (makeHUD("Fetching"), makeHUD("Unpacking"))
        one.show()
        other.show()
        terminal.clock.advance(by: .milliseconds(100))
        #expect(terminal.lines.map { $0.dropFirst(2) } == ["Fetching  0:00", "Unpacking 0:00"])
        one.hide()
        terminal.clock.advance(by: .milliseconds(100))
        #expect(terminal.lines.map { $0.dropFirst(2) } == ["Unpacking 0:00"])
        other.hide()
        #expect(terminal.lines == [])
    }

    @Test func `A HUD with the greatest total and rows is drawn`() {
        let terminal = TestTerminal(columns: 60, rows: 5)
        let hud = HUD(label: "Counting", renderer: terminal.renderer, clock: terminal.clock)
        hud.rows = .upTo(3, graceTime: .zero)
        hud.work.totalCount = .max
        hud.show()
        terminal.clock.advance(by: .milliseconds(100))
        hud.work.subprogress(assigningCount: 1, label: "a").start().finish()
        hud.work.completedCount = 0
        terminal.clock.advance(by: .seconds(1))
        #expect(terminal.lines.contains { $0.contains("Counting") })
    }

    @Test func `Log lines and printed lines are above the HUD, and the first ones scroll away`() {
        let hud = makeHUD("Compressing")
        hud.show()
        terminal.clock.advance(by: .zero)
        hud.log("skipped notes.txt")
        terminal.print("done: a.txt")
        #expect(terminal.lines == ["skipped notes.txt", "done: a.txt", "⠋ Compressing 0:00"])
        for number in 1...3 { terminal.print("line \(number)") }
        #expect(terminal.lines == ["done: a.txt", "line 1", "line 2", "line 3", "⠋ Compressing 0:00"])
        #expect(terminal.scrollback == ["skipped notes.txt"])
        hud.hide()
        #expect(terminal.lines == ["done: a.txt", "line 1", "line 2", "line 3"])
    }

    @Test func `Styles, the cursor and every other detail of the screen can be read`() {
        let hud = makeHUD("Compressing")
        hud.show()
        terminal.clock.advance(by: .zero)
        #expect(terminal.style(row: 0, column: 0).foreground == .indexed(30))
        #expect(terminal.style(row: 0, column: 2) == terminal.screen.cell(row: 0, column: 2).style)
        #expect(terminal.style(row: 99, column: 0) == .init())
        terminal.print("\u{1B}[31mred", terminator: "\u{1B}[m\n")
        #expect(terminal.style(row: 0, column: 0).foreground == .indexed(1))
        #expect(terminal.cursor == (1, 0))
        #expect(terminal.screen.unknownSequences.isEmpty)
        hud.hide()
        #expect(terminal.cursor == (1, 0) && terminal.screen.currentStyle == .init())
    }

    @Test func `The bytes since a mark are those of the frames since then, and an unchanged frame has none`() {
        let hud = makeHUD("Ready")
        hud.mode = .text
        hud.show()
        terminal.clock.advance(by: .zero)
        let mark = terminal.bytesWritten
        #expect(mark == terminal.bytes().count && mark > 0)
        terminal.clock.advance(by: .milliseconds(900))
        #expect(terminal.bytesWritten == mark)
        hud.label = "Reads"
        terminal.clock.advance(by: .milliseconds(50))
        #expect(terminal.bytesWritten == mark + terminal.bytes(after: mark).count)
        #expect(String(decoding: terminal.bytes(after: mark), as: UTF8.self).contains("s"))
        #expect(terminal.bytes(after: terminal.bytesWritten).isEmpty)
        #expect(terminal.bytes(after: -1).count == terminal.bytesWritten)
        hud.hide()
        #expect(terminal.lines == [])
    }

    @Test func `The last 100,000 bytes are kept, and all are counted`() {
        for number in 0..<21 { terminal.print(String(repeating: "x", count: 9_995) + "\(1_000 + number)") }
        #expect(terminal.bytesWritten == 21 * 10_000)
        let last = terminal.bytes()
        #expect(last.count == 100_000)
        #expect(String(decoding: last.suffix(6), as: UTF8.self) == "x1020\n")
        #expect(terminal.bytes(after: 209_999) == [0x0A])
    }

    @Test func `The renderer's settings can be changed, and a summary stays`() {
        let hud = makeHUD("Compressing")
        terminal.inlineRenderer.leavesSummary = true
        hud.show()
        terminal.clock.advance(by: .seconds(12))
        hud.outcome = .succeeded
        hud.hide()
        #expect(terminal.lines == ["✓ Compressing 0:12"])
        #expect(terminal.cursor == (1, 0))
    }

    @Test func `A suspended HUD leaves the screen to the program`() {
        let hud = makeHUD("Compressing")
        hud.show()
        terminal.clock.advance(by: .zero)
        terminal.inlineRenderer.suspend()
        terminal.print("Name? ", terminator: "")
        terminal.clock.advance(by: .seconds(3))
        #expect(terminal.lines == ["Name?"] && terminal.isCursorVisible)
        terminal.print("Ann")
        terminal.inlineRenderer.resume()
        terminal.clock.advance(by: .seconds(1))
        #expect(terminal.lines.first == "Name? Ann" && terminal.lines.count == 2)
        hud.hide()
        #expect(terminal.lines == ["Name? Ann"])
    }

    @Test func `Suspensions nest, and the HUD comes back after the last one`() async {
        let hud = makeHUD("Compressing")
        hud.show()
        terminal.clock.advance(by: .seconds(1))
        await hud.suspended { () async in
            await hud.suspended { () async in terminal.print("inner") }
            terminal.clock.advance(by: .seconds(1))
            #expect(terminal.lines == ["inner"])
        }
        terminal.clock.advance(by: .seconds(1))
        #expect(terminal.lines.first == "inner" && terminal.lines.count == 2)
        hud.hide()
    }

    @Test func `A window of one column and one row is drawn on`() {
        let tiny = TestTerminal(columns: 0, rows: -1)
        #expect(tiny.columns == 1 && tiny.rows == 1)
        let hud = HUD(label: "Compressing", renderer: tiny.renderer, clock: tiny.clock)
        hud.show()
        tiny.clock.advance(by: .seconds(1))
        hud.hide()
        #expect(tiny.lines == [])
    }
}
