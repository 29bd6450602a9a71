import Synchronization

/// The current task, to be cancelled from another thread while it runs.
final class ScopeTask: Sendable {
    private let task: Mutex<UnsafeCurrentTask?>
    private let wasCancelled = Atomic(false)
    /// Whether ``cancel()`` was called.
    var isCancelled: Bool { wasCancelled.load(ordering: .acquiring) }

    /// Takes the current task, if there is one.
    init() {
        task = Mutex(withUnsafeCurrentTask { $0 })
    }

    /// Cancels the task, unless it was forgotten.
    func cancel() {
        wasCancelled.store(true, ordering: .releasing)
        task.withLock { $0?.cancel() }
    }

    /// Must be called before the task can end.
    func forget() {
        task.withLock { $0 = nil }
    }
}
