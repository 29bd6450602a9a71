import HUDCore

@testable import HUDScreen
@testable import HUDTerminal

/// A grid, its styles and its bytes as readable lines.
enum GoldenText {
    /// The rows between bars, so that trailing spaces are visible.
    static func rows(of grid: CellGrid) -> [String] {
        (0..<grid.rows).map { row in "|" + (0..<grid.columns).map { grid[row, $0].text }.joined() + "|" }
    }

    /// The styles, one line for each row that has any: `0  0-1 ansi6  3-13 #e6edf3 on #21262d bold`. Equal rows share a line.
    static func styles(of grid: CellGrid) -> [String] {
        var lines: [(rows: ClosedRange<Int>, runs: String)] = []
        for row in 0..<grid.rows {
            let runs = runs(in: row, of: grid)
            if let last = lines.last, last.runs == runs, last.rows.upperBound == row - 1 {
                lines[lines.count - 1].rows = last.rows.lowerBound...row
            } else {
                lines.append((row...row, runs))
            }
        }
        return lines.filter { !$0.runs.isEmpty }.map { padded(span($0.rows), 5) + $0.runs }
    }

    /// Bytes with their control characters spelled out.
    static func escaped(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\u{1B}": text += "\\e"
            case "\r": text += "\\r"
            case "\n": text += "\\n"
            case "\\": text += "\\\\"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    private static func runs(in row: Int, of grid: CellGrid) -> String {
        var runs: [String] = []
        var start = 0
        while start < grid.columns {
            var end = start + 1
            while end < grid.columns, grid[row, end].style == grid[row, start].style { end += 1 }
            let style = style(grid[row, start].style)
            if !style.isEmpty { runs.append(span(start...end - 1) + " " + style) }
            start = end
        }
        return runs.joined(separator: "  ")
    }

    private static func span(_ range: ClosedRange<Int>) -> String {
        range.count == 1 ? String(range.lowerBound) : "\(range.lowerBound)-\(range.upperBound)"
    }

    private static func style(_ style: CellStyle) -> String {
        var words: [String] = []
        if style.foreground != .default { words.append(color(style.foreground)) }
        if style.background != .default { words.append("on " + color(style.background)) }
        if style.attributes.contains(.bold) { words.append("bold") }
        if style.attributes.contains(.dim) { words.append("dim") }
        if style.attributes.contains(.underline) { words.append("underline") }
        if style.attributes.contains(.reverse) { words.append("reverse") }
        return words.joined(separator: " ")
    }

    private static func color(_ color: TerminalColor) -> String {
        switch color.kind {
        case .default: "default"
        case .ansi(let index): "ansi\(index)"
        case .rgb(let red, let green, let blue): "#" + [red, green, blue].map(hexadecimal).joined()
        }
    }

    private static func hexadecimal(_ value: Int) -> String {
        (value < 16 ? "0" : "") + String(value, radix: 16)
    }

    private static func padded(_ text: String, _ columns: Int) -> String {
        text + String(repeating: " ", count: max(1, columns - text.count))
    }
}
