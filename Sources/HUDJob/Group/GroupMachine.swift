import HUDCore
import HUDLibc

/// Which jobs of a group run, and what becomes of their output: a value that makes no system call and reads no clock.
///
/// The driver (``GroupRun``) tells the machine what happened, each fact with its instant, and carries out the actions in order.
///
///                        a failure, --halt         all running jobs have ended,
///      ┌─────────┐      soon or now      ┌─────────┐      all output is printed       ┌──────────┐
///      │ running │ ────────────────────▶ │ halting │ ───────────────────────────────▶ │ finished │
///      └─────────┘                       └─────────┘                                  └──────────┘
///           │  │ all jobs are done            │ a signal                                    ▲
///           │  └──────────────────────────────┼─────────────────────────────────────────────┤
///           │ a signal                        ▼                                             │
///           │                          ┌─────────────┐                                      │
///           └────────────────────────▶ │ interrupted │ ─────────────────────────────────────┘
///                                      └─────────────┘   the same, or a third signal
///
/// A job is waiting, running, draining, done or skipped:
///
///     waiting ──▶ running ──▶ done          A failed run is followed by another one, if there are retries left, in the same slot.
///        │          └──▶ draining ──▶ done  The main process has ended, and a process that it left behind has the output open. The slot is free.
///        └──▶ skipped                       A job that it comes after has failed, was cancelled or is skipped (``GroupDependencies``).
///
/// **Signals.** The first signal ends all running jobs by SIGTERM, the second one by SIGKILL. A third one, or two seconds, end the group even if
/// the terminal takes no more output.
///
/// **Backpressure.** While ``mostPrinting`` jobs wait for their output to be printed, no job starts.
struct GroupMachine: Sendable, Equatable {
    /// How long a group whose jobs were killed waits for its output to be printed.
    static let patience = Duration.seconds(2)

    /// A line that is unfinished for so long may be a question. A program can write a line in pieces.
    static let questionDelay = Duration.milliseconds(50)

    /// After a job was refused, another one is tried each time that this many jobs have ended.
    private static let growth = 16

    let configuration: Configuration
    /// All counts but that of the jobs that have not started.
    private var ended = Counts()
    private(set) var running: [Int: Run] = [:]
    /// The jobs whose main process has ended and whose output has not.
    private(set) var draining: [Int: Run] = [:]
    var state = State.running
    private var queue: GroupQueue
    private(set) var dependencies = GroupDependencies()
    private var order: GroupOutputOrder
    private var slots = GroupSlots()
    /// The runs of the jobs that have failed and run again, or wait for that.
    private var past: [Int: Past] = [:]
    /// The jobs that have failed and can run again on request.
    private var failed: [Int: Failure] = [:]
    /// Why new jobs are held back; empty: they are not.
    private var pauses: Set<Pause> = []
    private var hasFailedOutput = false
    /// What follows from the fact that is taken.
    private var actions: [Action] = []

    private struct Failure: Sendable, Equatable {
        let attempt: Int
        let hasTimedOut: Bool
    }

    init(_ configuration: Configuration) {
        self.configuration = configuration
        // One job after the other stays in the order of the input.
        queue = GroupQueue(sorts: configuration.waitsForAll && configuration.limit > 1)
        order = GroupOutputOrder(configuration.output)
    }

    // MARK: Questions

    /// The largest number of jobs whose output waits to be printed.
    var mostPrinting: Int { configuration.limit + 16 }

    /// Whether a job could start if the jobserver gave a token.
    var wantsToken: Bool {
        configuration.usesTokens && canStart && running.count < configuration.limit && running.count >= slots.allowed
    }

    /// The numbers of jobs by now.
    var counts: Counts {
        var counts = ended
        counts.jobs.waiting = counts.known - counts.doneBefore - counts.jobs.total - running.count - draining.count
        return counts
    }

    /// Whether a job that is done has failed, so that it can run again on request.
    func hasFailed(_ job: Int) -> Bool { failed[job] != nil }

    /// Whether a job runs, or what it has left running still writes.
    var hasJobs: Bool { !running.isEmpty || !draining.isEmpty }

