extension OutputTracker {
    /// The rows above and below the cursor's row.
    struct RowsAround: Sendable {
        /// How many rows the window has.
        var windowRows: Int
        /// How many rows below the cursor's may have text of the job.
        var usedBelow = 0
        /// How many columns of the lowest of these may hold something.
        var lowestExtent = 0
        /// The minimum number of rows below the cursor's row. For more rows the screen may have to scroll.
        var below = 0
        /// The minimum number of rows above the cursor's row on a terminal that shows only the job's output.
        ///
        /// On the terminal itself there may be fewer, because the screen was scrolled for a HUD.
        var above = 0
        /// How many fewer there are at most.
        var scrolledForHUD = 0
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
        /// - Parameter extent: How many columns of the cursor's row may hold something.
        mutating func goUp(_ count: Int, from extent: Int) {
            if usedBelow == 0 { lowestExtent = extent }
            usedBelow = min(usedBelow + count, most)
            above = max(0, above - count)
        }

        /// Goes down, or up with the screen.
        ///
        /// - Parameter newExtent: How many columns hold something in a row that is new.
        /// - Returns: How many columns of the row may hold something, if it is the lowest one.
        mutating func goDown(_ count: Int, newExtent: Int) -> Int? {
            // What would scroll the screen without the HUD uses up the rows that the screen was scrolled for.
            scrolledForHUD = max(0, scrolledForHUD - max(0, above + count - most))
            above = min(above + count, most)
            let extent = usedBelow == 0 ? newExtent : lowestExtent
            usedBelow = max(0, usedBelow - count)
            // If there were fewer rows below than assumed, this row is new, and empty.
            return usedBelow == 0 ? extent : nil
        }

        /// Goes to a row that is counted from 1: below it lie no more than the window has.
        mutating func go(toRow row: Int) {
            below = max(0, windowRows - row)
            usedBelow = below
            above = max(0, min(row, windowRows) - 1)
            scrolledForHUD = 0
        }

        /// Gives up which of the window's rows the cursor's is.
        mutating func losePlace() { (above, below) = (0, 0) }

        /// Gives up how much the rows below hold: `columns` columns of all of them.
        mutating func loseContents(columns: Int) { (usedBelow, lowestExtent) = (most, columns) }
    }
}
