// What is still known after the window was resized, or another program has used the terminal.
extension OutputTracker {
    /// Forgets the position in an unfinished line, because another program has used the terminal. It has left the cursor at the start of an empty row.
    package mutating func loseUnfinishedLine() {
        // The cursor may be anywhere on the screen now.
        around.losePlace()
        rowsSinceCut = nil
        row.emptyAbove = 0
        if cursor.position == 0, row.isFresh || row.extent == 0, !isInSequence { return }
        let right = cursor.least.map { row.extent(rightOf: $0) } ?? row.columnsRight
        loseColumn()
        // The other program has written nothing right of it, whether it has moved to another row or not.
        row.columnsRight = right == 0 ? 0 : nil
    }

    /// The column of the cursor in a window of `columns`, in a terminal that re-wraps lines. Nil: not known.
    package func likelyColumn(in columns: Int) -> Int? {
        column.map { ((row.columnsAbove ?? 0) + $0) % max(1, columns) }
    }

    /// Whether, in a window of `columns` too, the cursor is at the end of a line that takes one row.
    package func endsAtCursor(in columns: Int) -> Bool {
        row.columnsAbove == 0 && column == row.extent && row.extent < columns
    }

    /// Records another size of the window.
    ///
    /// Some terminals re-wrap lines, others cut them. A line stays known if the result is the same.
    package mutating func resize(to new: WindowSize) {
        guard new != window else { return }
        let old = window
        (cursor.columns, around.windowRows) = (new.columns, new.rows)
        let mayBeWrapped = row.columnsAbove != 0 && around.linesUntilWrappedRowsAreGone > 0
        // A narrower window wraps rows, and rows come back to a higher one.
        if new.columns < old.columns || new.rows > old.rows { around.noteWrap() }
        around.losePlace()
        saved.main = nil
        saved.cursor?.around.below = 0
        counts.rowChanges += 1
        around.loseLowest(columns: columns)
        row.emptyAbove = 0
        guard new.columns != old.columns else {
            around.setUsed(min(around.usedBelow, around.most))
            return
        }
        saved.cursor = nil
        let isLowest = around.usedBelow == 0
        var right = row.columnsRight ?? (isLowest ? old.columns : nil)
        if isLowest, !around.areColored, let least = cursor.least {
            if row.columnsAbove == 0, least <= row.filled, row.extent < min(old.columns, new.columns) { return }
            right = row.columnsRight ?? row.extent(rightOf: least)
        }
        // What stands right of the cursor may go to rows below, and come back.
        loseColumn()
        guard let right else {
            // A narrower window wraps each row of the job into so many. What was wrapped before may be one row again in a wider one.
            let factor = columns < old.columns ? Self.mostRows(of: old.columns, in: columns) : 1
            // If the cursor's row is not the first one of its line, it may end further right in a wider window, and the line in another row.
            let rest = columns > old.columns && mayBeWrapped ? 1 : 0
            around.setUsed(min((around.usedBelow + 1) * factor - 1 + rest, around.most))
            anchors.wrapBlock(from: old.columns, to: columns)
            return
        }
        row.columnsRight = right
        around.setUsed(right > 0 ? min(Self.mostRows(of: right, in: columns), around.most) : 0)
    }

    /// The most rows that text of a width takes in a window. A wide character can leave the last column of each row empty.
    static func mostRows(of width: Int, in columns: Int) -> Int { width / max(1, columns - 1) + 1 }
}
