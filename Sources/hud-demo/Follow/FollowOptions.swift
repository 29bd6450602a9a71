import HUDFollow
import HUDJob
import HUDLibc

extension Option {
    /// The options of `hud-demo follow`.
    static let follow =
        [
            Option(
                "format", .choice("name", [("auto", nil)] + JobStreamFormat.allCases.map { ($0.rawValue, $0) }),
                "the format of the streams",
                usage: "auto, hud (--style json), buildkit (BuildKit's rawjson), swift-testing (the event stream of swift test)",
                default: "auto",
                manual: """
                    The format of the streams.
                    .Cm auto
                    recognizes the format of each stream by its first event.
                    .Cm hud
                    is the format of
                    .Fl -style Cm json ,
                    .Cm buildkit
                    that of
                    .Ql docker buildx build --progress=rawjson ,
                    and
                    .Cm swift-testing
                    that of
                    .Ql swift test --event-stream-output-path .
                    A build of BuildKit has no line for its end: it has succeeded if its stream ends while no step is running.
                    """
            ) { $0.streams.format = $1 },
            Option(
                "reconnect", .flag, "run a command that dies again",
                usage: "run a command that dies before its job has ended again",
                manual: """
                    If a command ends before its job does, as when a connection breaks, run it again: after a second, then after twice as long each time, up to 30 seconds.
                    What it has printed, and how it ended, is printed when that happens first, and how it ended is shown until the next run says something.
                    The events of the new run replace those of the run before.
                    In the format
                    .Cm hud
                    they continue them instead, unless a
                    .Cm start
                    event says that another job begins.
                    """
            ) { $0.streams.reconnects = $1 },
            Option(
                "stale-after", .seconds, "how long a stream may be silent",
                usage: "mark a stream that is silent for S (45, if it has a heartbeat)",
                manual: """
                    Mark a stream as stale that has been silent for this long.
                    By default it is 45 seconds for a
                    .Cm hud
                    stream, which has a heartbeat every 30 seconds once its HUD has appeared, and without limit for others.
                    A stale file that stays silent for twice as long is lost.
                    A named pipe without a writer is lost after this time, by default 45 seconds, if no other program opens it.
                    """
            ) { $0.streams.staleAfter = $1 },
            Option(
                "output", .choice("what", JobStreams.Output.allCases), "which lines of the jobs are printed, and when",
                usage:
                    "failure: the last lines of jobs that fail; prefix: all lines, with the names of their jobs; hide: none",
                default: "failure",
                manual: """
                    Which lines of the jobs are printed: their log messages, and lines that are no events, such as the output of a command.
                    .Cm failure
                    prints the last lines of a job, up to 32 KB, when it has failed or its stream is lost.
                    .Cm prefix
                    prints lines as they come, each with the name of its job before it if there are several.
                    Lines are printed where the HUD is drawn, above it, and without one on standard error, as all that
                    .Cm follow
                    prints: a stream has both outputs of its job.
                    With
                    .Cm group
                    it is different: what a job writes to standard output is printed on standard output.
                    """
            ) { $0.streams.output = $1 }
        ] + rows
}

extension JobStreams.Stream {
    /// The streams of the words of a command line.
    static func named(by words: [CommandArgument]) throws(UsageError) -> [JobStreams.Stream] {
        guard !words.isEmpty else {
            throw UsageError(message: "no stream: expected files, '-' for standard input, or commands in quotes")
        }
        let streams = try words.map(stream)
        let count = streams.count { $0.source == .descriptor(STDIN_FILENO) }
        if count > 1 { throw UsageError(message: "'-' is standard input, which is one stream, not \(count)") }
        return streams
    }

    /// The stream of a word: `FILE`, `-` or a command, with or without `NAME=`.
    private static func stream(_ word: CommandArgument) throws(UsageError) -> JobStreams.Stream {
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

    private static func source(_ word: CommandArgument) -> JobStreams.Source? {
        if word == "-" { return .descriptor(STDIN_FILENO) }
        let exists = word.withCString { $0.map { access($0, F_OK) == 0 } ?? false }
        return exists ? .file(word) : nil
    }

    private static func command(_ word: CommandArgument) -> JobStreams.Source? {
        word.text.contains { $0 == " " || $0 == "\t" || $0 == "\n" } ? .command(word) : nil
    }
}
