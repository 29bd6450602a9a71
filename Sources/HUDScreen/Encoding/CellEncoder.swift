/// Encodes changes as bytes: as few as possible, with terminfo's strings.
///
/// It tracks the position of the cursor and the current style. Positions are those of the grid; the top left corner is where the cursor was
/// when the encoder began. An encoder that is used for many frames keeps the strings that terminfo has expanded.
package struct CellEncoder: Sendable {
    let capabilities: TerminalCapabilities
    private var bytes: [UInt8] = []
    private var colors = ExpandedStrings()
    /// The movements to the right by their distance, and up by its complement.
    private var moves = ExpandedStrings()
    private var row = 0
    private var column = 0
    private var style = CellStyle.plain

    /// Makes an encoder for a terminal with the cursor in the first row. The column is not known, because echoed input may have moved the
    /// cursor.
    package init(_ capabilities: TerminalCapabilities) {
        self.capabilities = capabilities
    }

    /// Begins the next frame, as a new encoder would.
    package mutating func begin() {
        bytes.removeAll(keepingCapacity: true)
        (row, column, style) = (0, 0, .plain)
    }

    /// Applies changes to rows that are on the screen.
    ///
    /// If the window has just become narrower, text beyond its edge would wrap, and the way back would lead to another row. The first
    /// columns exist in every window.
    package mutating func apply(_ changes: [CellDiff.Change], of grid: CellGrid) {
        guard !changes.isEmpty else { return }
        let mayWrap = changes.contains { $0.end > 2 }
        bytes.append(Self.carriageReturn)
        if mayWrap { bytes += capabilities.autowrap.off }
        defer {
            if mayWrap {
                set(.plain)
                bytes += capabilities.autowrap.on
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

    /// Writes all rows of the grid on an empty part of the screen, and scrolls at the bottom to make room.
    ///
    /// If the window has just become narrower, the rows would wrap, and the way back would lead to another row.
    package mutating func writeAll(_ grid: CellGrid) {
        bytes += capabilities.autowrap.off
        for row in 0..<grid.rows {
            move(toRow: row)
            // The row may not be empty. It is erased first, because erasing behind a character in the last column would erase that character.
            if row > 0 { eraseToEndOfLine() }
            write(grid, 0..<grid.end(ofRow: row))
        }
        set(.plain)
        bytes += capabilities.autowrap.on
    }

    /// The bytes so far, plus those that reset the style and, if `returns` is set, move the cursor back to where it began.
    package mutating func finish(returns: Bool = true) -> [UInt8] {
        set(.plain)
        guard returns else { return bytes }
        carriageReturn()
        move(toRow: 0)
        return bytes
    }

    private static let carriageReturn = UInt8(ascii: "\r")

    private mutating func eraseToEndOfLine() {
        // Erasing uses the current background (terminfo `bce`).
        set(.plain)
        bytes += capabilities.eraseToEndOfLine
    }

    private mutating func write(_ grid: CellGrid, _ columns: Range<Int>) {
        precondition(columns.upperBound <= grid.columns, "no such column")
        grid.withRow(row) { cells in
            for column in columns { write(cells[column]) }
        }
        column = columns.upperBound
    }

    private mutating func write(_ cell: Cell) {
        guard cell.width > 0 else { return }
        if cell.style != style { set(cell.style) }
        if cell.ascii != 0 {
            bytes.append(cell.ascii)
        } else {
            for byte in cell.text.utf8 { bytes.append(byte) }
        }
    }

    private mutating func carriageReturn() {
        if column > 0 { bytes.append(Self.carriageReturn) }
        column = 0
    }

    private mutating func move(toRow target: Int) {
        // The style is reset before a change of rows, so that no background can spread into new rows.
        if target != row { set(.plain) }
        if target < row {
            let distance = row - target
            bytes += moves.string(for: ~distance, of: capabilities) { $0.moves.up?.bytes(distance) } ?? []
        } else if target > row {
            lineFeeds(target - row)
        }
        row = target
    }

    /// Line feeds instead of `cud`: if the window has just become lower, `cud` stops at its last row, and the way back would end above
    /// our rows. The carriage return is written explicitly, because the terminal driver may not add it.
    private mutating func lineFeeds(_ count: Int) {
        if bytes.last != Self.carriageReturn { bytes.append(Self.carriageReturn) }
        bytes += Array(repeating: UInt8(ascii: "\n"), count: count)
        column = 0
    }

    /// Moves along the row: by writing the cells again, or by a cursor movement if that is shorter.
    private mutating func move(toColumn target: Int, in grid: CellGrid) {
        if target < column { carriageReturn() }
        guard target > column else { return }
        let distance = target - column
        let move = moves.string(for: distance, of: capabilities) { $0.moves.right?.bytes(distance) }
        guard row < grid.rows else {
            guard let move else { return }
            bytes += move
            column = target
            return
        }
        precondition(target <= grid.columns, "no such column")
        let (start, startStyle) = (bytes.count, style)
        grid.withRow(row) { cells in
            for column in column..<target {
                write(cells[column])
                guard let move, bytes.count - start > move.count else { continue }
                bytes.removeLast(bytes.count - start)
                style = startStyle
                bytes += move
                break
            }
        }
        column = target
    }

    /// Changes the current style: adds attributes, or resets everything and sets what is left.
    private mutating func set(_ new: CellStyle) {
        guard new != style else { return }
        capabilities.appendStyle(from: style, to: new, to: &bytes, by: &colors)
        style = new
    }
}

/// The strings that terminfo has expanded for a number, such as a color or a distance, because that takes longer than the rest of a frame.
struct ExpandedStrings: Sendable {
    /// Each number has one place, which the last number with that place keeps.
    private var strings: [(number: Int, bytes: [UInt8]?)?] = []

    /// - Parameter expand: Has terminfo expand the string.
    mutating func string(
        for number: Int, of capabilities: TerminalCapabilities, _ expand: (TerminalCapabilities) -> [UInt8]?
    ) -> [UInt8]? {
        if strings.isEmpty { strings = Array(repeating: nil, count: 128) }
        // Neighbors in a gradient differ in any of the three parts.
        let place = Int((UInt(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15) >> 57)
        if let known = strings[place], known.number == number { return known.bytes }
        let bytes = expand(capabilities)
        strings[place] = (number, bytes)
        return bytes
    }
}
