import CTerminalSupport
import HUDCore
import HUDTerminal

/// Many commands that run at once, under one HUD.
///
/// ```swift
/// let jobs = files.map { JobGroup.Job(["gzip", "-k", $0], name: $0) }
/// var configuration = JobGroup.Configuration()
/// configuration.limit = 4
/// let result = try await JobGroup(jobs, configuration: configuration).run("Compressing")
/// if !result.hasSucceeded { … }
/// ```
///
/// The group's work, that of a HUD of its own or a part of another HUD's, counts the jobs, and each running job is a part of it. What the jobs print appears above the HUD as
/// ``Configuration/output`` says: whole, once, and never interleaved within a line.
///
/// Jobs have no keyboard. Each has a pseudo-terminal for its output while the system has some, and a pipe after that. They end with this process, however
/// it ends.
public struct JobGroup: Sendable {
    /// Where the jobs come from.
    let source: Source
    /// How the jobs run.
    public var configuration: Configuration

    enum Source: Sendable {
        case list([Job])
        case lines(fileDescriptor: Int32, RecordEnd)

        /// The number of jobs; nil if it is not known (yet), and if there are none.
        var count: Int? {
            switch self {
            case .list(let jobs): jobs.isEmpty ? nil : jobs.count
            case .lines: nil
            }
        }
    }

    /// A group of jobs that are all known. Those that took longest in earlier runs start first; see ``Configuration/usesHistory``.
    public init(_ jobs: [Job], configuration: Configuration = Configuration()) {
        source = .list(jobs)
        self.configuration = configuration
    }

    /// A group of jobs that are read from a descriptor, a line each, and start as the lines arrive. Lines are as in ``Job/init(line:)``.
    ///
    /// If a line is not valid, no more jobs start, and ``Result/listError`` says why.
    ///
    /// - Parameters:
    ///   - fileDescriptor: Where the list is read.
    ///   - end: What ends a record of the list.
    ///   - configuration: How the jobs run.
    public init(
        linesFrom fileDescriptor: Int32, endingIn end: RecordEnd = .lineFeed, configuration: Configuration = Configuration()
    ) {
        source = .lines(fileDescriptor: fileDescriptor, end)
        self.configuration = configuration
    }

    /// How the jobs of a group run.
    public struct Configuration: Sendable {
        /// The number of jobs that run at once, 1 to 10,000. A number beyond counts as the nearest of these.
        public var limit = JobGroup.processorCount
        /// The limits that there are.
        package static let limits = 1...10_000

        /// The number of jobs at once by ``limit``.
        var slots: Int { min(max(limit, Self.limits.lowerBound), Self.limits.upperBound) }

