// Whether the cursor can be left where the output has put it, and found there again.
extension OutputTracker {
    /// Whether the job has saved a position that it can come back to.
    package var hasSavedCursor: Bool { saved.cursor != nil }

    /// Whether the terminal can go to another screen and back without harm. Terminals differ in what they save on the way, and in
    /// whether they have more than one place for it.
    package var canBeLeft: Bool {
        !isInSequence && !cursor.followsBrokenCharacter && !isAlternateScreen && !isWrapPending && !modes.areUntracked
            && modes.isRegionFull && modes.countsFromTop && drawsPlainly
            && (!hasSavedCursor || !addressesRows)
    }

    /// The bytes that restore style and cursor when the terminal comes back to this screen.
    package func resuming(_ capabilities: TerminalCapabilities) -> [UInt8] {
        (style.isKnown && !style.isPlain ? style.bytes : []) + (isCursorVisible ? [] : capabilities.cursorVisibility.off)
    }

    /// Whether the cursor can be saved and restored (`sc`, `rc`), in a column that need not be known exactly. A position that the job has saved would be lost.
    package var canComeBack: Bool {
        !isInSequence && !isWrapPending && cursor.position != nil && !modes.areUntracked && !hasSavedCursor
    }
}
