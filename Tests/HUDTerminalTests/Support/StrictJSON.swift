/// Parses a JSON object without arrays, more strictly than RFC 8259: ASCII, no white space, no duplicate members.
struct StrictJSON {
    enum Value: Equatable {
        case string(String)
        case number(String)
        case bool(Bool)
        case object([String: Value])
    }

    private var rest: ArraySlice<UInt8>

    /// The members of `line` in order; nil if it is not such an object.
    static func members(of line: String) -> [(name: String, value: Value)]? {
        let bytes = Array(line.utf8)
        guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        var reader = StrictJSON(rest: bytes[...])
        guard let members = reader.object(), reader.rest.isEmpty else { return nil }
        return Set(members.map(\.name)).count == members.count ? members : nil
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    private mutating func object() -> [(name: String, value: Value)]? {
        guard take("{") else { return nil }
        var members: [(name: String, value: Value)] = []
        repeat {
            guard let name = string(), take(":"), let value = value() else { return nil }
            members.append((name, value))
        } while take(",")
        return take("}") ? members : nil
    }

    private mutating func value() -> Value? {
        if take("true") { return .bool(true) }
        if take("false") { return .bool(false) }
        if rest.first == UInt8(ascii: "\"") { return string().map(Value.string) }
        if rest.first == UInt8(ascii: "{") {
            return object().map { .object(Dictionary($0.map { ($0.name, $0.value) }) { first, _ in first }) }
        }
        return number().map(Value.number)
    }

    private mutating func digits() -> String {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        rest = rest.dropFirst(digits.count)
        return String(decoding: digits, as: UTF8.self)
    }

    private mutating func number() -> String? {
        var text = take("-") ? "-" : ""
        let whole = digits()
        guard !whole.isEmpty, whole == "0" || !whole.hasPrefix("0") else { return nil }
        text += whole
        if take(".") {
            let decimals = digits()
            guard !decimals.isEmpty else { return nil }
            text += "." + decimals
        }
        if take("e") || take("E") {
            let sign = take("-") ? "-" : take("+") ? "+" : ""
            let exponent = digits()
            guard !exponent.isEmpty else { return nil }
            text += "e" + sign + exponent
        }
        return text
    }

    private mutating func string() -> String? {
        guard take("\"") else { return nil }
        var units: [UInt16] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                var text = ""
                let isBroken = transcode(units.makeIterator(), from: UTF16.self, to: UTF32.self, stoppingOnError: true) {
                    if let scalar = Unicode.Scalar($0) { text.unicodeScalars.append(scalar) }
                }
                return isBroken ? nil : text
            case UInt8(ascii: "\\"):
                guard let unit = escape() else { return nil }
                units.append(unit)
            default: units.append(UInt16(byte))
            }
        }
        return nil
    }

    private mutating func escape() -> UInt16? {
        switch rest.popFirst() {
        case UInt8(ascii: "\""): return 0x22
        case UInt8(ascii: "\\"): return 0x5C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"):
            let digits = rest.prefix(4)
            rest = rest.dropFirst(4)
            let isHexadecimal =
                digits.count == 4 && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
            return isHexadecimal ? UInt16(String(decoding: digits, as: UTF8.self), radix: 16) : nil
        default: return nil
        }
    }
}