        /// What becomes of the jobs' output.
        public var output = Output.failure
        /// What a failure does to the other jobs.
        public var halt = Halt.never
        /// How often a failed job runs again. Only the output of its last run is printed, except as far as it was printed while it ran.
        public var retries = 0
        /// How long a job may run; nil: without limit. It gets SIGTERM then, and SIGKILL five seconds later.
        public var timeLimit: Duration?
        /// How long a job may print nothing; nil: without limit. Time in which it is paused does not count.
        public var idleLimit: Duration?
        /// How long the output of a job may stay open without a byte when the job's main process has ended, because a process that it has left behind may
        /// still print. The job's result is reported when its output ends, or after that; what comes later is still printed. Its slot is free before.
        public var drain = Duration.seconds(1)
        /// Whether progress is recognized in each job's output.
        public var recognizesProgress = true
        /// Whether durations of earlier runs are used and recorded, as ``HUDJob/Configuration/usesHistory`` has it. Then the jobs that took longest start
        /// first, if all are known.
        public var usesHistory = false
        /// Whether the jobs inherit this process's standard input. By default it is `/dev/null`. If it is a terminal, and ``limit`` is 1, a line that a
        /// job has not finished is printed at once, because it may be a question; with ``Output/group``, all output is.
        public var inheritsInput = false
        /// Whether SIGINT, SIGTERM, SIGHUP, SIGQUIT and ^Z are handled while the group runs. The first signal ends all jobs, a second one kills them, and
        /// ``Result/signal`` says which one it was. ^Z stops the jobs and this process. One run at a time handles the signals of a process; another
        /// one that is to handle them is refused (`EBUSY`).
        public var handlesSignals = false
        /// Whether keys act on the rows of the HUD, if standard input is a terminal: up and down select a row, Enter shows what its job has printed in
        /// `$PAGER` (`less` or `more` by default), `c` cancels it, `r` runs it again if it failed, `p` pauses and continues it; `C` and `q` cancel all,
        /// and `P` pauses and continues all. Line editing and echo are off meanwhile. Set `TerminalOptions.drawsWithoutEcho` for the renderer.
        ///
        /// With ``inheritsInput`` the keys go to the running job if its output goes to the terminal: its standard input is the pseudo-terminal of its
        /// output then, which echoes them.
        public var readsKeys = false
        /// The claim on the terminal on which the HUD is drawn: the HUD steps aside for other programs that claim it. nil: there is none.
        package var claim: TerminalClaim?
        /// A file that gets a line for each job that is done, in GNU parallel's columns, and what it has cost behind them if ``showsUsage``; nil: none.
        public var log: CommandArgument?
        /// Whether jobs that the log says have succeeded are skipped. The log is continued.
        public var resumes = false
        /// A folder that gets the output of each job in `NAME/stdout` and `NAME/stderr`; nil: none.
        public var resultsFolder: CommandArgument?
        /// A file that gets the runs of all jobs as Chrome trace events, a lane for each slot and for each place of a row; nil: none.
        public var trace: CommandArgument?
        /// Whether the HUD and the log say what each job has cost, and the HUD in the end what all have; ``Result/usage`` always does.
        public var showsUsage = false
        /// How long the outcome stays on the screen after the last job, if the group hides the HUD itself.
        package var hideDelay = Duration.zero
        /// Whether jobs whose output reaches a terminal through a pipe are asked for colors, unless the user has said otherwise.
        package var asksForColors = true
        /// Called with a message for the user, a sentence without a period, such as that output can't be kept in a file. nil: it is printed.
        public var onMessage: (@Sendable (String) -> Void)?
        /// Slots that are shared with other programs.
        public var jobserver = Jobserver.off

        /// The defaults.
        public init() {}
    }

    /// What becomes of the output of jobs.
    public enum Output: String, Sendable, CaseIterable {
        /// What a failed job printed is printed whole when it has failed.
        case failure
        /// What a job printed is printed whole when it is done.
        case group
        /// The same in the order of the jobs. The first job that is not done prints as it runs.
        case keepOrder = "keep-order"
        /// Lines are printed as they come, each with the job's name before it.
        case prefix
        /// Nothing is printed.
        case hide

        /// Whether output that is printed waits until its job has ended, in a log that is folded.
        var waits: Bool { [.failure, .group, .keepOrder].contains(self) }
    }

    /// What a failure does to the other jobs.
    public enum Halt: String, Sendable, CaseIterable {
        /// Nothing.
        case never
        /// No more jobs start.
        case soon
        /// No more jobs start, and the running ones end.
        case now
    }

    /// Slots that are shared with other programs by GNU make's jobserver protocol.
    public enum Jobserver: Sendable, Hashable {
        /// None.
        case off
        /// The jobs take slots from the jobserver of the make that runs this process (`MAKEFLAGS`). Without one, jobs run one at a time.
        case client
        /// The jobs are offered this group's slots if one of them is make, ninja or cargo.
        case automatic
        /// The jobs are offered this group's slots.
        case server
    }

    /// What is asked of a running group; see ``Controller``. A job is meant by its place in the list, from 0; its number in words, in results and in
    /// the event stream is one more.
    public enum Request: Sendable, Hashable {
        /// Ends a running job by SIGTERM, and by SIGKILL five seconds later.
        case cancel(Int)
        /// Runs a failed job again.
        case retry(Int)
        /// Stops a running job (SIGSTOP).
        case pause(Int)
        /// Continues a job.
        case resume(Int)
        /// Ends all running jobs, and starts no more.
        case cancelAll
        /// Stops all running jobs, and starts no more until ``resumeAll``, or until the last job that is stopped is continued by ``resume(_:)``.
        case pauseAll
        /// Continues all jobs.
        case resumeAll
    }

