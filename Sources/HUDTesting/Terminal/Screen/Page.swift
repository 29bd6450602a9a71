/// The main or the alternate screen: rows, a cursor, a scroll region, and the rows that have left over the top.
struct Page: Sendable {
    typealias Style = InMemoryTerminal.Style

    /// What DECSC keeps.
    struct SavedCursor: Sendable {
        var row = 0
        var column = 0
        var isWrapPending = false
        var isOriginMode = false
        var style = Style()
        var charsets = Charsets()
    }

    var lines: [Line]
    /// What has scrolled off the top, oldest first. May be up to twice as long as the limit, so that it is seldom cut.
    private var history: [Line] = []
    let scrollbackLimit: Int
    var columns: Int
    var row = 0
    var column = 0
    /// The last column's flag: a character stands in the last column, and the next one begins a new row first.
    var isWrapPending = false
    /// DECSTBM.
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

    /// Where a vertical movement from the cursor's row must stop.
    var verticalLimits: ClosedRange<Int> {
        (row < region.lowerBound ? 0 : region.lowerBound)...(row > region.upperBound ? rows - 1 : region.upperBound)
    }

    /// Goes to a place, or as near to it as the screen has one.
    mutating func move(row: Int, column: Int) {
        self.row = min(max(0, row), rows - 1)
        self.column = min(max(0, column), columns - 1)
        isWrapPending = false
    }

    /// IND: one row down; at the region's end the region scrolls.
    mutating func index(_ style: Style) {
        if row == region.upperBound {
            scrollUp(1, style)
        } else if row < rows - 1 {
            row += 1
        }
        isWrapPending = false
    }

    /// RI: one row up; at the region's start the region scrolls.
    mutating func reverseIndex(_ style: Style) {
        if row == region.lowerBound {
            scrollDown(1, from: row, style)
        } else if row > 0 {
            row -= 1
        }
        isWrapPending = false
    }

    /// SU. What leaves the screen over its top goes to the scrollback, as in xterm.
    mutating func scrollUp(_ count: Int, _ style: Style) {
        let count = min(count, region.count)
        if region.lowerBound == 0 && scrollbackLimit > 0 {
            history += lines[..<count]
            if history.count > scrollbackLimit * 2 { history.removeFirst(history.count - scrollbackLimit) }
        }
        delete(count, at: region.lowerBound, style)
    }

    /// SD and IL: `top` and what is below it in the region moves down.
    mutating func scrollDown(_ count: Int, from top: Int, _ style: Style) {
        let count = min(count, region.upperBound - top + 1)
        lines.removeSubrange(region.upperBound - count + 1...region.upperBound)
        lines.insert(contentsOf: Array(repeating: Line(columns: columns, erased: style), count: count), at: top)
    }

    /// DL: what is below `top` in the region moves up.
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
