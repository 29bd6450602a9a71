import HUDJob

/// The words of a command line, read by the options of its command as getopt_long(3) does.
///
/// Names may be abbreviated. Letters may share a word.
struct Arguments {
    let command: Command
    private(set) var settings = Settings()
    /// The words before `--` that are no options.
    private(set) var words: [CommandArgument] = []
    /// The words behind `--`; nil without it.
    private(set) var job: [CommandArgument]?
    /// The names of the options that were given.
    private(set) var given: [String] = []
    /// The option whose value is `--`, in a word of its own; nil if there is none.
    private var takerOfDashes: Option?
    /// The option that was read last, if it got no value, and the one that was before the first of the words.
    private var lastWithoutValue: Option?
    private var optionBeforeWords: Option?
    private let options: [Option]
    /// The words that have not been read.
    private var rest: ArraySlice<CommandArgument>

    /// Reads the words of a process, the name of the program first.
    init(_ words: [CommandArgument]) throws {
        var words = words.dropFirst()
        // As in other programs with commands: `help`, `help NAME` and `version`.
        let answers = ["help": "--help", "version": "--version"]
        let word = answers[words.first?.text ?? ""]
        // Also `help help` and `help version`.
        while answers[words.first?.text ?? ""] != nil { words = words.dropFirst() }
        let name = words.first?.text ?? ""
        command = Command.all.first { $0.name == name } ?? .wrap
        rest = command.name.isEmpty ? words : words.dropFirst()
        options = command.options
        if let word {
            if let other = rest.first {
                throw UsageError(message: "no command is called \(ShellWord.quoted(other.text)); 'hud-demo --help' lists them")
            }
            try takeName(CommandArgument(word))
        }
        while settings.answer == nil, let word = rest.popFirst() {
            let text = word.text
            if text == "--" {
                job = Array(rest)
                rest = []
            } else if text.utf8.starts(with: "--".utf8) {
                try takeName(word)
            } else if text.utf8.first == UInt8(ascii: "-"), text != "-" {
                try takeLetters(word)
            } else {
                if self.words.isEmpty { optionBeforeWords = lastWithoutValue }
                self.words.append(word)
                // A command that was given without dashes has options of its own.
                if command.name.isEmpty {
                    self.words += rest
                    rest = []
                }
            }
        }
    }

    /// All words that are no options.
    var all: [CommandArgument] { words + (job ?? []) }

    /// The only word that is no option; nil if there is none.
    func only() throws(UsageError) -> CommandArgument? {
        guard all.count > 1 else { return all.first }
        throw UsageError(message: "\(command.name) takes one \(command.words.name); \(ShellWord.quoted(all[1].text)) is too many")
    }

    /// What is wrong if words are no options, or unknown ones, because of how an option before them was written; nil if nothing looks so.
    var misplacedValue: UsageError? {
        if let option = takerOfDashes {
            return UsageError(message: "--\(option.name) has taken '--' as its value; write '--\(option.name) VALUE -- ...'")
        }
        guard let option = optionBeforeWords, option.argument?.isOptional == true, job != nil || words.contains("--") else {
            return nil
        }
        let word = ShellWord.quoted(words[0].text)
        return UsageError(
            message: "unexpected \(word); a value of --\(option.name) follows '=': --\(option.name)=\(word)")
    }

    /// Takes `--name`, `--name=value` or `--name value`.
    private mutating func takeName(_ word: CommandArgument) throws {
        let text = word.text
        let end = text.utf8.firstIndex(of: UInt8(ascii: "="))
        let name = end.map { String(text[..<$0]) } ?? text
        let matches = options.filter { ("--" + $0.name).utf8.starts(with: name.utf8) }
        guard let option = matches.first(where: { "--" + $0.name == name }) ?? matches.first else {
            throw unknown(name)
        }
        if matches.count > 1, "--" + option.name != name {
            let names = matches.map { "--" + $0.name }.joined(separator: " or ")
            throw UsageError(message: "\(ShellWord.quoted(name)) could be \(names)")
        }
        let attached = end.flatMap { _ in word.dropping(prefix: name + "=") }
        if attached != nil, option.argument == nil { throw UsageError(message: "--\(option.name) takes no value") }
        try take(option, attached ?? (option.takesValue ? nextValue(of: option) : nil), as: name)
    }

    /// Takes `-a`, `-abc`, `-avalue` or `-a value`.
    private mutating func takeLetters(_ word: CommandArgument) throws {
        var letters = word.text.unicodeScalars.dropFirst()
        while settings.answer == nil, let letter = letters.popFirst() {
            guard let option = options.first(where: { $0.short == letter }) else { throw unknown("-\(letter)") }
            var value: CommandArgument?
            if option.takesValue {
                value =
                    letters.isEmpty
                    ? nextValue(of: option) : word.dropping(prefix: String(word.text.unicodeScalars.dropLast(letters.count)))
                letters.removeAll()
            }
            try take(option, value, as: "-\(letter)")
        }
    }

    private mutating func nextValue(of option: Option) -> CommandArgument? {
        let word = rest.popFirst()
        if word?.text == "--" { takerOfDashes = option }
        return word
    }

    private mutating func take(_ option: Option, _ value: CommandArgument?, as name: String) throws {
        if value == nil, option.takesValue { throw UsageError(message: "\(ShellWord.quoted(name)) needs a value") }
        given.append(option.name)
        lastWithoutValue = value == nil ? option : nil
        try option.take(&settings, OptionValue(origin: "--" + option.name, word: value))
    }

    private func unknown(_ name: String) -> UsageError {
        if let misplacedValue { return misplacedValue }
        let help = ["hud-demo", command.name, "--help"].filter { !$0.isEmpty }.joined(separator: " ")
        let isName = name.utf8.starts(with: "--".utf8)
        let word = String(name.dropFirst(2))
        // As `--json`, which is a style.
        let chooser = isName ? options.first { $0.argument?.isChoice == true && $0.argument?.words.contains(word) == true } : nil
        let others = Command.all.filter { $0.options.contains { $0.spellings.contains(name) } }
            .map { ShellWord.quoted(["hud-demo", $0.name].filter { !$0.isEmpty }.joined(separator: " ")) }
        let advice =
            if let chooser {
                "did you mean --\(chooser.name) \(word)? "
            } else if !others.isEmpty {
                others.joined(separator: " and ") + (others.count > 1 ? " have it; " : " has it; ")
            } else {
                isName ? NearestNames.advice(for: word, in: options.map(\.name), prefix: "--") : ""
            }
        return UsageError(message: "unknown option \(ShellWord.quoted(name)); \(advice)'\(help)' lists them")
    }
}
