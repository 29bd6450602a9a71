import HUDCore
import HUDJob
import HUDLibc
import HUDTerminal

/// `hud-demo -- command`: runs a job under a HUD, and exits as the job does.
struct WrapCommand {
    private let command: [CommandArgument]
    private let options: HUDOptions
    private var configuration: HUDJob.Configuration

    init(_ command: [CommandArgument], _ options: HUDOptions, _ configuration: HUDJob.Configuration) {
        self.command = command
        self.options = options
        self.configuration = configuration
        self.configuration.mode = options.mode
        self.configuration.usesHistory = options.usesHistory && options.look.style != .off
        self.configuration.hideDelay = options.end.hideDelay
        self.configuration.showsUsage = options.end.showsUsage
        // A command that runs at the end needs them.
        self.configuration.handsDescriptorsOver = options.end.hooks.isEmpty
    }

    func run() throws(UsageError) -> Int32 {
        var display = Display(renderer: nil)
        var shown: HUD?
        var departure: Departure?
        do throws(HUDJobError) {
            let result = try HUDJob(words: command, configuration: configuration).relay { terminal in
                display = Display(options.look, on: terminal)
                shown = display.hudOfJob(options, label: self.label)
                departure = shown.map { Departure(of: $0) {} }
                return shown
            }
            let label = result.label ?? label
            // After ^C the user is there.
            let isInterrupted = result.endStatus == 128 + SIGINT
            if !isInterrupted, let outcome = shown?.outcome {
                options.end.notify(display, label: label, outcome, after: result.elapsed)
            }
            // In JSON the last event says it, and the one line of `brief` if the HUD has appeared.
            let isBrief = shown?.renderer?.display.failureTail != nil
            let isTold = options.look.style == .json || isBrief && departure?.wasShown == true
            if let end = whyEnded(result), !isTold { display.say(end) }
            options.end.hooks.run(label, status: result.endStatus, after: result.elapsed)
            result.exitProcess()
        } catch {
            if case .unseenOutput = error.code { throw refusal(error) }
            if options.look.style == .json {
                // A program that follows the events learns of it.
                let events = JSONRenderer(fileDescriptor: STDERR_FILENO)
                events.start(label: label, details: options.details)
                events.finish(elapsed: .zero, outcome: .failed(reason: error.description))
            } else {
                StandardError.say(error.description)
            }
            options.end.hooks.run(label, status: error.exitStatus, after: .zero)
            return error.exitStatus
        }
    }

    /// What says that an option can't be as it is meant, before the command is run.
    private func refusal(_ error: HUDJobError) -> UsageError {
        let hidesOutput = error.errorNumber == ENXIO && configuration.output != .show
        let problem = hidesOutput ? "--output can't hide the command's output" : "--idle-timeout sees no output of the command"
        let advice =
            switch error.errorNumber {
            case ENODATA: "it would always end"
            case ENXIO: hidesOutput ? "try --output show" : "try --style plain"
            default: "try '2>&1 | cat' on Linux, files or a terminal"
            }
        return UsageError(message: "\(problem): \(error.reason); \(advice)")
    }

    /// Why hud-demo has ended the command; nil if it has not.
    private func whyEnded(_ result: HUDJob.Result) -> String? {
        if let silence = result.silence { return "ended because it was silent for \(silence.decimalSeconds) s" }
        guard let limit = configuration.timeLimit, result.hasTimedOut else { return nil }
        return "timed out after \(limit.decimalSeconds) s"
    }

    private var label: String { options.label ?? ShellWord.joined(command) }
}

extension Command {
    static let wrap = Command(
        usage: """
            Usage: hud-demo [options] [-- command [argument ...]]
               hud-demo group|follow|simulate|gallery|spinners|completions|shell-init|notify

            Runs a command, or a demo, under a HUD that never flashes. Times S in seconds.
            """,
        own: { Option.hud + Option.job + Option.hooks + [.usage] + Option.look + [.animation] },
        notes: """
            $HUD_METER=1: the HUD's own cost.  Try: hud-demo --grace 2 -l Make -- make -j8
            Exit status: the command's, or its signal; 127 not found, 126 not executable,
            125 if hud-demo fails, 2 usage error.
            """,
        takesCommand: true, run: runJob)

    /// Runs the job that the arguments name.
    private static func runJob(_ arguments: Arguments) throws(UsageError) -> Int32 {
        let settings = arguments.settings
        var options = settings.hud
        try options.look.resolve(arguments)
        options.look.keepEventsFromCommands()
        if settings.isGauge {
            guard arguments.job == nil, arguments.words.isEmpty else {
                throw UsageError(message: "--gauge takes no command: it reads progress lines from standard input")
            }
            try refuse(optionsOfCommand, arguments, "and --gauge runs none")
            return GaugeCommand(options: options).run()
        }
        if let job = arguments.job {
            guard !job.isEmpty else { throw UsageError(message: "no command after '--'; try 'hud-demo -- sleep 2'") }
            return try WrapCommand(job, options, settings.job).run()
        }
        if !arguments.words.isEmpty {
            if let error = arguments.misplacedValue { throw error }
            let example = (["hud-demo --"] + arguments.words.map { ShellWord.quoted($0.text) }).joined(separator: " ")
            let (word, names) = (arguments.words[0].text, Command.subcommands.map(\.name))
            if names.contains(word) { throw UsageError(message: "'\(word)' comes before its options: hud-demo \(word) ...") }
            let advice = NearestNames.advice(for: word, in: names)
            throw UsageError(message: "\(advice)the command starts after '--': \(example)")
        }
        try refuse(optionsOfCommand + Option.hooks.map(\.name), arguments, "which starts after '--'")
        return BuiltInJob(options: options).run()
    }

    /// The options that have no effect without a command.
    private static let optionsOfCommand = ["output", "progress", "timeout", "idle-timeout", "usage", "no-history"]

    private static func refuse(_ options: [String], _ arguments: Arguments, _ reason: String) throws(UsageError) {
        guard let name = arguments.given.first(where: options.contains) else { return }
        throw UsageError(message: "--\(name) is for a command, \(reason)")
    }
}
