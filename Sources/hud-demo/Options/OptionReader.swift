import CTerminalSupport
import HUDJob
import HUDLibc

/// Parses options with libc's `getopt_long`, with error messages that say what would be valid.
struct OptionReader {
    /// An option on the command line, or an environment variable in its place.
    struct Found: Equatable {
        var name: String
        /// Empty if the option has no value.
        var value = ""
        /// The bytes of the value.
        var rawValue = RawWord("")
        var isVariable = false
        /// Whether an optional value was left out.
        var isBare = false

        /// The name in error messages.
        var origin: String { isVariable ? name : "--" + name }
    }

    private let options: [Option]
    private let shortOptions: String
    /// The arguments and options for C. They are never freed, because they are parsed once per process.
    private let argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let longOptions: UnsafeMutablePointer<option>
    private let count: Int32
    /// Whether the options were ended by `--`.
    private(set) var endedByDashes = false

    init(_ arguments: [RawWord], options: [Option]) {
        self.options = options
        count = Int32(arguments.count)
        argv = .allocate(capacity: arguments.count + 1)
        for (index, argument) in arguments.enumerated() { argv[index] = argument.withCString { $0.flatMap { strdup($0) } } }
        argv[arguments.count] = nil
        longOptions = .allocate(capacity: options.count + 1)
        // "+": parsing stops at the first argument; ":": a missing value is reported differently from an unknown option.
        var short = "+:"
        for (index, known) in options.enumerated() {
            longOptions[index] = option(
                name: UnsafePointer(strdup(known.name)), has_arg: known.hasOptionalValue ? 2 : known.takesValue ? 1 : 0,
                flag: nil,
                val: Int32(1000 + index))
            if let letter = known.short { short += String(letter) + (known.takesValue ? ":" : "") }
        }
        longOptions[options.count] = option()
        shortOptions = short
        hud_getopt_start()
    }

    /// The words after the options.
    var rest: [RawWord] {
        (Int(hud_optind())..<max(Int(hud_optind()), Int(count))).compactMap { argv[$0].map { RawWord($0) } }
    }

    /// Takes the next word if it is an argument, so that the options after it can be read.
    mutating func takeWord(into words: inout [RawWord]) -> Bool {
        guard hud_optind() < count, let word = argv[Int(hud_optind())] else { return false }
        words.append(RawWord(word))
        hud_set_optind(hud_optind() + 1)
        return true
    }

    /// The next option; nil at the end of the options.
    mutating func next() throws(UsageError) -> Found? {
        let before = hud_optind()
        let result = hud_getopt_long(count, argv, shortOptions, longOptions)
        if result == -1 {
            // Whether a `--` was skipped, as opposed to one that was an option's value.
            endedByDashes = hud_optind() == before + 1
            return nil
        }
        let word = argv[Int(before)].map { String(cString: $0) } ?? ""
        switch UnicodeScalar(UInt32(result)) {
        case ":":
            throw UsageError(message: "\(name(of: hud_optopt(), in: word)) needs a value")
        case "?":
            throw UsageError(message: complaint(about: word))
        case let letter:
            let index = result >= 1000 ? Int(result) - 1000 : options.firstIndex { $0.short == letter.map(Character.init) }
            guard let index else { return nil }
            let given = hud_optarg().map { RawWord($0) }
            let value = given ?? RawWord("")
            return Found(name: options[index].name, value: value.text, rawValue: value, isBare: given == nil)
        }
    }

    private func complaint(about word: String) -> String {
        // optopt is one of our codes if an option without a value was given one.
        if hud_optopt() >= 1000 { return "--\(options[Int(hud_optopt()) - 1000].name) takes no value" }
        let name = name(of: hud_optopt(), in: word)
        let matches = options.filter { word.hasPrefix("--") && ("--" + $0.name).hasPrefix(word) }.map { "--" + $0.name }
        if matches.count > 1 { return "\(name) could be \(matches.joined(separator: " or "))" }
        if word == "--json" { return "--json goes with simulate: hud-demo simulate FILE --json" }
        return "unknown option \(name); 'hud-demo --help' lists them"
    }

    /// The option as it was written: its letter, or the word up to `=`.
    private func name(of code: Int32, in word: String) -> String {
        if code > 0, code < 1000, let letter = UnicodeScalar(UInt32(code)) { return ShellWord.quoted("-" + String(letter)) }
        return ShellWord.quoted(String(word.prefix { $0 != "=" }))
    }
}
