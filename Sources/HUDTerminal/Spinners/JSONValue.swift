/// A JSON value and its position in the input.
struct JSONValue: Sendable, Equatable {
    enum Content: Sendable, Equatable {
        case null
        case boolean(Bool)
        /// The nearest double, or infinity if the number is too large.
        case number(Double)
        case string(String)
        case array([JSONValue])
        /// The members in the order of the input, duplicates included.
        case object([Member])
    }

    struct Member: Sendable, Equatable {
        var name: String
        /// The byte offset of the name.
        var offset: Int
        var value: JSONValue
    }

    var content: Content
    /// The byte offset of the value.
    var offset: Int

    /// Written out and not inlined, because the derived function would contain itself several times.
    @inline(never)
    static func == (one: JSONValue, other: JSONValue) -> Bool { one.offset == other.offset && one.content == other.content }

    /// The member with that name; nil if the value is not an object. Of duplicates the last one counts, as in most readers (RFC 8259,
    /// section 4).
    func member(_ name: String) -> Member? {
        guard case .object(let members) = content else { return nil }
        return members.last { $0.name == name }
    }
}

/// Why the input is not JSON.
struct JSONError: Error, Equatable {
    /// The byte offset at which reading stopped.
    var offset: Int
    /// What is wrong or what was expected; one line that is safe to print.
    var message: String
}