    /// The result of a group.
    public struct Result: Sendable, Hashable {
        /// The number of jobs that succeeded.
        public var succeeded = 0
        /// The number of jobs that failed.
        public var failed = 0
        /// The number of jobs that were ended by a request, by ``Halt/now`` or by a signal.
        public var cancelled = 0
        /// The number of jobs that were not run, because they succeeded in an earlier run, as the log says; see ``Configuration/resumes``.
        public var doneBefore = 0
        /// The number of jobs that were skipped, because one that they come after has not succeeded; see ``Job/after``.
        public var skipped = 0
        /// The number of jobs that did not start for another reason.
        public var notStarted = 0
        /// What the runs of all jobs have cost: the sum of their times, and the memory of the process that had most; nil if no job has run. See
        /// ``HUDJob/Result/usage``.
        public var usage: HUDUsage?
        /// The signal that ended the group.
        public var signal: Int32?
        /// A signal that came while the HUD showed the outcome.
        package var lateSignal: Int32?
        /// Why output, the log, the trace or a result could not be written, or the list of jobs not be read; nil if nothing is missing.
        public var writeError: String?
        /// The file or folder of the configuration that could not be opened, before any job started.
        package var unopenedFile: CommandArgument?
        /// Why the list of jobs is not valid; nil if it is. The jobs of the part that was read last did not start, and no later ones.
        public var listError: JobListError?
        /// The exit status: 0 if all jobs succeeded; the status of the job if there was only one; 124 if jobs failed only by their time limit; 125 if
        /// output could not be written; 2 if the list is not valid and no job had started, and 125 if one had; 128 and the number of the signal that
        /// ended the group; otherwise 1.
        public var exitStatus: Int32 = 0

        /// Whether all jobs succeeded.
        public var hasSucceeded: Bool { exitStatus == 0 }
    }

    /// The number of processors that this process may use.
    public static var processorCount: Int { Int(hud_processor_count()) }

    /// Runs the jobs, shows and hides their HUD, and waits until all have ended and the HUD is gone, as a command's matter. Blocks this thread.
    ///
    /// - Parameter hud: The HUD to show, or nil to run without one. It must not be shown by the caller.
    /// - Throws: ``HUDJobError`` if the group can't begin: the order of the jobs is not valid, the process has no more descriptors, or another run handles the
    ///   signals.
    @discardableResult
    package func run(under hud: HUD?) throws(HUDJobError) -> Result {
        try GroupRun(self, under: hud, controller: nil).run()
    }
}

// Groups with a HUD of their own, and groups that are a part of a HUD's work.
extension JobGroup {
    /// Runs the jobs under a HUD of their own, and waits until all have ended and the HUD is gone.
    ///
    /// ```swift
    /// let jobs = files.map { JobGroup.Job(["gzip", "-k", $0], name: $0) }
    /// let result = try await JobGroup(jobs).run("Compressing", summary: .always)
    /// ```
    ///
    /// The HUD is that of a scope, as for `HUDJob.run()`. It counts the jobs, and ends as failed if
    /// a job has failed.
    ///
    /// If the task is cancelled, all running jobs get SIGTERM, and SIGKILL five seconds later, and no more start.
    ///
    /// Blocks no thread of the concurrency pool.
    ///
    /// - Parameters:
    ///   - label: What is going on.
    ///   - timing: When the HUD appears, and how long it stays at least.
    ///   - rows: Which jobs have a row.
    ///   - summary: Whether a line stays that says how the jobs have ended.
    ///   - renderer: What draws the HUD; nil: what draws the scope around the call, or else an `AutomaticRenderer`.
    ///   - controller: Passes requests to the group while it runs.
    ///   - cancelsOnInterrupt: Whether ^C cancels the current task, as for a scope. Not together with ``Configuration/handlesSignals``.
    /// - Throws: ``HUDJobError`` if the group can't begin: the order of the jobs is not valid, the process has no more descriptors, or another run handles the
    ///   signals.
    @discardableResult
    public func run(
        _ label: String = "jobs", timing: HUDTiming = HUDTiming(), rows: HUDRows = .halfOfWindow(), summary: HUDSummary = .never,
        renderer: (any HUDRenderer)? = nil, controller: Controller = Controller(), cancelsOnInterrupt: Bool = false
    ) async throws(HUDJobError) -> Result {
        try await withHUD(
            label, total: source.count, timing: timing, rows: rows, summary: summary, renderer: renderer,
            cancelsOnInterrupt: cancelsOnInterrupt
        ) { hud async throws(HUDJobError) in try await JobScope(hud: hud).run(self, controller) }
    }

