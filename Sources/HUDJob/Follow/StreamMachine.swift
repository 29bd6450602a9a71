import HUDCore

/// What one event stream has told so far, as a value: bytes and instants in, the work and its tasks out.
///
///     ┌────────┐  an event   ┌──────┐   silent for too long   ┌───────┐
///     │ silent │ ──────────▶ │ live │ ──────────────────────▶ │ stale │
///     └────────┘             └──────┘ ◀────────────────────── └───────┘
///         │                   ▲    │          an event            │
///         │             start │    │ finish                       │ finish
///         │                   │    ▼                              │
///         │                ┌──────┐ ◀─────────────────────────────┘
///         │                │ over │
///         │                └──────┘
///         │  the end of the stream, also while it is live or stale
///         ▼
///     ┌──────┐
///     │ lost │
///     └──────┘
///
/// A line that can't be read is counted and has no other effect, and neither has one that repeats or contradicts what is known: a task that has ended
/// has ended, a report that is older than the last one is ignored. So a stream may begin in the middle, and lines may be repeated or lost.
struct StreamMachine: Sendable {
    /// How the stream stands.
    enum State: Sendable, Equatable {
        /// Nothing was understood yet. Can transition to: live, over, stale, lost.
        case silent
        /// The work goes on. Can transition to: stale, over, lost.
        case live
        /// The sender has been silent for longer than it promised, since that time. Can transition to: live, over, lost.
        case stale(since: HUDInstant)
        /// The work is over. Can transition to: live.
        case over(HUDOutcome)
        /// The stream has ended without saying how the work did. Can transition to: none.
        case lost(reason: String)

        /// Whether the stream has told how the work ended, or never will.
        var hasEnded: Bool {
            switch self {
            case .silent, .live, .stale: false
            case .over, .lost: true
            }
        }
    }

    /// How the work, or a task of it, stands.
    struct Work: Sendable, Equatable {
        enum State: Sendable, Equatable {
            case waiting
            case running
            case ended(HUDOutcome)
        }

        var state = State.waiting
        var label = ""
        var details = ""
        var progress: StreamEvent.Progress?
        /// When it began, by our clock, as far as that is known when the driver asks; nil if it is not.
        var began: HUDInstant?
        /// How long it ran, by the sender's clock; nil if it has not ended, or that is not known.
        var elapsed: Duration?
        var attempt = 0
        /// The task that it is a part of; 0 for a part of the whole work. It may be unknown, or a part of this one.
        fileprivate(set) var parent: UInt64 = 0
        /// When it began, by the sender's clock.
        fileprivate var beganThere: Duration?
    }

    /// The heartbeat of a sender that does not say how often it has one.
    static let usualHeartbeat = Duration.seconds(30)
    /// How long such a sender may be silent: a heartbeat, and half as long for the way of the line.
    static let patience = usualHeartbeat + usualHeartbeat / 2
    /// The most ended tasks that are remembered, so that a repeated line does not begin one of them again.
    static let mostEnded = 10_000

    private(set) var state = State.silent
    private(set) var work = Work()
    private(set) var tasks: [UInt64: Work] = [:]
    private(set) var counts = Counts()
    /// How many tasks have been known that are no parts of others, and how many of them have failed.
    private(set) var taskCount = 0
    private(set) var failedTasks = 0
    /// Whether the work consists of tasks.
    private(set) var isTree = false
    private var lines = StreamLines()
    private var decoder: StreamDecoder
    private var clock = SenderClock()
    /// When the work began, by the sender's clock.
    private var origin: Duration?
    /// The sender's time of the newest report.
    private var newest: Duration?
    private var ended = EndedTasks(most: Self.mostEnded)
    private var changes = Changes()
    private var changedTasks: [UInt64] = []
    private var isChanged: Set<UInt64> = []
    /// Whether a task was ever a part of another.
    private var hasParts = false
    private var events: [StreamEvent] = []
    /// When something arrived last.
    private var heard: HUDInstant
    private var promisesHeartbeat = false
    /// The longest silence that the sender promises.
    private var heartbeat = Self.usualHeartbeat
    /// How long the sender may be silent; nil: as it promises.
    private let staleAfter: Duration?

    /// - Parameters:
    ///   - format: The format; nil: by the first line that is of one.
    ///   - staleAfter: How long the sender may be silent; nil: 45 s if its format has a heartbeat, otherwise without limit.
    init(format: JobStreamFormat? = nil, staleAfter: Duration? = nil, at now: HUDInstant) {
        decoder = StreamDecoder(format)
        self.staleAfter = staleAfter
        heard = now
    }

