import CTerminalSupport
import HUDCore
import HUDJob
import HUDLibc
import HUDTerminal

/// `hud-demo group`: runs many jobs at once under one HUD.
struct GroupCommand {
    /// Where the jobs come from.
    private enum Source: Equatable {
        case values([CommandArgument], command: [CommandArgument])
        case file(CommandArgument)
        case standardInput
    }

    private let options: HUDOptions
    private let rows: HUDRows
    private let recordEnd: JobGroup.RecordEnd
    private let source: Source
    private var configuration: JobGroup.Configuration

    init(_ arguments: Arguments) throws(UsageError) {
        var settings = arguments.settings
        let group = settings.group
        let source = try Self.source(arguments, group)
        let hasKeyboard = group.slots == .number(1)
        try settings.hud.look.resolve(arguments)
        settings.hud.look.keepEventsFromCommands()
        self.source = source
        recordEnd = group.recordEnd
        rows = settings.rows
        configuration = group.configuration
        if case .number(let limit) = group.slots { configuration.limit = limit }
        if group.slots == .make, group.jobserver != .automatic {
            throw UsageError(message: "--jobserver offers the slots of hud-demo, and with -j make they are those of make")
        }
        configuration.jobserver = group.slots == .make ? .client : group.jobserver
        configuration.asksForColors = settings.hud.look.terminal.color != .never
        configuration.usesHistory = settings.hud.usesHistory
        configuration.hideDelay = settings.hud.end.hideDelay
        configuration.showsUsage = settings.hud.end.showsUsage
        configuration.inheritsInput = hasKeyboard && source != .standardInput
        configuration.handlesSignals = true
        // Whether no job and no other program of a pipeline reads the keyboard itself. A job that has the keyboard is given the keys if its output goes
        // through a terminal above the rows.
        configuration.readsKeys =
            isatty(STDIN_FILENO) == 1 && source != .standardInput && !hud_is_pipe(STDOUT_FILENO)
            && (!hasKeyboard
                || configuration.resultsFolder == nil && isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1)
        settings.hud.mode = .bar
        settings.hud.look.terminal.drawsWithoutEcho = configuration.readsKeys
        options = settings.hud
    }

    func run() throws(UsageError) -> Int32 {
        var group = try group()
        let (display, claim) = Display.claimed(options.look)
        group.configuration.claim = claim
        // Without rows there is nothing to select, and the keyboard is for the program that has the HUD.
        if claim?.canDraw == false { group.configuration.readsKeys = false }
        group.configuration.onMessage = { display.say($0) }
        let label = options.label ?? label
        let hud = display.hud(options, label: label)
        hud?.rows = rows
        do throws(HUDJobError) {
            let begin = LiveClock.shared.now
            let result = try group.run(under: hud)
            let elapsed = begin.duration(to: LiveClock.shared.now)
            if let path = result.unopenedFile, let error = result.writeError {
                display.say(option(withFile: path) + ": " + error)
                return ExitStatus.usage
            }
            // A shell would go on with the next command after a success.
            let endSignal = result.signal ?? (result.exitStatus == 0 ? result.lateSignal : nil)
            // After ^C the user is there.
            if endSignal != SIGINT, let outcome = hud?.outcome {
                options.end.notify(display, label: label, outcome, after: elapsed)
            }
            if let error = result.writeError { display.say(error) }
            if let error = result.listError { display.say("standard input: " + Self.message(error)) }
            options.end.hooks.run(label, status: endSignal.map { 128 + $0 } ?? result.exitStatus, after: elapsed)
            if let endSignal { hud_die_by_signal(endSignal) }
            return result.exitStatus
        } catch {
            display.say("can't run the jobs: \(error)")
            options.end.hooks.run(label, status: ExitStatus.failure, after: .zero)
            return ExitStatus.failure
        }
    }

    private func option(withFile path: CommandArgument) -> String {
        path == configuration.log ? "--joblog" : path == configuration.trace ? "--trace" : "--results"
    }

