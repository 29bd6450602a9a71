import CTerminalSupport
import HUDCore
import HUDJob
import HUDLibc
import HUDTerminal

/// `hud-demo group`: runs many jobs at once under one HUD.
struct GroupCommand {
    var options: GroupOptions

    func run() throws(UsageError) -> Int32 {
        var group = try group()
        var display = Display(options.hud.style, on: Display.descriptor, look: self.look)
        group.configuration.claim = display.claim(Display.descriptor, isInPipeline: isInPipeline, look: self.look)
        // Without rows there is nothing to select, and the keyboard is for the program that has the HUD.
        if group.configuration.claim?.canDraw == false { group.configuration.readsKeys = false }
        group.configuration.onMessage = { [display] in display.say($0) }
        var look = options.hud
        look.mode = .bar
        let hud = display.hud(look, label: hudLabel)
        hud?.rows = options.rows.rows
        do throws(HUDJobError) {
            let begin = LiveClock.shared.now
            let result = try group.run(under: hud)
            let elapsed = begin.duration(to: LiveClock.shared.now)
            if let outcome = hud?.outcome { display.notify(options.hud, label: hudLabel, outcome, after: elapsed) }
            if let error = result.writeError { display.say(error) }
            if let error = result.listError { display.say("standard input: " + Self.message(error)) }
            if let signal = result.signal { hud_die_by_signal(signal) }
            return result.exitStatus
        } catch {
            StandardError.say("can't run the jobs: \(error)")
            return ExitStatus.failure
        }
    }

    private func group() throws(UsageError) -> JobGroup {
        switch options.source {
        case .values(let values, let command):
            let template = JobGroup.Template(command)
            return JobGroup(values.map { JobGroup.Job(template, value: $0) }, configuration: configuration)
        case .file(let name):
            let bytes = try name.contents(named: ShellWord.quoted(name.text), option: "--file", allowsDash: false)
            do throws(JobListError) {
                let jobs = try JobGroup.Job.jobs(inLines: bytes, endingIn: options.recordEnd)
                return JobGroup(jobs, configuration: configuration)
            } catch {
                throw UsageError(message: "--file: \(ShellWord.quoted(name.text)): " + Self.message(error))
            }
        case .standardInput:
            return JobGroup(linesFrom: STDIN_FILENO, endingIn: options.recordEnd, configuration: configuration)
        }
    }

    private static func message(_ error: JobListError) -> String {
        switch error.code {
        case .containsNull: "\(error); --null reads a list whose jobs end with NUL"
        case .tooLong: "\(error)"
        }
    }

    private var configuration: JobGroup.Configuration {
        var configuration = JobGroup.Configuration()
        if let limit = options.limit { configuration.limit = limit }
        configuration.output = options.output
        configuration.halt = options.halt
        configuration.retries = options.retries
        configuration.timeLimit = options.timeout
        configuration.drain = options.drain
        configuration.recognizesProgress = options.recognizesProgress
        configuration.usesHistory = options.hud.usesHistory
        configuration.inheritsInput = options.limit == 1 && options.source != .standardInput
        configuration.handlesSignals = true
        configuration.readsKeys = readsKeys
        configuration.log = options.joblog
        configuration.resumes = options.resumes
        configuration.resultsFolder = options.results
        configuration.trace = options.trace
        configuration.hideDelay = options.hud.hideDelay
        configuration.jobserver = options.takesSlotsOfMake ? .client : options.jobserver
        return configuration
    }

    /// Whether no job and no other program of a pipeline reads the keyboard itself. A job that has the keyboard is given the keys if its output goes
    /// through a terminal above the rows.
    private var readsKeys: Bool {
        guard isatty(STDIN_FILENO) == 1, options.source != .standardInput, hud_is_pipe(STDOUT_FILENO) == 0 else { return false }
        return options.limit != 1
            || options.results == nil && options.hud.style != .bezel && isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    }

    private var isInPipeline: Bool { hud_is_pipe(STDOUT_FILENO) != 0 || hud_is_pipe(STDERR_FILENO) != 0 }

    /// Other programs of a pipeline, and other recipes of a make, use the terminal too.
    private var look: LookOptions {
        var look = options.hud.look
        var terminal = TerminalOptions()
        terminal.sharesTerminal = isInPipeline || TerminalClaim.isUnderParallelMake
        terminal.drawsWithoutEcho = readsKeys
        look.relay = terminal
        return look
    }

    private var hudLabel: String { options.hud.label ?? label }

    private var label: String {
        switch options.source {
        case .values(_, let command): command.map { ShellWord.quoted($0.text) }.joined(separator: " ")
        case .file(let name): name.text
        case .standardInput: "jobs"
        }
    }
}
