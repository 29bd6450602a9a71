import HUDCore

/// What one event stream has told so far, as a value: bytes and instants in, the work and its tasks out.
///
///           ┌────────────────── silent for too long ──────────────┐
///           │                                                     ▼
///     ┌─────┴──┐  an event   ┌──────┐   silent for too long   ┌───────┐
///     │ silent │ ──────────▶ │ live │ ──────────────────────▶ │ stale │
///     └────────┘             └──────┘ ◀────────────────────── └───────┘
///       │   │                  ▲   │          an event            │
///       │   │            start │   │ finish                       │ finish
///       │   │                  │   ▼                              │
///       │   │                ┌──────┐ ◀───────────────────────────┘
///       │   └──── finish ──▶ │ over │
///       │                    └──────┘
///       │  the end of the stream, also while it is live or stale
///       ▼
///     ┌──────┐
///     │ lost │
///     └──────┘
///
/// A line that can't be read is counted and has no other effect, and neither has one that repeats or contradicts what is known: a task that has ended
/// has ended, a report that is older than the last one is ignored. So a stream may begin in the middle, and lines may be repeated or lost.
struct StreamMachine: Sendable {
    /// The most ended tasks that are remembered, so that a repeated line does not begin one of them again.
    static let mostEnded = 10_000
    /// The most tasks that run. If there are more, those that were silent for longest are given up.
    static let mostRunning = 50_000
    /// The most tasks that are known before they begin. Others are known when they begin.
    static let mostWaiting = 50_000

    private(set) var state = State.silent
    private(set) var work = Work()
    private(set) var tasks = TaskLedger<Work>(mostRemembered: Self.mostEnded)
    /// The tasks that are not run, and whether each is counted, as one that is no part of another.
    private var skipped: [UInt64: Bool] = [:]
    /// Whether the work consists of tasks.
    private(set) var isTree = false
    /// Whether the stream is of a version that can't be read.
    private(set) var isRefused = false
    private(set) var silence: StreamSilence
    private var content = Content.none
    /// Whether a work that has not succeeded makes the stream fail, although other work follows.
    private let isOneRun: Bool
    private var hasFailedBefore = false
    private var lines = StreamLines()
    private var decoder: StreamDecoder
    private var clock = SenderClock()
    private var pending = PendingChanges()

    /// - Parameters:
    ///   - format: The format; nil: by the first line that is of one.
    ///   - staleAfter: How long the sender may be silent; nil: 45 s if its format has a heartbeat, otherwise without limit.
    ///   - isOneRun: Whether all of its work belongs together: work that follows a failure does not make it a success. In a file, earlier work may be long past.
    init(format: JobStreamFormat? = nil, staleAfter: Duration? = nil, isOneRun: Bool = true, at now: HUDInstant) {
        self.isOneRun = isOneRun
        decoder = StreamDecoder(format)
        silence = StreamSilence(since: now, limit: staleAfter)
    }

    /// Whether so much has changed since the last call of ``takeChanges()`` that it must be called, although there is more to read.
    var hasManyChanges: Bool { pending.hasMany }

    /// The format, as soon as it is known.
    var format: JobStreamFormat? { decoder.format }

    /// How lines were read.
    var counts: StreamDecoder.Counts { decoder.counts }

    /// When ``advance(to:)`` must be called; nil: only after something has arrived.
    var nextDeadline: HUDInstant? {
        switch state {
        case .silent, .live: silence.deadline
        case .stale, .over, .lost: nil
        }
    }

    /// Whether the end of the stream is the end of the work: in a format that has no word for it, if no task is running.
    var canBeOver: Bool {
        guard format == .buildKit, tasks.counts.total > 0 else { return false }
        return tasks.counts.failed > 0 || tasks.known.values.allSatisfy { $0.state == .waiting || $0.state.hasEnded }
    }

    /// Why it is lost, in a few words, if nothing more comes: there was something, and no event; nil otherwise.
    var lackOfEvents: String? {
        guard content == .other else { return nil }
        return format.map { "no \($0.rawValue) events" } ?? "no events"
    }

    /// Whether nothing more is expected if the stream ends.
    var isComplete: Bool { state.hasEnded || canBeOver }

