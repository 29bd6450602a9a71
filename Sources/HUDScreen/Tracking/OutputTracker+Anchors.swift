extension OutputTracker {
    /// The rows that the job or the region comes back to. If the screen were scrolled for a HUD, the job would find other rows there than it
    /// expects. A new value says that nothing is left on the screen that the job could come back to.
    struct Anchors: Sendable, Equatable {
        /// How many lines the screen has to scroll until all rows are gone that the job can address by number, or by a saved position.
        var linesUntilAddressedRowsAreGone = 0
        /// The rows that the job went up to by relative movements.
        ///
        /// Such a job redraws a block, which may grow. If the screen were scrolled for the HUD, the top of a block as high as the window would be out
        /// of the job's reach.
        var block = Block()
        /// What the job went up to since then, but less far. It counts once the higher block is gone.
        private var smallerBlock = Block()

        /// Rows of the job's, of which it redraws the last ones.
        struct Block: Sendable, Equatable {
            /// How far above the lowest row the highest one was when the job last went up so far; 0: there is none.
            fileprivate(set) var reach = 0
            /// How many lines the job has printed below the lowest row since then. The block may be higher by so many.
            fileprivate(set) var newLines = 0
            /// For how many more lines it counts.
            fileprivate(set) var linesUntilGone = 0
            /// How far it reached in the window in which it was drawn, and the columns of that; 0: it was not wrapped since.
            private var drawnReach = 0
            private var drawnColumns = 0

            /// How far above the lowest row the highest one may be.
            var rowsAboveLowest: Int { reach + newLines }

            fileprivate mutating func goDown(_ lines: Int) {
                linesUntilGone -= lines
                newLines += lines
                if linesUntilGone <= 0 { self = Block() }
            }

            fileprivate init(reach: Int = 0, linesUntilGone: Int = 0) {
                (self.reach, self.linesUntilGone) = (reach, linesUntilGone)
            }

            /// A terminal that re-wraps lines does so from their full lengths, however often the window has changed meanwhile.
            fileprivate mutating func wrap(from old: Int, to new: Int) {
                guard reach > 0 else { return }
                if drawnColumns == 0 { (drawnReach, drawnColumns) = (reach, old) }
                guard new < drawnColumns else { return }
                let rows = (drawnReach + newLines + 1) * OutputTracker.mostRows(of: drawnColumns, in: new)
                reach = max(reach, rows - 1 - newLines)
            }
        }

        /// Takes note that the job came up to a row, of a screen of `rows` rows, with `rowsBelow` rows of its own below.
        mutating func comeBack(rowsBelow: Int, of rows: Int) {
            if rowsBelow >= block.reach {
                block = Block(reach: rowsBelow, linesUntilGone: rows)
            } else {
                smallerBlock = Block(reach: max(rowsBelow, smallerBlock.reach), linesUntilGone: rows)
            }
        }

        /// Takes note that a movement down may have scrolled the screen.
        mutating func goDown(_ count: Int, _ around: RowsAround) {
            linesUntilAddressedRowsAreGone = max(
                0, linesUntilAddressedRowsAreGone - max(0, count - max(around.rowsBelow, around.below)))
            guard block.reach > 0 else { return }
            let lines = max(0, count - around.rowsBelow)
            block.goDown(lines)
            smallerBlock.goDown(lines)
            if block.reach == 0 { (block, smallerBlock) = (smallerBlock, Block()) }
        }

        /// Takes note that a window of other columns may wrap each row of a block into several.
        mutating func wrapBlock(from old: Int, to new: Int) {
            block.wrap(from: old, to: new)
            smallerBlock.wrap(from: old, to: new)
        }

        /// Whether the block that the job redraws has room on a screen of `rows` rows without `count` of them.
        func leaveRoomForBlock(without count: Int, of rows: Int) -> Bool {
            block.reach == 0 || block.rowsAboveLowest + count < rows
        }

        /// Whether a screen of `rows` rows can scroll by `count` lines without moving rows that the job comes back to.
        func allowScrolling(_ count: Int, of rows: Int) -> Bool {
            linesUntilAddressedRowsAreGone == 0 && leaveRoomForBlock(without: count, of: rows)
        }
    }
}
