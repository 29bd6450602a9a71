extension OutputTracker {
    /// The rows that the job or the region comes back to. If the screen were scrolled for a HUD, the job would find other rows there than it
    /// expects. A new value says that nothing is left on the screen that the job could come back to.
    struct Anchors: Sendable, Equatable {
        /// How many lines the screen has to scroll until all rows are gone that the job can address by number, or by a saved position.
        var linesUntilAddressedRowsAreGone = 0
        /// How far above the lowest row the highest one is that the job went up to by relative movements.
        ///
        /// Such a job redraws a block, which may grow. If the screen were scrolled for the HUD, the top of a block as high as the window would be out
        /// of the job's reach.
        var blockRowsAboveLowest = 0
        /// For how many more lines that counts.
        var linesUntilBlockIsGone = 0

        /// Takes note that the job came up to a row, of a screen of `rows` rows, with `rowsBelow` rows of its own below.
        mutating func comeBack(rowsBelow: Int, of rows: Int) {
            blockRowsAboveLowest = max(blockRowsAboveLowest, rowsBelow)
            linesUntilBlockIsGone = rows
        }

        /// Takes note that a movement down may have scrolled the screen.
        mutating func goDown(_ count: Int, _ around: RowsAround) {
            linesUntilAddressedRowsAreGone = max(
                0, linesUntilAddressedRowsAreGone - max(0, count - max(around.rowsBelow, around.below)))
            let lines = max(0, count - around.rowsBelow)
            linesUntilBlockIsGone = max(0, linesUntilBlockIsGone - lines)
            blockRowsAboveLowest = linesUntilBlockIsGone > 0 ? blockRowsAboveLowest + lines : 0
        }

        /// Takes note that the window wraps each row of a block into so many.
        mutating func wrapBlock(_ factor: Int) {
            if blockRowsAboveLowest > 0 { blockRowsAboveLowest = (blockRowsAboveLowest + 1) * factor - 1 }
        }

        /// Whether a screen of `rows` rows can scroll by `count` lines without moving rows that the job comes back to.
        func allowScrolling(_ count: Int, of rows: Int) -> Bool {
            linesUntilAddressedRowsAreGone == 0 && (blockRowsAboveLowest == 0 || blockRowsAboveLowest + count < rows)
        }
    }
}
