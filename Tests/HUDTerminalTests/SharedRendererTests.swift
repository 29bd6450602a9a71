import HUDCore
import HUDTesting
import Testing

@testable import HUDTerminal

/// Several HUDs on one renderer.
@Suite struct SharedRendererTests {
    private let terminal = PseudoTerminal(columns: 40, rows: 10)

    init() { _ = PseudoTerminal.isXterm }

    @Test func `Two HUDs on one renderer have a row each`() {
        defer { terminal.close() }
        var screen = InMemoryTerminal(agreeingColumns: 40, rows: 10)
        let clock = ManualClock()
        let renderer = InlineRenderer(fileDescriptor: terminal.descriptor)
        let huds = ["First", "Second"].map { HUD(label: $0, mode: .text, renderer: renderer, clock: clock) }
        for hud in huds { hud.show() }
        clock.advance(by: 0.9)
        screen.feed(terminal.newBytes())
        #expect(screen.screen[0].contains("First"))
        #expect(screen.screen[1].contains("Second"))
        clock.advance(by: 0.09)
        #expect(terminal.newBytes() == [])
        huds[0].hide()
        clock.advance(by: 0.2)
        screen.feed(terminal.newBytes())
        #expect(screen.allRows.filter { !$0.isEmpty }.count == 1)
        #expect(screen.allRows.contains { $0.contains("Second") })
        huds[1].hide()
        screen.feed(terminal.newBytes())
        #expect(screen.allRows == [])
        #expect(screen.privateModes == [7, 25])
    }

    @Test func `HUDs that use one renderer in turn leave a summary each`() {
        defer { terminal.close() }
        var screen = InMemoryTerminal(agreeingColumns: 40, rows: 10)
        let clock = ManualClock()
        let renderer = InlineRenderer(fileDescriptor: terminal.descriptor)
        renderer.leavesSummary = true
        for label in ["First", "Second"] {
            let hud = HUD(label: label, renderer: renderer, clock: clock)
            hud.show()
            clock.advance(by: 1)
            hud.outcome = .succeeded
            hud.hide()
        }
        screen.feed(terminal.newBytes())
        #expect(screen.allRows.count == 2)
        #expect(screen.allRows.first?.contains("First") == true)
        #expect(screen.allRows.last?.contains("Second") == true)
    }
}
