// The test in the README, as it is there.
import HUDTerminal
import HUDTestingTrait
import Testing

@Test func `A job of half a second shows nothing, and a longer one shows a HUD for 0.3 s at least`() {
    let terminal = TestTerminal(columns: 40, rows: 10)
    withHUD("Packing", total: 4, renderer: terminal.renderer, clock: terminal.clock) { hud in
        terminal.clock.advance(by: .milliseconds(499))  // synchronous: everything that was due has happened on return
        expectScreen(terminal, "")
        terminal.clock.advance(by: .milliseconds(1))
        hud.log("packed notes.txt")
        expectScreen(
            terminal,
            """
            packed notes.txt
            ⠋ Packing ▕░░░░░░░░░░░░░░░░░▏   0% 0:00
            """)
    }
    #expect(terminal.clock.now == .zero.advanced(by: .milliseconds(800)))
    expectScreen(terminal, "packed notes.txt")
}
