// What is still known after the window was resized, or another program has used the terminal.
extension OutputTracker {
    /// Forgets the position in an unfinished line, because another program has used the terminal. It has left the cursor at the start of an empty row.
    mutating func loseUnfinishedLine() {
        // The cursor may be anywhere on the screen now.
        room = 0
        rowsAbove = 0
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
        rowsAbove = 0
        saved?.room = 0
        lowestExtent = columns
        guard new.columns != old.columns else {
            rowsBelow = min(rowsBelow, max(0, rows - 1))
            return
        }
        saved = nil
        if !hasColoredRows, rowsBelow == 0, let position, columnsAbove == 0, position <= extent,
            extent < min(old.columns, new.columns)
        {
            return
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
