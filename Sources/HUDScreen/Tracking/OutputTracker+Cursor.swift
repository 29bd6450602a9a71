extension OutputTracker {
    /// Where the next character goes in its row.
    package struct Cursor: Sendable {
        /// How many columns the window has.
        var columns: Int
        /// The column of the next character; the number of columns while a wrap is pending. Nil: not known.
        var position: Int? = 0
        /// Whether the last character was broken off. tmux drops the next one beyond ASCII then, and any control or ASCII character ends that.
        package var followsBrokenCharacter = false

        /// Whether it is after the last column.
        var isWrapPending: Bool { position == columns }

        /// Gives up the column while a wrap is pending, because terminals disagree on where the cursor is then.
        mutating func loseWrap() {
            if isWrapPending { position = nil }
        }

        mutating func go(toColumn number: Int) { position = min(max(1, number), columns) - 1 }

        mutating func goRight(_ count: Int) { position = position.map { min($0 + count, columns - 1) } }

        mutating func goLeft(_ count: Int) {
            loseWrap()
            position = position.map { max(0, $0 - count) }
        }

        /// Goes to a column where it was before. Terminals disagree on whether a pending wrap comes back.
        mutating func comeBack(to position: Int?) {
            self.position = position
            loseWrap()
        }
    }
}
