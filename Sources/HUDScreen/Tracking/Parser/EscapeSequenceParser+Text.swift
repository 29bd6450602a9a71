// Finds the end of a run of graphic characters, several bytes at a time.
extension EscapeSequenceParser {
    /// Where the bytes from `start` on end that are neither C0 controls nor DEL.
    static func endOfText(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var index = start
        while index + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            // Bit 7 of a byte: cleared in it, and set by 0x20 less, or by 1 less than its difference from 0x7F. A byte that is found may borrow
            // from the next.
            let others = word ^ each(0x7F)
            let ends = (word &- each(0x20)) & ~word | (others &- each(0x01)) & ~others
            if ends & each(0x80) != 0 { break }
            index += 8
        }
        while index < bytes.count, bytes[index] >= 0x20, bytes[index] != 0x7F { index += 1 }
        return index
    }

    @inline(__always)
    private static func each(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }
}
