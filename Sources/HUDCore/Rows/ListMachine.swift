/// A list of many tasks, and the part of it that a window shows, as a value: each row has the timing of a HUD.
///
/// A task enters the list at its end: a running one when its grace time is over, and one that failed at once. So a task that ends sooner never
/// has a row. A row stays for the minimum show time at least. The row of a failed task stays until the task begins again.
///
/// The window shows the rows from ``offset`` on. While rows above it leave, what it shows stays where it is. The selected row is always in the
/// window.
///
/// As with ``RowMachine``, the time is an argument, calls come before deadlines of the same instant, and the events are the same whether time passes
/// in one step or in a thousand. The cost of a call depends on the height of the window and on the logarithm of the number of tasks, but for
/// a row that leaves: the numbers of the rows below it move up by one.
package struct ListMachine<Task: Hashable & Sendable>: Sendable {
    /// The most rows of failed tasks. Beyond that the oldest one leaves.
    static var mostFailed: Int { 1_000 }

    /// How long a task runs before it gets a row.
    package let graceTime: Duration
    /// How long a row stays at least.
    package let minimumShowTime: Duration
    /// How many tasks there are and have been.
    package private(set) var counts = RowTaskCounts()
    /// How many of them have a row, in the window or not.
    package private(set) var listed = RowTaskCounts()
    /// The height of the window.
    package private(set) var height = 0
    /// The first row in the window.
    package internal(set) var offset = 0
    /// The selected task; nil if none is.
    package internal(set) var selected: Task?

    private(set) var tasks: [Task: Known] = [:]
    /// The numbers of the rows, from the top. They grow, so that a row is found among them by bisection.
    private(set) var order: [Int] = []
    private var rows: [Int: Task] = [:]
    /// Running tasks by the end of their grace time.
    private var fresh = BinaryHeap<Entry>()
    /// Tasks that have ended, by when their row may leave.
    private var staying = BinaryHeap<Entry>()
    /// Rows of failed tasks, the oldest first.
    private var failed = BinaryHeap<Entry>()
    /// The rows that have appeared since the last frame.
    private var unpresented: [Int] = []
    private var lastReading = HUDInstant.distantPast
    private var lastNumber = 0

    /// Makes an empty list. Negative times count as zero.
    package init(graceTime: Duration = .milliseconds(500), minimumShowTime: Duration = .milliseconds(300)) {
        self.graceTime = max(.zero, graceTime)
        self.minimumShowTime = max(.zero, minimumShowTime)
    }

    /// What is known of a task that has not ended, or has a row.
    struct Known: Sendable {
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

        mutating func leaveOutPause(at now: HUDInstant) {
            guard let since = pausedAt else { return }
            start = start.advanced(by: since.duration(to: now))
            pausedAt = nil
        }
    }

    private struct Entry: Comparable, Sendable {
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
        order[offset..<min(order.count, offset + height)].compactMap { number in
            guard let task = rows[number], let known = tasks[task] else { return nil }
            return .init(task: task, state: known.state, start: known.start, end: known.end, pausedAt: known.pausedAt)
        }
    }

    /// How many tasks have no row.
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
        guard let number = tasks[task]?.number else { return nil }
        let index = order.firstIndexInSorted(of: number)
        return index < order.count && order[index] == number ? index : nil
    }

    func task(at index: Int) -> Task? { order.indices.contains(index) ? rows[order[index]] : nil }

    // MARK: Tasks

    /// Adds a task that has not begun. No effect if it is known.
    package mutating func add(_ task: Task, at time: HUDInstant) -> [RowEvent<Task>] {
        call(at: time) { list, now, _ in
            guard list.tasks[task] == nil else { return }
            list.tasks[task] = Known(state: .waiting, start: now, row: list.newRow)
            list.counts.waiting += 1
        }
    }

    /// Begins a task. One that has failed begins again, and keeps its row. No effect if it is running or paused.
    ///
    /// - Parameters:
    ///   - task: The task.
    ///   - headStart: How long it has been running already. Its grace time counts from its beginning.
    ///   - time: Now.
    package mutating func start(_ task: Task, ago headStart: Duration = .zero, at time: HUDInstant) -> [RowEvent<Task>] {
        call(at: time) { list, now, events in
            var known = list.tasks[task] ?? Known(state: .waiting, start: now, row: list.newRow)
            if list.tasks[task] == nil { list.counts.waiting += 1 }
            switch known.state {
            case .running, .paused: return
            case .waiting, .finished, .failed, .cancelled: break
            }
            (known.start, known.end, known.pausedAt) = (now.advanced(by: .zero - headStart), nil, nil)
            if known.number != nil { _ = known.row.show(at: now, animated: false) }
            list.change(&known, to: .running)
            list.tasks[task] = known
            list.nominate(task)
            // Without a grace time a row appears at once.
            if list.graceTime == .zero { list.enterFresh(now, &events) }
        }
    }

    /// Marks a running task as paused. Without a row, it gets none until it is resumed.
    package mutating func pause(_ task: Task, at time: HUDInstant) -> [RowEvent<Task>] {
        call(at: time) { list, now, _ in
            guard var known = list.tasks[task], known.state == .running else { return }
            list.change(&known, to: .paused)
            known.pausedAt = now
            list.tasks[task] = known
        }
    }

    /// Marks a paused task as running. The pause is left out of its running time.
    package mutating func resume(_ task: Task, at time: HUDInstant) -> [RowEvent<Task>] {
        call(at: time) { list, now, _ in
            guard var known = list.tasks[task], known.state == .paused else { return }
            list.change(&known, to: .running)
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
            list.change(&known, to: ending)
            known.end = now
            known.leaveOutPause(at: now)
            if known.number != nil { _ = known.row.hide(at: now, animated: false) }
            list.tasks[task] = known
            if ending == .failed {
                if known.number == nil { list.enter(task, at: now, &events) }
                list.keepFailed(task, at: now, &events)
            } else if known.number == nil {
                list.tasks[task] = nil
            } else if let deadline = known.row.nextDeadline {
                list.stay(task, until: deadline)
            } else {
                list.leave(task, at: now, &events)
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
        let window = Set(order[offset..<min(order.count, offset + height)])
        for number in unpresented where window.contains(number) {
            if let task = rows[number] { tasks[task]?.row.presented(at: time) }
        }
        unpresented = []
    }

    /// Removes all rows, such as when nothing can be shown any more. Tasks that run get a row again when their grace time is over.
    package mutating func clear(at time: HUDInstant) -> [RowEvent<Task>] {
        call(at: time) { list, now, events in
            while let last = list.order.last, let task = list.rows[last] { list.leave(task, at: now, &events) }
        }
    }

    /// Changes the height of the window.
    package mutating func resize(to rows: Int) {
        height = max(0, rows)
        keepInView()
    }

    private mutating func call(
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
                leave(top.task, at: time, &events)
            }
        }
        enterFresh(time, &events)
    }

    /// Gives a row to the tasks whose grace time is over.
    private mutating func enterFresh(_ time: HUDInstant, _ events: inout [RowEvent<Task>]) {
        while let top = fresh.top, top.time <= time {
            fresh.removeTop()
            guard let known = tasks[top.task], known.entry == top.number, known.state == .running else { continue }
            enter(top.task, at: time, &events)
        }
    }

    // MARK: Rows

    private var newRow: HUDStateMachine { HUDStateMachine(minimumShowTime: minimumShowTime, animationDuration: .zero) }

    private mutating func change(_ known: inout Known, to state: RowTaskState) {
        counts[known.state] -= 1
        counts[state] += 1
        if known.number != nil {
            listed[known.state] -= 1
            listed[state] += 1
        }
        known.state = state
    }

    /// Lets a running task without a row have one when its grace time is over.
    private mutating func nominate(_ task: Task) {
        guard let known = tasks[task], known.number == nil else { return }
        fresh.insert(entry(of: task, at: known.start.advanced(by: graceTime)))
    }

    private mutating func stay(_ task: Task, until time: HUDInstant) {
        staying.insert(entry(of: task, at: time))
    }

    private mutating func keepFailed(_ task: Task, at time: HUDInstant, _ events: inout [RowEvent<Task>]) {
        failed.insert(entry(of: task, at: time))
        while listed.failed > Self.mostFailed, let oldest = failed.removeTop() {
            guard let known = tasks[oldest.task], known.entry == oldest.number, known.state == .failed else { continue }
            leave(oldest.task, at: time, &events)
        }
    }

    private mutating func entry(of task: Task, at time: HUDInstant) -> Entry {
        lastNumber += 1
        tasks[task]?.entry = lastNumber
        return Entry(time: time, number: lastNumber, task: task)
    }

    private mutating func enter(_ task: Task, at time: HUDInstant, _ events: inout [RowEvent<Task>]) {
        guard var known = tasks[task], known.number == nil else { return }
        lastNumber += 1
        known.number = lastNumber
        _ = known.row.show(at: time, animated: false)
        if known.state == .failed { _ = known.row.hide(at: time, animated: false) }
        tasks[task] = known
        listed[known.state] += 1
        rows[lastNumber] = task
        order.append(lastNumber)
        unpresented.append(lastNumber)
        events.append(RowEvent(.appear, of: task, place: order.count - 1, at: time))
    }

    private mutating func leave(_ task: Task, at time: HUDInstant, _ events: inout [RowEvent<Task>]) {
        guard let index = index(of: task), var known = tasks[task] else { return }
        rows[order.remove(at: index)] = nil
        listed[known.state] -= 1
        events.append(RowEvent(.disappear, of: task, place: index, at: time))
        known.number = nil
        known.row = newRow
        tasks[task] = known.state.hasEnded ? nil : known
        if known.state == .running { nominate(task) }
        if index < offset { offset -= 1 }
        if selected == task { selected = self.task(at: min(index, order.count - 1)) }
        keepInView()
    }
}

extension RowTaskState {
    static let all: [RowTaskState] = [.waiting, .running, .paused, .finished, .failed, .cancelled]
}

extension [Int] {
    /// The index of the first element that is not less than `value`. The elements are sorted.
    fileprivate func firstIndexInSorted(of value: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
