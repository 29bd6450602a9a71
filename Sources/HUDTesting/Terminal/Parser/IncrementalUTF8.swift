/// UTF-8, a byte at a time. What is not UTF-8 becomes U+FFFD, one for each longest beginning of a character (Unicode 3.9, table 3-8),
/// as `String(decoding:as:)` does it.
struct IncrementalUTF8: Sendable {
    /// What a byte completes: a character that it cut short, then a character.
    struct Output {
        var cutShort: Unicode.Scalar?
        var scalar: Unicode.Scalar?
    }

    private static let replacement: Unicode.Scalar = "\u{FFFD}"

    private var value: UInt32 = 0
    private var missing = 0
    /// What the next byte may be: narrower after a lead that could make a character too long, a surrogate or one past U+10FFFF.
    private var range: ClosedRange<UInt8> = 0x80...0xBF

    mutating func decode(_ byte: UInt8) -> Output {
        guard missing > 0 else { return Output(scalar: begin(byte)) }
        guard range.contains(byte) else {
            missing = 0
            return Output(cutShort: Self.replacement, scalar: begin(byte))
        }
        range = 0x80...0xBF
        value = value << 6 | UInt32(byte & 0x3F)
        missing -= 1
        return Output(scalar: missing == 0 ? Unicode.Scalar(value) : nil)
    }

    private mutating func begin(_ byte: UInt8) -> Unicode.Scalar? {
        range = 0x80...0xBF
        switch byte {
        case 0x00...0x7F: return Unicode.Scalar(byte)
        case 0xC2...0xDF: expect(1, byte & 0x1F)
        case 0xE0...0xEF:
            expect(2, byte & 0x0F)
            if byte == 0xE0 { range = 0xA0...0xBF }
            if byte == 0xED { range = 0x80...0x9F }
        case 0xF0...0xF4:
            expect(3, byte & 0x07)
            if byte == 0xF0 { range = 0x90...0xBF }
            if byte == 0xF4 { range = 0x80...0x8F }
        default: return Self.replacement
        }
        return nil
    }

    private mutating func expect(_ count: Int, _ bits: UInt8) {
        missing = count
        value = UInt32(bits)
    }
}
