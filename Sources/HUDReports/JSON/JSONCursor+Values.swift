import HUDLibc

/// A string in a JSON text: where its bytes are, between the quotation marks. Valid as long as the text.
package struct JSONString {
    package let bytes: UnsafeRawBufferPointer
    @usableFromInline let hasEscapes: Bool

    /// Whether this is the text `other`.
    @inlinable
    package static func == (one: JSONString, other: StaticString) -> Bool {
        // A reader compares a name with each of those that it knows, and most differ in length.
        (one.hasEscapes || one.bytes.count == other.utf8CodeUnitCount) && one.isEqual(to: other)
    }

    /// Whether the text is `other`, for a `switch` over the names that a reader knows.
    @inlinable
    package static func ~= (other: StaticString, one: JSONString) -> Bool { one == other }

    @usableFromInline
    func isEqual(to other: StaticString) -> Bool {
        if hasEscapes { return text() == other.description }
        guard let start = bytes.baseAddress else { return false }
        return memcmp(start, other.utf8Start, bytes.count) == 0
    }

    /// The text, cut after about `most` bytes.
    package func text(atMost most: Int = .max) -> String {
        // The byte behind the last one tells whether a character ends there.
        if hasEscapes { return String(decoding: unescaped(atMost: max(most, most &+ 1)).textPrefix(most), as: UTF8.self) }
        return String(decoding: UnsafeRawBufferPointer(rebasing: bytes.textPrefix(most)), as: UTF8.self)
    }

    /// The bytes of the text.
    package func unescaped(atMost most: Int = .max) -> [UInt8] {
        var text: [UInt8] = []
        var index = 0
        while index < bytes.count, text.count < most {
            let byte = bytes[index]
            index += 1
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            let escape = bytes[index]
            index += 1
            switch Unicode.Scalar(escape) {
            case "b": text.append(0x08)
            case "f": text.append(0x0C)
            case "n": text.append(0x0A)
            case "r": text.append(0x0D)
            case "t": text.append(0x09)
            case "u": text += scalar(at: &index).utf8
            default: text.append(escape)
            }
        }
        return text
    }

    /// The scalar whose digits begin at `index`; U+FFFD for half of a surrogate pair, which some programs write.
    private func scalar(at index: inout Int) -> String {
        let unit = digits(at: index)
        index += 4
        if let scalar = Unicode.Scalar(unit) { return String(scalar) }
        if unit < 0xDC00, index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") {
            let low = digits(at: index + 2)
            if 0xDC00...0xDFFF ~= low, let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) {
                index += 6
                return String(scalar)
            }
        }
        return "\u{FFFD}"
    }

    private func digits(at index: Int) -> UInt32 {
        UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16) ?? 0
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// The first bytes of a text in UTF-8, without a part of a character.
    package func textPrefix(_ most: Int) -> SubSequence {
        guard count > most else { return self[...] }
        var end = startIndex + most
        let least = Swift.max(startIndex, end - 3)
        while end > least, self[end] & 0xC0 == 0x80 { end -= 1 }
        return self[..<end]
    }
}

/// A decimal number: `mantissa` × 10^`exponent`, exact up to 18 digits.
package struct JSONNumber: Sendable, Equatable {
    var mantissa: Int64
    var exponent: Int

    /// The number as a `Double`.
    package var double: Double {
        if (-22...0).contains(exponent) { return Double(mantissa) / Self.powers[-exponent] }
        return Double("\(mantissa)e\(exponent)") ?? 0
    }

    private static let powers: [Double] = (0...22).map { Double("1e\($0)") ?? 1 }

    /// The whole part; clamped.
    package var integer: Int { Int(clamping: scaled(by: 0)) }

    /// The number of seconds, to the nanosecond; clamped to 292 years.
    package var seconds: Duration { .nanoseconds(scaled(by: 9)) }

    /// The number times 10^`places`, rounded toward zero and clamped.
    private func scaled(by places: Int) -> Int64 {
        var value = mantissa
        var rest = exponent + places
        while rest < 0, value != 0 {
            value /= 10
            rest += 1
        }
        while rest > 0, value != 0 {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            if overflow { return value < 0 ? .min : .max }
            value = product
            rest -= 1
        }
        return value
    }
}

// Values. Each of these reads the next value, and skips it if it is of another kind.
extension JSONCursor {
    /// The next value if it is a string.
    package mutating func string() -> JSONString? {
        if kind() == .string { return scanString() }
        skip()
        return nil
    }

    /// The next value if it is a number.
    package mutating func number() -> JSONNumber? {
        if kind() == .number { return scanNumber() }
        skip()
        return nil
    }

    /// The next value if it is true or false.
    package mutating func flag() -> Bool? {
        if kind() == .word { return scanWord() }
        skip()
        return nil
    }

    /// Where a string that this cursor has read begins, with its quotation mark.
    package func offset(of string: JSONString) -> Int {
        guard let start = bytes.baseAddress, let own = string.bytes.baseAddress else { return 0 }
        return own - start - 1
    }

