/// Which of many tasks have a row on screen, as a value: places in an order, of which a window shows a part.
///
/// - A task has a row when it has run for the grace time, also if it is paused then. A row stays for the minimum show time at least.
/// - A running task keeps its place. The row of a task that has ended stays until another task takes its place, or for one second. That of a failed task stays
///   until its place is needed, while at most a quarter of the places show failures.
/// - A new row takes the place of the row that ended first; if there is none, a new place at the end, up to the limit; otherwise its task waits, first come,
///   first served; one that has lost its row, in a smaller window, waits before them. When a row leaves, the rows below it move up. Empty places are at the bottom,
///   and stay.
/// - The rows of a task's parts are a block below its row, with the same rule, in the places that the tasks of the level above leave: if one of
///   those waits, the last of the deepest rows gives way. When a task ends, so do its parts, and their rows leave.
/// - A list is the same with as many places as rows. Its window shows the rows from `window.offset` on. The selected row is in the window, and
///   the parts of a folded task have no rows.
///
/// The time is an argument, calls come before deadlines of the same instant, and the events are the same whether time passes in one step or in a
/// thousand. A call costs what is in the places, and the logarithm of the number of tasks. Only a row that comes or leaves costs the length of a list.
/// Memory is that of the tasks that have not ended or have a row, and of 1,000 that failed.
package struct RowMachine: Sendable {
    /// The most failed tasks that are remembered, and the most rows of them.
    static var mostFailed: Int { 1_000 }
    /// How long an ended row stays while no task needs its place.
    static var endedTime: Duration { .seconds(1) }

    /// How long a task runs before it has a row.
    let graceTime: Duration
    /// How long a row stays at least.
    let minimumShowTime: Duration
    /// Whether there are as many places as rows.
    let isList: Bool
    /// The tasks that have not ended or have a row, by number. Those that failed are remembered, because they can begin again.
    var tasks = TaskLedger<Known>(mostRemembered: Self.mostFailed)
    /// The rows of the top level.
    var top = Block()
    /// The rows of the parts of tasks that have not ended, or have rows of parts.
    var blocks: [Int: Block] = [:]
    /// The rows, from the top.
    var order: [Place] = []
    /// The rows of tasks that have ended, in the order of their ends.
    var ended: [EndedRow] = []
    /// The rows that appeared since the last frame.
    var unpresented: [Int] = []
    /// What this call has caused so far.
    var events: [RowEvent<RowTask>] = []
    /// The parts of tasks that were forgotten, for the owner of the machine to release. This may be the last reference to a closure of the program.
    var released: [ProgressTally] = []
    var schedule = Schedule()
    var window: Window

    /// Makes a machine without tasks.
    ///
    /// - Parameters:
    ///   - limit: The height of the window: the most rows, or of a list the rows that it shows. Zero for no rows until ``resize(to:at:)``.
    ///   - isList: Whether there are as many places as rows.
    ///   - graceTime: How long a task runs before it has a row. Negative counts as zero.
    ///   - minimumShowTime: How long a row stays at least. Negative counts as zero.
    package init(
        limit: Int, isList: Bool = false, graceTime: Duration = .milliseconds(500), minimumShowTime: Duration = .milliseconds(300)
    ) {
        self.isList = isList
        self.graceTime = max(.zero, graceTime)
        self.minimumShowTime = max(.zero, minimumShowTime)
        window = Window(height: max(0, limit))
    }

    struct Known: LedgerTask {
        let task: RowTask
        var state = TaskState.waiting
        let parent: Int?
        var time: TaskTime
        /// From when the minimum show time of its row counts; nil without a row.
        var shownSince: HUDInstant?
        /// Its place in the order in which tasks began.
        var number = 0
        /// The number of its latest entry in a queue. Older ones are void.
        var entry = 0

        var hasRow: Bool { shownSince != nil }
    }

    /// The rows of the top level, or of the parts of a task.
    struct Block: Sendable {
        /// How many tasks have a row.
        var listed = RowTaskCounts()
        /// Those that want a row, first come, first served.
        var waiting = BinaryHeap<Entry>()
        var isFolded = false
    }

    struct Place: Sendable {
        var task: Int
        /// The number of tasks that its task is in.
        var depth: Int
    }

    struct EndedRow: Sendable {
        var task: Int
        var parent: Int?
        var end: HUDInstant
        /// Whether it is of a failed task, and stays until its place is needed.
        var isKept: Bool
    }

    struct Entry: Comparable, Sendable {
        var time: HUDInstant
        var number: Int
        var task: Int

        static func < (one: Entry, other: Entry) -> Bool { (one.time, one.number) < (other.time, other.number) }
    }

    /// What is due, and when: the grace time of a task is over, or the time of a row.
    struct Schedule: Sendable {
        var entries = BinaryHeap<Entry>()
        /// The time of the last call or advance, or of the deadline that is processed.
        var lastReading = HUDInstant.distantPast
        var lastNumber = 0
        /// The number of the first entry of those before all others.
        var firstNumber = 0
        /// Whether this call leaves the first entry valid, if it was.
        var isTopValid = false
    }

    struct Window: Sendable {
        var height: Int
        /// The places that have been in use, the empty ones at the bottom included.
        var usedPlaces = 0
        /// The first row that is shown.
        var offset = 0
        var selected: Int?
    }

    // MARK: Reading it

    /// A row as the window shows it.
    struct Row: Sendable, Hashable {
        var task: RowTask
        var state: TaskState
        var time: TaskTime
        /// The number of its run, of all runs of the machine's tasks.
        var run: Int
        /// The number of tasks that it is in: 0 for one of the top level.
        var depth: Int
        /// Whether its parts have no rows because they were folded.
        var isFolded: Bool
    }

    /// The rows in the window, from the top. Not optional, because a copy of an optional row takes longer than all that is done with it.
    var rows: [Row] {
        order[window.offset...].prefix(window.height).compactMap { place in
            guard let known = tasks.known[place.task] else { return nil }
            return Row(
                task: known.task, state: known.state, time: known.time, run: known.number, depth: place.depth,
                isFolded: !blocks.isEmpty && blocks[place.task]?.isFolded == true)
        }
    }

    /// The number of places in the window that are in use or have been. Those below the rows are empty.
    var placeCount: Int { isList ? min(order.count, window.height) : window.usedPlaces }

    /// The most places.
    var limit: Int { isList && window.height > 0 ? .max : window.height }

    /// How many tasks of the top level there are and have been.
    var counts: RowTaskCounts { tasks.counts }

    /// The task whose row is selected.
    var selected: RowTask? { window.selected.flatMap { tasks[$0]?.task } }

    /// How many tasks have no row: those of the top level, and those parts of tasks with a row that have not ended or have failed.
    ///
    /// Other parts are in the sum of the task that they belong to.
    var rest: RowTaskCounts {
        var rest = RowTaskCounts()
        rest.add(tasks.counts, without: top.listed)
        if tasks.parts.isEmpty { return rest }
        for place in order {
            guard let all = tasks.parts[place.task] else { continue }
            var parts = RowTaskCounts()
            parts.add(all.counts, without: blocks[place.task]?.listed ?? RowTaskCounts())
            (parts.finished, parts.cancelled) = (0, 0)
            rest.add(parts, without: RowTaskCounts())
        }
        return rest
    }

    /// The part of a list that the window shows.
    var listWindow: HUDRowWindow {
        let failed = blocks.values.reduce(top.listed.failed) { $0 + $1.listed.failed }
        return HUDRowWindow(first: window.offset, count: order.count, failed: failed)
    }

    /// The tasks that have begun and are known or remembered, and the number of tasks that each is in: level by level, in the order of their starts.
    var begun: [(known: Known, depth: Int)] {
        let past = tasks.remembered.lazy.filter { [self] in tasks.known[$0.key] == nil }
        return (tasks.known.values.filter { $0.state != .waiting } + past.map(\.value)).map {
            (known: $0, depth: depth(of: $0.task.number))
        }
        .sorted { ($0.depth, $0.known.time.start, $0.known.number) < ($1.depth, $1.known.time.start, $1.known.number) }
    }

    /// The time at which ``advance(to:)`` must be called next; nil if nothing is pending.
    package var nextDeadline: HUDInstant? { schedule.entries.top?.time }

    // MARK: Calls

    /// Takes the state of a task. A change that ``TaskState/moves(to:)`` does not allow has no effect, nor has one of a part of a task that has ended or is
    /// not known.
    ///
    /// A task that has finished or was cancelled is forgotten with its row, and counts once more if it comes again. A failed one that begins again keeps
    /// its row if it has one.
    ///
    /// - Parameters:
    ///   - task: The task.
    ///   - state: How it stands. The reason of a failure is of no importance.
    ///   - parent: The task that it is a part of; nil for one of the top level. A task that is known stays a part of the same task.
    ///   - runningTime: How long it has been running if it begins; its grace time counts from its beginning. If it ends, how long it ran; zero: since it
    ///     began here.
    ///   - time: Now.
    package mutating func update(
        _ task: RowTask, to state: TaskState, in parent: RowTask? = nil, ago runningTime: Duration = .zero, at time: HUDInstant
    ) -> [RowEvent<RowTask>] {
        call(at: time) { machine in
            switch state {
            case .waiting:
                guard machine.tasks[task.number] == nil, machine.isOpen(parent?.number) else { return }
                machine.tasks.set(task.number, Known(task: task, parent: parent?.number, time: TaskTime(start: machine.now)))
            case .running, .paused: machine.run(task, as: state, in: parent?.number, ago: runningTime)
            case .finished, .failed, .cancelled: machine.end(task.number, as: state, after: runningTime)
            }
        }
    }

    /// Processes the deadlines up to and including `time`.
    package mutating func advance(to time: HUDInstant) -> [RowEvent<RowTask>] {
        let now = max(now, time)
        while let due = nextDeadline, due <= now { process(due) }
        schedule.lastReading = now
        return takeEvents()
    }

    /// Reports that the window was presented at `time`, from which the minimum show time of its new rows counts.
    mutating func presented(at time: HUDInstant) {
        let shown = Set(order[window.offset...].prefix(window.height).lazy.map(\.task))
        for task in unpresented where shown.contains(task) {
            guard let known = tasks.known[task], let since = known.shownSince, since < time else { continue }
            tasks.known[task]?.shownSince = time
            if known.state.hasEnded || known.parent != nil { plan(task, at: time.advanced(by: minimumShowTime)) }
        }
        unpresented = []
    }

    /// Changes the height of the window, to zero when nothing can be shown.
    ///
    /// If there are more rows than places, ended ones leave first, then the last of the deepest ones, at once. With zero, the empty places are forgotten.
    mutating func resize(to height: Int, at time: HUDInstant) -> [RowEvent<RowTask>] {
        let height = max(0, height)
        guard height != window.height else { return [] }
        return call(at: time) { machine in
            machine.window.height = height
            machine.limitRows()
        }
    }

    /// Processes the deadlines before `time`, and makes a change.
    mutating func call(at time: HUDInstant, _ change: (inout RowMachine) -> Void) -> [RowEvent<RowTask>] {
        let now = max(now, time)
        while let due = nextDeadline, due < now { process(due) }
        schedule.lastReading = now
        schedule.isTopValid = false
        change(&self)
        dropVoidEntries()
        return takeEvents()
    }

    /// The time of this call, or of the deadline that is processed.
    var now: HUDInstant { schedule.lastReading }

    private mutating func takeEvents() -> [RowEvent<RowTask>] {
        if events.isEmpty { return [] }
        defer { events = [] }
        return events
    }
}
