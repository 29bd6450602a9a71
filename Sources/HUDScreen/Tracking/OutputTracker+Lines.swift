import CTerminalSupport

// Whole lines of plain text at once: what most of a flood is made of.
extension OutputTracker {
    /// Whether line after line leaves the cursor where the last one of them does: nothing is below it that could be used up by them.
    private var isSettled: Bool {
        isAtLowestRow && around.below == 0 && around.rowsBelow == 0 && anchors == Anchors() && rowsSinceCut == nil
    }

    /// Takes note of the lines from `start` on that are plain text and complete, as one.
    ///
    /// - Parameter isKnown: How far it is known by now that there are none; the same for all of `bytes`, and 0 at first.
    /// - Returns: Where they end.
    mutating func skipLines(_ bytes: UnsafeRawBufferPointer, from start: Int, isKnown: inout Int) -> Int {
        guard start >= isKnown, isSettled else { return start }
        guard hud_has_newline(bytes.baseAddress, start, bytes.count) else {
            isKnown = bytes.count
            return start
        }
        var end = start
        isKnown = hud_plain_lines(bytes.baseAddress, start, bytes.count, &end)
        guard end > start, end > start + 1 && bytes[end - 2] == 0x0D || newlineReturns else { return start }
        let lines = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        let emptyAbove = emptyRows(after: lines)
        let wrapped = around.linesUntilWrappedRowsAreGone
        if !around.isSettled { noteRows(of: lines) }
        around.linesUntilWrappedRowsAreGone = wrapped
        noteWraps(in: lines)
        cursor.followsBrokenCharacter = false
        cursor.go(toColumn: 1)
        row = CursorRow(extent: extentOfNewRow, emptyAbove: emptyAbove)
        counts.rowChanges += 1
        noteErasing()
        return end
    }

    /// Takes note of the last one of whole lines that may have wrapped.
    private mutating func noteWraps(in lines: UnsafeRawBufferPointer) {
        // A line feed alone may leave the cursor where it is.
        guard newlineReturns else { return around.noteWrap() }
        var wraps = false
        let columns = modes.autowrap == true ? columns : columns - 1
        let count = hud_lines_from_long_one(
            lines.baseAddress, lines.count, cursor.exact ?? self.columns, columns, 2 * rows, &wraps)
        if wraps { around.noteWrap(before: count) } else { around.noteLines(count) }
    }

    /// How many rows above the cursor's are empty after whole lines.
    private func emptyRows(after lines: UnsafeRawBufferPointer) -> Int {
        var (feeds, rest) = (0, lines[...])
        while let last = rest.last, last == 0x0A || last == 0x0D {
            if last == 0x0A { feeds += 1 }
            rest.removeLast()
        }
        var empty = rest.isEmpty && row.extent == 0 ? row.emptyAbove + 1 : 0
        if feeds > 1 { empty = extentOfNewRow == 0 ? empty + feeds - 1 : 0 }
        return min(empty, around.most)
    }
}
