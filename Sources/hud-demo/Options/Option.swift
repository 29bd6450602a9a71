extension OptionReader {
    /// An option of the command, for the parser and for completions.
    struct Option: Equatable {
        var name: String
        var short: Character?
        /// A short description.
        var summary: String
        /// Nil if the option has no value.
        var value: Argument?

        /// Whether the value may be left out. If it is given, it follows `=` in the same word.
        var hasOptionalValue = false

        /// Whether the next word can be the value.
        var takesValue: Bool { value != nil && !hasOptionalValue }

        /// Makes an option.
        init(_ name: String, short: Character? = nil, _ summary: String, _ value: Argument? = nil, isOptional: Bool = false) {
            self.name = name
            self.short = short
            self.summary = summary
            self.value = value
            hasOptionalValue = isOptional
        }

        static let help = Option("help", short: "h", "print the help text")
    }
}

/// The possible values of an option or an argument.
enum Argument: Equatable {
    /// Any text; its name in help texts.
    case any(String)
    case file
    /// One of a list. A word that ends with a colon is a prefix.
    case listed(Words)

    /// One of a list, which is computed on demand: a command that runs a job does not need the names of all spinners.
    static func oneOf(_ words: @autoclosure @escaping @Sendable () -> [String]) -> Argument { .listed(Words(all: words)) }

    struct Words: Equatable, Sendable {
        var all: @Sendable () -> [String]

        static func == (one: Words, other: Words) -> Bool { one.all() == other.all() }
    }

    static let seconds = Argument.any("SECONDS")
    static let text = Argument.any("TEXT")
}
