import HUDCore
import HUDTerminal

// What a job of a group has in place of a HUD of its own.
extension GroupRun {
    func makeRun(
        _ number: Int, _ job: JobGroup.Job, _ member: GroupJobs.Member, _ results: GroupResultFiles?
    ) throws(HUDJobError) -> CapturedRun {
        let words = job.words(number: number + 1)
        let notices = JobNotices { [mailbox] in
            mailbox.post(.paused(number))
        } hasExited: { [mailbox] hasFailed in
            mailbox.post(.fact(.exited(number, hasFailed: hasFailed)))
        }
        let place = JobPlace(
            part: member.node.map { treePart($0, words) }, receiver: receiver(of: member.output, results),
            start: start(of: job.program(number: number + 1)), notices: notices, drain: configuration.drain)
        let settings = settings(recognizesProgress: configuration.recognizesProgress && member.node != nil)
        return try CapturedRun(HUDJob(words: words, configuration: settings), under: nil, in: place)
    }

    private func settings(recognizesProgress: Bool) -> HUDJob.Configuration {
        var settings = HUDJob.Configuration()
        settings.timeLimit = configuration.timeLimit
        settings.idleLimit = configuration.idleLimit
        settings.usesHistory = configuration.usesHistory
        settings.progress = recognizesProgress ? .auto : .none
        settings.terminal = separatesErrors || !journal.isOnePlace ? .pipe : .pseudoTerminal
        settings.environment = settings.terminal == .pipe ? pipeEnvironment : Self.environment(foldingSwitch)
        return settings
    }

    private func treePart(_ node: ProgressNode, _ words: [CommandArgument]) -> TreePart {
        let expected = shown.display.reportsFactsOnly ? nil : jobs.known?.expected(for: words)
        return TreePart(node: node, showsParts: shown.display.showsParts, expected: expected)
    }

    private func receiver(of entry: JournalEntry, _ results: GroupResultFiles?) -> OutputReceiver {
        OutputReceiver(separatesErrors: separatesErrors) { [mailbox] bytes, stream in
            entry.append(bytes, from: stream)
            if let message = results?.put(bytes, of: stream) { mailbox.post(.writeFailed(message)) }
        } takesMore: { mailbox in
            entry.takesMore { mailbox.post(.takesMore) }
        } leave: { [mailbox] output in
            mailbox.post(.left(GroupLate.Output(output: output, entry: entry, results: results)))
        }
    }

    private func start(of program: CommandArgument) -> JobStart {
        JobStart(
            input: keyboard.isRelayed ? .keys : configuration.inheritsInput ? .inherited : .none,
            pipeEnvironment: pipeEnvironment, makeFlags: jobserver?.flags(for: program), endedLeaders: endedLeaders)
    }

    private var separatesErrors: Bool { journal.separatesErrors || configuration.resultsFolder != nil }

    // MARK: Variables

    /// Variables for all jobs.
    private var foldingSwitch: [String: String?] { folding == nil ? [:] : [LogFolding.switchName: "0"] }

    /// The environment of a job whose output is a pipe.
    private var pipeEnvironment: HUDJob.Environment {
        let asksForColors = journal.isTerminal && configuration.asksForColors && Self.mayAskForColors
        return Self.environment(asksForColors ? Self.colors.merging(foldingSwitch) { $1 } : foldingSwitch)
    }

    private static func environment(_ changes: [String: String?]) -> HUDJob.Environment {
        changes.isEmpty ? .inherited : .updating(changes)
    }

    /// Variables that ask for colors in a pipe.
    private static let colors: [String: String?] = ["CLICOLOR_FORCE": "1", "FORCE_COLOR": "1"]

    /// Whether the terminal, if there is one, has colors, and the user has not said whether jobs have them.
    private static let mayAskForColors: Bool = {
        let environment = TerminalEnvironment.current
        return environment.isSet("TERM") && environment["TERM"] != "dumb" && !environment.isSet("NO_COLOR")
            && colors.keys.allSatisfy { environment[$0] == nil }
    }()
}
