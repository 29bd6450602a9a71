/// Finds the few bytes in a job's output that are worth a second look, eight bytes at a time.
///
/// Whatever says how far a job is has one of these: a percent sign behind a digit, a slash behind a digit, a unit or a space, ` of `, a
/// return that begins a line anew, a backspace, or an escape. Lines with none of them are passed over unread.
enum TriggerScan {
    /// The bytes at the end that are not looked at, since what follows them is not known.
    static let tail = 3

    /// The first trigger in `bytes` at or behind `start`, but for the last `tail` bytes; nil where there is none.
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
                var offset = place
                while offset < place + 8 {
                    if isTrigger(base, offset, start) { return offset }
                    offset += 1
                }
            }
            place += 8
        }
        while place < end {
            if isTrigger(base, place, start) { return place }
            place += 1
        }
        return nil
    }

    @inline(__always)
    private static func each(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

    /// A high bit where a byte is zero, and perhaps in one above that.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- each(0x01)) & ~word }

    @inline(__always)
    private static func isTrigger(_ base: UnsafeRawPointer, _ place: Int, _ start: Int) -> Bool {
        let byte = base.load(fromByteOffset: place, as: UInt8.self)
        switch byte {
        case 0x1B, 0x08: return true
        case 0x0D: return base.load(fromByteOffset: place + 1, as: UInt8.self) != 0x0A
        case 0x25, 0x2F:
            guard place > start else { return true }
            let before = base.load(fromByteOffset: place - 1, as: UInt8.self)
            let isDigit = before &- 0x30 < 10
            return byte == 0x25 ? isDigit : isDigit || before == 0x42 || before == 0x20
        case 0x6F:
            // ` of `, with a digit on either side.
            return place > start + 1 && base.load(fromByteOffset: place + 1, as: UInt8.self) == 0x66
                && base.load(fromByteOffset: place + 2, as: UInt8.self) == 0x20
                && base.load(fromByteOffset: place - 1, as: UInt8.self) == 0x20
                && base.load(fromByteOffset: place - 2, as: UInt8.self) &- 0x30 < 10
        default: return false
        }
    }

    /// Behind the last line's end in `bytes[start..<end]`; nil where there is none.
    static func lastLineStart(in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int? {
        var place = end
        while place > start {
            if bytes[place - 1] == 0x0A { return place }
            place -= 1
        }
        return nil
    }
}
