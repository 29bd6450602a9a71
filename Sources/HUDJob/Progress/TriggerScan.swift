/// Finds the bytes in a job's output that can be part of progress, eight bytes at a time.
///
/// Every shape of progress has one of these: a percent sign after a digit or a space, a slash after a digit, a unit or a space, ` of `, a
/// carriage return that begins a line again, a backspace, or an escape. Lines without them are skipped.
enum TriggerScan {
    /// The bytes at the end that are not searched, because the bytes after them are not known.
    static let tail = 3

    /// The first trigger in `bytes` at or after `start`, except in the last `tail` bytes; nil if there is none.
    static func first(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        let end = bytes.count - tail
        var place = start
        while place + 8 <= end {
            let word = base.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            let next = base.loadUnaligned(fromByteOffset: place + 1, as: UInt64.self)
            let signs = zeros(word ^ each(0x25)) | zeros(word ^ each(0x2F))
            let controls = zeros(word ^ each(0x0D)) | zeros(word ^ each(0x1B)) | zeros(word ^ each(0x08))
            let words = zeros((word ^ each(0x6F)) | (next ^ each(0x66)))
            if (signs | controls | words) & each(0x80) != 0 {
                for offset in place..<place + 8 where isTrigger(bytes, offset, start) { return offset }
            }
            place += 8
        }
        return (place..<max(place, end)).first { isTrigger(bytes, $0, start) }
    }

    @inline(__always)
    private static func each(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

    /// A high bit for each byte that is zero, and possibly for one above that.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- each(0x01)) & ~word }

    @inline(__always)
    private static func isTrigger(_ bytes: UnsafeRawBufferPointer, _ place: Int, _ start: Int) -> Bool {
        let byte = bytes[place]
        switch byte {
        case 0x1B, 0x08: return true
        case 0x0D: return bytes[place + 1] != 0x0A
        case 0x25, 0x2F:
            guard place > start else { return true }
            let before = bytes[place - 1]
            return before.isDigit || before == 0x20 || byte == 0x2F && before == 0x42
        case 0x6F:
            // ` of `, with a digit on either side.
            return place > start + 1 && bytes[place + 1] == 0x66 && bytes[place + 2] == 0x20 && bytes[place - 1] == 0x20
                && bytes[place - 2].isDigit
        default: return false
        }
    }
}
