// Movements from row to row, and what they say about the rows below.
extension OutputTracker {
    /// IND: down a row, or up with the screen.
    mutating func lineFeed() {
        let isNew = nothingIsBelow && around.rowsBelow == 0
        let beginsLine = modes.isRegionFull && around.knownBelow == 1 && around.lowestBeginsLine
        if isNew, isScrolledForHUD, around.isCertainlyAtBottom, style.mayHaveBackground { counts.uncoloredRows += 1 }
        scrollDown(1)
        if isNew { (row.isFresh, row.columnsAbove) = (true, 0) }
        if beginsLine, row.extent == 0 { row.columnsAbove = 0 }
        cursor.loseWrap()
    }

    /// Down, or up with the screen. The column stays as it is.
    mutating func scrollDown(_ count: Int) {
        if modes.isRegionFull {
            anchors.goDown(count, around)
            around.noteLines(count - max(around.rowsBelow, around.below))
        }
        goDown(count, isSure: true)
    }

    /// Down, but not below the screen's last row. The lowest row of the job's is that one, or above it.
    mutating func descend(_ count: Int) {
        let isSure = around.below >= count || nothingIsBelow && around.knownBelow >= count
        let extent = nothingIsBelow && !isSure ? row.extent : nil
        goDown(count, isSure: isSure)
        if let extent { row.extent = extent }
    }

    /// - Parameter isSure: Whether the row is another one, or has moved up.
    private mutating func goDown(_ count: Int, isSure: Bool) {
        let emptyAbove = isSure && count == 1 && row.extent == 0 ? min(row.emptyAbove + 1, around.most) : 0
        touchRow()
        noteErasing()
        around.below = max(0, around.below - count)
        // Where only a part of the screen scrolls, it may be that that does and the rows below it stay.
        guard modes.isRegionFull else {
            rowsSinceCut = nil
            row.extent = columns
            return
        }
        rowsSinceCut? += count
        row.emptyAbove = emptyAbove
        row.extent = around.goDown(count, newExtent: extentOfNewRow) ?? columns
    }

    /// CUU, CPL and RI: the job comes back to rows of its own.
    mutating func comeBack(_ count: Int) {
        goUp(count)
        anchors.comeBack(rowsBelow: around.rowsBelow, of: rows)
    }

    /// Up by `count` rows at most, or the rows below are moved down.
    mutating func goUp(_ count: Int) {
        around.goUp(count, from: row, columns: columns)
        touchRow()
        rowsSinceCut = nil
        row.extent = count <= row.emptyAbove ? 0 : columns
        row.emptyAbove = max(0, row.emptyAbove - count)
        noteErasing()
    }

    /// CUP's and VPA's row, counted from 1.
    mutating func go(toRow number: Int) {
        touchRow()
        noteAddressing()
        (row.extent, row.emptyAbove) = (columns, 0)
        around.loseContents(columns: columns)
        if modes.countsFromTop { around.go(toRow: number) } else { around.losePlace() }
    }

    /// Takes note that the cursor moves to another row, or that something changes its row.
    mutating func touchRow() {
        counts.rowChanges += 1
        row.breakLine()
    }

    /// Takes note that a HUD was drawn on the last of `count` rows below the cursor's.
    package mutating func noteHUD(rowsBelow count: Int) {
        let drawn = min(count, rows - 1)
        if count > around.below { around.scrolledForHUD = max(around.scrolledForHUD, drawn) }
        around.below = max(around.below, drawn)
    }

    // MARK: Rows that the job can come back to

    /// Whether the job has a way back to this screen's rows, by number or by a saved position.
    package var addressesRows: Bool { anchors.linesUntilAddressedRowsAreGone > 0 }

    /// Takes note that the job has a way back to this screen's rows.
    mutating func noteAddressing() {
        // So many at most before the screen scrolls, and as many again until it is another.
        anchors.linesUntilAddressedRowsAreGone = 2 * rows
    }

    /// Whether the rows that the job redraws have room on the screen above `count` pinned rows.
    package func reachesBlock(abovePinned count: Int) -> Bool { anchors.leaveRoomForBlock(without: count, of: rows) }

    /// Whether the HUD can take `count` rows below the cursor's, or below `others` of the job that the cursor rests above, without moving rows that the job
    /// comes back to.
    ///
    /// The screen is not scrolled for the HUD while a background color is set. The job's own line feed may scroll it, and the new row takes
    /// on that color (terminfo `bce`); in a row that is there already, it would be missing.
    package func canTake(rowsBelow count: Int, and others: Int = 0) -> Bool {
        others + count <= around.below
            || others <= certainlyUsedBelow && !style.hasBackground && anchors.allowScrolling(count, of: rows)
    }
}
