/// How one of many tasks stands; see ``RowMachine``.
public enum RowTaskState: Sendable, Hashable {
    /// It has not begun.
    case waiting
    /// It has begun.
    case running
    /// It has begun, and does nothing until it is resumed.
    case paused
    /// Its work is complete.
    case finished
    /// It failed.
    case failed
    /// It was cancelled.
    case cancelled

    /// Whether it has ended.
    public var hasEnded: Bool {
        switch self {
        case .waiting, .running, .paused: false
        case .finished, .failed, .cancelled: true
        }
    }

    /// Whether a part of a task with a row is counted if it has no row. Others are in the task's sum.
    var isCountedInTree: Bool {
        switch self {
        case .waiting, .running, .paused, .failed: true
        case .finished, .cancelled: false
        }
    }
}

/// How many tasks are in each state.
public struct RowTaskCounts: Sendable, Hashable {
    /// Tasks that have not begun.
    public var waiting: Int
    /// Tasks that are running.
    public var running: Int
    /// Tasks that are paused.
    public var paused: Int
    /// Tasks that have finished.
    public var finished: Int
    /// Tasks that failed.
    public var failed: Int
    /// Tasks that were cancelled.
    public var cancelled: Int

    /// Makes counts, of no tasks by default.
    public init(waiting: Int = 0, running: Int = 0, paused: Int = 0, finished: Int = 0, failed: Int = 0, cancelled: Int = 0) {
        self.waiting = waiting
        self.running = running
        self.paused = paused
        self.finished = finished
        self.failed = failed
        self.cancelled = cancelled
    }

    /// The number of all tasks.
    public var total: Int { waiting + running + paused + finished + failed + cancelled }

    /// The number of tasks in a state.
    public subscript(state: RowTaskState) -> Int {
        get {
            switch state {
            case .waiting: waiting
            case .running: running
            case .paused: paused
            case .finished: finished
            case .failed: failed
            case .cancelled: cancelled
            }
        }
        set {
            switch state {
            case .waiting: waiting = newValue
            case .running: running = newValue
            case .paused: paused = newValue
            case .finished: finished = newValue
            case .failed: failed = newValue
            case .cancelled: cancelled = newValue
            }
        }
    }
}

/// What happens to a row.
public enum RowEventKind: Sendable, Hashable {
    /// The task has a row now.
    case appear
    /// The task's row is gone.
    case disappear
}

/// What is known of a task that can be paused.
protocol PausableTask: Sendable {
    /// When it began, shifted by the pauses since.
    var start: HUDInstant { get set }
    /// When it was paused; nil if it is not.
    var pausedAt: HUDInstant? { get set }
}

extension PausableTask {
    mutating func leaveOutPause(at now: HUDInstant) {
        guard let since = pausedAt else { return }
        start = start.advanced(by: since.duration(to: now))
        pausedAt = nil
    }
}

/// A row that comes or goes; see ``RowMachine``.
public struct RowEvent<Task: Hashable & Sendable>: Sendable, Hashable {
    /// The kinds of events.
    public typealias Kind = RowEventKind

    /// When it happened: the instant of the deadline, even if the machine was advanced later.
    public var time: HUDInstant
    /// What happened.
    public var kind: Kind
    /// The task.
    public var task: Task
    /// The place of its row, counted from 0 at the top.
    public var place: Int

    /// Makes an event.
    public init(_ kind: Kind, of task: Task, place: Int, at time: HUDInstant) {
        self.time = time
        self.kind = kind
        self.task = task
        self.place = place
    }
}
