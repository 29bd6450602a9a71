/// Reads strict JSON (RFC 8259): no comments, no trailing commas, no unpaired surrogates. A byte order mark at the start is skipped, as
/// section 8.1 allows.
struct JSONReader {
    /// The value in `bytes`.
    ///
    /// `bytes` need not be valid. Arrays and objects may be nested `depth` levels deep.
    static func value(in bytes: [UInt8], depth: Int = 64) throws(JSONError) -> JSONValue {
        if let offset = offsetOfBrokenUTF8(in: bytes) { throw JSONError(offset: offset, message: "not UTF-8") }
        var reader = JSONReader(bytes: bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
        let value = try reader.readValue(depth: depth)
        reader.skipBlanks()
        guard reader.index == bytes.count else { throw reader.expected("nothing more") }
        return value
    }

    private let bytes: [UInt8]
    private var index = 0

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    @inline(never)
    private func expected(_ what: String) -> JSONError {
        JSONError(offset: index, message: "expected " + what + (next == nil ? ", not the end" : ""))
    }

    /// Consumes the next byte if it is `character`.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
    }

    private mutating func readValue(depth: Int) throws(JSONError) -> JSONValue {
        skipBlanks()
        let start = index
        let content: JSONValue.Content
        switch next {
        case UInt8(ascii: "{"): content = try readObject(depth: depth)
        case UInt8(ascii: "["): content = try readArray(depth: depth)
        case UInt8(ascii: "\""): content = .string(try readString())
        case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): content = .number(try readNumber())
        case UInt8(ascii: "t"): content = try readWord("true", .boolean(true))
        case UInt8(ascii: "f"): content = try readWord("false", .boolean(false))
        case UInt8(ascii: "n"): content = try readWord("null", .null)
        default: throw expected("a value")
        }
        return JSONValue(content: content, offset: start)
    }

    private mutating func readWord(_ word: String, _ content: JSONValue.Content) throws(JSONError) -> JSONValue.Content {
        let expected = Array(word.utf8)
        guard Array(bytes[index...].prefix(expected.count)) == expected else {
            throw JSONError(offset: index, message: "expected a value")
        }
        index += expected.count
        return content
    }

    private mutating func readArray(depth: Int) throws(JSONError) -> JSONValue.Content {
        guard depth > 0 else { throw JSONError(offset: index, message: "nested too deep") }
        index += 1
        var values: [JSONValue] = []
        skipBlanks()
        if take("]") { return .array(values) }
        while true {
            values.append(try readValue(depth: depth - 1))
            skipBlanks()
            if take("]") { return .array(values) }
            guard take(",") else { throw expected("',' or ']'") }
        }
    }

    private mutating func readObject(depth: Int) throws(JSONError) -> JSONValue.Content {
        guard depth > 0 else { throw JSONError(offset: index, message: "nested too deep") }
        index += 1
        var members: [JSONValue.Member] = []
        skipBlanks()
        if take("}") { return .object(members) }
        while true {
            skipBlanks()
            let start = index
            guard next == UInt8(ascii: "\"") else {
                throw expected("a name in double quotes" + (members.isEmpty ? " or '}'" : ""))
            }
            let name = try readString()
            skipBlanks()
            guard take(":") else { throw expected("':'") }
            members.append(JSONValue.Member(name: name, offset: start, value: try readValue(depth: depth - 1)))
            skipBlanks()
            if take("}") { return .object(members) }
            guard take(",") else { throw expected("',' or '}'") }
        }
    }

    private mutating func readNumber() throws(JSONError) -> Double {
        let start = index
        _ = take("-")
        // After a leading zero another digit is an error, which the caller reports: it expects a comma or the end.
        if !take("0") { try readDigits() }
        if take(".") { try readDigits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try readDigits()
        }
        return Double(String(decoding: bytes[start..<index], as: UTF8.self)) ?? .infinity
    }

    private mutating func readDigits() throws(JSONError) {
        let start = index
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        guard index > start else { throw expected("a digit") }
    }
}

extension JSONReader {
    /// Reads a string; the next byte is its opening quotation mark.
    private mutating func readString() throws(JSONError) -> String {
        index += 1
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                // `bytes` is valid UTF-8 and was split at ASCII characters only, so nothing is replaced here.
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                text += String(try readEscape()).utf8
            case 0x0A, 0x0D:
                throw expected("'\"' before the end of the line")
            case 0..<0x20:
                throw expected(
                    "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16) + ", not the control character itself")
            default:
                text.append(byte)
                index += 1
            }
        }
        throw expected("'\"'")
    }

    private mutating func readEscape() throws(JSONError) -> Unicode.Scalar {
        let start = index
        index += 1
        let escapes: [(Unicode.Scalar, Unicode.Scalar)] = [
            ("\"", "\""), ("\\", "\\"), ("/", "/"), ("b", "\u{8}"), ("f", "\u{C}"), ("n", "\n"), ("r", "\r"), ("t", "\t")
        ]
        for (letter, scalar) in escapes where take(letter) { return scalar }
        guard take("u") else { throw expected("one of \"\\/bfnrtu after the backslash") }
        let unit = try readHexadecimal()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        if unit < 0xDC00, take("\\"), take("u") {
            let low = try readHexadecimal()
            if 0xDC00...0xDFFF ~= low, let scalar = Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)) {
                return scalar
            }
        }
        throw JSONError(offset: start, message: "half of a surrogate pair: expected \\ud800 to \\udbff, then \\udc00 to \\udfff")
    }

    private mutating func readHexadecimal() throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw expected("four hexadecimal digits after \\u")
            }
            unit = unit << 4 | UInt32(digit)
            index += 1
        }
        return unit
    }

    /// The offset of the first byte that is not valid UTF-8; nil if all of them are.
    private static func offsetOfBrokenUTF8(in bytes: [UInt8]) -> Int? {
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
}
