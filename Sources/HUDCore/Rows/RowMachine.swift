/// Which of many tasks have a row on screen, as a value: each row has the timing of a HUD.
///
/// A task gets a row when its grace time is over and there is a place for it; so a task that ends sooner never has one. A row stays for the
/// minimum show time at least, also when its task has ended. It keeps its place as long as it is on screen. A place that becomes free is given to
/// the task that has waited for it with the best reason:
///
/// 1. one that failed, while fewer than a quarter of the places show failures;
/// 2. the one that is most overdue against its expected duration;
/// 3. the one that has been running longest;
/// 4. another one that failed.
///
/// The row of a failed task stays until its place is needed for one that runs. Emptied places stay, so that the screen does not bounce.
///
/// A task can have parts, which are tasks as well: a tree. The rows of its parts stand directly below its own row, those of their parts below
/// theirs, and so on:
///
/// - A part can have a row while the task that it belongs to has one.
/// - A running task of a level comes before all running tasks of the levels below, and takes the place of one of their rows if there is no empty
///   place: that of the last of the deepest rows, once it has been shown long enough. Among failed tasks, too, those of the highest level come first.
/// - When a task ends, so do its parts: their rows leave after their minimum show time, and the row of the task leaves with the last of them at the earliest.
/// - Rows keep their order. A row moves down if a part above it gets a row and has no empty place among the rows of its branch, and up only if there is no
///   other empty place.
///
/// ```swift
/// var machine = RowMachine<String>(limit: 8, graceTime: .milliseconds(500), minimumShowTime: .milliseconds(300))
/// _ = machine.start("a.c", at: clock.now)
/// _ = machine.advance(to: clock.now.advanced(by: .milliseconds(500)))  // "a.c" appears in place 0
/// ```
///
/// As with ``HUDStateMachine``, the time is an argument, calls come before deadlines of the same instant, and the events are the same whether time
/// passes in one step or in a thousand. The cost of a call depends on the places and on the logarithm of the number of tasks. Memory is that
/// of the tasks that have not ended, and of 1,000 that failed.
public struct RowMachine<Task: Hashable & Sendable>: Sendable {
    /// How long a task runs before it gets a row. Negative counts as zero.
    public let graceTime: Duration
    /// How long a row stays at least. Negative counts as zero.
    public let minimumShowTime: Duration
    /// The most places.
    public private(set) var limit: Int
    /// How many tasks of the top level there are and have been.
    public internal(set) var counts = RowTaskCounts()

    var tasks: [Task: Known] = [:]
    /// What is known of the parts of tasks that have not ended.
    var branches: [Task: Branch] = [:]
    /// The task that each of them is a part of. Apart from what is known of all tasks, so that tasks without a tree cost nothing more.
    var memberships: [Task: Membership] = [:]
    /// The places that have been in use, from the top; nil for one that is empty.
    var places: [Place?] = [] {
        didSet { isOverviewStale = true }
    }
    /// What is known of the places, and whether it must be made again, so that a call that changes no row does not look at them.
    var overview = Overview()
    var isOverviewStale = false
    /// Whether the call has only added a task, so that no candidate can have become void.
    private var hasOnlyAdded = false
    /// Whether there is a row that has not been presented.
    var awaitsPresentation = false
    /// The tasks of the top level that could get a row.
    var candidates = Candidates()
    /// The time of the last call or advance. A place that is free since then is filled at that time.
    var lastReading = HUDInstant.distantPast
    var lastNumber = 0

    /// Makes a machine without tasks.
    ///
    /// - Parameters:
    ///   - limit: The most rows. Zero for none until ``setLimit(_:at:)``; negative counts as zero.
    ///   - graceTime: How long a task runs before it gets a row.
    ///   - minimumShowTime: How long a row stays at least.
    public init(limit: Int, graceTime: Duration = .milliseconds(500), minimumShowTime: Duration = .milliseconds(300)) {
        self.limit = max(0, limit)
        self.graceTime = max(.zero, graceTime)
        self.minimumShowTime = max(.zero, minimumShowTime)
        isOverviewStale = true
        updateOverview()
    }

    /// What the machine knows of a task that has not ended, or has a row, or failed.
    struct Known: PausableTask {
        var state: RowTaskState
        /// When it began, shifted by the pauses since.
        var start: HUDInstant
        var end: HUDInstant?
        var expected: Duration?
        var pausedAt: HUDInstant?
        var isOnScreen = false
        /// The number of its latest candidacy. Older ones are void.
        var candidacy = 0
    }

    struct Place: Sendable {
        var task: Task
        var machine: HUDStateMachine
        /// Whether the minimum show time of a failed task is over. Its row stays while no task needs the place.
        var canBeTaken = false
        /// The task that its task is a part of, and the number of tasks that it is in.
        var parent: Task?
        var depth = 0
    }

    // MARK: Reading it

