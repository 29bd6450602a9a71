@testable import HUDTerminal

/// A character set, colors and a theme for them.
struct GoldenLook {
    var isUTF8: Bool
    var theme: Theme
    var colors: ColorDepth

    /// The terminals in which each mode is drawn at each size.
    static let all = [
        GoldenLook(isUTF8: true, theme: .dark, colors: .trueColor),
        GoldenLook(isUTF8: true, theme: .mono, colors: .none),
        GoldenLook(isUTF8: false, theme: .dark, colors: .trueColor),
        GoldenLook(isUTF8: false, theme: .mono, colors: .none)
    ]

    /// The most common terminal, and the most limited one.
    static let mostAndLeast = [
        GoldenLook(isUTF8: true, theme: .terminal, colors: .trueColor), GoldenLook(isUTF8: false, theme: .mono, colors: .none)
    ]

    var name: String {
        [isUTF8 ? "UTF-8" : "ASCII", colors == .none ? "no colour" : "true colour", theme.name].joined(separator: ", ")
    }

    /// The terminfo entry of xterm-256color, without colors or with all colors.
    var capabilities: TerminalCapabilities {
        var terminal = TerminalCapabilities(eraseToEndOfLine: Array("\u{1B}[K".utf8), isUTF8: isUTF8)
        terminal.eraseToEndOfScreen = Array("\u{1B}[J".utf8)
        terminal.disableAutowrap = Array("\u{1B}[?7l".utf8)
        terminal.enableAutowrap = Array("\u{1B}[?7h".utf8)
        terminal.cursorRight = "\u{1B}[%p1%dC"
        terminal.cursorUp = "\u{1B}[%p1%dA"
        terminal.cursorDown = "\u{1B}[%p1%dB"
        terminal.resetStyle = Array("\u{1B}[m".utf8)
        terminal.bold = Array("\u{1B}[1m".utf8)
        terminal.dim = Array("\u{1B}[2m".utf8)
        terminal.underline = Array("\u{1B}[4m".utf8)
        terminal.reverse = Array("\u{1B}[7m".utf8)
        terminal.setForeground = "\u{1B}[%?%p1%{8}%<%t3%p1%d%e%p1%{16}%<%t9%p1%{8}%-%d%e38;5;%p1%d%;m"
        terminal.setBackground = "\u{1B}[%?%p1%{8}%<%t4%p1%d%e%p1%{16}%<%t10%p1%{8}%-%d%e48;5;%p1%d%;m"
        terminal.colorCount = 256
        terminal.colorDepth = colors
        return terminal
    }

    /// The bytes that draw a grid on an empty screen.
    func bytes(drawing grid: CellGrid) -> String {
        var encoder = CellEncoder(capabilities)
        encoder.writeAll(grid)
        return GoldenText.escaped(encoder.finish())
    }

    /// The bytes that change one grid to another.
    func bytes(from old: CellGrid, to new: CellGrid) -> String {
        var encoder = CellEncoder(capabilities)
        encoder.apply(CellDiff.changes(from: old, to: new), of: new)
        let bytes = GoldenText.escaped(encoder.finish())
        return bytes.isEmpty ? "nothing" : bytes
    }
}

/// A window's size, as written in the headers of frames.
struct GoldenSize: Equatable {
    var columns: Int
    var rows: Int

    init(_ columns: Int, _ rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    var name: String { "\(columns)×\(rows)" }

    static let ladder = [
        GoldenSize(1, 1), GoldenSize(2, 2), GoldenSize(3, 1), GoldenSize(5, 3), GoldenSize(8, 2), GoldenSize(12, 4),
        GoldenSize(20, 5), GoldenSize(40, 10), GoldenSize(80, 24), GoldenSize(132, 43), GoldenSize(200, 60)
    ]
}
