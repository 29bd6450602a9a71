@testable import HUDScreen
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
        var terminal = TerminalCapabilities.xterm
        terminal.isUTF8 = isUTF8
        terminal.colors.depth = colors
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
