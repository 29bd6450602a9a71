/// Decodes UTF-8 one byte at a time. Invalid input gives as many results as in `String(decoding:as:)` (Unicode 3.9, table 3-8).
struct ScalarDecoder: Sendable {
    enum Result: Sendable, Equatable {
        case incomplete
        case invalid
        case scalar(UInt32)
    }

    private var value: UInt32 = 0
    private var missing = 0
    /// The valid range of the next byte.
    private var range: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether the last character is complete.
    var isComplete: Bool { missing == 0 }

    /// Takes a byte; returns what it completes, and whether it cuts off an unfinished character.
    mutating func decode(_ byte: UInt8) -> (isCutShort: Bool, result: Result) {
        guard missing > 0 else { return (false, begin(byte)) }
        guard range.contains(byte) else {
            missing = 0
            return (true, begin(byte))
        }
        range = 0x80...0xBF
        value = value << 6 | UInt32(byte & 0x3F)
        missing -= 1
        return (false, missing == 0 ? .scalar(value) : .incomplete)
    }

    private mutating func begin(_ byte: UInt8) -> Result {
        range = 0x80...0xBF
        switch byte {
        case 0x00...0x7F: return .scalar(UInt32(byte))
        case 0xC2...0xDF: expect(1, byte & 0x1F)
        case 0xE0...0xEF:
            expect(2, byte & 0x0F)
            // Overlong forms and surrogates are invalid.
            if byte == 0xE0 { range = 0xA0...0xBF }
            if byte == 0xED { range = 0x80...0x9F }
        case 0xF0...0xF4:
            expect(3, byte & 0x07)
            if byte == 0xF0 { range = 0x90...0xBF }
            if byte == 0xF4 { range = 0x80...0x8F }
        default: return .invalid
        }
        return .incomplete
    }

    private mutating func expect(_ count: Int, _ bits: UInt8) {
        missing = count
        value = UInt32(bits)
    }
}
