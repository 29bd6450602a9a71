import Synchronization

/// The current task, to be cancelled from another thread while it runs.
final class ScopeTask: Sendable {
    private let task: Mutex<UnsafeCurrentTask?>

    /// Takes the current task, if there is one.
    init() {
        task = Mutex(withUnsafeCurrentTask { $0 })
    }

    /// Cancels the task, unless it was forgotten.
    func cancel() {
        task.withLock { $0?.cancel() }
    }

    /// Must be called before the task can end.
    func forget() {
        task.withLock { $0 = nil }
    }
}
