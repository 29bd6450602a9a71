/// Tasks that wait for a HUD to be hidden. They are resumed with whether it was shown, or with nil if the task was cancelled.
struct Waiters {
    typealias Continuation = CheckedContinuation<Bool?, Never>

    private var continuations: [Int: Continuation] = [:]
    private var cancelled: Set<Int> = []
    private var lastID = 0

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// - Returns: False if `id` was cancelled before it began to wait.
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

    /// Ends a wait. Removes the entry of a cancellation that arrived just after it.
    mutating func forget(_ id: Int) {
        cancelled.remove(id)
    }

    mutating func takeAll() -> [Continuation] {
        defer { continuations.removeAll() }
        return Array(continuations.values)
    }
}