    private func group() throws(UsageError) -> JobGroup {
        switch source {
        case .values(let values, let command):
            let template = JobGroup.Template(command)
            return JobGroup(values.map { JobGroup.Job(template, value: $0) }, configuration: configuration)
        case .file(let name):
            let bytes = try name.contents(named: ShellWord.quoted(name.text), option: "--file")
            do throws(JobListError) {
                let jobs = try JobGroup.Job.jobs(inLines: bytes, endingIn: recordEnd)
                return JobGroup(jobs, configuration: configuration)
            } catch {
                throw UsageError(message: "--file: \(ShellWord.quoted(name.text)): " + Self.message(error))
            }
        case .standardInput:
            return JobGroup(linesFrom: STDIN_FILENO, endingIn: recordEnd, configuration: configuration)
        }
    }

    private static func message(_ error: JobListError) -> String {
        switch error.code {
        case .containsNull: "\(error); --null reads a list whose jobs end with NUL"
        case .tooLong, .badOrder: "\(error)"
        }
    }

    private var label: String {
        switch source {
        case .values(_, let command): ShellWord.joined(command)
        case .file(let name): name.text
        case .standardInput: "jobs"
        }
    }

    /// Checks the options together with the words before and behind `--`.
    private static func source(_ arguments: Arguments, _ options: GroupOptions) throws(UsageError) -> Source {
        let words = arguments.words
        if options.configuration.resumes, options.configuration.log == nil {
            throw UsageError(message: "--resume needs --joblog: it skips the jobs that have succeeded")
        }
        if let word = words.first(where: { $0 != "-" }) {
            if let error = arguments.misplacedValue { throw error }
            throw UsageError(
                message: "unexpected \(ShellWord.quoted(word.text)): the command of the jobs starts after '--', as in "
                    + "'hud-demo group -- gzip ::: a b'")
        }
        guard let command = arguments.job else {
            let sources = options.files.map { $0 == "-" ? .standardInput : Source.file($0) } + words.map { _ in .standardInput }
            guard let source = sources.first else {
                throw UsageError(message: "no jobs: expected '-- command ::: value ...', '--file FILE' or '-' for standard input")
            }
            if sources.count == 1 { return source }
            let names = options.files.map { "--file " + ShellWord.quoted($0.text) } + words.map { _ in "'-'" }
            throw UsageError(message: "\(names[0]) and \(names[1]) are two sources of jobs; a group has one")
        }
        guard words.isEmpty, options.files.isEmpty else {
            throw UsageError(
                message: "a command after '--' takes its values from ':::', not from \(words.isEmpty ? "--file" : "'-'")")
        }
        if options.recordEnd == .null {
            throw UsageError(message: "--null is for a list of jobs, by --file or '-': values behind ':::' are words")
        }
        let parts = command.split(separator: ":::", omittingEmptySubsequences: false)
        guard parts.count > 1 else { throw UsageError(message: "no values: expected ':::' and the values behind the command") }
        guard parts.count == 2 else { throw UsageError(message: "there is one ':::', and it is followed by all values") }
        guard !parts[0].isEmpty else {
            throw UsageError(message: "no command after '--'; try 'hud-demo group -- gzip -k ::: *.txt'")
        }
        return .values(Array(parts[1]), command: Array(parts[0]))
    }
}

extension Command {
    static let group = Command(
        name: "group", summary: "run many jobs at once",
        usage: """
            Usage: hud-demo group [options] -- command [argument|{}|{#} ...] ::: value ...
                   hud-demo group [options] --file FILE | -     a job on each line, by sh -c

            Runs a job for each value ({}; {#}: its number), or each line. S is in seconds.
            """,
        own: { Option.group }, shared: { Option.hud + Option.hooks + [.usage] + Option.look },
        notes: """
            Keys: up and down select a row; Enter shows its output in $PAGER; c cancels it,
            r runs a failed job again, p pauses, continues; C, q cancel, P pauses all.
            Exit status: 0; that of the job if there is one; 124 if jobs failed by time-outs
            alone, 125 if output is lost, 2 usage error; otherwise 1.
            """,
        words: Argument(name: "jobs", completion: .words { ["-", "--"] }), takesCommand: true,
        run: { try GroupCommand($0).run() })
}
