/// Follows a job's output, and tracks where it leaves the cursor, as far as that can be known without querying the terminal.
///
/// It claims nothing on which terminals disagree. The column becomes unknown at such bytes (characters that combine, invalid UTF-8,
/// a movement while a wrap is pending), and is known again after a carriage return. Of the row it tracks how many rows below *at most* have
/// text of the job: a movement up adds to that, a line feed subtracts one, and an absolute movement sets it to all rows of the window.
struct OutputTracker: Sendable {
    /// The state of the parser.
    enum State: Sendable {
        case text
        /// After ESC.
        case escape
        /// In a control sequence (ECMA-48 CSI), up to its final byte.
        case sequence
        /// In an invalid control sequence.
        case brokenSequence
        /// In an OSC, up to BEL or ST, and after ESC in it.
        case command, commandEnd
        /// In a DCS, APC, PM or SOS, up to ST, and after ESC in it.
        case string, stringEnd
    }

    /// A saved position (DECSC, or the main screen's).
    struct Place: Sendable {
        var position: Int?
        var rowsBelow: Int
        var extent: Int
        /// The values of ``OutputTracker/room``, ``OutputTracker/anchoring`` and ``OutputTracker/rowChanges`` when it was saved.
        var room: Int
        var anchoring: Int
        var rowChanges: Int
        var charsets: PrintedCharsets
        var style: PrintedStyle
    }

    private(set) var window: WindowSize
    /// Whether the terminal's driver adds a carriage return to each line feed (`ONLCR`).
    var newlineReturns = true
    /// Whether text is UTF-8 by the locale. The terminal usually is even if the locale does not say so.
    let isUTF8: Bool

    /// The column of the next character; the window's width while a wrap is pending. Nil: not known.
    var position: Int? = 0
    /// How many rows below the cursor's may have text of the job.
    var rowsBelow = 0
    /// The minimum number of rows below the cursor's row. For more rows the screen may have to scroll.
    var room = 0
    /// How many lines the screen has to scroll until all rows are gone that the job can address by number, or by a saved position.
    ///
    /// If the screen were scrolled for a HUD, the job would find other rows there than it expects.
    var anchoring = 0
    /// How far above the lowest row the highest one is that the job went up to by relative movements, and for how many more lines that counts.
    ///
    /// Such a job redraws a block, which may grow. If the screen were scrolled for the HUD, the top of a block as high as the window would be out
    /// of the job's reach.
    private(set) var reach = 0
    private var reachLines = 0
    /// How many columns of the cursor's row may hold something.
    var extent = 0
    /// How many columns of the lowest row may hold something, while the cursor is above that and comes back by line feeds.
    var lowestExtent = 0
    /// Whether the row was begun by a line feed and nothing has been done to it since.
    var isFresh = true
    /// How many columns of the same line stand in the rows above; nil: not known, or the line has gaps.
    var columnsAbove: Int? = 0
    /// Since the window has changed its width, how many columns of the line lie right of the cursor at most; nil: it is another place.
    var columnsRight: Int?
    /// Whether there may be rows that were erased with a background color. Terminals re-wrap them like text.
    var hasColoredRows = false
    /// Counts everything that moves to another row, or changes one.
    var rowChanges = 0
    /// Counts everything that may reach rows below other than by a line feed, or restores a saved position.
    var leaps = 0

    var autowrap: Bool? = true
    /// DECTCEM, as the job has it, and how often it has shown the cursor.
    var isCursorVisible = true
    var cursorShows = 0
    var isInsertMode = false
    var isNewLineMode = false
    var isRegionFull = true
    /// Whether rows are counted from the screen's first.
    var countsFromTop = true
    var hasUsualTabs = true
    /// Whether a mode is on that is not tracked.
    var cursorIsUnknown = false
    var charsets = PrintedCharsets()
    var style = PrintedStyle()
    var saved: Place?
    var main: Place?
    var isAlternateScreen = false

    var state = State.text
    /// The control sequence's parameters and intermediates, as they came.
    var parameters: [UInt8] = []
    var intermediates: [UInt8] = []
    /// Whether terminals disagree on what is under way being a sequence at all.
    var isDoubtful = false
    private var decoder = ScalarDecoder()

    /// A tracker for a cursor at the start of an empty row with nothing below.
    init(window: WindowSize, isUTF8: Bool = true) {
        self.window = window
        self.isUTF8 = isUTF8
    }

    var columns: Int { window.columns }
    var rows: Int { window.rows }

    /// The cursor's column; the last one while a wrap is pending. Nil: not known.
    var column: Int? { cursorIsUnknown ? nil : position.map { min($0, columns - 1) } }

    /// Whether the cursor is known to be after the last column.
    var isWrapPending: Bool { !cursorIsUnknown && position == columns }