    /// What has changed since the last call. Tasks that have ended are told once.
    mutating func takeChanges() -> Changes {
        if tasks.known.count - tasks.counts.waiting > Self.mostRunning { giveUpTasks() }
        var taken = pending.changes
        // Later lines of a file say better when it began.
        if work.began != nil, work.began != clock.begin { taken.hasWork = true }
        if taken.hasWork { work.began = clock.begin }
        for key in taken.hasParts ? Self.parentsFirst(pending.tasks, { tasks.known[$0]?.parent }) : pending.tasks {
            guard var task = tasks.known[key] else { continue }
            task.began = task.run.beganThere.flatMap { clock.here($0) }
            taken.tasks.append(Changes.Task(key: key, work: task))
            if task.state.hasEnded { tasks.dismiss(key, as: task.memory) }
        }
        pending.removeAll(upTo: counts.understood)
        return taken
    }

    // MARK: Inputs

    /// Takes bytes that have arrived.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - written: When the bytes were written, if that is known.
    mutating func receive(_ bytes: UnsafeRawBufferPointer, at now: HUDInstant, written: HUDInstant? = nil) {
        // What is read late has happened before.
        if content == .none { content = .other }
        read(at: written ?? now) { $0.feed(bytes, $1) }
        silence.since = written ?? now
    }

    /// The stream has ended, and there will be no other connection.
    ///
    /// - Parameters:
    ///   - reason: Why it is lost, in a few words, unless its work is over.
    ///   - isFailure: Whether what wrote the stream has failed.
    mutating func end(_ reason: String, isFailure: Bool = false, at now: HUDInstant) {
        disconnect(at: now)
        if state.hasEnded { return }
        if !canBeOver {
            state = .lost(reason: reason)
        } else if case let tasks = tasks.counts, tasks.failed > 0 {
            state = .over(.failed(reason: "\(tasks.failed) of \(tasks.total) failed"))
        } else if tasks.counts.cancelled > 0 {
            state = .over(.cancelled)
        } else {
            state = .over(isFailure ? .failed(reason: reason) : .succeeded)
        }
        // The end of the stream is noticed later than the work has ended.
        if case .over = state { work.run.elapsed = clock.elapsed }
        pending.changes.hasWork = true
    }

    /// The connection has ended, and another one may come. A line without an end is complete.
    mutating func disconnect(at now: HUDInstant) {
        read(at: now) { $0.finish($1) }
        decoder.finish()
        for event in decoder.events { apply(event, at: now) }
    }

    /// The stream is read from its start again, because its file was written again or its command runs again. A line without an end is complete.
    mutating func beginAgain(at now: HUDInstant) {
        disconnect(at: now)
        // Our own streams say whether they go on, as a log that was rotated does, or are about other work.
        if (format ?? decoder.formatBefore) != .hud, !state.hasEnded {
            forget()
            (work, state, content) = (Work(), .silent, .none)
        }
        if content == .other { content = .none }
        decoder.beginAgain()
    }

    /// Takes note of the time.
    mutating func advance(to now: HUDInstant) {
        guard let deadline = nextDeadline, deadline <= now else { return }
        state = .stale(since: silence.since)
        pending.changes.hasWork = true
    }

    private mutating func read(
        at now: HUDInstant, _ body: (inout StreamLines, (UnsafeRawBufferPointer?) -> Void) -> Void
    ) {
        // The lines are read by a closure that changes the rest of this value.
        var lines = StreamLines()
        swap(&lines, &self.lines)
        body(&lines) { line in take(line, at: now) }
        swap(&lines, &self.lines)
    }

    private mutating func take(_ line: UnsafeRawBufferPointer?, at now: HUDInstant) {
        switch decoder.read(line) {
        case .understood:
            if !decoder.events.isEmpty { content = .events }
            if case .stale = state { setState(.live) }
            for event in decoder.events { apply(event, at: now) }
        case .text: if let line { print(StreamEvent.text(line)) }
        case .broken: break
        }
    }

    // MARK: Events