    /// Runs the jobs under a HUD of their own, and waits until all have ended and the HUD is gone: the same for programs without concurrency. Blocks
    /// this thread.
    ///
    /// In the top-level code of `main.swift` the compiler takes this method even behind `await`, and warns that nothing is awaited. Leave `await` out there.
    ///
    /// - Parameters:
    ///   - label: What is going on.
    ///   - timing: When the HUD appears, and how long it stays at least.
    ///   - rows: Which jobs have a row.
    ///   - summary: Whether a line stays that says how the jobs have ended.
    ///   - renderer: What draws the HUD; nil: what draws the scope around the call, or else an `AutomaticRenderer`.
    ///   - controller: Passes requests to the group while it runs.
    /// - Throws: ``HUDJobError`` if the group can't begin: the order of the jobs is not valid, the process has no more descriptors, or another run handles the
    ///   signals.
    @discardableResult
    public func run(
        _ label: String = "jobs", timing: HUDTiming = HUDTiming(), rows: HUDRows = .halfOfWindow(), summary: HUDSummary = .never,
        renderer: (any HUDRenderer)? = nil, controller: Controller = Controller()
    ) throws(HUDJobError) -> Result {
        try withHUD(label, total: source.count, timing: timing, rows: rows, summary: summary, renderer: renderer) {
            hud throws(HUDJobError) in try JobScope(hud: hud).run(self, controller)
        }
    }

    /// Runs the jobs as a part of a HUD's work, and waits until all have ended.
    ///
    /// ```swift
    /// try await withHUD("Releasing", total: 3) { hud in
    ///     hud.rows = .halfOfWindow()
    ///     try await JobGroup(files.map { JobGroup.Job(["gzip", "-k", $0]) }).run(in: hud, assigningCount: 2)
    ///     try await HUDJob(["make", "dist"]).run(in: hud)
    /// }
    /// ```
    ///
    /// The group has a part of `hud.work`, which counts the jobs and of which each running job is a part. If a job fails, the group's part
    /// fails: a scope ends as failed then, if its body sets no outcome. The HUD is the caller's: it must be shown, and its label, its total and its end
    /// don't change.
    ///
    /// If the task is cancelled, all running jobs get SIGTERM, and SIGKILL five seconds later, and no more start.
    ///
    /// Blocks no thread of the concurrency pool.
    ///
    /// - Parameters:
    ///   - hud: A HUD that is shown.
    ///   - assigningCount: The group's share of the work's total.
    ///   - label: The label of the group's part.
    ///   - controller: Passes requests to the group while it runs.
    /// - Throws: ``HUDJobError`` if the group can't begin: the order of the jobs is not valid, the process has no more descriptors, or another run handles the
    ///   signals. Its part has failed then.
    @discardableResult
    public func run(
        in hud: HUD, assigningCount: Int = 1, label: String = "jobs", controller: Controller = Controller()
    ) async throws(HUDJobError) -> Result {
        try await JobScope(hud: hud, part: part(of: hud, assigningCount, label)).run(self, controller)
    }

    /// Runs the jobs as a part of a HUD's work, and waits until all have ended: the same for programs without concurrency. Blocks this thread.
    ///
    /// - Parameters:
    ///   - hud: A HUD that is shown.
    ///   - assigningCount: The group's share of the work's total.
    ///   - label: The label of the group's part.
    ///   - controller: Passes requests to the group while it runs.
    /// - Throws: ``HUDJobError`` if the group can't begin: the order of the jobs is not valid, the process has no more descriptors, or another run handles the
    ///   signals. Its part has failed then.
    @discardableResult
    public func run(
        in hud: HUD, assigningCount: Int = 1, label: String = "jobs", controller: Controller = Controller()
    ) throws(HUDJobError) -> Result {
        try JobScope(hud: hud, part: part(of: hud, assigningCount, label)).run(self, controller)
    }

    private func part(of hud: HUD, _ assigningCount: Int, _ label: String) -> ProgressNode {
        hud.work.subprogress(assigningCount: assigningCount, label: label).start(totalCount: source.count)
    }
}