    /// Whether nothing of the job's lies below the cursor's row, and a line feed makes room there.
    var isAtLowestRow: Bool { rowsBelow == 0 && isRegionFull && !cursorIsUnknown }

    /// Whether the cursor is known to be at the start of a row that is empty, with nothing below.
    var isAtEmptyRow: Bool { isAtLowestRow && column == 0 && extent == 0 }

    /// Whether nothing may be inserted, because the last bytes are an incomplete character or control sequence.
    var isInSequence: Bool { state != .text || !decoder.isComplete }

    /// Follows `bytes`, which may begin and end anywhere in a character or a sequence.
    mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        var index = 0
        var isKnown = 0
        while index < bytes.count {
            if state == .text, decoder.isComplete {
                index = skipLines(bytes, from: index, isKnown: &isKnown)
                if index == bytes.count { return }
                let run = Self.plainRun(bytes, from: index)
                if run > 0 {
                    print(columns: run)
                    index += run
                    if index == bytes.count { return }
                }
            }
            receive(bytes[index])
            index += 1
        }
    }

    /// How many bytes from `start` on are ASCII characters that are drawn.
    static func plainRun(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var index = start
        while index + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            // Bit 7 of a byte: set in it, or set by 1 more (0x7F), or not set by 0x60 more (below 0x20). No byte carries into the next but
            // from one that ends the run.
            let ends = (word | (word &+ 0x0101_0101_0101_0101) | ~((word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x6060_6060_6060_6060))
            if ends & 0x8080_8080_8080_8080 != 0 { break }
            index += 8
        }
        while index < bytes.count, bytes[index] >= 0x20, bytes[index] < 0x7F { index += 1 }
        return index - start
    }

    private mutating func receive(_ byte: UInt8) {
        if byte < 0x80, decoder.isComplete { return consume(UInt32(byte)) }
        let output = decoder.decode(byte)
        if output.isCutShort { consumeInvalid() }
        switch output.result {
        case .incomplete: break
        case .invalid:
            consumeInvalid()
            // 0x80 to 0x9F are the controls of 8-bit terminals.
            if !isUTF8, byte < 0xA0 { lose() }
        case .scalar(let scalar):
            consume(scalar)
            if !isUTF8, scalar >= 0x80 { loseColumn() }
        }
    }

    // Terminals disagree on how many characters they draw for it.
    private mutating func consumeInvalid() {
        consume(0xFFFD)
        loseColumn()
    }

    // MARK: Text

    /// Draws characters that take a column each.
    mutating func print(columns count: Int) {
        isFresh = false
        if columnsRight != 0 { columnsRight = nil }
        guard let start = position else { return loseColumn() }
        let end = start + count
        if end < columns || end == columns && autowrap == true {
            position = end
        } else if autowrap == true {
            let wraps = (end - 1) / columns
            wrap(wraps)
            position = end - wraps * columns
        } else {
            return loseColumn()
        }
        extent = isInsertMode ? columns : max(extent, position ?? columns)
    }

    /// Draws a character that the terminal does not divide.
    mutating func printWide() {
        isFresh = false
        if columnsRight != 0 { columnsRight = nil }
        guard let start = position, columns >= 2, autowrap == true || start + 2 < columns else { return loseColumn() }
        if start + 2 > columns {
            wrap(1)
            // The row above ends before its last column, which a window of another width would not do.
            columnsAbove = nil
        }
        let begin = start + 2 > columns ? 0 : start
        position = begin + 2
        extent = isInsertMode ? columns : max(extent, begin + 2)
    }

    private mutating func wrap(_ count: Int) {
        let above = columnsAbove.map { $0 + count * columns }
        noteScrolling(count)
        goDown(count)
        columnsAbove = isRegionFull ? above : nil
    }

    // MARK: Rows

    /// IND: down a row, or up with the screen.
    mutating func lineFeed() {
        let isNew = rowsBelow == 0 && isRegionFull
        noteScrolling(1)
        goDown(1)
        isFresh = isNew
        columnsAbove = isNew ? 0 : nil
        if position == columns { position = nil }
    }

    /// The column stays as it is.
    mutating func goDown(_ count: Int) {
        rowChanges += 1
        isFresh = false
        columnsAbove = nil
        room = max(0, room - count)
        extent = rowsBelow == 0 && isRegionFull ? 0 : columns
        noteErasing()
        // Where only a part of the screen scrolls, it may be that that does and the rows below it stay.
        guard isRegionFull, rowsBelow > 0 else { return }
        rowsBelow = max(0, rowsBelow - count)
        // If there were fewer rows below than assumed, this row is new, and empty.
        if rowsBelow == 0 { extent = lowestExtent }
    }

    /// Takes note that a movement down by `count` may have scrolled the screen.
    private mutating func noteScrolling(_ count: Int) {
        guard isRegionFull, anchoring > 0 || reach > 0 else { return }
        anchoring = max(0, anchoring - max(0, count - max(rowsBelow, room)))
        guard reach > 0 else { return }
        let lines = max(0, count - rowsBelow)
        reachLines = max(0, reachLines - lines)
        reach = reachLines > 0 ? reach + lines : 0
    }

    /// Takes note that the job has a way back to this screen's rows.
    mutating func anchor() {
        // So many at most before the screen scrolls, and as many again until it is another.
        anchoring = 2 * rows
    }

    /// Takes note that nothing is left on the screen that the job could come back to.
    mutating func forgetAnchors() {
        anchoring = 0
        (reach, reachLines) = (0, 0)
    }

    /// Records that there are `count` rows below the cursor's, because a HUD was drawn there.
    mutating func noteRoom(_ count: Int) {
        room = max(room, min(count, rows - 1))
    }

    /// Whether the HUD can take `count` rows below the cursor's without moving rows that the job comes back to.
    func canTake(rowsBelow count: Int) -> Bool {
        count <= room || anchoring == 0 && (count == 0 || reach == 0 || reach + count < rows)
    }

    /// Takes note that something is erased, or a new row made, which takes on the background's color (terminfo `bce`).
    mutating func noteErasing() {
        if style.mayHaveBackground { hasColoredRows = true }
    }

    /// How many columns of an erased row count as text: colored spaces are part of the job's output.
    var extentOfErased: Int { style.mayHaveBackground ? columns : 0 }

    /// CUU, CPL and RI: the job comes back to rows of its own.
    mutating func comeBack(_ count: Int) {
        goUp(count)
        reach = max(reach, rowsBelow)
        reachLines = rows
    }

    /// Up by `count` rows at most, or the rows below are moved down.
    mutating func goUp(_ count: Int) {
        touchRows()
        if rowsBelow == 0 { lowestExtent = extent }
        rowsBelow = min(rowsBelow + count, max(0, rows - 1))
        extent = columns
        noteErasing()
    }

    mutating func touchRows() {
        rowChanges += 1
        isFresh = false
        columnsAbove = nil
    }

    /// Gives up the column, until a carriage return. The cursor may have wrapped.
    mutating func loseColumn() {
        touchRows()
        position = nil
        room = 0
        extent = columns
    }

    /// Gives up column and row.
    mutating func lose() {
        loseColumn()
        rowsBelow = max(0, rows - 1)
        lowestExtent = columns
    }

    /// Forgets the position in an unfinished line, because another program has used the terminal. It has left the cursor at the start of an empty row.
    mutating func loseUnfinishedLine() {
        if isFresh, position == 0, !isInSequence { return }
        let right = position.map { max(0, extent - $0) } ?? columnsRight
        loseColumn()
        // The other program has written nothing right of it, whether it has moved to another row or not.
        columnsRight = right == 0 ? 0 : nil
    }

    /// The column of the cursor in a window of `columns`, in a terminal that re-wraps lines. Nil: not known.
    func likelyColumn(in columns: Int) -> Int? {
        column.map { ((columnsAbove ?? 0) + $0) % max(1, columns) }
    }

    /// Whether, in a window of `columns` too, the cursor is at the end of a line that takes one row.
    func endsAtCursor(in columns: Int) -> Bool {
        columnsAbove == 0 && column == extent && extent < columns
    }

    /// Records another size of the window.
    ///
    /// Some terminals re-wrap lines, others cut them. A line stays known if the result is the same.
    mutating func resize(to new: WindowSize) {
        guard new != window else { return }
        let old = window
        window = new
        main = nil
        rowChanges += 1
        room = 0
        saved?.room = 0
        lowestExtent = columns
        guard new.columns != old.columns else {
            rowsBelow = min(rowsBelow, max(0, rows - 1))
            return
        }
        saved = nil
        if !hasColoredRows, rowsBelow == 0, let position {
            if isFresh, position == 0 { return }
            if columnsAbove == 0, position <= extent, extent < min(old.columns, new.columns) { return }
        }
        // What stands right of the cursor may go to rows below, and come back.
        let isKnown = rowsBelow == 0 && !hasColoredRows
        let right = columnsRight ?? (isKnown ? position.map { max(0, extent - $0) } : nil) ?? (rowsBelow == 0 ? old.columns : nil)
        guard let right else { return lose() }
        loseColumn()
        columnsRight = right
        rowsBelow = right > 0 ? min(right / max(1, columns - 1) + 1, max(0, rows - 1)) : 0
    }
}
