import CTerminalSupport

// Whole lines of plain text at once: what most of a flood is made of.
extension OutputTracker {
    /// Whether line after line leaves the cursor where the last one of them does: nothing is below it that could be used up by them.
    private var isSettled: Bool { isAtLowestRow && around.below == 0 && anchors == Anchors() && rowsSinceCut == nil }

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
        if !around.isSettled { noteRows(of: UnsafeRawBufferPointer(rebasing: bytes[start..<end])) }
        cursor.followsBrokenCharacter = false
        cursor.position = 0
        row = CursorRow(extent: extentOfNewRow)
        counts.rowChanges += 1
        noteErasing()
        return end
    }
}
