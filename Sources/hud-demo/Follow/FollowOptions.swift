import HUDCore
import HUDJob
import HUDLibc

/// The options of `hud-demo follow`.
struct FollowOptions: Equatable {
    var streams: [JobStreams.Stream] = []
    /// Nil: each stream's own.
    var format: JobStreamFormat?
    var reconnects = false
    var staleAfter: Duration?
    var output = JobStreams.Output.failure
    var rows = RowOptions()
    /// The options of the HUD.
    var hud = WrapOptions()

    static let known: [OptionReader.Option] =
        [
            .init("format", "the format of the streams", .oneOf(formats.map(\.name))),
            .init("reconnect", "run a command that dies again"),
            .init("stale-after", "how long a stream may be silent", .seconds),
            .init("output", "which lines of the jobs are printed, and when", .oneOf(JobStreams.Output.allCases.map(\.rawValue))),
            .init("grace", short: "g", "how long the HUD waits before it appears", .seconds),
            .init("min-show", short: "m", "how long the HUD stays at least once it is shown", .seconds),
            .init("hide-after", "how long the outcome stays on screen", .seconds),
            .init("label", short: "l", "the label", .text),
            .init("details", short: "d", "the details in smaller print", .text),
            .init("style", "how the HUD is drawn", .oneOf(DisplayStyle.named.map(\.name))),
            .init("leave", "what stays when the HUD disappears", .oneOf(WrapOptions.leftovers.map(\.name))),
            WrapOptions.notify, WrapOptions.title
        ] + RowOptions.known + LookOptions.known

    private static let formats: [(name: String, value: JobStreamFormat?)] =
        [("auto", nil)] + JobStreamFormat.allCases.map { ($0.rawValue, $0) }

    /// Takes one of the options in ``known``.
    mutating func take(_ option: OptionReader.Found) throws(UsageError) {
        switch option.name {
        case "format": format = try option.choice(of: Self.formats)
        case "reconnect": reconnects = true
        case "stale-after": staleAfter = try option.duration()
        case "output": output = try option.choice(of: JobStreams.Output.allCases.map { ($0.rawValue, $0) })
        default: if try !rows.take(option) { try hud.take(option) }
        }
    }

    /// Checks the options together, and takes the words.
    mutating func finish(words: [RawWord]) throws(UsageError) {
        try hud.finish()
        guard !words.isEmpty else {
            throw UsageError(message: "no stream: expected files, '-' for standard input, or commands in quotes")
        }
        for word in words { streams.append(try Self.stream(word)) }
        let count = streams.count { $0.source == .descriptor(STDIN_FILENO) }
        if count > 1 { throw UsageError(message: "'-' is standard input, which is one stream, not \(count)") }
    }

    /// The stream of a word: `FILE`, `-` or a command, with or without `NAME=`.
    private static func stream(_ word: RawWord) throws(UsageError) -> JobStreams.Stream {
        if let source = source(word) { return JobStreams.Stream(source) }
        let parts = word.text.split(separator: "=", maxSplits: 1)
        if parts.count == 2, isName(parts[0]), let rest = word.dropping(prefix: parts[0] + "="),
            let source = source(rest) ?? command(rest)
        {
            return JobStreams.Stream(source, name: String(parts[0]))
        }
        if let command = command(word) { return JobStreams.Stream(command) }
        let file = ShellWord.quoted(word.text)
        throw UsageError(message: "no file \(file); a command has a blank, as in 'ssh host hud-demo --style json -- make'")
    }

    private static func isName(_ text: Substring) -> Bool {
        text.allSatisfy { $0.isLetter || $0.isNumber || "_-.@:".contains($0) }
    }

    private static func source(_ word: RawWord) -> JobStreams.Source? {
        if word == RawWord("-") { return .descriptor(STDIN_FILENO) }
        let exists = word.withCString { $0.map { access($0, F_OK) == 0 } ?? false }
        return exists ? .file(word) : nil
    }

    private static func command(_ word: RawWord) -> JobStreams.Source? {
        word.text.contains { $0 == " " || $0 == "\t" || $0 == "\n" } ? .command(word) : nil
    }
}