    /// Whether jobs are held back on request.
    var isPaused: Bool { pauses.contains(.requested) }

    /// The largest number of draining jobs while jobs start: each keeps descriptors.
    var mostDraining: Int { configuration.limit + 64 }

    /// When the driver must report ``Fact/timePassed``; nil: only when something happens.
    var nextDeadline: HUDInstant? {
        [endDeadline, running.values.compactMap(\.lineDeadline).min()].compactMap { $0 }.min()
    }

    private var endDeadline: HUDInstant? {
        switch state {
        case .interrupted(_, .killing(let since)): since.advanced(by: Self.patience)
        case .interrupted(_, .terminating), .running, .halting, .finished: nil
        }
    }

    private var canStart: Bool {
        state == .running && pauses.isEmpty && running.count < slots.ceiling ?? .max && !queue.isEmpty
            && draining.count < mostDraining
            && order.printing.count < mostPrinting && (queue.isClosed || !configuration.waitsForAll)
    }

    // MARK: Facts

    /// Takes what happened, and returns what the driver must do, in order.
    mutating func receive(_ fact: Fact, at now: HUDInstant) -> [Action] {
        if state == .finished { return [] }
        defer { actions = [] }
        let hadJobs = hasJobs
        switch fact {
        case .added(let expected, let isDone, let after): add(expected, isDone: isDone, after: after)
        case .inputEnded: queue.close()
        case .listFailed: halt(endsRunning: false)
        case .exited(let job, let hasFailed): exit(job, hasFailed: hasFailed)
        case .ended(let job, let ending): end(job, ending)
        case .refused(let job, let ending): refuse(job, ending)
        case .unfinishedLine(let job): running[job]?.lineDeadline = now.advanced(by: Self.questionDelay)
        case .printed(let job): order.printed(job)
        case .outputFailed:
            hasFailedOutput = true
            halt(endsRunning: true)
        case .signal(let signal): interrupt(by: signal, at: now)
        case .stopping: setAllPaused(true, .stopped)
        case .continued: setAllPaused(false, .stopped)
        case .tokenTaken: slots.take()
        case .asked(let request): ask(request)
        case .timePassed:
            for (job, run) in running {
                guard let deadline = run.lineDeadline, now >= deadline else { continue }
                running[job]?.lineDeadline = nil
                actions.append(.showLine(job))
            }
            if let deadline = endDeadline, now >= deadline { finish() }
        }
        // Before the next job starts: others may wait for the tokens all the time.
        if configuration.usesTokens, hadJobs, !hasJobs {
            returnTokens(beyond: 0)
            actions.append(.refillTokens)
        }
        startJobs(at: now)
        if running.isEmpty, draining.isEmpty, state != .running { actions += order.flush() }
        if state != .finished, isOver { finish() }
        return actions
    }

    private mutating func add(_ expected: Duration?, isDone: Bool, after: [Int]) {
        let job = ended.known
        ended.known += 1
        if isDone {
            ended.doneBefore += 1
            actions += order.skip(job)
        }
        for change in dependencies.add(after: after, expected: expected, isDone: isDone) {
            if after.isEmpty, change == .ready(job, expected: expected) {
                queue.append(job, expected: expected)
            } else {
                follow(change)
            }
        }
    }

    /// Takes what follows for a job from the end or the new beginning of another one.
    private mutating func follow(_ change: GroupDependencies.Change) {
        switch change {
        case .ready(let job, let expected): queue.insert(job, expected: expected)
        case .skipped(let job, let obstacle, let stage):
            ended.jobs.skipped += 1
            actions.append(.skip(job, after: obstacle, stage))
            actions += order.skip(job)
        case .waits(let job):
            ended.jobs.skipped -= 1
            order.withdraw(job)
            actions.append(.unskip(job))
        }
    }

    // MARK: Starts

