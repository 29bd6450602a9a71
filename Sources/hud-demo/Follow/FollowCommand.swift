import CTerminalSupport
import HUDCore
import HUDFollow
import HUDJob
import HUDLibc
import HUDTerminal

/// `hud-demo follow`: shows jobs that run elsewhere, from their event streams.
struct FollowCommand {
    private let options: HUDOptions
    private let rows: HUDRows
    private let streams: JobStreams

    init(_ arguments: Arguments) throws(UsageError) {
        var settings = arguments.settings
        try settings.hud.look.resolve(arguments)
        var streams = JobStreams(try JobStreams.Stream.named(by: arguments.all))
        streams.configuration = settings.streams
        let hasCommand = streams.streams.contains { if case .command = $0.source { true } else { false } }
        if settings.streams.reconnects, !hasCommand {
            throw UsageError(message: "--reconnect is for commands, and no stream is one")
        }
        streams.configuration.keepsLabel = settings.hud.label != nil || streams.streams.count > 1
        streams.configuration.handlesSignals = true
        streams.configuration.hideDelay = settings.hud.end.hideDelay
        if streams.streams.count > 1 { settings.hud.mode = .bar }
        settings.hud.look.takesKeyboard = isatty(STDIN_FILENO) == 1
        self.streams = streams
        options = settings.hud
        rows = settings.rows
    }

    func run() throws(UsageError) -> Int32 {
        var streams = streams
        let (display, claim) = Display.claimed(options.look)
        streams.configuration.claim = claim
        let hud = display.hud(options, label: options.label ?? label)
        hud?.rows = rows
        do throws(JobStreamError) {
            let begin = LiveClock.shared.now
            let result = try streams.run(under: hud)
            let elapsed = begin.duration(to: LiveClock.shared.now)
            if let hud, let outcome = hud.outcome { options.end.notify(display, label: hud.label, outcome, after: elapsed) }
            if let signal = result.signal { hud_die_by_signal(signal) }
            let broken = result.brokenLines
            if broken > 0 { display.say("skipped \(broken) broken \(broken == 1 ? "line" : "lines")") }
            return result.exitStatus
        } catch {
            return try fail(error)
        }
    }

    private func fail(_ error: JobStreamError) throws(UsageError) -> Int32 {
        switch error.stream?.source {
        case .file, .descriptor: throw UsageError(message: error.description)
        case .command: StandardError.say(error.description)
        case nil: StandardError.say("can't follow the streams: \(error)")
        }
        return ExitStatus.failure
    }

    private var label: String {
        guard let stream = streams.streams.first, streams.streams.count == 1 else { return "jobs" }
        if let name = stream.name { return name }
        switch stream.source {
        case .file(let name): return name.text
        case .descriptor: return "standard input"
        case .command(let text): return text.text
        }
    }
}

extension Command {
    static let follow = Command(
        name: "follow", summary: "show jobs that run elsewhere",
        usage: """
            Usage: hud-demo follow [options] [NAME=]FILE|-|'COMMAND' ...

            Shows jobs that run elsewhere, from their event streams: files that are being
            written, named pipes, standard input, or commands in quotes, such as
            'ssh host hud-demo --style json -- make'. A word with a blank is a command,
            unless there is a file of that name. Times S are in seconds.
            """,
        own: { Option.follow }, shared: { Option.hud + Option.look },
        notes: """
            Exit status: 0 if all jobs succeeded; 1 if one failed, or if its stream ended
            before it did; 2 usage error; if a signal ended it, by the same signal.
            """,
        words: Argument(name: "stream", completion: .namedFiles), takesManyWords: true,
        run: { try FollowCommand($0).run() })
}
