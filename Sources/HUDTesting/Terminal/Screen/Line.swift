/// One row of the screen or the scrollback.
struct Line: Sendable {
    typealias Cell = InMemoryTerminal.Cell
    typealias Style = InMemoryTerminal.Style

    private(set) var cells: [Cell]
    /// The columns up to the last one that was written, or erased with a background color. The cells right of it are not text, and are
    /// not reflowed when the width of the window changes.
    private(set) var length = 0
    /// Cells right of the window's edge that come back if it is made wider.
    private var hidden: [Cell] = []
    /// Whether the text continues in the next row because it was too long for this one.
    var isWrapped = false

    init(columns: Int, erased style: Style = Style()) {
        cells = Array(repeating: Cell(style: style.erased), count: columns)
        length = style.background == .default ? 0 : columns
    }

    /// Makes a row of `columns` with `cells`.
    init(_ cells: some Collection<Cell>, columns: Int) {
        length = min(cells.count, columns)
        self.cells = Array(cells.prefix(columns))
        self.cells += Array(repeating: Cell(), count: columns - length)
    }

    /// The text without trailing spaces.
    var text: String {
        var text = cells.map(\.text).joined()
        while text.last == " " { text.removeLast() }
        return text
    }

    /// Writes a character; the other half of a wide character that it overwrites becomes a space.
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

    /// EL, ED and ECH: erases cells to spaces with the background color.
    mutating func erase(_ range: Range<Int>, _ style: Style) {
        guard !range.isEmpty else { return }
        divide(at: range.lowerBound)
        divide(at: range.upperBound)
        for column in range { cells[column] = Cell(style: style.erased) }
        fill(range, style)
    }

    /// ICH: moves the cells from `column` on to the right by `count`. What leaves the row is lost.
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

    /// DCH: deletes `count` cells at `column`; the cells right of them move left.
    mutating func delete(_ count: Int, at column: Int, _ style: Style) {
        let count = min(count, cells.count - column)
        divide(at: column)
        divide(at: column + count)
        cells.removeSubrange(column..<column + count)
        cells += Array(repeating: Cell(style: style.erased), count: count)
        if length > column { length = max(column, length - count) }
        fill(cells.count - count..<cells.count, style)
    }

    /// Changes the number of columns. Cells right of the new edge are lost, or kept out of sight until the line is that long again.
    mutating func cut(to columns: Int, keeping: Bool = false) {
        if columns < cells.count {
            divide(at: columns)
            if keeping { hidden.insert(contentsOf: cells[columns...], at: 0) }
            cells.removeLast(cells.count - columns)
            length = min(length, columns)
        } else {
            let shown = hidden.prefix(columns - cells.count)
            hidden.removeFirst(shown.count)
            if let last = shown.lastIndex(where: { $0.text != " " }) { length = cells.count + last - shown.startIndex + 1 }
            cells += shown
            cells += Array(repeating: Cell(), count: columns - cells.count)
        }
    }

    /// Updates the length and the wrapping for an erasure.
    private mutating func fill(_ range: Range<Int>, _ style: Style) {
        if style.background != .default {
            length = max(length, range.upperBound)
        } else if range.upperBound >= length {
            length = min(length, range.lowerBound)
        }
        if range.upperBound == cells.count { isWrapped = false }
    }

    /// Replaces a wide character that straddles `column` by two spaces.
    private mutating func divide(at column: Int) {
        guard column > 0, column < cells.count, cells[column].width == 0 else { return }
        cells[column - 1] = Cell(style: cells[column - 1].style)
        cells[column] = Cell(style: cells[column].style)
    }
}
