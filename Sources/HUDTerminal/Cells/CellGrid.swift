/// A rectangle of cells: what a view draws into, and what is then brought onto the screen.
///
/// Whatever is written into it is made harmless first (no control sequence gets in), measured in columns, and cut where it would
/// leave the grid. Rows and columns count from 0 at the top left.
///
/// ```swift
/// var grid = CellGrid(columns: 20, rows: 1)
/// let end = grid.write("Compressing", row: 0, column: 0, style: CellStyle(attributes: .bold))
/// grid.write("45%", row: 0, column: end + 1)
/// ```
public struct CellGrid: Sendable, Hashable {
    /// How wide it is.
    public let columns: Int
    /// How high it is.
    public let rows: Int
    /// Whether all of Unicode can be drawn, or ASCII alone.
    public let isUTF8: Bool
    private var cells: [Cell]

    /// A grid of blanks. A negative size counts as none.
    public init(columns: Int, rows: Int, isUTF8: Bool = true, style: CellStyle = .plain) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        self.isUTF8 = isUTF8
        cells = Array(repeating: .blank(style), count: self.columns * self.rows)
    }

    /// What stands in a column of a row; a blank outside the grid.
    public subscript(row: Int, column: Int) -> Cell {
        contains(row, column) ? cells[row * columns + column] : .blank()
    }

    /// Writes text into a row from `column` on, left to right.
    ///
    /// - Parameters:
    ///   - limit: How many columns it may take. What does not fit is cut, and ends in an ellipsis.
    ///   - style: How it looks. Where its background is the default one, the one that is there stays.
    /// - Returns: The column behind it.
    @discardableResult
    public mutating func write(_ text: String, row: Int, column: Int, limit: Int = .max, style: CellStyle = .plain) -> Int {
        guard row >= 0, row < rows, column < columns else { return column }
        let room = min(limit, columns - max(0, column))
        var position = column
        for cell in ClusterRun(of: text, isUTF8: isUTF8, limit: room).cells {
            put(cell, style, row: row, column: position)
            position += cell.width
        }
        return position
    }

    /// Writes a text so that its middle stands in the middle of `columns`; returns the columns it took.
    @discardableResult
    mutating func write(_ text: String, row: Int, centredIn range: Range<Int>, style: CellStyle = .plain) -> Range<Int> {
        let width = min(Self.columns(of: text, isUTF8: isUTF8), range.count)
        let start = range.lowerBound + (range.count - width) / 2
        return start..<write(text, row: row, column: start, limit: width, style: style)
    }

    /// The columns that a text takes, written whole.
    static func columns(of text: String, isUTF8: Bool) -> Int {
        HarmlessText.isPlain(text) ? text.utf8.count : ClusterRun(of: text, isUTF8: isUTF8, limit: .max).columns
    }

    /// Fills columns of a row with one character. One that is two columns wide leaves a blank where half of it would be left over.
    public mutating func fill(row: Int, columns range: Range<Int>, with text: String = " ", style: CellStyle = .plain) {
        let range = range.clamped(to: -columns - 2..<columns)
        guard let cell = ClusterRun(of: text, isUTF8: isUTF8, limit: range.count).cells.first else { return }
        for column in stride(from: range.lowerBound, through: range.upperBound - cell.width, by: cell.width) {
            put(cell, style, row: row, column: column)
        }
    }

    /// Puts a cell in place that was made ready beforehand. Where it has no background of its own, that of what was there stays.
    mutating func put(_ cell: Cell, row: Int, column: Int) {
        put(cell, cell.style, row: row, column: column)
    }

    /// Puts a cell in place, in a style.
    mutating func put(_ cell: Cell, _ style: CellStyle, row: Int, column: Int) {
        var cell = cell
        cell.style = style
        if style.background == .default { cell.style.background = self[row, column].style.background }
        replace(row: row, column: column, with: cell)
    }

    /// Changes how every cell looks.
    mutating func restyle(_ change: (CellStyle) -> CellStyle) {
        for index in cells.indices { cells[index].style = change(cells[index].style) }
    }

    /// Copies `other` into this grid with its top left at `row` and `column`; what lies outside is cut, and what this grid's character set
    /// lacks is replaced.
    mutating func paste(_ other: CellGrid, row: Int, column: Int) {
        for otherRow in 0..<other.rows {
            for otherColumn in 0..<other.columns {
                var cell = other[otherRow, otherColumn]
                guard cell.width > 0 else { continue }
                if !isUTF8, other.isUTF8, !HarmlessText.isPlain(cell.text) {
                    let text = ClusterRun(of: cell.text, isUTF8: false, limit: cell.width).cells.first?.text ?? " "
                    cell = Cell(text: text, width: 1, style: cell.style)
                }
                replace(row: row + otherRow, column: column + otherColumn, with: cell)
            }
        }
    }

    /// A grid that somebody else draws: of this size and character set whatever he puts in its place.
    static func drawn(
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

    /// The column behind the last one of a row that erasing would not draw.
    func end(ofRow row: Int) -> Int {
        var end = columns
        while end > 0, cells[row * columns + end - 1].isErased { end -= 1 }
        return end
    }

    /// A row's text without the blanks at its end.
    func text(ofRow row: Int) -> String {
        cells[row * columns..<row * columns + end(ofRow: row)].map(\.text).joined()
    }

    private func contains(_ row: Int, _ column: Int) -> Bool {
        row >= 0 && row < rows && column >= 0 && column < columns
    }

    /// Half of a wide character can't stand alone: what is left of one that is overwritten becomes blank.
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
