/// A JSON value, and where in the bytes it stands.
struct JSONValue: Sendable, Equatable {
    enum Content: Sendable, Equatable {
        case null
        case boolean(Bool)
        /// The nearest double; infinite where the number is too large for one.
        case number(Double)
        case string(String)
        case array([JSONValue])
        /// In the order of the text, with what is there twice.
        case object([Member])
    }

    struct Member: Sendable, Equatable {
        var name: String
        /// Where the name starts.
        var offset: Int
        var value: JSONValue
    }

    var content: Content
    /// Where the value starts: bytes from the start of the text.
    var offset: Int

    /// The member of that name, the last where there are several, as most readers have it (RFC 8259, section 4); nil for what is no
    /// object.
    func member(_ name: String) -> Member? {
        guard case .object(let members) = content else { return nil }
        return members.last { $0.name == name }
    }
}

/// Why bytes are no JSON.
struct JSONError: Error, Equatable {
    /// Where reading stopped: bytes from the start of the text.
    var offset: Int
    /// What is wrong, or what would do; one line, harmless to print.
    var message: String
}
