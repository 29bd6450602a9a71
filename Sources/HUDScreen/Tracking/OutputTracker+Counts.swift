extension OutputTracker {
    /// What the output has done so far, to be compared with the counts of a moment before.
    package struct Counts: Sendable {
        /// Everything that moves to another row, or changes one.
        package var rowChanges = 0
        /// Everything that may reach rows below other than by a line feed, or restores a saved position.
        package var jumps = 0
        /// How often the cursor was shown (DECTCEM).
        package var cursorShows = 0
        /// The line feeds that scroll a colored row in on a terminal that shows only the job's output, but do not scroll here
        /// (``OutputTracker/coloringNewRows(in:_:_:)``).
        package var uncoloredRows = 0
    }
}
