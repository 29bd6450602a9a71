/// The main or the alternate screen: rows, a cursor, a scroll region and the scrollback.
struct Page: Sendable {
    typealias Style = InMemoryTerminal.Style

    /// The state that DECSC saves.
    struct SavedCursor: Sendable {
        var row = 0
        var column = 0
        var isWrapPending = false
        var isOriginMode = false
        var style = Style()
        var charsets = Charsets()
    }

    var lines: [Line]
    /// The scrollback, oldest row first. It is cut only when it is twice as long as the limit, because cutting takes time.
    private var history: [Line] = []
    let scrollbackLimit: Int
    var columns: Int
    var row = 0
    var column = 0
    /// The last column flag: the last column has been written, and the next character wraps first.
    var isWrapPending = false
    /// The scroll region (DECSTBM).
    var region: ClosedRange<Int>
    var saved = SavedCursor()

    init(columns: Int, rows: Int, scrollbackLimit: Int) {
        self.columns = columns
        self.scrollbackLimit = scrollbackLimit
        lines = Array(repeating: Line(columns: columns), count: rows)
        region = 0...rows - 1
    }

    var rows: Int { lines.count }

    var scrollback: [Line] {
        get { Array(history.suffix(scrollbackLimit)) }
        set { history = newValue.suffix(scrollbackLimit) }
    }

    /// The range of a vertical movement from the cursor's row.
    var verticalLimits: ClosedRange<Int> {
        (row < region.lowerBound ? 0 : region.lowerBound)...(row > region.upperBound ? rows - 1 : region.upperBound)
    }

    /// Moves the cursor, clamped to the screen. Without a row or a column it stays in its own.
    mutating func move(row: Int? = nil, column: Int? = nil) {
        self.row = min(max(0, row ?? self.row), rows - 1)
        self.column = min(max(0, column ?? self.column), columns - 1)
        isWrapPending = false
    }

    /// IND: moves one row down; at the end of the scroll region, the region scrolls.
    mutating func index(_ style: Style) {
        if row == region.upperBound {
            scrollUp(1, style)
        } else if row < rows - 1 {
            row += 1
        }
        isWrapPending = false
    }

    /// RI: moves one row up; at the start of the scroll region, the region scrolls.
    mutating func reverseIndex(_ style: Style) {
        if row == region.lowerBound {
            scrollDown(1, from: row, style)
        } else if row > 0 {
            row -= 1
        }
        isWrapPending = false
    }

    /// SU. Rows that leave the top of the screen go to the scrollback, as in xterm.
    mutating func scrollUp(_ count: Int, _ style: Style) {
        let count = min(count, region.count)
        if region.lowerBound == 0 && scrollbackLimit > 0 {
            history += lines[..<count]
            if history.count - scrollbackLimit > scrollbackLimit { history.removeFirst(history.count - scrollbackLimit) }
        }
        delete(count, at: region.lowerBound, style)
    }

    /// SD and IL: `top` and the rows below it in the scroll region move down.
    mutating func scrollDown(_ count: Int, from top: Int, _ style: Style) {
        let count = min(count, region.upperBound - top + 1)
        lines.removeSubrange(region.upperBound - count + 1...region.upperBound)
        lines.insert(contentsOf: Array(repeating: Line(columns: columns, erased: style), count: count), at: top)
    }

    /// DL: the rows below `top` in the scroll region move up.
    mutating func delete(_ count: Int, at top: Int, _ style: Style) {
        let count = min(count, region.upperBound - top + 1)
        lines.insert(
            contentsOf: Array(repeating: Line(columns: columns, erased: style), count: count), at: region.upperBound + 1)
        lines.removeSubrange(top..<top + count)
    }

    /// Erases whole rows.
    mutating func eraseRows(_ range: Range<Int>, _ style: Style) {
        for row in range { lines[row] = Line(columns: columns, erased: style) }
    }
}