    private mutating func startJobs(at now: HUDInstant) {
        let most = configuration.usesTokens ? min(configuration.limit, slots.allowed) : configuration.limit
        while canStart, running.count < most, let job = queue.take() {
            let past = past[job] ?? Past()
            let run = Run(
                attempt: past.attempts + 1, retries: past.retries, slot: slots.occupy(), begin: now,
                isAlone: running.isEmpty && draining.isEmpty)
            if running.count == 1 { for other in running.keys { running[other]?.isAlone = false } }
            running[job] = run
            actions.append(.start(job, attempt: run.attempt, slot: run.slot))
            actions += order.start(job)
        }
        // A token that no job can use is another program's.
        if configuration.usesTokens { returnTokens(beyond: running.count) }
    }

    private mutating func returnTokens(beyond running: Int) {
        for _ in 0..<slots.surplus(beyond: running) { actions.append(.returnToken) }
    }

    /// The system has no more processes or descriptors: the job waits until another one has ended, unless there was no other since it started.
    private mutating func refuse(_ job: Int, _ ending: HUDJob.Result) {
        guard let run = running[job], !run.isAlone || !draining.isEmpty, state == .running, run.end == nil else {
            return end(job, ending)
        }
        release(job)
        queue.putBack(job)
        slots.ceiling = draining.isEmpty ? max(1, running.count) : running.count
    }

    private mutating func release(_ job: Int) {
        if let run = running.removeValue(forKey: job) { slots.release(run.slot) }
        draining[job] = nil
        order.stop(job)
    }

    private mutating func exit(_ job: Int, hasFailed: Bool) {
        guard var run = running.removeValue(forKey: job) else { return }
        slots.release(run.slot)
        run.pauses = []
        draining[job] = run
        // Not only when its output has ended: the slot is free.
        if hasFailed, run.end == nil, run.retries == configuration.retries { halt(after: job) }
    }

    /// Ends the running jobs, and waits no longer for the output of draining ones.
    private mutating func terminateAll(_ end: End, except kept: Int? = nil) {
        for job in running.keys.sorted() { terminate(job, end) }
        for job in draining.keys.sorted() where job != kept { actions.append(.terminate(job)) }
    }

    // MARK: Ends

    private mutating func end(_ job: Int, _ ending: HUDJob.Result) {
        guard let run = running[job] ?? draining[job] else { return }
        // The shortage may be over.
        if let known = slots.ceiling, known == 0 || (ended.done + 1) % Self.growth == 0 { slots.ceiling = known + 1 }
        if !ending.hasSucceeded, run.end == nil, state == .running, run.retries < configuration.retries {
            release(job)
            past[job] = Past(attempts: run.attempt, retries: run.retries + 1, last: .init(run: run, ending: ending))
            queue.putBack(job)
            actions.append(.retry(job, run, ending))
            return
        }
        release(job)
        past[job] = nil
        record(job, run, ending)
    }

    /// A job is done.
    private mutating func record(_ job: Int, _ run: Run, _ ending: HUDJob.Result) {
        let outcome = run.end == nil || ending.hasSucceeded ? ending.hudOutcome : .cancelled
        let hasFailed = TaskState(outcome).isFailure
        ended.jobs[TaskState(outcome)] += 1
        if outcome == .cancelled, run.end == .halted { ended.halted += 1 }
        if hasFailed {
            failed[job] = Failure(attempt: run.attempt, hasTimedOut: ending.hasTimedOut)
            ended.lastStatus = ending.exitStatus
            if ending.hasTimedOut { ended.timedOut += 1 }
        }
        actions.append(.record(job, run, ending, outcome))
        actions += order.end(job, hasFailed: hasFailed)
        // The jobs after one that is ended with the group have not started, like others.
        if hasFailed && !isInterrupted || outcome == .succeeded || state == .running {
            for change in dependencies.end(job, GroupDependencies.Stage(outcome)) { follow(change) }
        }
        if hasFailed { halt(after: job) }
    }

    /// Does what a failure does to the other jobs.
    private mutating func halt(after job: Int) {
        guard state == .running else { return }
        switch configuration.halt {
        case .never: break
        case .soon: halt(endsRunning: false)
        case .now: halt(endsRunning: true, except: job)
        }
    }

