import Foundation
import HUDCore
import HUDTesting

/// Draws a film as an SVG without a script: what changes is switched on and off by animations of CSS, as pages show them that take no scripts.
struct FilmSVG {
    private typealias Cell = InMemoryTerminal.Cell

    /// A run of cells at a place, and when it is seen.
    private struct Piece {
        var row: Int
        var column: Int
        var cells: [Cell]
        /// Whether it is in front of another one.
        var isPatch: Bool
        var times: [Range<Int>]
    }

    private let film: Film
    private let palette: Palette
    private let title: String
    /// The texts, each once, with its number.
    private var definitions: [String: Int] = [:]
    private var definitionList: [String] = []
    /// The times at which pieces are seen, each once.
    private var timings: [[Range<Int>]: Int] = [:]
    private var timingList: [[Range<Int>]] = []
    private var styles: [String: String] = [:]
    private var styleList: [(name: String, rule: String)] = []

    static let cellWidth = 8.4
    static let cellHeight = 18.0
    private static let margin = 14.0
    private static let bar = 30.0

    init(_ film: Film, _ palette: Palette, title: String) {
        self.film = film
        self.palette = palette
        self.title = title
    }

    /// The SVG.
    static func text(_ film: Film, _ palette: Palette, title: String) -> String {
        var drawing = FilmSVG(film, palette, title: title)
        return drawing.text()
    }

    // MARK: What changes

    /// The pieces of a row. If little differs from what the row shows, a frame adds patches in front of it.
    private func pieces(ofRow row: Int) -> [Piece] {
        var bases: [Piece] = []
        var patches: [Piece] = []
        for (number, frame) in film.frames.enumerated() {
            let cells = frame.screen.rows[row]
            let end = number + 1 < film.frames.count ? number + 1 : Int.max
            let changes = bases.last.map { Self.changes(from: $0.cells, to: cells) }
            if let changes, changes.reduce(0, { $0 + $1.count }) <= cells.count / 3 {
                Self.extend(&bases[bases.count - 1], to: number..<end)
                for change in changes {
                    let cells = Array(cells[change])
                    Self.add(
                        Piece(row: row, column: change.lowerBound, cells: cells, isPatch: true, times: [number..<end]),
                        to: &patches)
                }
            } else {
                Self.add(Piece(row: row, column: 0, cells: cells, isPatch: false, times: [number..<end]), to: &bases)
                // The last base is the one that is seen.
                if let index = bases.firstIndex(where: { $0.times.last?.lowerBound == number }) {
                    bases.append(bases.remove(at: index))
                }
            }
        }
        return bases + patches
    }

    private static func add(_ piece: Piece, to pieces: inout [Piece]) {
        if let index = pieces.firstIndex(where: { $0.column == piece.column && $0.cells == piece.cells }) {
            extend(&pieces[index], to: piece.times[0])
        } else {
            pieces.append(piece)
        }
    }

    private static func extend(_ piece: inout Piece, to time: Range<Int>) {
        if piece.times.last?.upperBound == time.lowerBound {
            piece.times[piece.times.count - 1] = piece.times[piece.times.count - 1].lowerBound..<time.upperBound
        } else {
            piece.times.append(time)
        }
    }

    /// The columns in which two rows differ, and the few between two of them.
    private static func changes(from old: [Cell], to new: [Cell]) -> [Range<Int>] {
        var changes: [Range<Int>] = []
        for column in new.indices where new[column] != old[column] {
            // A patch does not begin or end within a wide character.
            var range = column..<column + 1
            while range.lowerBound > 0, new[range.lowerBound].width == 0 || old[range.lowerBound].width == 0 {
                range = range.lowerBound - 1..<range.upperBound
            }
            while range.upperBound < new.count, new[range.upperBound].width == 0 || old[range.upperBound].width == 0 {
                range = range.lowerBound..<range.upperBound + 1
            }
            if let last = changes.last, range.lowerBound - last.upperBound < 3 {
                changes[changes.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                changes.append(range)
            }
        }
        return changes
    }

    // MARK: SVG

    private mutating func text() -> String {
        let uses = (0..<film.rows).flatMap { pieces(ofRow: $0) }.map { use($0) }.filter { !$0.isEmpty }
        let width = Double(film.columns) * Self.cellWidth + 2 * Self.margin
        let height = Double(film.rows) * Self.cellHeight + Self.bar + Self.margin
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\""
                + " width=\"\(Self.number(width))\" height=\"\(Self.number(height))\" role=\"img\" aria-label=\"\(Self.escaped(title))\">",
            "<style>",
            "text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}"
        ]
        lines += styleList.map { ".\($0.name){\($0.rule)}" }
        if film.frames.count > 1 {
            lines.append("[class^=k]{opacity:0;animation:\(Self.number(Self.seconds(film.length)))s step-end infinite}")
            lines += timingList.indices.map { timing(at: $0) }
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
        lines += definitionList.enumerated().map { "<g id=\"t\($0.offset)\">\($0.element)</g>" }
        lines.append("</defs>")
        lines += uses
        lines.append("</svg>")
        return lines.joined(separator: "\n") + "\n"
    }

    private mutating func use(_ piece: Piece) -> String {
        let drawn = drawn(piece)
        if drawn.isEmpty { return "" }
        let number = definitions[drawn] ?? definitionList.count
        if number == definitionList.count {
            definitions[drawn] = number
            definitionList.append(drawn)
        }
        let y = Self.bar + Double(piece.row) * Self.cellHeight
        return "<use href=\"#t\(number)\" y=\"\(Self.number(y))\"\(visibility(of: piece))/>"
    }

    /// The class of a piece by its times; empty for one that is always seen.
    private mutating func visibility(of piece: Piece) -> String {
        if piece.times == [0..<Int.max] { return "" }
        let number = timings[piece.times] ?? timingList.count
        if number == timingList.count {
            timings[piece.times] = number
            timingList.append(piece.times)
        }
        let isOnPoster = piece.times.contains { time(of: $0.lowerBound) <= film.poster && film.poster < time(of: $0.upperBound) }
        return " class=\"k\(number)\"" + (isOnPoster ? " style=\"opacity:1\"" : "")
    }

    private func timing(at number: Int) -> String {
        var steps: [(Double, Int)] = []
        for range in timingList[number] {
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
    private mutating func drawn(_ piece: Piece) -> String {
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
        _ cells: ArraySlice<Cell>, at column: Int, _ color: Int, _ style: InMemoryTerminal.Style
    ) -> String {
        let x = Self.margin + Double(column) * Self.cellWidth
        let length = Double(cells.count) * Self.cellWidth
        let text = Self.escaped(cells.map(\.text).joined())
        let fit = cells.count > 1 ? " textLength=\"\(Self.number(length))\" lengthAdjust=\"spacingAndGlyphs\"" : ""
        return "<text x=\"\(Self.number(x))\" y=\"13\" class=\"\(name(of: color, style))\"\(fit)>\(text)</text>"
    }

    private mutating func name(of color: Int, _ style: InMemoryTerminal.Style) -> String {
        var rule = "fill:\(Self.color(color))"
        if style.attributes.contains(.bold) { rule += ";font-weight:bold" }
        if style.attributes.contains(.italic) { rule += ";font-style:italic" }
        if style.attributes.contains(.underline) { rule += ";text-decoration:underline" }
        if let name = styles[rule] { return name }
        let name = "s\(styleList.count)"
        styles[rule] = name
        styleList.append((name, rule))
        return name
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
