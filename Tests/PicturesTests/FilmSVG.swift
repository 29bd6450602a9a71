import Foundation
import HUDCore
import HUDTesting

/// Draws a film as an SVG without a script: what changes is switched on and off by animations of CSS, as pages show them that take no scripts.
struct FilmSVG {
    /// Values, each once, with a number.
    private struct Numbered<Value: Hashable> {
        private(set) var values: [Value] = []
        private var numbers: [Value: Int] = [:]

        mutating func number(of value: Value) -> Int {
            if let number = numbers[value] { return number }
            numbers[value] = values.count
            values.append(value)
            return values.count - 1
        }
    }

    private let film: Film
    private let palette: Palette
    private let title: String
    private var texts = Numbered<String>()
    /// The times at which pieces are seen.
    private var timings = Numbered<[Range<Int>]>()
    private var styles = Numbered<String>()

    private static let cellWidth = 8.4
    private static let cellHeight = 18.0
    private static let margin = 14.0
    private static let bar = 30.0

    private init(_ film: Film, _ palette: Palette, title: String) {
        self.film = film
        self.palette = palette
        self.title = title
    }

    /// The SVG of a film that consists of `pieces`.
    static func text(_ film: Film, _ pieces: [FilmPiece], _ palette: Palette, title: String) -> String {
        var drawing = FilmSVG(film, palette, title: title)
        return drawing.text(pieces)
    }