    /// Whether the jobs have been killed, after a second signal.
    var isKilling: Bool { if case .interrupted(_, .killing) = state { true } else { false } }

    private var isInterrupted: Bool { if case .interrupted = state { true } else { false } }

    private mutating func halt(endsRunning: Bool, except kept: Int? = nil) {
        if state == .running { stopStarting(.halting) }
        if endsRunning { terminateAll(.halted, except: kept) }
    }

    /// No more jobs start: those that have failed and wait for another run are done.
    private mutating func stopStarting(_ new: State) {
        state = new
        let waiting = past.filter { running[$0.key] == nil && draining[$0.key] == nil }
        past = [:]
        for (job, past) in waiting.sorted(by: { $0.key < $1.key }) {
            if let last = past.last { record(job, last.run, last.ending) }
        }
    }

    private mutating func terminate(_ job: Int, _ end: End) {
        guard let run = running[job], run.end == nil else { return }
        running[job]?.end = end
        // A stopped process does not take SIGTERM.
        for pause in run.pauses { setPaused(job, false, pause) }
        actions.append(.terminate(job))
    }

    private mutating func interrupt(by signal: Int32, at now: HUDInstant) {
        switch state {
        case .running, .halting:
            stopStarting(.interrupted(by: signal, .terminating))
            terminateAll(.halted)
        case .interrupted(let first, .terminating):
            state = .interrupted(by: first, .killing(since: now))
            for job in running.keys.sorted() + draining.keys.sorted() { actions.append(.kill(job)) }
        case .interrupted(_, .killing): finish()
        case .finished: break
        }
    }

    /// Whether nothing is left to do.
    private var isOver: Bool {
        guard running.isEmpty, draining.isEmpty, order.printing.isEmpty else { return false }
        switch state {
        case .running: return queue.isClosed && queue.isEmpty
        case .halting, .interrupted: return true
        case .finished: return false
        }
    }

    private mutating func finish() {
        let outcome: Outcome
        switch state {
        case .interrupted(let signal, _): outcome = .signaled(signal)
        case .running, .halting, .finished: outcome = hasFailedOutput ? .outputFailed : .done
        }
        returnTokens(beyond: 0)
        state = .finished
        actions.append(.finish(outcome))
    }

    // MARK: Requests

    private mutating func ask(_ request: JobGroup.Request) {
        switch request {
        case .cancel(let job):
            if draining[job] != nil { actions.append(.terminate(job)) }
            terminate(job, .cancelled)
        case .cancelAll:
            terminateAll(.cancelled)
            if state == .running { stopStarting(.halting) }
        case .retry(let job):
            guard state == .running, !order.printing.contains(job), let failure = failed.removeValue(forKey: job) else { return }
            past[job] = Past(attempts: failure.attempt)
            ended.jobs.failed -= 1
            if failure.hasTimedOut { ended.timedOut -= 1 }
            order.withdraw(job)
            queue.putBack(job)
            for change in dependencies.reopen(job) { follow(change) }
        case .pause(let job): setPaused(job, true, .requested)
        case .resume(let job):
            guard running[job] != nil else { return }
            setPaused(job, false, .requested)
            // When no job is paused, nothing shows that others are held back.
            if !running.values.contains(where: { $0.pauses.contains(.requested) }) { pauses.remove(.requested) }
        case .pauseAll: setAllPaused(true, .requested)
        case .resumeAll: setAllPaused(false, .requested)
        }
    }

    private mutating func setAllPaused(_ isOn: Bool, _ pause: Pause) {
        if isOn { pauses.insert(pause) } else { pauses.remove(pause) }
        for job in running.keys.sorted() { setPaused(job, isOn, pause) }
    }

    private mutating func setPaused(_ job: Int, _ isOn: Bool, _ pause: Pause) {
        guard var run = running[job], run.end == nil || !isOn else { return }
        let wasPaused = run.isPaused
        if isOn { run.pauses.insert(pause) } else { run.pauses.remove(pause) }
        running[job] = run
        if run.isPaused != wasPaused { actions.append(isOn ? .pause(job) : .resume(job)) }
    }
}
