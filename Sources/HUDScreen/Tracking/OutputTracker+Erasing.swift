// What erasing leaves in the rows: how far they reach, and whether they are free.
extension OutputTracker {
    mutating func eraseInDisplay(_ number: Int) {
        noteErasing()
        switch number {
        case 0:
            eraseRowsBelow()
            if cursor.position == 0, around.below == rows - 1 { anchors = Anchors() }
            eraseInLine(0)
            counts.rowChanges += 1
        case 1:
            changeRow()
            row.emptyAbove = 0
        case 2:
            touchRow()
            row.emptyAbove = 0
            anchors = Anchors()
            eraseRowsBelow()
            row.extent = extentOfErased
            cursor.loseWrap()
        case 3: counts.rowChanges += 1
        default: lose()
        }
    }

    /// Rows that are erased in a color may not be drawn over: they take part in what the job shows.
    private mutating func eraseRowsBelow() {
        if style.mayHaveBackground { around.loseContents(columns: columns) } else { around.setUsed(0) }
    }

    mutating func eraseInLine(_ number: Int) {
        noteErasing()
        guard number == 0 else {
            changeRow()
            if number == 2 { row.extent = extentOfErased }
            return
        }
        cursor.loseWrap()
        row.isFresh = false
        row.extent = max(min(row.extent, cursor.position ?? columns), extentOfErased)
        row.filled = min(row.filled, cursor.least ?? 0)
    }

    /// Something in the row is changed that leaves gaps, or may leave some.
    mutating func changeRow() {
        noteErasing()
        row.extent = max(row.extent, extentOfErased)
        row.breakLine()
        cursor.loseWrap()
    }

    /// Takes note that something is erased, or a new row appears: both take on the color of the background (terminfo `bce`).
    mutating func noteErasing() {
        if style.mayHaveBackground { around.areColored = true }
    }

    /// How many columns of an erased row count as text: colored spaces are part of the job's output.
    var extentOfErased: Int { style.mayHaveBackground ? columns : 0 }

    /// How many columns of a row below all others count as text: if the screen has scrolled for it, the row has taken on the background's
    /// color. A style that is not known counts as one without, because some jobs never reset it, and the HUD would stay off until they end.
    var extentOfNewRow: Int { style.hasBackground ? columns : 0 }
}
