/// Tasks that wait for a HUD to be hidden. They are resumed with whether it was shown, or with nil if the task was cancelled.
struct Waiters {
    typealias Continuation = CheckedContinuation<Bool?, Never>

    private var members: [(id: Int, end: Int, continuation: Continuation)] = []
    /// Those that were cancelled before they began to wait.
    private var cancelled: [Int] = []
    private var lastID = 0

    var isEmpty: Bool { members.isEmpty }

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// - Parameter end: The number of a completion, if there is nothing to wait for after it.
    /// - Returns: False if `id` was cancelled before it began to wait.
    mutating func insert(_ continuation: Continuation, for id: Int, until end: Int) -> Bool {
        guard !cancelled.contains(id) else { return false }
        members.append((id, end, continuation))
        return true
    }

    mutating func cancel(_ id: Int) -> Continuation? {
        guard let index = members.firstIndex(where: { $0.id == id }) else {
            cancelled.append(id)
            return nil
        }
        return members.remove(at: index).continuation
    }

    /// Ends a wait. Removes the entry of a cancellation that arrived just after it.
    mutating func forget(_ id: Int) {
        cancelled.removeAll { $0 == id }
    }

    /// Takes those that have nothing to wait for after the completion of this number; by default all.
    ///
    /// Not inlined, for the reason in ``StreamSet/send(_:to:)``.
    @inline(never)
    mutating func take(upTo number: Int = .max) -> [Continuation] {
        defer { members.removeAll { $0.end <= number } }
        return members.filter { $0.end <= number }.map(\.continuation)
    }

    /// Ends waits. Not inlined, for the same reason.
    @inline(never)
    static func resume(_ waiters: [Continuation], returning value: Bool?) {
        for waiter in waiters { waiter.resume(returning: value) }
    }
}