    /// Whether many lines were printed since the last call of ``takeChanges()``.
    var hasPrintedMuch: Bool { changes.prints.count >= Changes.manyPrints }

    /// The format, as soon as it is known.
    var format: JobStreamFormat? { decoder.format }

    /// How many ended tasks are remembered.
    var rememberedTasks: Int { ended.count }

    /// When ``advance(to:)`` must be called; nil: only after something has arrived.
    var nextDeadline: HUDInstant? {
        switch state {
        case .silent, .live: patience.map { heard.advanced(by: $0) }
        case .stale, .over, .lost: nil
        }
    }

    /// Whether the end of the stream is the end of the work: in a format that has no word for it, if no task is running.
    var canBeOver: Bool {
        guard format == .buildKit, taskCount > 0 else { return false }
        return failedTasks > 0 || tasks.values.allSatisfy { $0.state != .running }
    }

    var patience: Duration? { staleAfter ?? (promisesHeartbeat ? heartbeat + heartbeat / 2 : nil) }

    /// What has changed since the last call. Tasks that have ended are told once.
    mutating func takeChanges() -> Changes {
        var taken = changes
        changes = Changes()
        if taken.hasWork { work.began = origin.flatMap { clock.here($0) } }
        for key in hasParts ? Self.parentsFirst(changedTasks, { tasks[$0]?.parent ?? 0 }) : changedTasks {
            guard var task = tasks[key] else { continue }
            task.began = task.beganThere.flatMap { clock.here($0) }
            taken.tasks.append(Changes.Task(key: key, work: task))
            guard case .ended(let outcome) = task.state else { continue }
            tasks[key] = nil
            ended.insert(key, attempt: task.attempt, hasFailed: outcome.isFailure && task.parent == 0)
        }
        changedTasks.removeAll(keepingCapacity: true)
        isChanged.removeAll(keepingCapacity: true)
        return taken
    }

    // MARK: Inputs

