/// A task as a ``TaskLedger`` knows it.
@usableFromInline package protocol LedgerTask<ID>: Sendable {
    associatedtype ID: Hashable & Sendable

    /// How it stands.
    var state: TaskState { get }
    /// The task that it is a part of; nil for none.
    var parent: ID? { get }
}

/// The tasks of a work by their IDs, as a value: those that are known, the last ones of those that were dismissed when they had ended, and how many there are
/// in each state.
///
///             set ┌───────┐  dismiss   ┌────────────┐  as many others are dismissed
///     ──────────▶ │ known │ ─────────▶ │ remembered │ ─────────────────────────────▶ forgotten
///                 └───────┘ ◀───────── └────────────┘
///                              set
@usableFromInline package struct TaskLedger<Task: LedgerTask>: Sendable {
    // Inlinable with all that it consists of: a stream calls it for each event, and a generic type of another module is not specialized otherwise.
    @usableFromInline let mostRemembered: Int
    /// The tasks that were not dismissed.
    @usableFromInline package internal(set) var known: [Task.ID: Task] = [:]
    /// What was known of those that were dismissed. A task that is known again keeps its place among them.
    @usableFromInline package internal(set) var remembered: [Task.ID: Task] = [:]
    /// In the order of their dismissals; the oldest is at `oldest` once there are as many as are remembered.
    @usableFromInline var order: [Task.ID] = []
    @usableFromInline var oldest = 0
    /// How many tasks there are and have been that are no parts of others.
    @usableFromInline package internal(set) var counts = RowTaskCounts()

    /// - Parameter mostRemembered: The most dismissed tasks that are remembered; at least one.
    package init(mostRemembered: Int) {
        self.mostRemembered = mostRemembered
    }

    /// A task that is known or remembered.
    @inlinable package subscript(id: Task.ID) -> Task? { known[id] ?? remembered[id] }

    /// Takes what has become of a task. One that is neither known nor remembered counts as another one.
    ///
    /// - Returns: What was known of it.
    @discardableResult
    @inlinable package mutating func set(_ id: Task.ID, _ task: Task) -> Task? {
        let old = known.updateValue(task, forKey: id) ?? remembered[id]
        if let old, old.parent == nil { counts[old.state] -= 1 }
        if task.parent == nil { counts[task.state] += 1 }
        return old
    }

    /// Dismisses a task that has ended. It stays counted.
    ///
    /// - Parameter memory: What is remembered of it, in the same state; nil: nothing.
    /// - Returns: The oldest memory, if it had to go.
    @discardableResult
    @inlinable package mutating func dismiss(_ id: Task.ID, as memory: Task?) -> Task? {
        defer { remembered[id] = memory }
        known[id] = nil
        guard memory != nil, remembered[id] == nil else { return nil }
        guard order.count == mostRemembered else {
            order.append(id)
            return nil
        }
        defer {
            order[oldest] = id
            oldest = (oldest + 1) % mostRemembered
        }
        return remembered.removeValue(forKey: order[oldest])
    }
}
