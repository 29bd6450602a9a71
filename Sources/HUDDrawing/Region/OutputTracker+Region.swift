extension OutputTracker {
    /// Follows what is printed, up to a place where the cursor can be saved, if that is near the end.
    ///
    /// - Parameter isAlone: Whether no other program writes there, so that a visible character may come later too.
    /// - Returns: The tracker there, and after how many bytes. The rest is the beginning of a sequence or of a character, or the
    ///   character that fills its row.
    func followingWhole(
        _ bytes: UnsafeRawBufferPointer, _ facts: TerminalFacts, isAlone: Bool
    ) -> (OutputTracker, count: Int) {
        var all = self
        all.follow(bytes, facts)
        guard all.isInSequence || isAlone && all.isWrapPending,
            let start = bytes.suffix(64).lastIndex(where: { all.canBegin($0) })
        else { return (all, bytes.count) }
        var whole = self
        whole.follow(UnsafeRawBufferPointer(rebasing: bytes[..<start]), facts)
        return (isAlone ? whole.canComeBack : !whole.isInSequence) ? (whole, start) : (all, bytes.count)
    }

    /// Whether a byte can begin what the output is in the middle of: a sequence, a multi-byte character, or the character in the last column.
    private func canBegin(_ byte: UInt8) -> Bool {
        byte == 0x1B || byte >= 0xC2 || !isInSequence && (0x20..<0x7F).contains(byte)
    }

    /// Follows output on a terminal with these facts. The window may have been resized.
    ///
    /// - Returns: Whether everything stays in the cursor's row, and leaves the rows below alone.
    @discardableResult
    mutating func follow(_ bytes: UnsafeRawBufferPointer, _ facts: TerminalFacts) -> Bool {
        resize(to: facts.window)
        newlineReturns = facts.newlineReturns
        let before = counts.rowChanges
        feed(bytes)
        return counts.rowChanges == before
    }

    // MARK: Rows that a HUD has made

    /// The same output, with the background color added to the rows that would have it on a terminal without the HUD.
    ///
    /// A line feed in the last row scrolls the screen, and the new row takes on the background color (terminfo `bce`). If the screen was
    /// scrolled for a HUD, the row is there already, and a line feed leaves it as it is. So it is erased in that color.
    ///
    /// - Returns: Nil if there is nothing to add, or if it is not known whether the cursor would be in the last row.
    func coloringNewRows(
        in bytes: UnsafeRawBufferPointer, _ facts: TerminalFacts, _ capabilities: TerminalCapabilities
    ) -> [UInt8]? {
        guard style.mayHaveBackground || bytes.contains(0x1B) else { return nil }
        // A line feed, or the end of IND or NEL.
        guard bytes.contains(where: { $0 == 0x0A || $0 == 0x44 || $0 == 0x45 }) else { return nil }
        var tracker = self
        tracker.follow(bytes, facts)
        guard tracker.counts.uncoloredRows != counts.uncoloredRows else { return nil }
        tracker = self
        var colored: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let before = tracker.counts.uncoloredRows
            tracker.follow(UnsafeRawBufferPointer(rebasing: bytes[index...index]), facts)
            colored.append(byte)
            // A line feed can stand within a sequence, which nothing else must divide.
            guard tracker.counts.uncoloredRows != before, !tracker.isInSequence else { continue }
            let column = tracker.column ?? 0
            colored += column > 0 ? [0x0D] : []
            colored += capabilities.eraseToEndOfLine + (column > 0 ? capabilities.moves.right?.bytes(column) ?? [] : [])
        }
        return colored
    }
}
