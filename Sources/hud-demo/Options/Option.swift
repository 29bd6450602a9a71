import HUDJob

/// An option: its names, what it takes and sets, and what is said about it.
///
/// The parser, the help texts, the completions and the lists of the manual page are made from tables of these.
struct Option: Sendable {
    let name: String
    let short: Unicode.Scalar?
    /// Nil if the option has no value.
    let argument: Argument?
    /// A short description, for completions and the help text.
    let summary: String
    /// What the help text says, if it is not the summary with the values among which the option chooses.
    let usage: String?
    /// The default value as a user would write it; nil if there is none, or if ``manual`` describes it.
    let standard: String?
    /// What the manual page says, in mdoc(7).
    let manual: String
    let take: @Sendable (inout Settings, OptionValue) throws -> Void

    /// Makes an option that sets a value.
    init<Value>(
        _ name: String, short: Unicode.Scalar? = nil, _ parameter: Parameter<Value>, _ summary: String, usage: String? = nil,
        default standard: String? = nil, manual: String,
        set: @escaping @Sendable (inout Settings, Value) -> Void
    ) {
        self.name = name
        self.short = short
        argument = parameter.argument
        self.summary = summary
        self.usage = usage
        self.standard = standard
        self.manual = manual
        take = { set(&$0, try parameter.read($1)) }
    }

    /// Whether the next word can be the value.
    var takesValue: Bool { argument?.isOptional == false }

    /// How the option can be written: the letter first, if it has one.
    var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + ["--" + name] }
}

/// What an option or a command takes.
struct Argument: Sendable {
    /// What completes it.
    enum Completion: Sendable {
        case none
        case files
        /// Files, each of which may have a name and `=` before it.
        case namedFiles
        /// A list, which is computed on demand: a command that runs a job does not need the names of all spinners. A word that ends with a colon
        /// is a prefix.
        case words(@Sendable () -> [String])
    }

    let name: String
    var completion = Completion.none
    /// Whether the words of the completion are the only values.
    var isChoice = false
    /// Whether it may be left out. If the value of an option is given, it follows `=` in the same word.
    var isOptional = false

    /// The words that complete it.
    var words: [String] {
        if case .words(let words) = completion { words() } else { [] }
    }
}

/// The value of an option: how it is described, and how it is read.
struct Parameter<Value>: Sendable {
    /// Nil if the option stands for itself.
    let argument: Argument?
    let read: @Sendable (OptionValue) throws -> Value
}

extension Parameter {
    init(_ name: String, _ completion: Argument.Completion = .none, read: @escaping @Sendable (OptionValue) throws -> Value) {
        self.init(argument: Argument(name: name, completion: completion), read: read)
    }

    /// No value: the option stands for `value`.
    static func flag(_ value: @autoclosure @escaping @Sendable () -> Value) -> Parameter {
        Parameter(argument: nil) { _ in value() }
    }

    /// One of several values, by name.
    static func choice(
        _ name: String, _ choices: @autoclosure @escaping @Sendable () -> [(name: String, value: Value)]
    ) -> Parameter {
        let argument = Argument(name: name, completion: .words { choices().map(\.name) }, isChoice: true)
        return Parameter(argument: argument) { try $0.choice(of: choices()) }
    }
}

extension Parameter where Value: RawRepresentable<String> & Sendable {
    /// One of several values, by their raw values.
    static func choice(_ name: String, _ values: @autoclosure @escaping @Sendable () -> [Value]) -> Parameter {
        choice(name, values().map { ($0.rawValue, $0) })
    }
}

extension Parameter<Bool> {
    static var flag: Parameter { flag(true) }
}

extension Parameter<String> {
    static func text(_ name: String = "text") -> Parameter { Parameter(name) { $0.text } }
}

extension Parameter<CommandArgument> {
    static func word(_ name: String) -> Parameter { Parameter(name) { $0.word ?? "" } }
    static func file(_ name: String = "file") -> Parameter { Parameter(name, .files) { try $0.path() } }
}

extension Parameter<Int> {
    static func number(in range: ClosedRange<Int>) -> Parameter { Parameter("n") { try $0.number(in: range) } }
}

extension Parameter<Duration> {
    static var seconds: Parameter { Parameter("seconds") { try $0.duration() } }

    /// Seconds that may be left out.
    static func seconds(or standard: Duration) -> Parameter {
        Parameter(argument: Argument(name: "seconds", isOptional: true)) { $0.word == nil ? standard : try $0.duration() }
    }
}

extension Parameter<Duration?> {
    /// Seconds after which something ends; nil for 0, which is no limit.
    static var limit: Parameter {
        Parameter("seconds") {
            let time = try $0.duration()
            return time == .zero ? nil : time
        }
    }
}
