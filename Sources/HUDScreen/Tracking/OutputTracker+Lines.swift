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
        guard hud_has_newline(bytes.baseAddress, start, bytes.count) != 0 else {
            isKnown = bytes.count
            return start
        }
        var end = start
        isKnown = hud_plain_lines(bytes.baseAddress, start, bytes.count, &end)
        guard end > start, end > start + 1 && bytes[end - 2] == 0x0D || beginsLines else { return start }
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
        let most = modes.autowrap == true ? columns : columns - 1
        var end = lines.count - 1
        for line in 0..<2 * rows {
            let begin = lines[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            let start = begin == 0 ? cursor.exact : beginsLines || begin > 1 && lines[begin - 2] == 0x0D ? 0 : nil
            let length = end - begin - (end > begin && lines[end - 1] == 0x0D ? 1 : 0)
            if length > 0, (start ?? columns) + length > most { return around.noteWrap(before: line + 1) }
            if begin == 0 { return around.noteLines(line + 1) }
            end = begin - 1
        }
        around.noteLines(.max)
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
