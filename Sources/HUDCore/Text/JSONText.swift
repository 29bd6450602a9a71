/// Texts in JSON.
package enum JSONText {
    /// A text in quotes, in ASCII and without control characters.
    package static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars { append(scalar, to: &quoted) }
        quoted += "\""
        return quoted
    }

    private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
        switch scalar {
        case "\"", "\\":
            text += "\\"
            text.unicodeScalars.append(scalar)
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        case " "..."~": text.unicodeScalars.append(scalar)
        default:
            // A scalar outside the basic multilingual plane takes two: a surrogate pair.
            for unit in UTF16.encode(scalar).map(Array.init) ?? [] {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            }
        }
    }
}
