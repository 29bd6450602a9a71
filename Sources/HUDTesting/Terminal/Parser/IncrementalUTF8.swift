/// Decodes UTF-8 one byte at a time. Each maximal invalid subpart becomes one U+FFFD (Unicode 3.9, table 3-8), as in
/// `String(decoding:as:)`.
struct IncrementalUTF8: Sendable {
    /// The result of a byte: a replacement for an unfinished character, and then a character.
    struct Output {
        var cutShort: Unicode.Scalar?
        var scalar: Unicode.Scalar?
    }

    private static let replacement: Unicode.Scalar = "\u{FFFD}"

    private var value: UInt32 = 0
    private var missing = 0
    /// The valid range of the next byte. It is narrower after a lead byte that could begin an overlong form, a surrogate or a value above U+10FFFF.
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