    /// Reads a string, whose quotation mark is next.
    mutating func scanString() -> JSONString? {
        let start = index + 1
        var end = start
        var hasEscapes = false
        var isASCII = true
        while end < bytes.count {
            let byte = bytes[end]
            if byte == UInt8(ascii: "\"") {
                index = end + 1
                let slice = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
                if !isASCII, let broken = Self.offsetOfBrokenUTF8(in: slice) {
                    fail(.utf8, at: start + broken)
                    return nil
                }
                return JSONString(bytes: slice, hasEscapes: hasEscapes)
            }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                guard let length = lengthOfEscape(at: end) else { return nil }
                end += length
                continue
            }
            if byte < 0x20 { break }
            if byte >= 0x80 { isASCII = false }
            end += 1
        }
        index = end
        fail(end == bytes.count ? .quote : next == "\n" || next == "\r" ? .lineEnd : .control)
        return nil
    }

    /// The length of an escape sequence; nil for a mistake.
    private mutating func lengthOfEscape(at start: Int) -> Int? {
        switch Unicode.Scalar(start + 1 < bytes.count ? bytes[start + 1] : 0) {
        case "\"", "\\", "/", "b", "f", "n", "r", "t": return 2
        case "u":
            guard let unit = unit(at: start + 2) else { return nil }
            guard refusesHalfPairs, 0xD800...0xDFFF ~= unit else { return 6 }
            if unit < 0xDC00, start + 7 < bytes.count, bytes[start + 6] == UInt8(ascii: "\\"),
                bytes[start + 7] == UInt8(ascii: "u")
            {
                guard let low = self.unit(at: start + 8) else { return nil }
                if 0xDC00...0xDFFF ~= low { return 12 }
            }
            fail(.halfPair, at: start)
            return nil
        default:
            index = start + 1
            fail(.escape)
            return nil
        }
    }

    /// The number of four hexadecimal digits; nil for a mistake.
    private mutating func unit(at start: Int) -> UInt32? {
        var unit: UInt32 = 0
        for place in start..<start + 4 {
            guard place < bytes.count, let digit = Self.hexadecimal(bytes[place]) else {
                index = min(place, bytes.count)
                fail(.digits)
                return nil
            }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }

    static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch Unicode.Scalar(byte) {
        case "0"..."9": byte - UInt8(ascii: "0")
        case "a"..."f": byte - UInt8(ascii: "a") + 10
        case "A"..."F": byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The offset of the first byte that is not valid UTF-8; nil if all of them are.
    static func offsetOfBrokenUTF8(in bytes: UnsafeRawBufferPointer) -> Int? {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): offset += UTF8.width(scalar)
            case .emptyInput: return nil
            case .error: return offset
            }
        }
    }

    /// Reads a number, which begins with the next byte.
    mutating func scanNumber() -> JSONNumber? {
        var number = JSONNumber(mantissa: 0, exponent: 0)
        let isNegative = take("-")
        // After a leading zero another digit is a mistake, which the caller finds: it expects a comma or the end.
        if !take("0"), scanDigits(into: &number, areFraction: false) == 0 { return failedNumber() }
        if take("."), scanDigits(into: &number, areFraction: true) == 0 { return failedNumber() }
        if take("e") || take("E") {
            let isSmall = take("-")
            if !isSmall { _ = take("+") }
            var power = JSONNumber(mantissa: 0, exponent: 0)
            guard scanDigits(into: &power, areFraction: false) > 0 else { return failedNumber() }
            let size = power.exponent > 0 ? 100_000 : Int(min(power.mantissa, 100_000))
            number.exponent += isSmall ? -size : size
        }
        if isNegative { number.mantissa = -number.mantissa }
        return number
    }

    private mutating func failedNumber() -> JSONNumber? {
        fail(.digit)
        return nil
    }

    /// Reads digits. Those that a mantissa has no place for count as zeros.
    private mutating func scanDigits(into number: inout JSONNumber, areFraction: Bool) -> Int {
        let start = index
        while index < bytes.count, case let digit = bytes[index] &- UInt8(ascii: "0"), digit < 10 {
            index += 1
            if number.mantissa < 100_000_000_000_000_000 {
                number.mantissa = number.mantissa * 10 + Int64(digit)
                if areFraction { number.exponent -= 1 }
            } else if !areFraction {
                number.exponent += 1
            }
        }
        return index - start
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == character else { return false }
        index += 1
        return true
    }

    /// Reads `true`, `false` or `null`, for which the result is nil.
    mutating func scanWord() -> Bool? {
        for (word, value): (StaticString, Bool?) in [("true", true), ("false", false), ("null", nil)] {
            let end = index + word.utf8CodeUnitCount
            guard end <= bytes.count, let start = bytes.baseAddress, memcmp(start + index, word.utf8Start, end - index) == 0
            else {
                continue
            }
            index = end
            return value
        }
        fail(.word)
        return nil
    }
}