    private mutating func apply(_ event: StreamEvent, at now: HUDInstant) {
        if isRefused { return }
        switch event.kind {
        case .refused(let reason):
            isRefused = true
            setState(.lost(reason: reason))
        case .start(let isTree, let heartbeat): start(event, isTree: isTree, heartbeat: heartbeat, at: now)
        case .report(let promisesHeartbeat): report(event, promisesHeartbeat: promisesHeartbeat, at: now)
        case .finish(let outcome): finish(event, outcome, at: now)
        case .print(let text): print(text, of: event.task)
        case .taskAdded, .taskStart, .taskReport, .taskRetry, .taskEnd: change(event, at: now)
        case .taskSkip(let reason): skip(event, reason, at: now)
        }
    }

    private mutating func start(_ event: StreamEvent, isTree: Bool, heartbeat: Duration?, at now: HUDInstant) {
        if isOneRun, case .over(let outcome) = state, outcome != .succeeded { hasFailedBefore = true }
        forget()
        self.isTree = isTree
        silence.heartbeat = max(.seconds(1), heartbeat ?? StreamSilence.usualHeartbeat)
        work = Work(state: .running)
        setState(.live)
        take(event, at: now)
    }

    /// Forgets the work of before.
    private mutating func forget() {
        pending.reset(after: state.outcome, ends: pending.tasks.compactMap(endedTask))
        tasks = TaskLedger(mostRemembered: Self.mostEnded)
        skipped = [:]
        isTree = false
        clock = SenderClock()
        silence.promisesHeartbeat = false
    }

    private func endedTask(_ key: UInt64) -> Changes.Task? {
        tasks.known[key].flatMap { $0.state.hasEnded ? Changes.Task(key: key, work: $0) : nil }
    }

    private mutating func report(_ event: StreamEvent, promisesHeartbeat: Bool, at now: HUDInstant) {
        if state.hasEnded { return }
        setState(.live)
        silence.promisesHeartbeat = promisesHeartbeat
        take(event, at: now)
    }

    /// Takes the labels and the progress of the work, unless they are older than those that are known.
    private mutating func take(_ event: StreamEvent, at now: HUDInstant) {
        note(event.time, at: now)
        if let time = event.time, !clock.isNewest(time) { return }
        if work.state == .waiting { work.state = .running }
        if let label = event.label { work.label = label }
        if let details = event.details { work.details = details }
        if let progress = event.progress { work.progress = progress }
        pending.changes.hasWork = true
    }

    private mutating func finish(_ event: StreamEvent, _ outcome: HUDOutcome, at now: HUDInstant) {
        if state.hasEnded { return }
        let outcome = outcome == .succeeded && hasFailedBefore ? .failed(reason: "an earlier job did not succeed") : outcome
        take(event, at: now)
        for key in tasks.known.filter({ !$0.value.state.hasEnded && $0.value.awaitsRetry }).keys.sorted() { endWithoutRetry(key) }
        work.state = TaskState(outcome)
        work.run.elapsed = event.elapsed ?? event.time.flatMap { clock.elapsed(at: $0) }
        setState(.over(outcome))
    }

    /// Ends a task that was to run again: its last run counts.
    private mutating func endWithoutRetry(_ key: UInt64) {
        guard var task = tasks.known[key], let last = task.lastRun else { return }
        (task.state, task.run.status, task.run.elapsed) = (TaskState(last.outcome), last.status, last.elapsed)
        setTask(key, task)
    }

    /// Takes note of an instant of the sender.
    private mutating func note(_ time: Duration?, at now: HUDInstant) {
        // Our own streams count from the beginning of the work.
        if let time { clock.note(time, arrivedAt: now, origin: format == .hud ? .zero : time) }
    }

    private mutating func setState(_ new: State) {
        if state == new { return }
        state = new
        pending.changes.hasWork = true
    }

    private mutating func print(_ text: String, of task: UInt64 = 0) {
        // Most texts are one line, and characters cost ten times as much to look at as bytes.
        if !text.isEmpty, text.utf8.allSatisfy({ $0 < 0x80 && !(0x0A...0x0D).contains($0) }) {
            return pending.add(Print(task: task, text: text))
        }
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if lines.last?.isEmpty == true { lines.removeLast() }
        for line in lines { pending.add(Print(task: task, text: String(line))) }
    }

