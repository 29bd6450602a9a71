/// Tasks that wait for a HUD to be hidden. Resumed with whether it was shown; with nil where the task was cancelled.
struct Waiters {
    typealias Continuation = CheckedContinuation<Bool?, Never>

    private var continuations: [Int: Continuation] = [:]
    private var cancelled: Set<Int> = []
    private var lastID = 0

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// - Returns: False where `id` was cancelled before it had begun to wait.
    mutating func insert(_ continuation: Continuation, for id: Int) -> Bool {
        guard !cancelled.contains(id) else { return false }
        continuations[id] = continuation
        return true
    }

    mutating func cancel(_ id: Int) -> Continuation? {
        guard let continuation = continuations.removeValue(forKey: id) else {
            cancelled.insert(id)
            return nil
        }
        return continuation
    }

    /// The wait is over; a cancellation that came just after leaves nothing behind.
    mutating func forget(_ id: Int) {
        cancelled.remove(id)
    }

    mutating func takeAll() -> [Continuation] {
        defer { continuations.removeAll() }
        return Array(continuations.values)
    }
}
