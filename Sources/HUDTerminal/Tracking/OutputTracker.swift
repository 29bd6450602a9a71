/// Follows a job's output, and tracks where it leaves the cursor, as far as that can be known without querying the terminal.
///
/// It claims nothing on which terminals disagree. The column becomes unknown at such bytes (characters that combine, invalid UTF-8,
/// a movement while a wrap is pending), and is known again after a carriage return. Of the row it tracks how many rows below *at most* have
/// text of the job: a movement up adds to that, a line feed subtracts one, and an absolute movement sets it to all rows of the window.
struct OutputTracker: Sendable {
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

    var window: WindowSize
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
    /// The minimum number of rows above the cursor's row on a terminal that shows only the job's output.
    ///
    /// On the terminal itself there may be fewer, because the screen was scrolled for a HUD.
    var rowsAbove = 0
    /// How many fewer there are at most.
    var lift = 0
    /// Counts the line feeds that scroll a colored row in on a terminal that shows only the job's output, but do not scroll here
    /// (``coloringNewRows(in:_:_:)``).
    var uncoloredRows = 0
    /// How many lines the screen has to scroll until all rows are gone that the job can address by number, or by a saved position.
    ///
    /// If the screen were scrolled for a HUD, the job would find other rows there than it expects.
    var anchoring = 0
    /// How far above the lowest row the highest one is that the job went up to by relative movements, and for how many more lines that counts.
    ///
    /// Such a job redraws a block, which may grow. If the screen were scrolled for the HUD, the top of a block as high as the window would be out
    /// of the job's reach.
    var reach = 0
    var reachLines = 0
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
    /// How many rows the cursor has gone down since the window has cut rows of a HUD; nil if that does not matter, or is not known.
    var rowsSinceCut: Int?
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
    /// Whether the last character was broken off. tmux drops the next one beyond ASCII then, and any control or ASCII character ends that.
    var endsInBrokenCharacter = false
    var charsets = PrintedCharsets()
    var style = PrintedStyle()
    var modes = PrintedModes()
    var saved: Place?
    var main: Place?
    var isAlternateScreen = false

    private var parser = EscapeSequenceParser(.utf8)

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

    /// Whether the cursor is in the last row for certain on a terminal that shows only the job's output.
    var isCertainlyAtBottom: Bool { rowsAbove == rows - 1 }

    /// Whether the cursor is known to be at the start of a row that is empty, with nothing below.
    var isAtEmptyRow: Bool { isAtLowestRow && column == 0 && extent == 0 }

    /// Whether the cursor is known to be at the start of a row without text, with nothing below. The row may have a background color.
    var isAtLineStart: Bool { isAtLowestRow && column == 0 && (extent == 0 || isFresh) }

    /// Whether nothing may be inserted, because the last bytes are an incomplete character or control sequence.
    var isInSequence: Bool { parser.isInSequence }

    /// Follows `bytes`, which may begin and end anywhere in a character or a sequence.
    mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        var index = 0
        var isKnown = 0
        while index < bytes.count {
            if bytes[index] < 0x80, !parser.isInSequence {
                index = skipLines(bytes, from: index, isKnown: &isKnown)
                if index == bytes.count { return }
            }
            guard let element = parser.next(in: bytes, from: &index) else { return }
            follow(element)
        }
    }

    /// The values of ``rowsAbove`` and ``lift`` after plain text.
    func heights(after text: UnsafeRawBufferPointer) -> (rowsAbove: Int, lift: Int) {
        var tracker = self
        var index = 0
        while !tracker.isCertainlyAtBottom || tracker.lift > 0, let element = tracker.parser.next(in: text, from: &index) {
            tracker.follow(element)
        }
        return (tracker.rowsAbove, tracker.lift)
    }

    private mutating func follow(_ element: EscapeSequenceParser.Element) {
        switch element {
        case .text(let range):
            endsInBrokenCharacter = false
            print(columns: range.count)
        case .character(let scalar):
            endsInBrokenCharacter = false
            print(scalar)
            if !isUTF8 { loseColumn() }
        case .invalid, .eightBitControl:
            // Terminals disagree on how many characters they draw for it.
            endsInBrokenCharacter = isUTF8
            print(columns: 1)
            loseColumn()
            if !isUTF8, element == .eightBitControl { lose() }
        case .control(let control):
            endsInBrokenCharacter = false
            perform(control)
        case .escape: perform(isAmbiguous: parser.escape.isAmbiguous) { $0.perform($0.parser.escape) }
        case .controlSequence where parser.sequence.isStyle && !parser.sequence.isAmbiguous:
            columnsRight = nil
            style.apply(parser.sequence.parameters)
        case .controlSequence: perform(isAmbiguous: parser.sequence.isAmbiguous) { $0.perform($0.parser.sequence) }
        case .string: perform(isAmbiguous: parser.string.isAmbiguous) { $0.perform($0.parser.string) }
        case .malformed:
            columnsRight = nil
            leaps += 1
            lose()
        // Some terminals draw a sign for SUB.
        case .canceled: lose()
        }
    }

    private mutating func perform(isAmbiguous: Bool, _ perform: (inout OutputTracker) -> Void) {
        columnsRight = nil
        perform(&self)
        guard isAmbiguous else { return }
        // Neither where the cursor is now is known, nor whether it was saved.
        lose()
        saved?.position = nil
    }

    // MARK: Losing track

    /// Gives up the column, until a carriage return. The cursor may have wrapped.
    mutating func loseColumn() {
        touchRows()
        position = nil
        room = 0
        extent = columns
    }

    /// Gives up column and row.
    @inline(never)
    mutating func lose() {
        loseColumn()
        rowsSinceCut = nil
        rowsBelow = max(0, rows - 1)
        rowsAbove = 0
        lowestExtent = columns
    }

    /// Gives up column and row until a reset: a mode is on that is not tracked.
    mutating func loseCursor() {
        lose()
        cursorIsUnknown = true
    }
}
