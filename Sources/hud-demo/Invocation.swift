import HUDCore

/// Options of a wrapped job.
struct WrapOptions: Equatable {
    var graceTime = Duration.milliseconds(500)
    var minimumShowTime = Duration.milliseconds(300)
    /// Nil: the command line.
    var label: String?
}

/// What the command was asked to do.
enum Invocation: Equatable {
    case help(String)
    case wrap([RawWord], WrapOptions)
    case builtInJob(WrapOptions)
    case simulate(path: RawWord, json: Bool)

    /// Reads the command line; the first word is the command's own name.
    init(_ arguments: [RawWord]) throws(UsageError) {
        if arguments.dropFirst().first == RawWord("simulate") {
            self = try Self.simulation(Array(arguments.dropFirst()))
        } else {
            self = try Self.job(arguments)
        }
    }

    private static func job(_ arguments: [RawWord]) throws(UsageError) -> Invocation {
        var reader = OptionReader(
            arguments,
            options: [
                .init("grace", short: "g", takesValue: true), .init("min-show", short: "m", takesValue: true),
                .init("label", short: "l", takesValue: true), .init("help", short: "h"), .init("version", short: "V")
            ])
        var options = WrapOptions()
        while let option = try reader.next() {
            switch option.name {
            case "grace": options.graceTime = try duration(option)
            case "min-show": options.minimumShowTime = try duration(option)
            case "label": options.label = option.value
            case "version": return .help("hud-demo \(HUDDemo.version)\n")
            default: return .help(Usage.wrap)
            }
        }
        if reader.endedByDashes {
            guard !reader.rest.isEmpty else { throw UsageError(message: "no command after '--'; try 'hud-demo -- sleep 2'") }
            return .wrap(reader.rest, options)
        }
        if !reader.rest.isEmpty {
            let example = (["hud-demo --"] + reader.rest.map { ShellWord.quoted($0.text) }).joined(separator: " ")
            throw UsageError(message: "the command starts after '--': \(example)")
        }
        return .builtInJob(options)
    }

    private static func simulation(_ arguments: [RawWord]) throws(UsageError) -> Invocation {
        var reader = OptionReader(arguments, options: [.init("json"), .init("help", short: "h")])
        var json = false
        var paths: [RawWord] = []
        // Options may stand before the file and behind it.
        repeat {
            while let option = try reader.next() {
                if option.name == "help" { return .help(Usage.simulate) }
                json = true
            }
        } while !reader.endedByDashes && reader.takeWord(into: &paths)
        paths += reader.rest
        guard let path = paths.first else {
            throw UsageError(message: "simulate needs a scenario: a file, or '-' for standard input")
        }
        if paths.count > 1 {
            throw UsageError(message: "simulate takes one scenario; \(ShellWord.quoted(paths[1].text)) is too many")
        }
        return .simulate(path: path, json: json)
    }

    private static func duration(_ option: OptionReader.Found) throws(UsageError) -> Duration {
        guard let duration = Duration(decimalSeconds: option.value), duration <= .seconds(86400) else {
            throw UsageError(
                message: "bad value \(ShellWord.quoted(option.value)) for --\(option.name): "
                    + "expected decimal seconds from 0 to 86400, such as 0.5")
        }
        return duration
    }
}

/// A word as it would be typed at a shell.
enum ShellWord {
    /// `word` as it is where that is safe, else in quotes; with nothing in it that a terminal would act on.
    static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-_./=:,+@%".utf8.contains(byte)
            }
        }
        if isPlain, !word.isEmpty { return word }
        let text = word.unicodeScalars.map { $0 == "'" ? "'\\''" : $0.inMessage }.joined()
        return "'" + text + "'"
    }
}
