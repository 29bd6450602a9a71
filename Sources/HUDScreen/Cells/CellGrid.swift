/// A rectangle of cells: the buffer that views draw into.
///
/// Text that is written into a grid is made harmless first (it can't contain control sequences), measured in columns, and clipped to the
/// grid. Rows and columns are counted from 0 at the top left.
///
/// ```swift
/// var grid = CellGrid(columns: 20, rows: 1)
/// let end = grid.write("Compressing", row: 0, column: 0, style: CellStyle(attributes: .bold))
/// grid.write("45%", row: 0, column: end + 1)
/// ```
public struct CellGrid: Sendable, Hashable {
    /// The width in columns.
    public let columns: Int
    /// The height in rows.
    public let rows: Int
    /// Whether all of Unicode can be drawn; otherwise only ASCII is.
    public let isUTF8: Bool
    private var cells: [Cell]

    /// Makes a grid of spaces. A negative size counts as 0.
    public init(columns: Int, rows: Int, isUTF8: Bool = true, style: CellStyle = .plain) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        self.isUTF8 = isUTF8
        cells = Array(repeating: .blank(style), count: self.columns * self.rows)
    }

    /// Makes every cell a space, as in a new grid.
    package mutating func clear() {
        let blank = Cell.blank()
        cells.withUnsafeMutableBufferPointer { cells in
            for index in cells.indices where !cells[index].isErased { cells[index].become(blank) }
        }
    }

    /// The cell at a row and column; a space outside the grid.
    public subscript(row: Int, column: Int) -> Cell {
        contains(row, column) ? cells[row * columns + column] : .blank()
    }

    /// Writes text into a row, from left to right.
    ///
    /// - Parameters:
    ///   - text: Any text; control characters in it are made visible.
    ///   - row: The row, counted from 0. A row outside the grid takes nothing.
    ///   - column: The column of the first character, counted from 0. What is left of the grid is not written.
    ///   - limit: The maximum number of columns. Text that does not fit is cut, and ends in an ellipsis.
    ///   - style: The style of the text. If its background is the default one, the cells keep the background they have.
    /// - Returns: The column after the text.
    @discardableResult
    @inline(never)
    public mutating func write(_ text: String, row: Int, column: Int, limit: Int = .max, style: CellStyle = .plain) -> Int {
        guard row >= 0, row < rows, column < columns, column >= -Self.farthest else { return column }
        let room = min(limit, columns - column)
        return write(TextCells(text, isUTF8: isUTF8, limit: room), row: row, column: column, limit: room, style: style)
    }

    /// Writes text that was prepared earlier into a row.
    @discardableResult
    @inline(never)
    package mutating func write(_ text: TextCells, row: Int, column: Int, limit: Int = .max, style: CellStyle = .plain) -> Int {
        guard row >= 0, row < rows, column < columns, column >= -Self.farthest else { return column }
        let (count, hasEllipsis) = text.fitting(min(limit, columns - column))
        let narrow = putNarrow(count, style, row: row, column: column) { text.cells[$0] }
        var position = column + narrow
        for cell in text.cells[narrow..<count] {
            put(cell, style, row: row, column: position)
            position += cell.width
        }
        if hasEllipsis {
            put(text.ellipsis, style, row: row, column: position)
            position += 1
        }
        if text.isRightToLeft, position > column {
            mark(row: row, column: column - 1)
            mark(row: row, column: position - 1)
        }
        return position
    }

    /// Text that begins farther left of the grid is not written.
    private static let farthest = 1 << 20

    /// Adds a left-to-right mark to the character in a column, if there is one.
    private mutating func mark(row: Int, column: Int) {
        guard contains(row, column) else { return }
        let index = row * columns + column
        cells[cells[index].width == 0 && column > 0 ? index - 1 : index].appendMark()
    }

    /// Writes ASCII into a row that has room for it.
    package mutating func write(ascii bytes: UnsafeBufferPointer<UInt8>, row: Int, column: Int, style: CellStyle) {
        let plain = TextCells.plain
        let narrow = putNarrow(bytes.count, style, row: row, column: column) { plain[Int(bytes[$0])] }
        for offset in narrow..<bytes.count {
            put(plain[Int(bytes[offset])], style, row: row, column: column + offset)
        }
    }

    /// Writes text that was prepared earlier centered in `range`.
    package mutating func write(_ text: TextCells, row: Int, centeredIn range: Range<Int>, style: CellStyle) {
        let width = min(text.width, range.count)
        let start = range.lowerBound + (range.count - width) / 2
        write(text, row: row, column: start, limit: width, style: style)
    }

    /// The columns that a text takes if nothing is cut, or `limit + 1` if it takes more than `limit`.
    package static func columns(of text: String, isUTF8: Bool, limit: Int = 1 << 20) -> Int {
        TextCells(text, isUTF8: isUTF8, limit: limit).width
    }

    /// Fills columns of a row with one character. If a character that is two columns wide does not fit at the end, one column keeps its cell.
    public mutating func fill(row: Int, columns range: Range<Int>, with text: String = " ", style: CellStyle = .plain) {
        let range = range.clamped(to: -columns - 2..<columns)
        fill(row: row, columns: range, with: TextCells(text, isUTF8: isUTF8, limit: range.count), style: style)
    }

    /// Fills columns of a row with the first character of text that was prepared earlier.
    package mutating func fill(row: Int, columns range: Range<Int>, with text: TextCells, style: CellStyle) {
        let range = range.clamped(to: -columns - 2..<columns)
        guard let cell = text.first(fitting: range.count) else { return }
        let narrow = putNarrow(range.count, style, row: row, column: range.lowerBound) { _ in cell }
        for column in stride(from: range.lowerBound + narrow, through: range.upperBound - cell.width, by: cell.width) {
            put(cell, style, row: row, column: column)
        }
    }

    /// Places a cell that was prepared earlier, in a style. If that has the default background, the background of the old cell stays.
    package mutating func put(_ cell: Cell, _ style: CellStyle, row: Int, column: Int) {
        guard row >= 0, row < rows, column >= 0, column < columns else { return }
        let index = row * columns + column
        if cell.width == 1, cells[index].width == 1 {
            cells[index].become(cell, in: style)
        } else {
            var placed = cells[index]
            placed.become(cell, in: style)
            replace(row: row, column: column, with: placed)
        }
    }

    /// Places cells in a style from a column on, up to the first character that is two columns wide, new or old.
    ///
    /// - Returns: The number of the cells that were placed.
    @inline(__always)
    private mutating func putNarrow(
        _ count: Int, _ style: CellStyle, row: Int, column: Int, _ next: (_ offset: Int) -> Cell
    ) -> Int {
        guard row >= 0, row < rows, column >= 0 else { return 0 }
        let start = row * columns + column
        let room = min(count, columns - column)
        return cells.withUnsafeMutableBufferPointer { cells in
            var placed = 0
            while placed < room {
                let cell = next(placed)
                guard cell.width == 1, cells[start + placed].width == 1 else { break }
                cells[start + placed].become(cell, in: style)
                placed += 1
            }
            return placed
        }
    }

    /// Calls `body` with the cells of a row of the grid.
    func withRow<Result>(_ row: Int, _ body: (UnsafeBufferPointer<Cell>) -> Result) -> Result {
        precondition(row >= 0 && row < rows, "no such row")
        return cells.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[row * columns..<(row + 1) * columns])) }
    }

    /// Changes the style of every cell.
    package mutating func restyle(_ change: (CellStyle) -> CellStyle) {
        for index in cells.indices { cells[index].style = change(cells[index].style) }
    }

    /// Makes what is written dim, with the space before each word.
    package mutating func dim() {
        for index in cells.indices where !cells[index].isErased || index + 1 < cells.count && !cells[index + 1].isErased {
            cells[index].style.attributes = cells[index].style.attributes.subtracting(.bold).union(.dim)
        }
    }

    /// Copies `other` into this grid with its top left corner at `row` and `column`. Cells outside this grid are clipped, and characters that
    /// this grid's character set lacks are replaced.
    package mutating func paste(_ other: CellGrid, row: Int, column: Int) {
        for otherRow in 0..<other.rows {
            for otherColumn in 0..<other.columns {
                var cell = other[otherRow, otherColumn]
                guard cell.width > 0 else { continue }
                if !isUTF8, other.isUTF8, !HarmlessText.isPlain(cell.text) {
                    let text = TextCells(cell.text, isUTF8: false, limit: cell.width).first(fitting: cell.width)?.text ?? " "
                    cell = Cell(text: text, width: 1, style: cell.style)
                }
                replace(row: row + otherRow, column: column + otherColumn, with: cell)
            }
        }
    }

    /// Replaces a row by one of a grid that is as wide and has the same character set.
    package mutating func setRow(_ row: Int, to otherRow: Int, of other: CellGrid) {
        precondition(other.columns == columns && other.isUTF8 == isUTF8, "a row of another kind of grid")
        precondition(row >= 0 && row < rows, "no such row")
        let start = row * columns
        other.withRow(otherRow) { other in
            cells.withUnsafeMutableBufferPointer { cells in
                for column in other.indices { cells[start + column].become(other[column]) }
            }
        }
    }

    /// A grid that the closure draws. It has this size and character set even if the closure replaces it by another grid.
    @inline(never)
    package static func drawn(
        columns: Int, rows: Int, isUTF8: Bool, style: CellStyle = .plain, by draw: (inout CellGrid) -> Void
    ) -> CellGrid {
        let blank = CellGrid(columns: columns, rows: rows, isUTF8: isUTF8, style: style)
        var grid = blank
        draw(&grid)
        guard (grid.columns, grid.rows, grid.isUTF8) != (blank.columns, blank.rows, isUTF8) else { return grid }
        var whole = blank
        whole.paste(grid, row: 0, column: 0)
        return whole
    }

    /// The column after the last cell of a row that has to be written.
    package func end(ofRow row: Int) -> Int {
        withRow(row) { cells in
            var end = columns
            while end > 0, cells[end - 1].isErased { end -= 1 }
            return end
        }
    }

    /// A row's text without trailing spaces.
    package func text(ofRow row: Int) -> String {
        cells[row * columns..<row * columns + end(ofRow: row)].map(\.text).joined()
    }

    private func contains(_ row: Int, _ column: Int) -> Bool {
        row >= 0 && row < rows && column >= 0 && column < columns
    }

    /// Half of a wide character can't be drawn: if one half is overwritten, the other becomes a space.
    private mutating func replace(row: Int, column: Int, with cell: Cell) {
        guard contains(row, column), column + cell.width <= columns else { return }
        let start = row * columns
        if cells[start + column].width == 0, column > 0 { cells[start + column - 1] = .blank(cells[start + column - 1].style) }
        let last = column + cell.width - 1
        if cells[start + last].width == 2, last + 1 < columns { cells[start + last + 1] = .blank(cells[start + last + 1].style) }
        cells[start + column] = cell
        if cell.width == 2 { cells[start + last] = .continuation(cell.style) }
    }
}
