import CTerminalSupport
import HUDCore
import HUDJob
import HUDLibc
import HUDTerminal

/// `hud-demo follow`: shows jobs that run elsewhere, from their event streams.
struct FollowCommand {
    var options: FollowOptions

    func run() throws(UsageError) -> Int32 {
        var look = options.hud.look
        var terminal = TerminalOptions()
        // Other programs of a pipeline, and other recipes of a make, use the terminal too.
        let isInPipeline = hud_is_pipe(STDIN_FILENO) != 0 || hud_is_pipe(STDOUT_FILENO) != 0
        terminal.sharesTerminal = isInPipeline || TerminalClaim.isUnderParallelMake
        look.relay = terminal
        look.takesKeyboard = isatty(STDIN_FILENO) == 1
        var display = Display(options.hud.style, on: Display.descriptor, look: look)
        var streams = JobStreams(options.streams)
        streams.configuration.claim = display.claim(Display.descriptor, isInPipeline: isInPipeline, look: look)
        streams.configuration.keepsLabel = options.hud.label != nil || options.streams.count > 1
        streams.configuration.format = options.format
        streams.configuration.reconnects = options.reconnects
        streams.configuration.staleAfter = options.staleAfter
        streams.configuration.output = options.output
        streams.configuration.mode = options.hud.mode
        streams.configuration.handlesSignals = true
        streams.configuration.hideDelay = options.hud.hideDelay
        var hudOptions = options.hud
        if options.streams.count > 1, hudOptions.mode == nil { hudOptions.mode = .bar }
        let hud = display.hud(hudOptions, label: options.hud.label ?? label)
        hud?.rows = options.rows.rows
        do throws(JobStreamError) {
            let begin = LiveClock.shared.now
            let result = try streams.run(under: hud)
            let elapsed = begin.duration(to: LiveClock.shared.now)
            if let hud, let outcome = hud.outcome { display.notify(options.hud, label: hud.label, outcome, after: elapsed) }
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
        case .file(let name): throw UsageError(message: "can't read \(ShellWord.quoted(name.text)): \(error)")
        case .descriptor: throw UsageError(message: "can't read standard input: \(error)")
        case .command, nil:
            StandardError.say("can't follow the streams: \(error)")
            return ExitStatus.failure
        }
    }

    private var label: String {
        guard options.streams.count == 1, let stream = options.streams.first else { return "jobs" }
        if let name = stream.name { return name }
        switch stream.source {
        case .file(let name): return name.text
        case .descriptor: return "standard input"
        case .command(let text): return text.text
        }
    }
}