    /// A task on screen.
    public struct Row: Sendable, Hashable {
        /// The task.
        public var task: Task
        /// How it stands.
        public var state: RowTaskState
        /// When the task began, moved forward by the time for which it was paused.
        public var start: HUDInstant
        /// When it ended; nil if it has not.
        public var end: HUDInstant?
        /// When it was paused; nil if it is not.
        public var pausedAt: HUDInstant?
        /// The number of tasks that it is in: 0 for one of the top level, 1 for a part of such a task.
        public var depth = 0
        /// Whether its parts have no rows because they were folded.
        package var isFolded = false

        /// How long it has been running at `time`, without pauses.
        public func elapsed(at time: HUDInstant) -> Duration {
            max(.zero, start.duration(to: end ?? pausedAt ?? time))
        }
    }

    /// The rows, from the top; nil for an empty place.
    public var rows: [Row?] {
        places.map { place in
            guard let place, let known = tasks[place.task] else { return nil }
            return Row(
                task: place.task, state: known.state, start: known.start, end: known.end, pausedAt: known.pausedAt,
                depth: place.depth)
        }
    }

    /// How many tasks have no row: those of the top level, and those parts of tasks with a row that have not ended or have failed.
    ///
    /// Other parts are in the sum of the task that they belong to.
    public var rest: RowTaskCounts {
        var rest = counts
        for case let place? in places {
            guard let known = tasks[place.task] else { continue }
            if place.parent == nil || known.state.isCountedInTree { rest[known.state] -= 1 }
            guard !branches.isEmpty, let parts = branches[place.task]?.counts else { continue }
            for state in RowTaskState.all where state.isCountedInTree { rest[state] += parts[state] }
        }
        return rest
    }

    /// The time at which ``advance(to:)`` must be called next; nil if nothing is pending.
    public var nextDeadline: HUDInstant? {
        guard let fill = nextFill else { return overview.nextStayEnd }
        return min(fill, overview.nextStayEnd ?? fill)
    }

    // MARK: Calls

    /// Adds a task that has not begun. No effect if it is known. A task that has finished or was cancelled is forgotten, and counts once more
    /// if it comes again.
    ///
    /// - Parameters:
    ///   - task: The task.
    ///   - parent: The task that it is a part of; nil for one of the top level. No effect if that task is not known or has ended.
    ///   - time: Now.
    public mutating func add(_ task: Task, in parent: Task? = nil, at time: HUDInstant) -> [RowEvent<Task>] {
        call(at: time) { machine, now, _ in
            guard machine.tasks[task] == nil, machine.isOpen(parent) else { return }
            machine.tasks[task] = Known(state: .waiting, start: now)
            if let parent { machine.join(task, parent) }
            machine.count(.waiting, of: parent, by: 1)
        }
    }

    /// Begins a task. One that has failed begins again, and keeps its row if it has one.
    ///
    /// - Parameters:
    ///   - task: The task. No effect if it is running.
    ///   - parent: The task that it is a part of; nil for one of the top level. No effect if that task is not known or has ended. A task that is known
    ///     stays a part of the task that it was added to.
    ///   - expected: How long it is expected to run, such as by earlier runs; nil if that is not known.
    ///   - time: Now.
    public mutating func start(_ task: Task, in parent: Task? = nil, expected: Duration? = nil, at time: HUDInstant) -> [RowEvent<
        Task
    >] {
        start(task, in: parent, expected: expected, ago: .zero, resumes: false, at: time)
    }

    /// Begins a task that has been running for a time already, such as one on another machine. Its grace time counts from its beginning.
    ///
    /// - Parameter resumes: Whether to resume the task if it is paused.
    mutating func start(
        _ task: Task, in parent: Task? = nil, expected: Duration?, ago headStart: Duration, resumes: Bool, at time: HUDInstant
    ) -> [RowEvent<Task>] {
        call(at: time) { machine, now, events in
            let known = machine.tasks[task]
            switch known?.state {
            case .running: return
            case .paused:
                if resumes { machine.endPause(of: task, at: now) }
                return
            case .waiting?, .finished?, .failed?, .cancelled?, nil: break
            }
            let parent = known == nil ? parent : machine.parent(of: task)
            guard machine.isOpen(parent) else { return }
            var new = Known(state: .running, start: now.advanced(by: .zero - headStart), expected: expected)
            if let parent { machine.join(task, parent) }
            if let known { machine.count(known.state, of: parent, by: -1) }
            machine.count(.running, of: parent, by: 1)
            new.isOnScreen = known?.isOnScreen ?? false
            guard new.isOnScreen, let index = machine.place(of: task) else {
                machine.nominate(task, new)
                // Without a grace time a row appears at once.
                if machine.graceTime == .zero {
                    machine.fillPlaces(at: now, &events)
                } else {
                    machine.hasOnlyAdded = known == nil
                }
                return
            }
            machine.tasks[task] = new
            machine.places[index]?.canBeTaken = false
            _ = machine.places[index]?.machine.show(at: now, animated: false)
        }
    }

    /// Marks a running task as paused. Its row stays; without one, it gets none until it is resumed.
    public mutating func pause(_ task: Task, at time: HUDInstant) -> [RowEvent<Task>] {
        call(at: time) { machine, now, _ in
            guard var known = machine.tasks[task], known.state == .running else { return }
            machine.change(task, from: &known, to: .paused)
            known.pausedAt = now
            machine.tasks[task] = known
            machine.dropVoidCandidates(of: machine.parent(of: task))
        }
    }

