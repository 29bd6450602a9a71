extension OutputTracker {
    /// What is on the cursor's row, and where that is in its line.
    struct CursorRow: Sendable {
        /// How many columns may hold something.
        var extent = 0
        /// How many of them, from the first on, hold something for certain.
        var filled = 0
        /// Whether the row was begun by a line feed and nothing has been done to it since.
        var isFresh = true
        /// How many rows above it, one after the other, are empty.
        var emptyAbove = 0
        /// How many columns of the same line stand in the rows above; nil: not known, or the line has gaps.
        var columnsAbove: Int? = 0
        /// Since the window has changed its width, how many columns of the line lie right of the cursor at most; nil: it is another place.
        var columnsRight: Int?

        /// Takes note of a character.
        mutating func write() {
            isFresh = false
            if columnsRight != 0 { columnsRight = nil }
        }

        /// Takes note of a change that leaves gaps, or of another row.
        mutating func breakLine() {
            (isFresh, filled) = (false, 0)
            columnsAbove = nil
        }

        /// How many columns lie right of `position` at most.
        func extent(rightOf position: Int) -> Int { max(0, extent - position) }
    }
}
