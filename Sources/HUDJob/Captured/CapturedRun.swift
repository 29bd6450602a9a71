import CTerminalSupport
import HUDCore
import HUDTerminal

/// One run of a ``HUDJob``.
final class CapturedRun: Sendable {
    private let job: HUDJob
    private let hud: HUD?
    private let mailbox: JobMailbox

    init(_ job: HUDJob, under hud: HUD?) throws(HUDJobError) {
        guard let mailbox = JobMailbox() else { throw .system(errno) }
        self.job = job
        self.hud = hud
        self.mailbox = mailbox
    }

    /// Ends the command. From any thread.
    func cancel() { mailbox.post(.cancel) }

    /// Runs the command, and waits for its end.
    func run() throws(HUDJobError) -> HUDJob.Result {
        let configuration = job.configuration
        let follower = try Self.follower(configuration.progress, mode: nil)
        let watch = JobWatch()
        let started = try start(follower)
        follower.hud = hud
        let display: JobDisplay = hud == nil ? .none : JobDisplay(of: hud?.renderer)
        let history = configuration.usesHistory ? HistoryFile(of: job.command) : nil
        if let hud, let expected = history?.expected { display.expect(expected, of: hud, by: watch, mode: nil) }
        let lines = LineRelay(hud: hud, onLine: configuration.onLine)
        let keeper = OutputKeeper(configuration.output, screen: display.screen, progress: follower) { lines.show($0) }
        keeper.onOutput = { lines.see($0) }
        var loop = JobLoop(
            work: started.work, hud: hud, display: display, output: keeper, watch: watch, timeLimit: configuration.timeLimit,
            progress: started.progress, signals: -1, mailbox: mailbox, hideDelay: configuration.hideDelay)
        keeper.onEnd = { lines.finish() }
        let result = loop.run()
        if result.outcome == .exited(0), !result.hasTimedOut, result.elapsed > (hud?.graceTime ?? .zero) {
            history?.record(result.elapsed)
        }
        return HUDJob.Result(
            status: HUDJob.Status(result.outcome), hasTimedOut: result.hasTimedOut, elapsed: result.elapsed)
    }

    private static func follower(_ policy: ProgressPolicy, mode: HUDMode?) throws(HUDJobError) -> ProgressFollower {
        do throws(ProgressPatternError) {
            return try ProgressFollower(policy, mode: mode)
        } catch {
            throw HUDJobError(code: .badPattern(reason: error.reason), errorNumber: 0)
        }
    }

    private func start(_ follower: ProgressFollower) throws(HUDJobError) -> (work: JobLoop.Work, progress: ProgressPipe?) {
        let configuration = job.configuration
        var request = hud_job_request()
        sigemptyset(&request.mask)
        sigemptyset(&request.defaults)
        request.ignores_children = hud_signal_is_ignored(SIGCHLD)
        let input = hud_move_up(open("/dev/null", O_RDONLY | O_CLOEXEC))
        guard input >= 0, let output = CapturedOutput(isTerminal: configuration.terminal != .pipe, like: STDERR_FILENO) else {
            throw .system(errno)
        }
        defer { close(input) }
        request.standard.0 = input
        if configuration.terminal != .inherited {
            request.standard.1 = output.jobEnd
            request.standard.2 = output.jobEnd
        }
        var progress: ProgressPipe?
        if configuration.progress == .descriptor {
            progress = ProgressPipe(of: follower)
            guard let progress else { throw .system(errno) }
            request.progress = progress.writeEnd
        }
        defer { progress?.closeWriteEnd() }
        let variables = configuration.environment.words(reportsProgress: progress != nil)
        let environment = ArgumentVector(variables ?? [])
        request.environment = variables == nil ? nil : UnsafePointer(environment.pointer)
        let directory = RawWord(configuration.workingDirectory ?? "")
        do throws(Job.StartError) {
            let session = try directory.withCString { (path) throws(Job.StartError) in
                request.directory = configuration.workingDirectory == nil ? nil : path
                return try JobSession(job.command, captured: request)
            }
            output.closeJobEnd()
            return (.captured(session, output), progress)
        } catch {
            throw .system(error.code)
        }
    }
}

/// The job's lines, for the HUD's terminal and for the program. Used by one thread.
private final class LineRelay {
    private let hud: HUD?
    private let onLine: (@Sendable (String) -> Void)?
    private var shown = OutputSplitter()
    private var seen = OutputSplitter()

    init(hud: HUD?, onLine: (@Sendable (String) -> Void)?) {
        self.hud = hud
        self.onLine = onLine
    }

    /// Prints what is to be seen: whole lines, because several jobs print on one terminal.
    func show(_ bytes: UnsafeRawBufferPointer) { shown.feed(bytes, print) }

    func see(_ bytes: UnsafeRawBufferPointer) {
        if let onLine { seen.feed(bytes, onLine) }
    }

    func finish() {
        shown.finish(print)
        if let onLine { seen.finish(onLine) }
    }

    private func print(_ line: String) {
        if let hud { hud.log(line) } else { Swift.print(line) }
    }
}

extension HUDJob.Environment {
    /// The environment as exec(3) has it; nil: this process's own.
    fileprivate func words(reportsProgress: Bool) -> [RawWord]? {
        var own: [String: RawWord] = [:]
        var changes: [String: String?]
        switch self {
        case .inherited: changes = [:]
        case .updating(let updates): changes = updates
        case .only(let variables): changes = variables.mapValues { $0 }
        }
        if self == .inherited, !reportsProgress { return nil }
        if reportsProgress { changes[ProgressPipe.variable] = .some(String(HUD_JOB_PROGRESS)) }
        if case .only = self {} else { own = Self.ofThisProcess }
        for (name, value) in changes { own[name] = value.map { RawWord(name + "=" + $0) } }
        return own.sorted { $0.key < $1.key }.map(\.value)
    }

    private static var ofThisProcess: [String: RawWord] {
        var found: [String: RawWord] = [:]
        guard var next = hud_environment() else { return found }
        while let text = next.pointee {
            let word = RawWord(text)
            found[String(word.text.prefix { $0 != "=" })] = word
            next += 1
        }
        return found
    }
}

extension HUDJob.Status {
    fileprivate init(_ outcome: Job.Outcome) {
        switch outcome {
        case .exited(let status): self = .exited(status)
        case .killed(let signal): self = .killed(by: signal)
        }
    }
}

extension HUDJobError {
    /// What an errno means for a job that could not be started.
    fileprivate static func system(_ number: Int32) -> HUDJobError {
        switch number {
        case ENOENT, ENOTDIR: HUDJobError(code: .notFound, errorNumber: number)
        case EAGAIN, ENOMEM, EMFILE, ENFILE: HUDJobError(code: .outOfResources, errorNumber: number)
        default: HUDJobError(code: .notExecutable, errorNumber: number)
        }
    }
}
