extension OptionReader {
    /// An option that the command knows: what is read, and what completions offer.
    struct Option: Equatable {
        var name: String
        var short: Character?
        /// What it does, in a few words.
        var summary: String
        /// Nil where it takes none.
        var value: Argument?

        var takesValue: Bool { value != nil }

        /// An option, with its value where it takes one.
        init(_ name: String, short: Character? = nil, _ summary: String, _ value: Argument? = nil) {
            self.name = name
            self.short = short
            self.summary = summary
            self.value = value
        }

        static let help = Option("help", short: "h", "say how it is used")
    }
}

/// What may stand for a value, or for a word that is no option.
enum Argument: Equatable {
    /// Anything; how it is called in texts.
    case any(String)
    case file
    /// One of these. One that ends with a colon is only the beginning.
    case listed(Words)

    /// One of these. They are made when somebody asks: a command that only runs a job has no use for the names of all spinners.
    static func oneOf(_ words: @autoclosure @escaping @Sendable () -> [String]) -> Argument { .listed(Words(all: words)) }

    struct Words: Equatable, Sendable {
        var all: @Sendable () -> [String]

        static func == (one: Words, other: Words) -> Bool { one.all() == other.all() }
    }

    static let seconds = Argument.any("SECONDS")
    static let text = Argument.any("TEXT")
}
