extension OutputTracker {
    /// The rows above and below the cursor's row.
    struct RowsAround: Sendable {
        /// How many rows the window has.
        var windowRows: Int
        /// How many rows below the cursor's the job has been in, at most.
        var rowsBelow = 0
        /// How many of them may have text: those below these are empty.
        var usedBelow = 0
        /// Whether there are so many for certain. There may be fewer if the cursor may have been stopped by the top of the screen, or the window has changed.
        private(set) var usedAreCertain = true
        /// How many rows below the cursor's the job has been in, unless the cursor may have gone down unseen: then those that may have text.
        private(set) var knownBelow = 0
        /// How many columns of the lowest row that may have text may hold something.
        var lowestExtent = 0
        /// Whether the lowest of the job's rows is empty, and begins a line.
        var lowestBeginsLine = false
        /// The minimum number of rows below the cursor's row. For more rows the screen may have to scroll.
        var below = 0
        /// The minimum number of rows above the cursor's row on a terminal that shows only the job's output.
        ///
        /// On the terminal itself there may be fewer, because the screen was scrolled for a HUD.
        var above = 0
        /// How many fewer there are at most.
        var scrolledForHUD = 0
        /// How many lines the screen has to scroll until all rows are gone that may be the rest of a row above them.
        var linesUntilWrappedRowsAreGone = 0
        /// Whether there may be rows that were erased with a background color. Terminals re-wrap them like text.
        var areColored = false

        /// How many rows there are at most, above or below.
        var most: Int { max(0, windowRows - 1) }

        /// Whether the cursor is in the last row for certain on a terminal that shows only the job's output.
        var isCertainlyAtBottom: Bool { above == windowRows - 1 }

        /// Whether line feeds change nothing.
        var isSettled: Bool { isCertainlyAtBottom && scrolledForHUD == 0 }

        /// Goes up, or moves the rows below down.
        ///
        /// - Parameters:
        ///   - row: The cursor's row.
        ///   - columns: The width of the window.
        mutating func goUp(_ count: Int, from row: CursorRow, columns: Int) {
            if knownBelow == 0 { lowestBeginsLine = most > 0 && row.extent == 0 && row.columnsAbove == 0 }
            (rowsBelow, knownBelow) = (min(rowsBelow + count, most), min(knownBelow + count, most))
            // If the screen was scrolled for a HUD, the lowest of the job's rows was near its end.
            usedAreCertain = usedAreCertain && count <= above && rowsBelow + scrolledForHUD <= most
            above = max(0, above - count)
            if usedBelow == 0, row.extent == 0 {
                (usedBelow, lowestExtent) = (min(max(0, count - 1 - row.emptyAbove), most), columns)
            } else {
                if usedBelow == 0 { lowestExtent = row.extent }
                usedBelow = min(usedBelow + count, most)
            }
        }

        /// Goes down, or up with the screen.
        ///
        /// - Parameter newExtent: How many columns hold something in a row that is new.
        /// - Returns: How many columns of the row may hold something, if it is the lowest one.
        mutating func goDown(_ count: Int, newExtent: Int) -> Int? {
            // What would scroll the screen without the HUD uses up the rows that the screen was scrolled for.
            scrolledForHUD = max(0, scrolledForHUD - max(0, above + count - most))
            above = min(above + count, most)
            let isEmpty = count > usedBelow && (usedBelow == 0 || knownBelow > usedBelow)
            (rowsBelow, knownBelow, usedBelow) = (
                max(0, rowsBelow - count), max(0, knownBelow - count), max(0, usedBelow - count)
            )
            if knownBelow == 0 { lowestBeginsLine = false }
            if usedBelow == 0 { usedAreCertain = true }
            // If there were fewer rows below than assumed, this row is new, and empty.
            return usedBelow > 0 ? nil : isEmpty ? newExtent : lowestExtent
        }

        /// Goes to a row that is counted from 1: below it lie no more than the window has.
        mutating func go(toRow row: Int) {
            below = max(0, windowRows - row)
            setUsed(below)
            above = max(0, min(row, windowRows) - 1)
            scrolledForHUD = 0
        }

        /// Takes note that a line may have wrapped before the last `lines` lines.
        mutating func noteWrap(before lines: Int = 0) {
            // So many at most before the screen scrolls, and as many again until it is another.
            linesUntilWrappedRowsAreGone = 2 * windowRows
            noteLines(lines)
        }

        /// Takes note of lines that did not wrap.
        mutating func noteLines(_ count: Int) {
            linesUntilWrappedRowsAreGone = max(0, linesUntilWrappedRowsAreGone - max(0, count))
        }

        /// Gives up which of the window's rows the cursor's is.
        mutating func losePlace() { (above, below) = (0, 0) }

        /// Gives up how much the rows below hold: `columns` columns of all of them.
        mutating func loseContents(columns: Int) {
            setUsed(most)
            lowestExtent = columns
        }

        /// Takes it that the job has been in so many rows below, at most, and that all of them may have text.
        mutating func setUsed(_ count: Int) {
            (rowsBelow, knownBelow, usedBelow, lowestBeginsLine, usedAreCertain) = (count, count, count, false, count == 0)
        }

        /// Takes it that the cursor may have gone down.
        mutating func loseRow() {
            (below, knownBelow, lowestBeginsLine, usedAreCertain) = (0, usedBelow, false, usedBelow == 0)
        }

        /// Gives up what is in the lowest row, and how many there are for certain.
        mutating func loseLowest(columns: Int) {
            (lowestExtent, lowestBeginsLine, usedAreCertain) = (columns, false, usedBelow == 0)
        }
    }
}
