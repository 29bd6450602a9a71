import HUDCore
import HUDLibc
import HUDTesting
import Testing

@Suite struct TestTerminalEnvironmentTests {
    @Test func `Locale, terminal type and preferences have no influence`() async {
        // In a process of its own, because a change of the environment is seen by all threads.
        await #expect(processExitsWith: .success) {
            let settings = [
                "LC_ALL": "C", "LANG": "C", "TERM": "dumb", "NO_COLOR": "1", "ACCESSIBLE": "1", "CI": "1", "COLUMNS": "20",
                "KITTY_WINDOW_ID": "1", "WT_SESSION": "1", "COLORTERM": "truecolor"
            ]
            for (name, value) in settings { setenv(name, value, 1) }
            Self.expectUsualBytes()
        }
        Self.expectUsualBytes()
    }

    /// A HUD's whole life, to the byte.
    private static func expectUsualBytes() {
        let terminal = TestTerminal(columns: 40, rows: 5)
        let hud = HUD(label: "Größe 界", renderer: terminal.renderer, clock: terminal.clock)
        hud.show()
        terminal.clock.advance(by: .milliseconds(100))
        #expect(terminal.lines == ["⠙ Größe 界 0:00"])
        #expect(terminal.screen.cell(row: 0, column: 8).width == 2)
        hud.hide()
        let text = String(decoding: terminal.bytes(), as: UTF8.self)
        let first = "\u{1B}[?25l\u{1B}[?7l\u{1B}[38;5;30m⠋\u{1B}[m Größe 界 \u{1B}[2m0:00\u{1B}[m\u{1B}[?7h\r"
        #expect(text == first + "\r\u{1B}[38;5;30m⠙\u{1B}[m\r" + "\r\u{1B}[K\u{1B}[?25h")
    }
}
