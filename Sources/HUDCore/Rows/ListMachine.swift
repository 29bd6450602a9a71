/// A list of many tasks, and the part of it that a window shows, as a value: each row has the timing of a HUD.
///
/// A task enters the list at its end: a running one when its grace time is over, and one that failed at once. So a task that ends sooner never
/// has a row. A row stays for the minimum show time at least. The row of a failed task stays until the task begins again.
///
/// A task can have parts, which are tasks as well: a tree. The rows of its parts stand below its own row, those of their parts below theirs. A part
/// can have a row while the task that it belongs to has one and is not folded (``move(_:at:)``). When a task ends, so do its parts: their rows leave
/// after their minimum show time, and the row of the task leaves with the last of them at the earliest.
///
/// The window shows the rows from ``offset`` on. While rows above it come and leave, what it shows stays where it is. The selected row is always in
/// the window.
///
/// As with ``RowMachine``, the time is an argument, calls come before deadlines of the same instant, and the events are the same whether time passes
/// in one step or in a thousand. The cost of a call depends on the height of the window and on the logarithm of the number of tasks, but for
/// a row that leaves, or enters among others: the keys of the rows below it move by one.
package struct ListMachine<Task: Hashable & Sendable>: Sendable {
    /// The most tasks that failed. Beyond that the oldest one leaves.
    static var mostFailed: Int { 1_000 }

    /// How long a task runs before it gets a row.
    package let graceTime: Duration
    /// How long a row stays at least.
    package let minimumShowTime: Duration
    /// How many tasks of the top level there are and have been.
    package internal(set) var counts = RowTaskCounts()
    /// How many of them have a row, in the window or not.
    package internal(set) var listed = RowTaskCounts()
    /// The height of the window.
    package private(set) var height = 0
    /// The first row in the window.
    package internal(set) var offset = 0
    /// The selected task; nil if none is.
    package internal(set) var selected: Task?

    var tasks: [Task: Known] = [:]
    /// What is known of the parts of tasks that have not ended.
    var branches: [Task: Branch] = [:]
    /// The task that each part belongs to. Apart from what is known of all tasks, so that tasks without a tree cost nothing more.
    var parents: [Task: Task] = [:]
    /// The keys of the rows, from the top.
    var order: [RowKey] = []
    /// The tasks of the rows by their numbers, which grow.
    var rows: [Int: Task] = [:]
    /// Running tasks by the end of their grace time.
    var fresh = BinaryHeap<Entry>()
    /// Tasks that have ended, by when their row may leave.
    var staying = BinaryHeap<Entry>()
    /// Tasks that failed, the oldest first, and how many of them there are.
    var failed = BinaryHeap<Entry>()
    var failedCount = 0
    /// The rows that have appeared since the last frame.
    var unpresented: [Int] = []
    var lastReading = HUDInstant.distantPast
    var lastNumber = 0

    /// Makes an empty list. Negative times count as zero.
    package init(graceTime: Duration = .milliseconds(500), minimumShowTime: Duration = .milliseconds(300)) {
        self.graceTime = max(.zero, graceTime)
        self.minimumShowTime = max(.zero, minimumShowTime)
    }

    /// What is known of a task that has not ended, or has a row.
    struct Known: PausableTask {
        var state: RowTaskState
        /// When it began, shifted by the pauses since.
        var start: HUDInstant
        var end: HUDInstant?
        var pausedAt: HUDInstant?
        /// The number of its row; nil if it has none.
        var number: Int?
        /// The timing of its row.
        var row: HUDStateMachine
        /// The number of its latest entry in a heap. Older ones are void.
        var entry = 0
    }

    struct Entry: Comparable, Sendable {
        var time: HUDInstant
        var number: Int
        var task: Task

        static func < (one: Entry, other: Entry) -> Bool { (one.time, one.number) < (other.time, other.number) }
        static func == (one: Entry, other: Entry) -> Bool { one.number == other.number }
    }

    // MARK: Reading it

    /// The number of rows.
    package var count: Int { order.count }

    /// The rows in the window, from the top.
    package var visible: [RowMachine<Task>.Row] {
        order[offset..<min(order.count, offset + height)].compactMap { key in
            guard let task = rows[key.own], let known = tasks[task] else { return nil }
            return .init(
                task: task, state: known.state, start: known.start, end: known.end, pausedAt: known.pausedAt, depth: key.depth,
                isFolded: !branches.isEmpty && branches[task]?.isFolded == true)
        }
    }

    /// How many tasks of the top level have no row. Parts are in the sum of the task that they belong to.
    package var rest: RowTaskCounts {
        var rest = counts
        for state in RowTaskState.all { rest[state] -= listed[state] }
        return rest
    }

    /// The time at which ``advance(to:)`` must be called next; nil if nothing is pending.
    package var nextDeadline: HUDInstant? {
        guard let fresh = fresh.top?.time else { return staying.top?.time }
        return min(fresh, staying.top?.time ?? fresh)
    }

    /// The index of a task's row; nil if it has none.
    func index(of task: Task) -> Int? {
        guard let key = key(of: task) else { return nil }
        let index = order.firstIndexInSorted(of: key)
        return index < order.count && order[index] == key ? index : nil
    }

    func task(at index: Int) -> Task? { order.indices.contains(index) ? rows[order[index].own] : nil }

    // MARK: Tasks

    /// Adds a task that has not begun. No effect if it is known.
    ///
    /// - Parameters:
    ///   - task: The task.
    ///   - parent: The task that it is a part of; nil for one of the top level. No effect if that task is not known or has ended.
    ///   - time: Now.
    package mutating func add(_ task: Task, in parent: Task? = nil, at time: HUDInstant) -> [RowEvent<Task>] {
        call(at: time) { list, now, _ in
            guard list.tasks[task] == nil, list.isOpen(parent) else { return }
            list.makeKnown(task, in: parent, at: now)
        }
    }

    /// Begins a task. One that has failed begins again, and keeps its row. No effect if it is running or paused.
    ///
    /// - Parameters:
    ///   - task: The task.
    ///   - parent: The task that it is a part of; nil for one of the top level. No effect if that task is not known or has ended. A task that is known
    ///     stays a part of the task that it was added to.
    ///   - headStart: How long it has been running already. Its grace time counts from its beginning.
    ///   - time: Now.
    package mutating func start(_ task: Task, in parent: Task? = nil, ago headStart: Duration = .zero, at time: HUDInstant)
        -> [RowEvent<Task>]
    {
        call(at: time) { list, now, events in
            guard list.isOpen(list.tasks[task] == nil ? parent : list.parent(of: task)) else { return }
            if list.tasks[task] == nil { list.makeKnown(task, in: parent, at: now) }
            guard var known = list.tasks[task] else { return }
            switch known.state {
            case .running, .paused: return
            case .waiting, .finished, .failed, .cancelled: break
            }
            (known.start, known.end, known.pausedAt) = (now.advanced(by: .zero - headStart), nil, nil)
            if known.number != nil { _ = known.row.show(at: now, animated: false) }
            list.change(task, &known, to: .running)
            list.tasks[task] = known
            list.rejoin(task)
            list.nominate(task)
            // Without a grace time a row appears at once.
            if list.graceTime == .zero { list.enterFresh(now, &events) }
        }
    }

    /// Marks a running task as paused. Without a row, it gets none until it is resumed.
    package mutating func pause(_ task: Task, at time: HUDInstant) -> [RowEvent<Task>] {
        call(at: time) { list, now, _ in
            guard var known = list.tasks[task], known.state == .running else { return }
            list.change(task, &known, to: .paused)
            known.pausedAt = now
            list.tasks[task] = known
        }
    }

    /// Marks a paused task as running. The pause is left out of its running time.
    package mutating func resume(_ task: Task, at time: HUDInstant) -> [RowEvent<Task>] {
        call(at: time) { list, now, _ in
            guard var known = list.tasks[task], known.state == .paused else { return }
            list.change(task, &known, to: .running)
            known.leaveOutPause(at: now)
            list.tasks[task] = known
            list.nominate(task)
        }
    }

    /// Ends a task. No effect if it has ended, or is not known.
    package mutating func finish(_ task: Task, at time: HUDInstant) -> [RowEvent<Task>] { end(task, as: .finished, at: time) }

    /// Ends a task that failed.
    package mutating func fail(_ task: Task, at time: HUDInstant) -> [RowEvent<Task>] { end(task, as: .failed, at: time) }

    /// Ends a task that was cancelled.
    package mutating func cancel(_ task: Task, at time: HUDInstant) -> [RowEvent<Task>] { end(task, as: .cancelled, at: time) }

    private mutating func end(_ task: Task, as ending: RowTaskState, at time: HUDInstant) -> [RowEvent<Task>] {
        call(at: time) { list, now, events in
            guard var known = list.tasks[task], !known.state.hasEnded else { return }
            list.change(task, &known, to: ending)
            known.end = now
            known.leaveOutPause(at: now)
            if known.number != nil { _ = known.row.hide(at: now, animated: false) }
            list.tasks[task] = known
            if !list.branches.isEmpty {
                list.endParts(of: task, as: ending == .finished ? .finished : .cancelled, at: now, &events)
            }
            if ending == .failed {
                if known.number == nil, list.canShow(task) { list.enter(task, at: now, &events) }
                list.keepFailed(task, at: now, &events)
            } else if known.number == nil {
                list.forget(task)
            } else if let deadline = known.row.nextDeadline {
                list.stay(task, until: deadline)
            } else {
                list.leaveUnlessNeeded(task, at: now, &events)
            }
        }
    }

    // MARK: Time

    /// Processes the deadlines up to and including `time`.
    package mutating func advance(to time: HUDInstant) -> [RowEvent<Task>] {
        let now = max(lastReading, time)
        var events: [RowEvent<Task>] = []
        while let due = nextDeadline, due <= now { process(due, &events) }
        lastReading = now
        return events
    }

    /// Reports that the window was presented at `time`, from which the minimum show time of its new rows counts.
    package mutating func presented(at time: HUDInstant) {
        guard !unpresented.isEmpty else { return }
        let window = Set(order[offset..<min(order.count, offset + height)].lazy.map(\.own))
        for number in unpresented where window.contains(number) {
            if let task = rows[number] { tasks[task]?.row.presented(at: time) }
        }
        unpresented = []
    }

    /// Removes all rows, such as when nothing can be shown any more. Tasks that run get a row again when their grace time is over.
    package mutating func clear(at time: HUDInstant) -> [RowEvent<Task>] {
        call(at: time) { list, now, events in
            while let last = list.order.last, let task = list.rows[last.own] { list.leave(task, at: now, &events) }
        }
    }

    /// Changes the height of the window.
    package mutating func resize(to rows: Int) {
        height = max(0, rows)
        keepInView()
    }

    mutating func call(
        at time: HUDInstant, _ change: (inout ListMachine, HUDInstant, inout [RowEvent<Task>]) -> Void
    ) -> [RowEvent<Task>] {
        let now = max(lastReading, time)
        var events: [RowEvent<Task>] = []
        while let due = nextDeadline, due < now { process(due, &events) }
        lastReading = now
        change(&self, now, &events)
        return events
    }

    private mutating func process(_ time: HUDInstant, _ events: inout [RowEvent<Task>]) {
        while let top = staying.top, top.time <= time {
            staying.removeTop()
            guard var known = tasks[top.task], known.entry == top.number, known.state.hasEnded else { continue }
            _ = known.row.advance(to: time)
            // It was presented later than it appeared.
            if let deadline = known.row.nextDeadline {
                // With its old number: rows that leave at the same time leave in the order of their ends.
                staying.insert(Entry(time: deadline, number: top.number, task: top.task))
            } else {
                // It may wait for the rows below it.
                if !parents.isEmpty { tasks[top.task] = known }
                leaveUnlessNeeded(top.task, at: time, &events)
            }
        }
        enterFresh(time, &events)
    }

    /// Gives a row to the tasks whose grace time is over. Those that can't be shown yet get theirs with the task that they belong to.
    private mutating func enterFresh(_ time: HUDInstant, _ events: inout [RowEvent<Task>]) {
        while let top = fresh.top, top.time <= time {
            fresh.removeTop()
            guard let known = tasks[top.task], known.entry == top.number, known.state == .running, canShow(top.task) else {
                continue
            }
            enter(top.task, at: time, &events)
        }
    }
}
