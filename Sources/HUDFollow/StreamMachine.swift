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
    /// The heartbeat of a sender that does not say how often it has one.
    static let usualHeartbeat = Duration.seconds(30)
    /// How long such a sender may be silent: a heartbeat, and half as long for the way of the line.
    static let patience = usualHeartbeat + usualHeartbeat / 2
    /// The most ended tasks that are remembered, so that a repeated line does not begin one of them again.
    static let mostEnded = 10_000
    /// The most tasks that run. If there are more, those that were silent for longest are given up.
    static let mostRunning = 50_000
    /// The most tasks that are known before they begin. Others are known when they begin.
    static let mostWaiting = 50_000

    private(set) var state = State.silent
    private(set) var work = Work()
    private(set) var tasks: [UInt64: Work] = [:]
    /// How many of the tasks are waiting.
    private var waiting = 0
    private(set) var counts = Counts()
    /// How many tasks have been known that are no parts of others, and how many of them have failed.
    private(set) var taskCount = 0
    private(set) var failedTasks = 0
    /// Whether the work consists of tasks.
    private(set) var isTree = false
    /// Whether the stream is of a version that can't be read.
    private(set) var isRefused = false
    private var lines = StreamLines()
    private var decoder: StreamDecoder
    private let chosenFormat: JobStreamFormat?
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
        chosenFormat = format
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

    /// Whether nothing more is expected if the stream ends.
    var isComplete: Bool { state.hasEnded || canBeOver }

    var patience: Duration? { staleAfter ?? (promisesHeartbeat ? heartbeat + heartbeat / 2 : nil) }

    /// What has changed since the last call. Tasks that have ended are told once.
    mutating func takeChanges() -> Changes {
        if tasks.count - waiting > Self.mostRunning { giveUpTasks() }
        var taken = changes
        changes = Changes()
        if taken.hasWork { work.began = origin.flatMap { clock.here($0) } }
        for key in hasParts ? Self.parentsFirst(changedTasks, { tasks[$0]?.parent ?? 0 }) : changedTasks {
            guard var task = tasks[key] else { continue }
            task.began = task.beganThere.flatMap { clock.here($0) }
            taken.tasks.append(Changes.Task(key: key, work: task))
            guard task.state.hasEnded else { continue }
            tasks[key] = nil
            ended.insert(key, attempt: task.attempt, hasFailed: task.state.isFailure && task.parent == 0)
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

    /// The stream is read from its start again, because its file was written again. A line without an end is complete.
    mutating func beginAgain(at now: HUDInstant) {
        disconnect(at: now)
        // Our own streams say whether they go on, as a log that was rotated does, or are about other work.
        if format != .hud, !state.hasEnded {
            forget()
            (work, state) = (Work(), .silent)
        }
        decoder = StreamDecoder(chosenFormat)
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
        if isRefused { return }
        switch event.kind {
        case .refused(let reason):
            isRefused = true
            setState(.lost(reason: reason))
        case .start: start(event, at: now)
        case .report: report(event, at: now)
        case .finish(let outcome): finish(event, outcome, at: now)
        case .print: print(event.text, of: event.task)
        case .taskAdded, .taskStart, .taskReport, .taskEnd: change(event, at: now)
        }
    }

    private mutating func start(_ event: StreamEvent, at now: HUDInstant) {
        forget()
        isTree = event.isTree
        heartbeat = max(.seconds(1), event.heartbeat ?? Self.usualHeartbeat)
        work = Work(state: .running)
        setState(.live)
        take(event, at: now)
    }

    /// Forgets the work of before.
    private mutating func forget() {
        (tasks, waiting) = ([:], 0)
        changedTasks = []
        isChanged = []
        ended = EndedTasks(most: Self.mostEnded)
        changes = Changes(isReset: true, hasWork: true, prints: changes.prints)
        (taskCount, failedTasks, isTree, newest) = (0, 0, false, nil)
        (clock, origin) = (SenderClock(), nil)
        promisesHeartbeat = false
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
        work.state = TaskState(outcome)
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
        // Most texts are one line, and characters cost ten times as much to look at as bytes.
        if !text.isEmpty, text.utf8.allSatisfy({ $0 < 0x80 && !(0x0A...0x0D).contains($0) }) {
            return add(Print(task: task, text: text))
        }
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if lines.last?.isEmpty == true { lines.removeLast() }
        for line in lines { add(Print(task: task, text: String(line))) }
    }

    private mutating func add(_ print: Print) {
        if changes.prints.count == Changes.mostPrints { changes.prints.removeFirst(Changes.mostPrints / 2) }
        changes.prints.append(print)
    }

    // MARK: Tasks

    private mutating func change(_ event: StreamEvent, at now: HUDInstant) {
        if state.hasEnded { return }
        setState(.live)
        isTree = true
        note(event.time, at: now)
        if work.state == .waiting { work.state = .running }
        if event.kind == .taskAdded, waiting >= Self.mostWaiting, tasks[event.task] == nil { return }
        let wasWaiting = tasks[event.task]?.state == .waiting
        guard var task = task(for: event), case let attempt = event.attempt ?? max(1, task.attempt), attempt >= task.attempt
        else {
            return
        }
        let isNewAttempt = attempt > task.attempt
        task.attempt = attempt
        task.lastEvent = counts.understood
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
            task.state = TaskState(outcome)
            task.elapsed = event.elapsed
            if task.elapsed == nil, let time = event.time, let began = task.beganThere { task.elapsed = max(.zero, time - began) }
            if task.state.isFailure, task.parent == 0 { failedTasks += 1 }
        case .start, .refused, .report, .finish, .print, .taskAdded, .taskStart: break
        }
        waiting += (task.state == .waiting ? 1 : 0) - (wasWaiting ? 1 : 0)
        setTask(event.task, task)
    }

    private mutating func setTask(_ key: UInt64, _ task: Work) {
        tasks[key] = task
        if isChanged.insert(key).inserted { changedTasks.append(key) }
    }

    /// Gives up the tasks that were silent for longest, a tenth of those that may run, because their ends may have been lost. Tasks that have parts
    /// come last.
    private mutating func giveUpTasks() {
        let parents = Set(tasks.values.map(\.parent))
        var running = tasks.filter { $0.value.state == .running }
            .map { (key: $0.key, task: $0.value, isParent: parents.contains($0.key)) }
        let excess = running.count - Self.mostRunning
        guard excess > 0 else { return }
        running.sort { ($0.isParent ? 1 : 0, $0.task.lastEvent, $0.key) < ($1.isParent ? 1 : 0, $1.task.lastEvent, $1.key) }
        for (key, task, _) in running.prefix(excess + Self.mostRunning / 10) {
            var task = task
            task.state = .cancelled
            setTask(key, task)
        }
    }

    /// The task of an event as it is known; nil if it has ended, and the event does not begin it again.
    private mutating func task(for event: StreamEvent) -> Work? {
        if event.parent != 0 { hasParts = true }
        var new = Work()
        new.parent = event.parent
        let last: (attempt: Int, hasFailed: Bool)
        if let task = tasks[event.task] {
            guard task.state.hasEnded else { return task }
            new.parent = task.parent
            last = (task.attempt, task.state.isFailure && task.parent == 0)
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
