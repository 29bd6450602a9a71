/// Finds the few bytes in a job's output that are worth a second look, many bytes at a time.
///
/// Whatever says how far a job is has one of these: a percent sign behind a digit, a slash behind a digit, a unit or a space, ` of `, a
/// return that begins a line anew, a backspace, or an escape. Lines with none of them are passed over unread.
enum TriggerScan {
    private typealias Block = SIMD32<UInt8>

    /// The bytes at the end that are not looked at, since what follows them is not known.
    static let tail = 3

    /// The first trigger in `bytes` at or behind `start`, but for the last `tail` bytes; nil where there is none.
    static func first(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        let end = bytes.count - tail
        var place = start
        while place + Block.scalarCount <= end {
            let block = base.loadUnaligned(fromByteOffset: place, as: Block.self)
            let next = base.loadUnaligned(fromByteOffset: place + 1, as: Block.self)
            // Rare ones first: most blocks have none of these, and end here.
            let slashOrPercent = (next .== 0x2F) .| (next .== 0x25)
            let control = ((block .== 0x0D) .& (next .!= 0x0A)) .| (block .== 0x1B) .| (block .== 0x08)
            let word = (block .== 0x6F) .& (next .== 0x66)
            if isSet(slashOrPercent .| control .| word) || isSet((block .== 0x2F) .| (block .== 0x25)) {
                for offset in place..<place + Block.scalarCount where isTrigger(base, offset, start) { return offset }
            }
            place += Block.scalarCount
        }
        while place < end {
            if isTrigger(base, place, start) { return place }
            place += 1
        }
        return nil
    }

    @inline(__always)
    private static func isSet(_ mask: SIMDMask<SIMD32<Int8>>) -> Bool {
        let words = unsafeBitCast(mask, to: SIMD4<UInt64>.self)
        return words[0] | words[1] | words[2] | words[3] != 0
    }

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
