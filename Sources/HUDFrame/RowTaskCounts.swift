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
    /// Jobs of a group that are not run, because one that they come after has not succeeded.
    public var skipped: Int

    /// Makes counts, of no tasks by default.
    public init(
        waiting: Int = 0, running: Int = 0, paused: Int = 0, finished: Int = 0, failed: Int = 0, cancelled: Int = 0,
        skipped: Int = 0
    ) {
        self.waiting = waiting
        self.running = running
        self.paused = paused
        self.finished = finished
        self.failed = failed
        self.cancelled = cancelled
        self.skipped = skipped
    }

    /// The number of all tasks. A sum that does not fit an `Int` saturates.
    public var total: Int {
        waiting.addingSaturating(running).addingSaturating(paused).addingSaturating(finished).addingSaturating(failed)
            .addingSaturating(cancelled).addingSaturating(skipped)
    }

    /// The number of tasks in a state. The reason of a failure is of no importance.
    public subscript(state: TaskState) -> Int {
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

    /// Adds the tasks of a group, without some of them.
    package mutating func add(_ all: RowTaskCounts, without some: RowTaskCounts) {
        waiting += all.waiting - some.waiting
        running += all.running - some.running
        paused += all.paused - some.paused
        finished += all.finished - some.finished
        failed += all.failed - some.failed
        cancelled += all.cancelled - some.cancelled
        skipped += all.skipped - some.skipped
    }
}

extension Int {
    /// The sum, clamped to the range of the type.
    package func addingSaturating(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
