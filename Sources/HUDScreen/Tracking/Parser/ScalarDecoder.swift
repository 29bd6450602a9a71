/// Decodes UTF-8 one byte at a time. Invalid input gives as many results as in `String(decoding:as:)` (Unicode 3.9, table 3-8).
struct ScalarDecoder: Sendable {
    enum Result {
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

    /// The character beyond ASCII at `index`, and how many bytes it has. Nil if it is invalid, or the bytes end before it.
    static func scalar(in bytes: UnsafeRawBufferPointer, at index: Int) -> (UInt32, length: Int)? {
        let lead = UInt32(bytes[index])
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard lead >= 0xC2, lead < 0xF5, index + length <= bytes.count else { return nil }
        var value = lead & (0x7F >> UInt32(length))
        for place in index + 1..<index + length {
            guard bytes[place] & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(bytes[place] & 0x3F)
        }
        switch length {
        case 2: return (value, 2)
        case 3: return value >= 0x800 && !(0xD800..<0xE000).contains(value) ? (value, 3) : nil
        default: return (0x10000...0x10FFFF).contains(value) ? (value, 4) : nil
        }
    }

    /// Drops the unfinished character if `byte` does not continue it.
    ///
    /// - Returns: Whether it was dropped.
    mutating func isCutShort(by byte: UInt8) -> Bool {
        guard !range.contains(byte) else { return false }
        self = ScalarDecoder()
        return true
    }

    /// Takes a byte from 0x80 on, one that continues the unfinished character if there is one.
    mutating func decode(_ byte: UInt8) -> Result {
        guard missing > 0 else { return begin(byte) }
        range = 0x80...0xBF
        value = value << 6 | UInt32(byte & 0x3F)
        missing -= 1
        guard missing == 0 else { return .incomplete }
        defer { self = ScalarDecoder() }
        return .scalar(value)
    }

    private mutating func begin(_ byte: UInt8) -> Result {
        switch byte {
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