    private mutating func text(_ pieces: [FilmPiece]) -> String {
        let uses = pieces.map { use($0) }.filter { !$0.isEmpty }
        let width = Double(film.columns) * Self.cellWidth + 2 * Self.margin
        let height = Double(film.rows) * Self.cellHeight + Self.bar + Self.margin
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\""
                + " width=\"\(Self.number(width))\" height=\"\(Self.number(height))\" role=\"img\" aria-label=\"\(Self.escaped(title))\">",
            "<style>",
            "text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}"
        ]
        lines += styles.values.enumerated().map { ".s\($0.offset){\($0.element)}" }
        if film.frames.count > 1 {
            lines.append("[class^=k]{opacity:0;animation:\(Self.number(Self.seconds(film.length)))s step-end infinite}")
            lines += timings.values.enumerated().map { timing(of: $0.element, number: $0.offset) }
            // Those who want no motion see one frame.
            lines.append("@media(prefers-reduced-motion){[class^=k]{animation:none}}")
        }
        lines.append("</style>")
        lines.append(
            "<rect x=\"0.5\" y=\"0.5\" width=\"\(Self.number(width - 1))\" height=\"\(Self.number(height - 1))\" rx=\"8\""
                + " fill=\"\(Self.color(palette.background))\" stroke=\"\(Self.color(palette.border))\"/>")
        for (place, color) in [1, 3, 2].enumerated() {
            lines.append("<circle cx=\"\(18 + 18 * place)\" cy=\"16\" r=\"5\" fill=\"\(Self.color(palette.colors[color]))\"/>")
        }
        lines.append("<defs>")
        lines += texts.values.enumerated().map { "<g id=\"t\($0.offset)\">\($0.element)</g>" }
        lines.append("</defs>")
        lines += uses
        lines.append("</svg>")
        return lines.joined(separator: "\n") + "\n"
    }

    private mutating func use(_ piece: FilmPiece) -> String {
        let drawn = drawn(piece)
        if drawn.isEmpty { return "" }
        let y = Self.bar + Double(piece.row) * Self.cellHeight
        return "<use href=\"#t\(texts.number(of: drawn))\" y=\"\(Self.number(y))\"\(visibility(of: piece))/>"
    }

    /// The class of a piece by its times; empty for one that is always seen.
    private mutating func visibility(of piece: FilmPiece) -> String {
        if piece.times == [0..<Int.max] { return "" }
        let number = timings.number(of: piece.times)
        let isOnPoster = piece.times.contains { time(of: $0.lowerBound) <= film.poster && film.poster < time(of: $0.upperBound) }
        return " class=\"k\(number)\"" + (isOnPoster ? " style=\"opacity:1\"" : "")
    }

    private func timing(of times: [Range<Int>], number: Int) -> String {
        var steps: [(Double, Int)] = []
        for range in times {
            steps.append((share(of: range.lowerBound), 1))
            if range.upperBound < Int.max { steps.append((share(of: range.upperBound), 0)) }
        }
        if steps[0].0 > 0 { steps.insert((0, 0), at: 0) }
        let text = steps.map { "\(Self.number($0.0))%{opacity:\($0.1)}" }.joined()
        return ".k\(number){animation-name:k\(number)}@keyframes k\(number){\(text)}"
    }

    private func time(of frame: Int) -> Duration { frame < film.frames.count ? film.frames[frame].time : film.length }

    private func share(of frame: Int) -> Double { 100 * Self.seconds(time(of: frame)) / Self.seconds(film.length) }

    /// The text of a piece in its colors, at the top of the picture.
    private mutating func drawn(_ piece: FilmPiece) -> String {
        var text = ""
        if piece.isPatch { text += Self.rectangle(piece.column, piece.cells.count, palette.background) }
        var column = 0
        while column < piece.cells.count {
            let style = piece.cells[column].style
            let end = piece.cells[column...].firstIndex { $0.style != style } ?? piece.cells.count
            let (foreground, background) = palette.colors(of: style)
            if let background { text += Self.rectangle(piece.column + column, end - column, background) }
            let run = piece.cells[column..<end]
            let isVisible = style.attributes.contains(.underline)
            let first = isVisible ? column : run.firstIndex { $0.text != " " } ?? end
            let last = isVisible ? end : (run.lastIndex { $0.text != " " } ?? end - 1) + 1
            if first < last { text += characters(piece.cells[first..<last], at: piece.column + first, foreground, style) }
            column = end
        }
        return text
    }

    /// Each run has its exact length, so that columns are columns in every font.
    private mutating func characters(
        _ cells: ArraySlice<InMemoryTerminal.Cell>, at column: Int, _ color: Int, _ style: InMemoryTerminal.Style
    ) -> String {
        let x = Self.margin + Double(column) * Self.cellWidth
        let length = Double(cells.count) * Self.cellWidth
        let text = Self.escaped(cells.map(\.text).joined())
        let fit = cells.count > 1 ? " textLength=\"\(Self.number(length))\" lengthAdjust=\"spacingAndGlyphs\"" : ""
        return "<text x=\"\(Self.number(x))\" y=\"13\" class=\"s\(styleNumber(of: color, style))\"\(fit)>\(text)</text>"
    }

    private mutating func styleNumber(of color: Int, _ style: InMemoryTerminal.Style) -> Int {
        var rule = "fill:\(Self.color(color))"
        if style.attributes.contains(.bold) { rule += ";font-weight:bold" }
        if style.attributes.contains(.italic) { rule += ";font-style:italic" }
        if style.attributes.contains(.underline) { rule += ";text-decoration:underline" }
        return styles.number(of: rule)
    }

    private static func rectangle(_ column: Int, _ columns: Int, _ color: Int) -> String {
        let (x, width) = (number(margin + Double(column) * cellWidth), number(Double(columns) * cellWidth))
        return "<rect x=\"\(x)\" width=\"\(width)\" height=\"18\" fill=\"\(Self.color(color))\"/>"
    }

    private static func color(_ color: Int) -> String {
        let digits = String(color, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// Two digits after the point at most.
    private static func number(_ number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        if hundredths % 100 == 0 { return "\(hundredths / 100)" }
        let digits = hundredths % 100 < 10 ? "0\(hundredths % 100)" : "\(hundredths % 100)"
        return "\(hundredths / 100)." + (digits.hasSuffix("0") ? String(digits.prefix(1)) : digits)
    }

    private static func seconds(_ duration: Duration) -> Double { duration / .seconds(1) }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
            "\"", with: "&quot;")
    }
}