    /// Marks a paused task as running. The pause is left out of its running time.
    public mutating func resume(_ task: Task, at time: HUDInstant) -> [RowEvent<Task>] {
        call(at: time) { machine, now, _ in machine.endPause(of: task, at: now) }
    }

    private mutating func endPause(of task: Task, at now: HUDInstant) {
        guard var known = tasks[task], known.state == .paused else { return }
        change(task, from: &known, to: .running)
        known.leaveOutPause(at: now)
        if known.isOnScreen { tasks[task] = known } else { nominate(task, known) }
    }

    /// Ends a task and its parts. No effect if it has ended, or has never been added or started.
    public mutating func finish(_ task: Task, at time: HUDInstant) -> [RowEvent<Task>] {
        end(task, as: .finished, at: time)
    }

    /// Ends a task that failed. It is shown without a grace time if there is a place.
    public mutating func fail(_ task: Task, at time: HUDInstant) -> [RowEvent<Task>] {
        end(task, as: .failed, at: time)
    }

    /// Ends a task that was cancelled.
    public mutating func cancel(_ task: Task, at time: HUDInstant) -> [RowEvent<Task>] {
        end(task, as: .cancelled, at: time)
    }

    /// Changes the number of rows, such as when the window is resized, or to zero when nothing can be shown.
    ///
    /// If there are more rows than that, rows below move up to empty places, and the last of the deepest ones disappear at once. With zero, the empty places
    /// are forgotten.
    public mutating func setLimit(_ newLimit: Int, at time: HUDInstant) -> [RowEvent<Task>] {
        let newLimit = max(0, newLimit)
        if newLimit == limit { return [] }
        return call(at: time) { machine, now, events in
            machine.limit = newLimit
            machine.isOverviewStale = true
            while machine.places.count > newLimit { machine.removePlace(at: now, limit: newLimit, &events) }
        }
    }

    /// Processes the deadlines up to and including `time`.
    public mutating func advance(to time: HUDInstant) -> [RowEvent<Task>] {
        let now = max(lastReading, time)
        var events: [RowEvent<Task>] = []
        while let due = nextDeadline, due <= now { process(due, &events) }
        lastReading = now
        return events
    }

    /// Reports that the rows were presented at `time`, from which the minimum show time of new ones counts.
    public mutating func presented(at time: HUDInstant) {
        guard awaitsPresentation else { return }
        awaitsPresentation = false
        for index in places.indices { places[index]?.machine.presented(at: time) }
        updateOverview()
    }

    // MARK: Tasks

    // Calls of a closure that is not inlined cost a tenth of the whole.
    @inline(__always)
    private mutating func call(
        at time: HUDInstant, _ change: (inout RowMachine, HUDInstant, inout [RowEvent<Task>]) -> Void
    ) -> [RowEvent<Task>] {
        let now = max(lastReading, time)
        var events: [RowEvent<Task>] = []
        begin(at: now, &events)
        change(&self, now, &events)
        settle()
        return events
    }

    /// Processes the deadlines before `now`. Not inlined, as every call would contain it.
    @inline(never)
    private mutating func begin(at now: HUDInstant, _ events: inout [RowEvent<Task>]) {
        while let due = nextDeadline, due < now { process(due, &events) }
        lastReading = now
    }

    /// Brings the rest of the state up to date after a change. Not inlined either.
    @inline(never)
    private mutating func settle() {
        if !hasOnlyAdded { dropVoidCandidates(of: nil) }
        hasOnlyAdded = false
        updateOverview()
    }

    private mutating func end(_ task: Task, as ending: RowTaskState, at time: HUDInstant) -> [RowEvent<Task>] {
        call(at: time) { machine, now, events in
            guard var known = machine.tasks[task], !known.state.hasEnded else { return }
            let parent = machine.parent(of: task)
            machine.change(task, from: &known, to: ending)
            known.end = now
            known.leaveOutPause(at: now)
            // The usual case: one of very many tasks.
            if !known.isOnScreen, ending != .failed, machine.branches.isEmpty { return machine.forget(task) }
            machine.tasks[task] = known
            if !machine.branches.isEmpty {
                machine.fold(task, as: ending == .finished ? .finished : .cancelled, at: now, &events)
            }
            guard known.isOnScreen, let index = machine.place(of: task) else {
                if ending == .failed { machine.nominate(task) } else { machine.forget(task) }
                if let parent { machine.dropVoidCandidates(of: parent) }
                return
            }
            let gone = machine.places[index]?.machine.hide(at: now, animated: false)
            if gone?.isEmpty == false { machine.stayEnded(at: now, in: index, &events) }
        }
    }

    /// Changes a state, and the number of tasks in it. What is known is not stored.
    private mutating func change(_ task: Task, from known: inout Known, to state: RowTaskState) {
        let parent = parent(of: task)
        count(known.state, of: parent, by: -1)
        count(state, of: parent, by: 1)
        known.state = state
    }

    func place(of task: Task) -> Int? { places.firstIndex { $0?.task == task } }
}
