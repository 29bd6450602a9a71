/// Changes as bytes: the fewest that bring a terminal there, by terminfo's strings.
///
/// It keeps account of where the cursor is and of the style that the terminal writes in. Positions are those of the grid; its top
/// left is where the cursor stood when the encoder began.
struct CellEncoder {
    let capabilities: TerminalCapabilities
    private var bytes: [UInt8] = []
    private var row = 0
    private var column = 0
    private var style = CellStyle.plain

    /// An encoder for a terminal with the cursor in the first row. Where something stands, what was typed since may have moved the
    /// cursor along.
    init(_ capabilities: TerminalCapabilities) {
        self.capabilities = capabilities
    }

    /// Carries out changes to what stands there.
    ///
    /// A window that has just become narrower would wrap what lies beyond it, and the way back would lead to another row. The first
    /// columns are there in any window.
    mutating func apply(_ changes: [CellDiff.Change], of grid: CellGrid) {
        guard !changes.isEmpty else { return }
        let mayWrap = changes.contains { $0.end > 2 }
        bytes.append(Self.carriageReturn)
        if mayWrap { bytes += capabilities.disableAutowrap }
        defer {
            if mayWrap {
                set(.plain)
                bytes += capabilities.enableAutowrap
            }
        }
        for change in changes {
            switch change {
            case .write(let row, let columns):
                move(toRow: row)
                move(toColumn: columns.lowerBound, in: grid)
                write(grid, columns)
            case .erase(let row, let column):
                move(toRow: row)
                move(toColumn: column, in: grid)
                eraseToEndOfLine()
            }
        }
    }

    /// Writes the grid's rows where nothing of ours stands, making room below where the screen ends.
    ///
    /// A window that has just become narrower would wrap them, and the way back would lead to another row.
    mutating func writeAll(_ grid: CellGrid) {
        bytes += capabilities.disableAutowrap
        for row in 0..<grid.rows {
            move(toRow: row)
            // Something may have stood there before. It goes first: behind a character in the last column erasing would take that.
            if row > 0 { eraseToEndOfLine() }
            write(grid, 0..<grid.end(ofRow: row))
        }
        set(.plain)
        bytes += capabilities.enableAutowrap
    }

    /// The bytes, with which the terminal writes plainly again and the cursor is back where it began, if it is to be.
    mutating func finish(returns: Bool = true) -> [UInt8] {
        set(.plain)
        guard returns else { return bytes }
        carriageReturn()
        move(toRow: 0)
        return bytes
    }

    private static let carriageReturn = UInt8(ascii: "\r")

    private mutating func eraseToEndOfLine() {
        // A terminal that erases does so in the background that is set (terminfo `bce`).
        set(.plain)
        bytes += capabilities.eraseToEndOfLine
    }

    private mutating func write(_ grid: CellGrid, _ columns: Range<Int>) {
        for column in columns {
            let cell = grid[row, column]
            guard cell.width > 0 else { continue }
            set(cell.style)
            bytes += cell.text.utf8
        }
        column = columns.upperBound
    }

    private mutating func carriageReturn() {
        if column > 0 { bytes.append(Self.carriageReturn) }
        column = 0
    }

    private mutating func move(toRow target: Int) {
        // Nothing is ever moved over that a background could spread into.
        if target != row { set(.plain) }
        if target < row {
            bytes += capabilities.moveUp(row - target) ?? []
        } else if target > row {
            lineFeeds(target - row)
        }
        row = target
    }

    /// New lines, not `cud`: below the last row of a window that has just become lower that stands still, and the way back would end above
    /// our rows. Whether a terminal's driver adds the return is not relied on.
    private mutating func lineFeeds(_ count: Int) {
        if bytes.last != Self.carriageReturn { bytes.append(Self.carriageReturn) }
        bytes += Array(repeating: UInt8(ascii: "\n"), count: count)
        column = 0
    }

    /// Goes along the row: by writing again what stands there, or by the terminal's own movement where that is shorter.
    private mutating func move(toColumn target: Int, in grid: CellGrid) {
        if target < column { carriageReturn() }
        guard target > column else { return }
        var rewriting = self
        if row < grid.rows { rewriting.write(grid, column..<target) }
        if let move = capabilities.moveRight(target - column),
            bytes.count + move.count < rewriting.bytes.count || row >= grid.rows
        {
            bytes += move
            column = target
        } else {
            self = rewriting
        }
    }

    /// Sets the style that is written in: what is missing is added, or all of it taken back and set anew.
    private mutating func set(_ new: CellStyle) {
        guard new != style else { return }
        bytes += capabilities.style(from: style, to: new)
        style = new
    }
}
