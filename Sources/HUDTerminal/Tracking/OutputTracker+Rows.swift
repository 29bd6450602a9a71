// Movements from row to row, and what they say about the rows below.
extension OutputTracker {
    /// IND: down a row, or up with the screen.
    mutating func lineFeed() {
        let isNew = rowsBelow == 0 && isRegionFull
        if isNew, lift > 0, isCertainlyAtBottom, style.mayHaveBackground { uncoloredRows += 1 }
        noteScrolling(1)
        goDown(1)
        isFresh = isNew
        columnsAbove = isNew ? 0 : nil
        if position == columns { position = nil }
    }

    /// The column stays as it is.
    mutating func goDown(_ count: Int) {
        rowChanges += 1
        rowsSinceCut = isRegionFull ? rowsSinceCut.map { $0 + count } : nil
        isFresh = false
        columnsAbove = nil
        room = max(0, room - count)
        if isRegionFull {
            // What would scroll the screen without the HUD uses up the rows that the screen was scrolled for.
            lift = max(0, lift - max(0, rowsAbove + count - max(0, rows - 1)))
            rowsAbove = min(rowsAbove + count, max(0, rows - 1))
        }
        extent = rowsBelow == 0 && isRegionFull ? extentOfNewRow : columns
        noteErasing()
        // Where only a part of the screen scrolls, it may be that that does and the rows below it stay.
        guard isRegionFull, rowsBelow > 0 else { return }
        rowsBelow = max(0, rowsBelow - count)
        // If there were fewer rows below than assumed, this row is new, and empty.
        if rowsBelow == 0 { extent = lowestExtent }
    }

    /// Takes note that something is erased, or a new row made, which takes on the background's color (terminfo `bce`).
    mutating func noteErasing() {
        if style.mayHaveBackground { hasColoredRows = true }
    }

    /// How many columns of an erased row count as text: colored spaces are part of the job's output.
    var extentOfErased: Int { style.mayHaveBackground ? columns : 0 }

    /// How many columns of a row below all others count as text: if the screen has scrolled for it, the row has taken on the background's
    /// color. A style that is not known counts as one without, because some jobs never reset it, and the HUD would stay off until they end.
    var extentOfNewRow: Int { style.hasBackground ? columns : 0 }

    /// CUU, CPL and RI: the job comes back to rows of its own.
    mutating func comeBack(_ count: Int) {
        goUp(count)
        reach = max(reach, rowsBelow)
        reachLines = rows
    }

    /// Up by `count` rows at most, or the rows below are moved down.
    mutating func goUp(_ count: Int) {
        touchRows()
        rowsSinceCut = nil
        if rowsBelow == 0 { lowestExtent = extent }
        rowsBelow = min(rowsBelow + count, max(0, rows - 1))
        rowsAbove = max(0, rowsAbove - count)
        extent = columns
        noteErasing()
    }

    mutating func touchRows() {
        rowChanges += 1
        isFresh = false
        columnsAbove = nil
    }

    // MARK: Rows that the job can come back to

    /// Takes note that a movement down by `count` may have scrolled the screen.
    mutating func noteScrolling(_ count: Int) {
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
        if count > room { lift = max(lift, min(count, rows - 1)) }
        room = max(room, min(count, rows - 1))
    }

    /// Whether the HUD can take `count` rows below the cursor's without moving rows that the job comes back to.
    ///
    /// The screen is not scrolled for the HUD while a background color is set. The job's own line feed may scroll it, and the new row takes
    /// on that color (terminfo `bce`); in a row that is there already, it would be missing.
    func canTake(rowsBelow count: Int) -> Bool {
        count <= room || anchoring == 0 && !style.hasBackground && (reach == 0 || reach + count < rows)
    }

    // MARK: Rows that a HUD has made

    /// The same output, with the background color added to the rows that would have it on a terminal without the HUD.
    ///
    /// A line feed in the last row scrolls the screen, and the new row takes on the background color (terminfo `bce`). If the screen was
    /// scrolled for a HUD, the row is there already, and a line feed leaves it as it is. So it is erased in that color.
    ///
    /// - Returns: Nil if there is nothing to add, or if it is not known whether the cursor would be in the last row.
    func coloringNewRows(
        in bytes: UnsafeRawBufferPointer, _ facts: TerminalFacts, _ capabilities: TerminalCapabilities
    ) -> [UInt8]? {
        guard style.mayHaveBackground || bytes.contains(0x1B) else { return nil }
        // A line feed, or the end of IND or NEL.
        guard bytes.contains(where: { $0 == 0x0A || $0 == 0x44 || $0 == 0x45 }) else { return nil }
        var tracker = self
        _ = tracker.follow(bytes, facts)
        guard tracker.uncoloredRows != uncoloredRows else { return nil }
        tracker = self
        var colored: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let before = tracker.uncoloredRows
            _ = tracker.follow(UnsafeRawBufferPointer(rebasing: bytes[index...index]), facts)
            colored.append(byte)
            guard tracker.uncoloredRows != before else { continue }
            let column = tracker.column ?? 0
            colored += column > 0 ? [0x0D] : []
            colored += capabilities.eraseToEndOfLine + (column > 0 ? capabilities.moveRight(column) ?? [] : [])
        }
        return colored
    }
}
