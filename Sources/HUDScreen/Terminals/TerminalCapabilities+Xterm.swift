extension TerminalCapabilities {
    /// The strings that are used of terminfo's `xterm-256color`, for a terminal in memory: the same on every machine.
    package static let xterm: TerminalCapabilities = {
        func color(_ digit: Int) -> TerminfoString {
            "\u{1B}[%?%p1%{8}%<%t\(digit)%p1%d%e%p1%{16}%<%t\(digit == 3 ? 9 : 10)%p1%{8}%-%d%e\(digit)8;5;%p1%d%;m"
        }
        var xterm = TerminalCapabilities(eraseToEndOfLine: Array("\u{1B}[K".utf8), isUTF8: true)
        xterm.eraseToEndOfScreen = Array("\u{1B}[J".utf8)
        xterm.hideCursor = Array("\u{1B}[?25l".utf8)
        xterm.showCursor = Array("\u{1B}[?25h".utf8)
        xterm.disableAutowrap = Array("\u{1B}[?7l".utf8)
        xterm.enableAutowrap = Array("\u{1B}[?7h".utf8)
        xterm.wrapsLate = true
        xterm.cursorRight = "\u{1B}[%p1%dC"
        xterm.cursorUp = "\u{1B}[%p1%dA"
        xterm.cursorDown = "\u{1B}[%p1%dB"
        xterm.saveCursor = Array("\u{1B}7".utf8)
        xterm.restoreCursor = Array("\u{1B}8".utf8)
        xterm.pinning = Pinning(
            region: "\u{1B}[%i%p1%d;%p2%dr", address: "\u{1B}[%i%p1%d;%p2%dH", index: Array("\u{1B}D".utf8))
        xterm.leaveFullScreen = Array("\u{1B}[?1049l\u{1B}[23;0;0t".utf8)
        xterm.resetStyle = Array("\u{1B}[m".utf8)
        xterm.bold = Array("\u{1B}[1m".utf8)
        xterm.dim = Array("\u{1B}[2m".utf8)
        xterm.underline = Array("\u{1B}[4m".utf8)
        xterm.reverse = Array("\u{1B}[7m".utf8)
        xterm.setForeground = color(3)
        xterm.setBackground = color(4)
        xterm.resetPalette = Array("\u{1B}]104\u{7}".utf8)
        xterm.colorCount = 256
        xterm.colorDepth = .palette
        return xterm
    }()
}