    /// Takes bytes that have arrived.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - written: When the bytes were written, if that is known.
    mutating func receive(_ bytes: UnsafeRawBufferPointer, at now: HUDInstant, written: HUDInstant? = nil) {
        read(at: now) { $0.feed(bytes, $1) }
        heard = written ?? now
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
        } else if failedTasks > 0 {
            state = .over(.failed(reason: "\(failedTasks) of \(taskCount) failed"))
        } else {
            state = .over(isFailure ? .failed(reason: reason) : .succeeded)
        }
        changes.hasWork = true
    }

    /// The connection has ended, and another one may come. A line without an end is complete.
    mutating func disconnect(at now: HUDInstant) {
        read(at: now) { $0.finish($1) }
    }

    /// Takes note of the time.
    mutating func advance(to now: HUDInstant) {
        guard let deadline = nextDeadline, deadline <= now else { return }
        state = .stale(since: heard)
        changes.hasWork = true
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
        guard let line else { return counts.broken += 1 }
        switch decoder.read(line, into: &events) {
        case .understood:
            counts.understood += 1
            if case .stale = state { setState(.live) }
            for event in events { apply(event, at: now) }
            events.removeAll(keepingCapacity: true)
        case .text:
            counts.text += 1
            print(String(decoding: line.prefix(StreamEvent.longestText), as: UTF8.self))
        case .broken: counts.broken += 1
        }
    }

    // MARK: Events

    private mutating func apply(_ event: StreamEvent, at now: HUDInstant) {
        switch event.kind {
        case .start: start(event, at: now)
        case .report: report(event, at: now)
        case .finish(let outcome): finish(event, outcome, at: now)
        case .print: print(event.text, of: event.task)
        case .taskAdded, .taskStart, .taskReport, .taskEnd: change(event, at: now)
        }
    }

    private mutating func start(_ event: StreamEvent, at now: HUDInstant) {
        tasks = [:]
        changedTasks = []
        isChanged = []
        ended = EndedTasks(most: Self.mostEnded)
        changes = Changes(isReset: true, hasWork: true, prints: changes.prints)
        (taskCount, failedTasks, isTree, newest) = (0, 0, event.isTree, nil)
        (clock, origin) = (SenderClock(), nil)
        promisesHeartbeat = false
        heartbeat = max(.seconds(1), event.heartbeat ?? Self.usualHeartbeat)
        work = Work(state: .running)
        setState(.live)
        take(event, at: now)
    }

    private mutating func report(_ event: StreamEvent, at now: HUDInstant) {
        if state.hasEnded { return }
        setState(.live)
        promisesHeartbeat = event.promisesHeartbeat
        take(event, at: now)
    }

    /// Takes the labels and the progress of the work, unless they are older than those that are known.
    private mutating func take(_ event: StreamEvent, at now: HUDInstant) {
        note(event.time, at: now)
        if let time = event.time {
            if let newest, time < newest { return }
            newest = time
        }
        if work.state == .waiting { work.state = .running }
        if let label = event.label { work.label = label }
        if let details = event.details { work.details = details }
        if let progress = event.progress { work.progress = progress }
        changes.hasWork = true
    }

    private mutating func finish(_ event: StreamEvent, _ outcome: HUDOutcome, at now: HUDInstant) {
        if state.hasEnded { return }
        take(event, at: now)
        promisesHeartbeat = false
        work.state = .ended(outcome)
        if let time = event.time, let origin { work.elapsed = max(.zero, time - origin) }
        setState(.over(outcome))
    }

    /// Takes note of an instant of the sender.
    private mutating func note(_ time: Duration?, at now: HUDInstant) {
        guard let time else { return }
        clock.note(time, arrivedAt: now)
        // Our own streams count from the beginning of the work.
        origin = format == .hud ? .zero : min(origin ?? time, time)
    }

    private mutating func setState(_ new: State) {
        if state == new { return }
        state = new
        changes.hasWork = true
    }

    private mutating func print(_ text: String, of task: UInt64 = 0) {
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if lines.last?.isEmpty == true { lines.removeLast() }
        for line in lines {
            if changes.prints.count == Changes.mostPrints { changes.prints.removeFirst(Changes.mostPrints / 2) }
            changes.prints.append(Print(task: task, text: String(line)))
        }
    }

    // MARK: Tasks

    private mutating func change(_ event: StreamEvent, at now: HUDInstant) {
        if state.hasEnded { return }
        setState(.live)
        isTree = true
        note(event.time, at: now)
        if work.state == .waiting { work.state = .running }
        guard var task = task(for: event), case let attempt = event.attempt ?? max(1, task.attempt), attempt >= task.attempt
        else {
            return
        }
        let isNewAttempt = attempt > task.attempt
        task.attempt = attempt
        if let label = event.label { task.label = label }
        if let details = event.details { task.details = details }
        if let progress = event.progress { task.progress = progress }
        switch event.kind {
        case .taskStart where task.state == .waiting || isNewAttempt:
            task.state = .running
            task.beganThere = event.time
        case .taskReport:
            task.state = .running
            if task.beganThere == nil, let time = event.time, let elapsed = event.elapsed { task.beganThere = time - elapsed }
        case .taskEnd(let outcome):
            task.state = .ended(outcome)
            task.elapsed = event.elapsed
            if task.elapsed == nil, let time = event.time, let began = task.beganThere { task.elapsed = max(.zero, time - began) }
            if outcome.isFailure, task.parent == 0 { failedTasks += 1 }
        case .start, .report, .finish, .print, .taskAdded, .taskStart: break
        }
        tasks[event.task] = task
        if isChanged.insert(event.task).inserted { changedTasks.append(event.task) }
    }

    /// The task of an event as it is known; nil if it has ended, and the event does not begin it again.
    private mutating func task(for event: StreamEvent) -> Work? {
        if event.parent != 0 { hasParts = true }
        var new = Work()
        new.parent = event.parent
        let last: (attempt: Int, hasFailed: Bool)
        if let task = tasks[event.task] {
            guard case .ended(let outcome) = task.state else { return task }
            new.parent = task.parent
            last = (task.attempt, outcome.isFailure && task.parent == 0)
        } else if let known = ended[event.task] {
            last = known
        } else {
            if event.parent == 0 { taskCount += 1 }
            return new
        }
        guard let attempt = event.attempt, attempt > last.attempt else { return nil }
        if last.hasFailed { failedTasks -= 1 }
        return new
    }
}

extension HUDOutcome {
    fileprivate var isFailure: Bool {
        switch self {
        case .succeeded, .cancelled: false
        case .failed: true
        }
    }
}
