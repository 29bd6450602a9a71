/// One row of the screen or the scrollback.
struct Line: Sendable {
    typealias Cell = InMemoryTerminal.Cell
    typealias Style = InMemoryTerminal.Style

    private(set) var cells: [Cell]
    /// The columns up to the last one that was written to, or erased in a colour. What lies right of it is not text and isn't
    /// carried along when the window's width changes.
    private(set) var length = 0
    /// Whether the text goes on in the next row, because it was too long for this one.
    var isWrapped = false

    init(columns: Int, erased style: Style = Style()) {
        cells = Array(repeating: Cell(style: style.erased), count: columns)
        length = style.background == .default ? 0 : columns
    }

    /// `cells`, in a row of `columns`.
    init(_ cells: some Collection<Cell>, columns: Int) {
        length = min(cells.count, columns)
        self.cells = Array(cells.prefix(columns))
        self.cells += Array(repeating: Cell(), count: columns - length)
    }

    /// The text, without the blanks at its end.
    var text: String {
        var text = ""
        for cell in cells { text += cell.text }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// Puts a character where it belongs, and blanks the other half of a wide one that it covers half of.
    mutating func put(_ cell: Cell, at column: Int) {
        let end = column + cell.width
        divide(at: column)
        divide(at: end)
        cells[column] = cell
        for continuation in column + 1..<max(end, column + 1) {
            cells[continuation] = Cell("", width: 0, style: cell.style)
        }
        length = max(length, end)
    }

    /// EL, ED and ECH: blanks in the background's colour.
    mutating func erase(_ range: Range<Int>, _ style: Style) {
        guard !range.isEmpty else { return }
        divide(at: range.lowerBound)
        divide(at: range.upperBound)
        for column in range { cells[column] = Cell(style: style.erased) }
        fill(range, style)
    }

    /// ICH: what stands at `column` and right of it moves right by `count`, over the edge if need be.
    mutating func insert(_ count: Int, at column: Int, _ style: Style) {
        let count = min(count, cells.count - column)
        divide(at: column)
        divide(at: cells.count - count)
        cells.removeLast(count)
        cells.insert(contentsOf: Array(repeating: Cell(style: style.erased), count: count), at: column)
        if length > column { length = min(cells.count, length + count) }
        isWrapped = false
        fill(column..<column + count, style)
    }

    /// DCH: what stands right of `count` columns moves left to `column`.
    mutating func delete(_ count: Int, at column: Int, _ style: Style) {
        let count = min(count, cells.count - column)
        divide(at: column)
        divide(at: column + count)
        cells.removeSubrange(column..<column + count)
        cells += Array(repeating: Cell(style: style.erased), count: count)
        if length > column { length = max(column, length - count) }
        fill(cells.count - count..<cells.count, style)
    }

    /// More columns, or fewer: what stands right of the new edge is lost.
    mutating func cut(to columns: Int) {
        if columns < cells.count {
            divide(at: columns)
            cells.removeLast(cells.count - columns)
        } else {
            cells += Array(repeating: Cell(), count: columns - cells.count)
        }
        length = min(length, columns)
    }

    /// What erasing does to the length, and to the wrapping.
    private mutating func fill(_ range: Range<Int>, _ style: Style) {
        if style.background != .default {
            length = max(length, range.upperBound)
        } else if range.upperBound >= length {
            length = min(length, range.lowerBound)
        }
        if range.upperBound == cells.count { isWrapped = false }
    }

    /// A wide character with one half on each side of `column` becomes two blanks.
    private mutating func divide(at column: Int) {
        guard column > 0, column < cells.count, cells[column].width == 0 else { return }
        cells[column - 1] = Cell(style: cells[column - 1].style)
        cells[column] = Cell(style: cells[column].style)
    }
}
