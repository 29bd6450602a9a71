/// Where a HUD is drawn among what is printed, and the way there and back. Pure.
enum HUDPlacement: Sendable, Equatable {
    /// On the cursor's row, which is empty.
    case here
    /// On the rows below the cursor's, where it stands in this column of a line that is unfinished.
    case below(column: Int)
    /// On the screen's last rows, so many of which do not scroll. The cursor may be anywhere above.
    case pinned(rows: Int)

    /// Where there is a place for a HUD; nil: nowhere, or nobody knows.
    ///
    /// - Parameters:
    ///   - drawsBelow: Whether it may stand below a line that is unfinished.
    ///   - height: How many rows it has.
    init?(in output: OutputTracker, _ capabilities: TerminalCapabilities, drawsBelow: Bool, height: Int) {
        guard output.isAtLowestRow, let column = output.column, !output.isInSequence, !output.isAlternateScreen,
            output.writesPlainly
        else { return nil }
        if output.isAtEmptyRow {
            self = .here
        } else if drawsBelow, !output.isWrapPending, output.style.isKnown, output.rows > 1, capabilities.cursorUp != nil,
            capabilities.cursorRight != nil
        {
            self = .below(column: column)
        } else {
            return nil
        }
        guard output.canTake(rowsBelow: rowsBelow(height)) else { return nil }
    }

    /// The place for a HUD of `height` rows on a terminal that others write to as well; nil: none that they would not notice.
    init?(pinnedIn output: OutputTracker, height: Int) {
        guard output.canBeLeft, output.isAtLowestRow, output.canTake(rowsBelow: height), output.rows >= height + 2 else {
            return nil
        }
        self = .pinned(rows: height)
    }

    /// How many rows below the job's cursor a HUD of `height` rows takes.
    func rowsBelow(_ height: Int) -> Int { self == .here ? height - 1 : height }

    /// Whether the job's cursor is on the row above, where it is seen.
    var isBelow: Bool { if case .below = self { true } else { false } }

    /// Whether it stands on rows that do not scroll.
    var isPinned: Bool { if case .pinned = self { true } else { false } }

    /// What draws a HUD, from where the job's cursor is and back.
    ///
    /// - Parameters:
    ///   - drawing: What draws it, from the start of its first row and back.
    ///   - isNew: Whether nothing of it stands there.
    ///   - hidesCursor: Whether the cursor is seen, and is not to be seen in the HUD.
    ///   - showsCursor: Whether the job wants its cursor seen.
    func around(
        _ drawing: [UInt8], _ isNew: Bool, _ style: PrintedStyle, _ capabilities: TerminalCapabilities, hidesCursor: Bool,
        showsCursor: Bool
    ) -> [UInt8] {
        let hiding = hidesCursor || isBelow && showsCursor ? capabilities.hideCursor : []
        guard isNew || isBelow else { return drawing }
        // Before the line feed: a row that is made takes on the colour that is set.
        let plain = style == PrintedStyle() ? [] : capabilities.resetStyle
        let clean = isNew && (isBelow || !plain.isEmpty) ? capabilities.eraseToEndOfLine : []
        return hiding + plain + entering() + clean + drawing + leaving(capabilities)
            + (isBelow && showsCursor ? capabilities.showCursor : [])
    }

    /// What goes from where the job's cursor is to the start of the first row for a HUD.
    func entering() -> [UInt8] { isBelow ? Array("\r\n".utf8) : [] }

    /// What goes from the start of the HUD's first row back to where the job's cursor was.
    func leaving(_ capabilities: TerminalCapabilities) -> [UInt8] {
        guard case .below(let column) = self else { return [] }
        return (capabilities.moveUp(1) ?? []) + (column > 0 ? capabilities.moveRight(column) ?? [] : [])
    }
}

extension OutputTracker {
    /// Whether letters are letters, the last column wraps, and what is written replaces what stands there.
    fileprivate var writesPlainly: Bool { charsets.drawsLetters && autowrap == true && !isInsertMode }

    /// Whether the terminal can go to another screen and back without harm: what it saves on the way, and whether it has more than one place
    /// for that, differs.
    var canBeLeft: Bool {
        !isInSequence && !isAlternateScreen && !isWrapPending && !isBeyondUs && isRegionFull && countsFromTop && writesPlainly
            && (saved == nil || anchoring == 0)
    }

    /// What goes on where the terminal was left.
    func resuming(_ capabilities: TerminalCapabilities) -> [UInt8] {
        (style.isKnown && style != PrintedStyle() ? style.bytes : []) + (isCursorVisible ? [] : capabilities.hideCursor)
    }

    /// Whether the cursor can be kept and gone back to (`sc`, `rc`) as far as anybody knows. A place that the job has saved would be forgotten.
    var canComeBack: Bool { !isInSequence && !isWrapPending && column != nil && saved == nil }

    /// Follows what is printed, up to where the cursor can be kept, if that is near the end.
    ///
    /// - Parameter isAlone: Whether nobody else writes there, and a character that is seen may come later too.
    /// - Returns: What is known then, and after how many bytes. The others are the beginning of a sequence or of a character, or one that fills
    ///   its row.
    func followingWhole(_ bytes: UnsafeRawBufferPointer, _ window: WindowSize, on descriptor: Int32, isAlone: Bool) -> (
        OutputTracker, count: Int
    ) {
        var all = self
        _ = all.follow(bytes, window, on: descriptor)
        guard all.isInSequence || isAlone && all.isWrapPending,
            let start = bytes.suffix(64).lastIndex(where: { all.beginsSomething($0) })
        else { return (all, bytes.count) }
        var whole = self
        _ = whole.follow(UnsafeRawBufferPointer(rebasing: bytes[..<start]), window, on: descriptor)
        return (isAlone ? whole.canComeBack : !whole.isInSequence) ? (whole, start) : (all, bytes.count)
    }

    /// Whether a byte may begin what is under way: a sequence, a character of several bytes, or the one in the last column.
    private func beginsSomething(_ byte: UInt8) -> Bool {
        byte == 0x1B || byte >= 0xC0 || !isInSequence && (0x20..<0x7F).contains(byte)
    }

    /// Takes note of what is printed on the terminal `descriptor` in a window of a size that may be new.
    ///
    /// - Returns: Whether all of it stays in the cursor's row, and leaves all below alone.
    mutating func follow(_ bytes: UnsafeRawBufferPointer, _ window: WindowSize, on descriptor: Int32) -> Bool {
        resize(to: window)
        self.descriptor = descriptor
        newlineReturns = nil
        let before = rowChanges
        feed(bytes)
        return rowChanges == before
    }
}
