import HUDCore

/// A JSON object on one line (RFC 8259), written member by member.
///
/// It is ASCII without a control character, whatever the texts are: it reads the same in any locale, and a terminal that shows it acts
/// on nothing in it.
struct JSONLine: Equatable {
    /// The members so far, with commas between them.
    private(set) var members = ""

    /// The object.
    var text: String { "{" + members + "}" }

    mutating func add(_ name: String, _ text: String) {
        addName(name)
        members += "\""
        for scalar in text.unicodeScalars { Self.append(scalar, to: &members) }
        members += "\""
    }

    mutating func add(_ name: String, _ flag: Bool) {
        addName(name)
        members += flag ? "true" : "false"
    }

    mutating func add(_ name: String, _ number: Int) {
        addName(name)
        members += String(number)
    }

    /// Leaves out what JSON has no number for. Less than zero counts as zero.
    mutating func add(_ name: String, _ number: Double) {
        guard number.isFinite else { return }
        addName(name)
        members += number > 0 ? number.shortestDecimal : "0"
    }

    /// In seconds. Less than zero counts as zero.
    mutating func add(_ name: String, _ duration: Duration) {
        addName(name)
        members += max(.zero, duration).decimalSeconds
    }

    /// Appends another's members.
    mutating func add(_ other: JSONLine) {
        guard !other.members.isEmpty else { return }
        if !members.isEmpty { members += "," }
        members += other.members
    }

    private mutating func addName(_ name: String) {
        if !members.isEmpty { members += "," }
        members += "\"" + name + "\":"
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
            // Outside the basic plane it takes two, a surrogate pair.
            for unit in UTF16.encode(scalar).map(Array.init) ?? [] {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            }
        }
    }
}
