import HUDCore

/// A JSON object on one line (RFC 8259), built member by member.
///
/// It is ASCII without control characters: it reads the same in every locale, and is safe to show on a
/// terminal.
struct JSONLine: Equatable {
    /// The members so far, separated by commas.
    private(set) var members = ""

    /// The object.
    var text: String { "{" + members + "}" }

    mutating func add(_ name: String, _ text: String) {
        addName(name)
        members += JSONText.quoted(text)
    }

    mutating func add(_ name: String, _ flag: Bool) {
        addName(name)
        members += flag ? "true" : "false"
    }

    mutating func add(_ name: String, _ number: Int) {
        addName(name)
        members += String(number)
    }

    /// Adds a number. Leaves out NaN and infinity, which JSON does not have. Negative counts as zero.
    mutating func add(_ name: String, _ number: Double) {
        guard number.isFinite else { return }
        addName(name)
        members += number > 0 ? number.shortestDecimal : "0"
    }

    /// Adds a duration in seconds. Negative counts as zero.
    mutating func add(_ name: String, _ duration: Duration) {
        addName(name)
        members += max(.zero, duration).decimalSeconds
    }

    /// Adds an object.
    mutating func add(_ name: String, object: JSONLine) {
        addName(name)
        members += object.text
    }

    /// Appends the members of another object.
    mutating func add(_ other: JSONLine) {
        guard !other.members.isEmpty else { return }
        if !members.isEmpty { members += "," }
        members += other.members
    }

    private mutating func addName(_ name: String) {
        if !members.isEmpty { members += "," }
        members += "\"" + name + "\":"
    }
}