    // MARK: Tasks

    /// Takes that the stream has an event of a task.
    ///
    /// - Returns: False if the stream has ended.
    private mutating func noteTask(_ event: StreamEvent, at now: HUDInstant) -> Bool {
        if state.hasEnded { return false }
        setState(.live)
        isTree = true
        note(event.time, at: now)
        return true
    }

    private mutating func change(_ event: StreamEvent, at now: HUDInstant) {
        guard noteTask(event, at: now) else { return }
        if work.state == .waiting { work.state = .running }
        let last = tasks[event.task]
        if event.kind == .taskAdded, last == nil, tasks.counts.waiting >= Self.mostWaiting { return }
        // A task that has ended begins again with another number.
        if let last, last.state.hasEnded, event.attempt ?? 0 <= last.run.attempt { return }
        var task = last.flatMap { $0.state.hasEnded ? nil : $0 } ?? Work(parent: last?.parent ?? event.parent)
        let attempt = event.attempt ?? max(1, task.run.attempt)
        if attempt < task.run.attempt { return }
        if skipped.removeValue(forKey: event.task) == true { pending.changes.unskipped += 1 }
        let isNewAttempt = attempt > task.run.attempt
        task.run.attempt = attempt
        task.lastEvent = counts.understood
        task.awaitsRetry = false
        if let label = event.label { task.label = label }
        if let details = event.details { task.details = details }
        if let progress = event.progress { task.progress = progress }
        if let slot = event.slot { task.run.slot = slot }
        switch event.kind {
        case .taskStart where task.state == .waiting || isNewAttempt:
            task.state = .running
            task.run.beganThere = event.time
            if isNewAttempt { task.progress = nil }
        case .taskReport(let isPaused):
            task.state = isPaused ? .paused : .running
            // Later than it began by the time for which it was paused.
            if let time = event.time, let elapsed = event.elapsed { task.run.beganThere = time - elapsed }
        case .taskRetry(let outcome):
            task.lastRun = Work.EndedRun(outcome: outcome, status: event.status, elapsed: event.elapsed)
            task.awaitsRetry = true
        case .taskEnd(let outcome):
            task.state = TaskState(outcome)
            task.run.status = event.status
            task.run.elapsed = event.elapsed
            if task.run.elapsed == nil, let time = event.time, let began = task.run.beganThere {
                task.run.elapsed = max(.zero, time - began)
            }
        case .start, .refused, .report, .finish, .print, .taskAdded, .taskStart, .taskSkip: break
        }
        setTask(event.task, task)
    }

    private mutating func skip(_ event: StreamEvent, _ reason: String, at now: HUDInstant) {
        guard noteTask(event, at: now) else { return }
        guard tasks[event.task] == nil, skipped.count < Self.mostWaiting, skipped[event.task] == nil else { return }
        skipped[event.task] = event.parent == nil
        pending.changes.skips.append(Changes.Skip(name: event.label ?? "", parent: event.parent, reason: reason))
        pending.changes.hasWork = true
    }

    private mutating func setTask(_ key: UInt64, _ task: Work) {
        if task.parent != nil { pending.changes.hasParts = true }
        pending.add(task: key, toldBefore: tasks.set(key, task)?.lastEvent ?? 0)
    }

    /// Gives up the tasks that were silent for longest, a tenth of those that may run, because their ends may have been lost. Tasks that have parts
    /// come last.
    private mutating func giveUpTasks() {
        var running = tasks.known.filter { $0.value.state == .running || $0.value.state == .paused }
            .map { (key: $0.key, task: $0.value, isParent: !tasks.parts(of: $0.key).isEmpty) }
        let excess = running.count - Self.mostRunning
        guard excess > 0 else { return }
        running.sort { ($0.isParent ? 1 : 0, $0.task.lastEvent, $0.key) < ($1.isParent ? 1 : 0, $1.task.lastEvent, $1.key) }
        for (key, task, _) in running.prefix(excess + Self.mostRunning / 10) {
            var task = task
            task.state = .cancelled
            setTask(key, task)
        }
    }
}
