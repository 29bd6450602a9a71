import HUDCore
import HUDTesting
import Testing

@testable import HUDTerminal

/// HUDs on pseudo-terminals.
@Suite struct RendererTests {
    private let terminal = PseudoTerminal(columns: 40, rows: 10)
    private let screen = InMemoryTerminal(agreeingColumns: 40, rows: 10)

    init() { _ = PseudoTerminal.isXterm }

    @Test func `A HUD appears after its grace time and leaves nothing behind`() {
        defer { terminal.close() }
        var screen = screen
        let clock = ManualClock()
        let hud = HUD(
            label: "Compressing", timing: HUDTiming(graceTime: .milliseconds(500), minimumShowTime: .seconds(1)),
            renderer: InlineRenderer(fileDescriptor: terminal.descriptor), clock: clock)
        hud.show()
        hud.log("early")
        clock.advance(by: 0.499)
        screen.feed(terminal.newBytes())
        #expect(screen.allRows == ["early"])
        clock.advance(by: 0.001)
        screen.feed(terminal.newBytes())
        #expect(screen.screen[1].contains("Compressing"))
        #expect(screen.cursor == (1, 0))
        #expect(!screen.isCursorVisible)
        hud.log("while")
        hud.hide()
        clock.advance(by: 0.999)
        screen.feed(terminal.newBytes())
        #expect(screen.screen[2].contains("Compressing"))
        clock.advance(by: 0.001)
        screen.feed(terminal.newBytes())
        #expect(screen.allRows == ["early", "while"])
        #expect(screen.cursor == (2, 0))
        #expect(screen.privateModes == [7, 25])
        #expect(screen.unknownSequences.isEmpty)
    }

    @Test func `A closure of a bezel is released outside its lock`() {
        defer { terminal.close() }
        final class Caller: Sendable {
            let renderer: BezelRenderer
            init(_ renderer: BezelRenderer) { self.renderer = renderer }
            deinit { renderer.log("released") }
        }
        let renderer = BezelRenderer(fileDescriptor: terminal.descriptor)
        do {
            let (cancel, backdrop) = (Caller(renderer), Caller(renderer))
            renderer.onCancel = { withExtendedLifetime(cancel) {} }
            renderer.backdrop = { _ in withExtendedLifetime(backdrop) {} }
        }
        renderer.onCancel = nil
        renderer.backdrop = nil
        #expect(renderer.onCancel == nil && renderer.backdrop == nil)
        #expect(
            String(decoding: terminal.newBytes(), as: UTF8.self).split(whereSeparator: \.isNewline) == ["released", "released"])
    }

    @Test func `Eight threads that print on two HUDs lose no line and keep their order`() {
        defer { terminal.close() }
        var screen = screen
        let clock = ManualClock()
        let huds = (0..<2).map {
            HUD(label: "HUD \($0)", renderer: InlineRenderer(fileDescriptor: terminal.descriptor), clock: clock)
        }
        for hud in huds { hud.show() }
        onThreads(9) { thread in
            for number in 0..<100 {
                if thread == 8 { clock.advance(by: 0.02) } else { huds[number % 2].log("\(thread): \(number)") }
            }
        }
        for hud in huds { hud.hide() }
        screen.feed(terminal.newBytes())
        let rows = screen.allRows
        #expect(rows.count == 800)
        for thread in 0..<8 {
            #expect(rows.filter { $0.hasPrefix("\(thread): ") } == (0..<100).map { "\(thread): \($0)" })
        }
        #expect(screen.privateModes == [7, 25])
    }

    @Test func `A bezel's renderer that is deallocated gives the terminal back`() {
        defer { terminal.close() }
        var screen = screen
        let inline = InlineRenderer(fileDescriptor: terminal.descriptor)
        BezelRenderer(fileDescriptor: terminal.descriptor, takesKeyboard: false).draw(HUDSnapshot(label: "HUD"))
        inline.draw(HUDSnapshot(label: "next"))
        screen.feed(terminal.newBytes())
        #expect(screen.screen[0].contains("next"))
        inline.remove(HUDSnapshot(label: "next"))
    }

    @Test func `A renderer that is deallocated with a HUD on screen leaves nothing behind`() {
        defer { terminal.close() }
        var screen = screen
        InlineRenderer(fileDescriptor: terminal.descriptor).draw(HUDSnapshot(label: "HUD"))
        screen.feed(terminal.newBytes())
        #expect(screen.allRows == [])
        #expect(screen.privateModes == [7, 25])
    }
}
