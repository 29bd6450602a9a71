// What erasing leaves in the rows: how far they reach, and whether they are free.
extension OutputTracker {
    mutating func eraseInDisplay(_ number: Int) {
        noteErasing()
        switch number {
        case 0:
            eraseRowsBelow()
            if position == 0, room == rows - 1 { forgetAnchors() }
            eraseInLine(0)
            rowChanges += 1
        case 1: changeRow()
        case 2:
            touchRows()
            forgetAnchors()
            eraseRowsBelow()
            extent = extentOfErased
            if position == columns { position = nil }
        case 3: rowChanges += 1
        default: lose()
        }
    }

    /// Rows that are erased in a color may not be drawn over: they take part in what the job shows.
    private mutating func eraseRowsBelow() {
        rowsBelow = style.mayHaveBackground ? max(0, rows - 1) : 0
        if style.mayHaveBackground { lowestExtent = columns }
    }

    mutating func eraseInLine(_ number: Int) {
        noteErasing()
        guard number == 0 else { return changeRow() }
        if position == columns { position = nil }
        isFresh = false
        extent = max(min(extent, position ?? columns), extentOfErased)
    }

    /// Something in the row is changed that leaves gaps, or is not known to leave none.
    mutating func changeRow() {
        noteErasing()
        extent = max(extent, extentOfErased)
        isFresh = false
        columnsAbove = nil
        if position == columns { position = nil }
    }
}
