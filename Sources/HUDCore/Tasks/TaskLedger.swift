/// A task as a ``TaskLedger`` knows it.
@usableFromInline package protocol LedgerTask<ID>: Sendable {
    associatedtype ID: Hashable & Sendable

    /// How it stands.
    var state: TaskState { get }
    /// The task that it is a part of; nil for none.
    var parent: ID? { get }
}

/// The tasks of a work by their IDs, as a value: those that are known, the last ones of those that were dismissed when they had ended, which are parts of which,
/// and how many there are in each state.
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
    /// The parts of the tasks that have parts, also of tasks that are not known.
    @usableFromInline var parts: [Task.ID: Parts] = [:]

    /// The parts of a task.
    @usableFromInline struct Parts: Sendable {
        /// Those that are known or remembered.
        @usableFromInline var ids: Set<Task.ID> = []
        /// How many there are and have been, until the task has ended and none of them is left.
        @usableFromInline var counts = RowTaskCounts()

        @usableFromInline init() {}
    }

    /// - Parameter mostRemembered: The most dismissed tasks that are remembered; at least one.
    package init(mostRemembered: Int) {
        self.mostRemembered = mostRemembered
    }

    /// A task that is known or remembered.
    @inlinable package subscript(id: Task.ID) -> Task? { known[id] ?? remembered[id] }

    /// The parts of a task that are known or remembered.
    @inlinable package func parts(of id: Task.ID) -> Set<Task.ID> { parts[id]?.ids ?? [] }

    /// Takes what has become of a task. One that is neither known nor remembered counts as another one.
    ///
    /// - Returns: What was known of it.
    @discardableResult
    @inlinable package mutating func set(_ id: Task.ID, _ task: Task) -> Task? {
        let old = known.updateValue(task, forKey: id) ?? remembered[id]
        if let old { count(old.state, of: old.parent, by: -1) }
        count(task.state, of: task.parent, by: 1)
        if old == nil || old?.parent != task.parent {
            if let old { removePart(id, of: old.parent) }
            if let parent = task.parent { parts[parent]?.ids.insert(id) }
        }
        if task.state.hasEnded { forgetCounts(of: id) }
        return old
    }

    /// Dismisses a task that has ended. It stays counted.
    ///
    /// - Parameter memory: What is remembered of it, in the same state and as a part of the same task; nil: nothing.
    /// - Returns: The oldest memory, if it had to go.
    @discardableResult
    @inlinable package mutating func dismiss(_ id: Task.ID, as memory: Task?) -> Task? {
        let task = known.removeValue(forKey: id)
        guard let memory else {
            let last = remembered.removeValue(forKey: id)
            forget(id, of: (task ?? last)?.parent)
            return nil
        }
        guard remembered.updateValue(memory, forKey: id) == nil else { return nil }
        guard order.count == mostRemembered else {
            order.append(id)
            return nil
        }
        let first = order[oldest]
        order[oldest] = id
        oldest = (oldest + 1) % mostRemembered
        guard first != id, let gone = remembered.removeValue(forKey: first) else { return nil }
        if known[first] == nil { forget(first, of: gone.parent) }
        return gone
    }

    /// Forgets a known task as it ends.
    mutating func end(at place: Dictionary<Task.ID, Task>.Index, as state: TaskState) {
        let (id, task) = known.remove(at: place)
        if !remembered.isEmpty { remembered[id] = nil }
        count(task.state, of: task.parent, by: -1)
        count(state, of: task.parent, by: 1)
        forget(id, of: task.parent)
    }

    /// Forgets the tasks that have ended and are no parts of others, and their numbers. None of them is known.
    ///
    /// - Returns: Those that were remembered.
    mutating func forgetEnded() -> [Task] {
        let old = remembered.filter { $0.value.parent == nil && known[$0.key] == nil }
        for id in old.keys { dismiss(id, as: nil) }
        (counts.finished, counts.failed, counts.cancelled) = (0, 0, 0)
        return Array(old.values)
    }

    // MARK: Parts

    @inlinable mutating func count(_ state: TaskState, of parent: Task.ID?, by change: Int) {
        if let parent { parts[parent, default: Parts()].counts[state] += change } else { counts[state] += change }
    }

    @inlinable mutating func forget(_ id: Task.ID, of parent: Task.ID?) {
        if parts.isEmpty { return }
        removePart(id, of: parent)
        forgetCounts(of: id)
    }

    @inlinable mutating func removePart(_ id: Task.ID, of parent: Task.ID?) {
        guard let parent else { return }
        parts[parent]?.ids.remove(id)
        if self[parent]?.state.hasEnded != false { forgetCounts(of: parent) }
    }

    /// Forgets how many parts a task has had, if none of them is left.
    @inlinable mutating func forgetCounts(of id: Task.ID) {
        if !parts.isEmpty, parts[id]?.ids.isEmpty == true { parts[id] = nil }
    }
}
