// Whole lines of plain text at once: what most of a flood is made of.
extension OutputTracker {
    /// Whether line after line leaves the cursor where the last one of them does: nothing is below it that could be used up by them.
    private var isSettled: Bool {
        rowsBelow == 0 && room == 0 && anchoring == 0 && reach == 0 && isRegionFull && !cursorIsUnknown
    }

    /// Takes note of the lines from `start` on that are plain text and complete, as one.
    ///
    /// - Parameter isKnown: How far it is known by now that there are none; the same for all of `bytes`, and 0 at first.
    /// - Returns: Where they end.
    mutating func skipLines(_ bytes: UnsafeRawBufferPointer, from start: Int, isKnown: inout Int) -> Int {
        guard start >= isKnown, isSettled else { return start }
        let end = Self.plainEnd(bytes, from: start)
        isKnown = end
        var last = end - 1
        while last >= start, bytes[last] != 0x0A { last -= 1 }
        guard last >= start, last > start && bytes[last - 1] == 0x0D || beginsLines else { return start }
        rowChanges += 1
        noteErasing()
        (position, extent, isFresh) = (0, extentOfNewRow, true)
        (columnsAbove, columnsRight) = (0, nil)
        return last + 1
    }

    /// Where the ASCII characters that are drawn, and line ends among them, end; up to `blockSize - 1` of the last ones are left out.
    private static func plainEnd(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var end = start
        while end + blockSize <= bytes.count {
            // Without a way out of the middle, so that the compiler makes vectors of it.
            var others: UInt8 = 0
            for index in end..<end &+ blockSize {
                let byte = bytes[index]
                // From 0x20 to 0x7E lie 0x5F characters.
                others |= (byte &- 0x20 >= 0x5F ? 1 : 0) & (byte != 0x0A ? 1 : 0) & (byte != 0x0D ? 1 : 0)
            }
            if others != 0 { break }
            end += blockSize
        }
        return end
    }

    private static var blockSize: Int { 32 }
}
