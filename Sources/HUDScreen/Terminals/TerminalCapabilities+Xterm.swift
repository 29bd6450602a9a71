extension TerminalCapabilities {
    /// The strings that are used of terminfo's `xterm-256color`, for a terminal in memory: the same on every machine.
    package static let xterm: TerminalCapabilities = {
        func color(_ digit: Int) -> TerminfoString {
            "\u{1B}[%?%p1%{8}%<%t\(digit)%p1%d%e%p1%{16}%<%t\(digit == 3 ? 9 : 10)%p1%{8}%-%d%e\(digit)8;5;%p1%d%;m"
        }
        var xterm = TerminalCapabilities(eraseToEndOfLine: Array("\u{1B}[K".utf8), isUTF8: true)
        xterm.eraseToEndOfScreen = Array("\u{1B}[J".utf8)
        xterm.cursorVisibility = Mode(on: Array("\u{1B}[?25h".utf8), off: Array("\u{1B}[?25l".utf8))
        xterm.autowrap = Mode(on: Array("\u{1B}[?7h".utf8), off: Array("\u{1B}[?7l".utf8))
        xterm.wrapsLate = true
        xterm.moves = CursorMoves(right: "\u{1B}[%p1%dC", up: "\u{1B}[%p1%dA", down: "\u{1B}[%p1%dB")
        xterm.savedCursor = SavedCursor(save: Array("\u{1B}7".utf8), restore: Array("\u{1B}8".utf8))
        xterm.pinning = Pinning(
            region: "\u{1B}[%i%p1%d;%p2%dr", address: "\u{1B}[%i%p1%d;%p2%dH", index: Array("\u{1B}D".utf8))
        xterm.leaveFullScreen = Array("\u{1B}[?1049l\u{1B}[23;0;0t".utf8)
        xterm.styles.reset = Array("\u{1B}[m".utf8)
        xterm.styles.bold = Array("\u{1B}[1m".utf8)
        xterm.styles.dim = Array("\u{1B}[2m".utf8)
        xterm.styles.underline = Array("\u{1B}[4m".utf8)
        xterm.styles.reverse = Array("\u{1B}[7m".utf8)
        xterm.colors.foreground = color(3)
        xterm.colors.background = color(4)
        xterm.colors.resetPalette = Array("\u{1B}]104\u{7}".utf8)
        xterm.colors.count = 256
        xterm.colors.depth = .palette
        return xterm
    }()
}
