/// Follows a job's output, and tracks where it leaves the cursor, as far as that can be known without querying the terminal.
///
/// It claims nothing on which terminals disagree. The column becomes unknown at such bytes (characters that combine, invalid UTF-8,
/// a movement while a wrap is pending), and is known again after a carriage return. The row stays known if no terminal can have wrapped. Of the row it tracks how many rows below *at most* have
/// text of the job: a movement up adds to that, a line feed subtracts one, and an absolute movement sets it to all rows of the window.
package struct OutputTracker: Sendable {
    /// Whether the terminal's driver adds a carriage return to each line feed (`ONLCR`).
    package var newlineReturns = true
    /// Whether text is UTF-8 by the locale. The terminal usually is even if the locale does not say so.
    package let isUTF8: Bool
    package let family: TerminalFamily
    var cursor: Cursor
    var row = CursorRow()
    var around: RowsAround
    var anchors = Anchors()
    /// How many rows the cursor has gone down since the window has cut rows of a HUD; nil if that does not matter, or is not known.
    package var rowsSinceCut: Int?
    var modes = PrintedModes()
    var saved = SavedCursors()
    package var counts = Counts()
    private var parser: EscapeSequenceParser

    /// A tracker for a cursor at the start of an empty row with nothing below.
    package init(window: WindowSize, isUTF8: Bool = true, family: TerminalFamily = .other) {
        self.isUTF8 = isUTF8
        self.family = family
        parser = EscapeSequenceParser(.utf8, family)
        cursor = Cursor(columns: window.columns)
        around = RowsAround(windowRows: window.rows)
    }

    /// The same for a terminal in the modes of `other`, in plain style.
    package init(window: WindowSize, after other: OutputTracker) {
        self.init(window: window, isUTF8: other.isUTF8, family: other.family)
        modes = other.modes
        modes.writing.style = PrintedStyle()
    }

    package var window: WindowSize { WindowSize(columns: columns, rows: rows) }
    var columns: Int { cursor.columns }
    package var rows: Int { around.windowRows }
    package var style: PrintedStyle { modes.writing.style }
    package var isCursorVisible: Bool { modes.isCursorVisible }
    package var isAlternateScreen: Bool { modes.alternateScreen != nil }
    /// Whether characters are drawn as usual: ASCII charset, autowrap not off, replace mode, in no link. Autowrap that is not known counts as on, because each
    /// frame turns it on.
    package var drawsPlainly: Bool {
        modes.writing.charsets.drawsLetters && modes.autowrap != false && !modes.isInsertMode && !modes.writing.isInLink
    }
    /// Whether the screen may have been scrolled for a HUD.
    package var isScrolledForHUD: Bool { around.scrolledForHUD > 0 }

    /// The cursor's column; the last one while a wrap is pending. Nil: not known.
    package var column: Int? { modes.areUntracked ? nil : cursor.exact.map { min($0, columns - 1) } }

    /// Whether terminals disagree on the cursor's column, but not on its row.
    package var isColumnVague: Bool { !modes.areUntracked && cursor.position != nil && cursor.slack > 0 }

    /// Whether the cursor is known to be after the last column.
    package var isWrapPending: Bool { !modes.areUntracked && cursor.isWrapPending }

    /// How many rows below the cursor's may have text of the job.
    package var usedBelow: Int { around.usedBelow }

    /// The same, if it is certain that there are so many; 0 if not.
    package var certainlyUsedBelow: Int { around.usedAreCertain && modes.isRegionFull && !modes.areUntracked ? usedBelow : 0 }

    /// Whether nothing of the job's lies below the cursor's row, by the modes that are tracked.
    var nothingIsBelow: Bool { usedBelow == 0 && modes.isRegionFull }

    /// Whether nothing of the job's lies below the cursor's row, and a line feed makes room there.
    package var isAtLowestRow: Bool { nothingIsBelow && !modes.areUntracked }

    /// Whether the cursor is known to be at the start of a row that is empty, with nothing below.
    package var isAtEmptyRow: Bool { isAtLowestRow && column == 0 && row.extent == 0 }

    /// Whether the same row is the screen's last one, so that the screen would have to scroll for anything below it.
    package var isAtEmptyLastRow: Bool { isAtEmptyRow && around.isCertainlyAtBottom && around.below == 0 }

    /// Whether the cursor is known to be at the start of a row without text, with nothing below. The row may have a background color.
    package var isAtLineStart: Bool { isAtLowestRow && column == 0 && (row.extent == 0 || row.isFresh) }

    /// Whether the cursor is known to be at the start of a row with text, with nothing below.
    package var isAtTakenRow: Bool { isAtLowestRow && column == 0 && row.extent > 0 && !row.isFresh }

    /// Whether nothing may be inserted, because the last bytes are an incomplete character or control sequence.
    package var isInSequence: Bool { parser.isInSequence }

    /// What ends a sequence or a character that was broken off; empty if there is none. CAN does, but not tmux's device control strings: these end with ST, which
    /// means nothing to a terminal in no string.
    package var cancellation: [UInt8] { isInSequence ? parser.isInString ? [0x18, 0x1B, 0x5C] : [0x18] : [] }

    /// Follows `bytes`, which may begin and end anywhere in a character or a sequence.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        var index = 0
        var isKnown = 0
        while index < bytes.count {
            if bytes[index] < 0x80, !parser.isInSequence {
                index = skipLines(bytes, from: index, isKnown: &isKnown)
                if index == bytes.count { return }
            }
            guard let element = parser.next(in: bytes, from: &index) else { return }
            follow(element)
            if cursor.isWrapPending { noteFilling(element, in: bytes) }
        }
    }

    /// Follows plain text, as far as it changes the rows around the cursor's.
    mutating func noteRows(of text: UnsafeRawBufferPointer) {
        var tracker = self
        var index = 0
        while !tracker.around.isSettled, let element = tracker.parser.next(in: text, from: &index) { tracker.follow(element) }
        (around, counts.uncoloredRows) = (tracker.around, tracker.counts.uncoloredRows)
    }

    private mutating func follow(_ element: EscapeSequenceParser.Element) {
        switch element {
        case .text(let range):
            cursor.followsBrokenCharacter = false
            print(columns: range.count)
        case .character(let scalar):
            cursor.followsBrokenCharacter = false
            print(scalar)
            if !isUTF8 { loseColumn() }
        case .invalid, .eightBitControl:
            // Terminals disagree on how many characters they draw for it.
            cursor.followsBrokenCharacter = isUTF8
            print(columns: 1)
            loseColumn()
            if !isUTF8, element == .eightBitControl { lose() }
        case .control(let control):
            cursor.followsBrokenCharacter = false
            perform(control)
        case .escape:
            perform(parser.escape)
            end(isAmbiguous: parser.escape.isAmbiguous)
        case .controlSequence where parser.sequence.isStyle && !parser.sequence.isAmbiguous:
            row.columnsRight = nil
            modes.writing.style.apply(parser.sequence.parameters)
        case .controlSequence:
            perform(parser.sequence)
            // Subparameters mean nothing to any sequence but SGR, and some terminals ignore the sequence then.
            end(isAmbiguous: parser.sequence.isAmbiguous || parser.sequence.parameters.areDivided)
        case .string:
            perform(parser.string)
            end(isAmbiguous: parser.string.isAmbiguous)
        case .malformed:
            row.columnsRight = nil
            counts.jumps += 1
            lose()
        // Some terminals draw a sign for SUB.
        case .canceled: lose()
        }
    }

    private mutating func end(isAmbiguous: Bool) {
        row.columnsRight = nil
        guard isAmbiguous else { return }
        // Terminals disagree on where the cursor is now, and on whether the sequence has saved its position.
        lose()
        saved.cursor?.position = nil
    }

    // MARK: Losing track

    /// Gives up the column, until a carriage return. The cursor may have wrapped.
    mutating func loseColumn() {
        touchRow()
        cursor.position = nil
        around.loseRow()
        around.noteWrap()
        (row.extent, row.emptyAbove) = (columns, 0)
    }

    /// Gives up column and row.
    @inline(never)
    mutating func lose() {
        loseColumn()
        rowsSinceCut = nil
        around.above = 0
        around.loseContents(columns: columns)
    }

    /// Gives up column and row until a reset: a mode is on that is not tracked.
    mutating func loseCursor() {
        lose()
        modes.isLost = true
    }
}
