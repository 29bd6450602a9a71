import HUDCore

/// A JSON object on one line (RFC 8259), built member by member.
///
/// It is ASCII without control characters: it reads the same in every locale, and is safe to show on a
/// terminal.
package struct JSONLine: Equatable {
    /// The members so far, separated by commas.
    private(set) var members = ""

    /// An object without members.
    package init() {}

    /// The object.
    package var text: String { "{" + members + "}" }

    /// Adds a text.
    package mutating func add(_ name: String, _ text: String) {
        add(name, value: Self.quoted(text))
    }

    /// Adds true or false.
    package mutating func add(_ name: String, _ flag: Bool) {
        add(name, value: flag ? "true" : "false")
    }

    /// Adds a whole number; nothing if it is nil.
    package mutating func add(_ name: String, _ number: Int?) {
        if let number { add(name, value: String(number)) }
    }

    /// Adds a number; nothing if it is nil. Leaves out NaN and infinity, which JSON does not have. Negative counts as zero.
    package mutating func add(_ name: String, _ number: Double?) {
        guard let number, number.isFinite else { return }
        add(name, value: number > 0 ? number.shortestDecimal : "0")
    }

    /// Adds a duration in seconds; nothing if it is nil. Negative counts as zero.
    package mutating func add(_ name: String, _ duration: Duration?) {
        if let duration { add(name, value: max(.zero, duration).decimalSeconds) }
    }

    /// Adds an object.
    package mutating func add(_ name: String, object: JSONLine) {
        add(name, value: object.text)
    }

    /// Appends the members of another object.
    mutating func add(_ other: JSONLine) {
        guard !other.members.isEmpty else { return }
        if !members.isEmpty { members += "," }
        members += other.members
    }

    private mutating func add(_ name: String, value: String) {
        if !members.isEmpty { members += "," }
        members += "\"" + name + "\":"
        members += value
    }

    /// A text in quotes, in ASCII and without control characters.
    private static func quoted(_ text: String) -> String {
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
