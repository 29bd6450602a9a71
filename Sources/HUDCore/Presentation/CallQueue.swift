/// Actions that are carried out after a lock is released, in the order in which they were decided under the lock.
///
/// If two threads carried out their actions concurrently, the order could change: a frame could be drawn after the HUD was removed.
/// So the first caller drains the queue, and callers that arrive meanwhile only enqueue. A call from inside an action only enqueues
/// as well, so it can't recurse.
struct CallQueue<Call> {
    private var calls: [Call] = []
    private var cursor = 0
    private var isAtWork = false

    /// Enqueues `new`.
    ///
    /// - Returns: Whether the caller must take calls from ``next()`` and carry them out until there are none.
    mutating func append(_ new: some Sequence<Call>) -> Bool {
        calls.append(contentsOf: new)
        guard !isAtWork, !calls.isEmpty else { return false }
        isAtWork = true
        return true
    }

    /// Starts draining without a call, for work that must not run concurrently with the calls, unless there are calls or another caller drains.
    ///
    /// - Returns: Whether the caller must take calls from ``next()`` after that work, until there are none.
    mutating func begin() -> Bool {
        guard !isAtWork, cursor == calls.count else { return false }
        isAtWork = true
        return true
    }

    /// The call that ``next()`` would return.
    var first: Call? { cursor < calls.count ? calls[cursor] : nil }

    /// Whether ``next()`` would return the last call in the queue.
    var isLast: Bool { cursor + 1 == calls.count }

    /// Stops draining. The next caller that appends continues.
    mutating func pause() {
        isAtWork = false
    }

    /// Ends draining, if there are no calls.
    ///
    /// - Returns: Whether it has ended.
    mutating func end() -> Bool {
        guard cursor == calls.count else { return false }
        if cursor > 0 {
            calls.removeAll(keepingCapacity: true)
            cursor = 0
        }
        isAtWork = false
        return true
    }

    /// Takes the next call; nil if there is none, which ends draining.
    mutating func next() -> Call? {
        if end() { return nil }
        let call = calls[cursor]
        cursor += 1
        // Completed calls are removed before the queue is empty, because it may never be.
        if cursor >= 64, cursor * 2 >= calls.count {
            calls.removeFirst(cursor)
            cursor = 0
        }
        return call
    }
}
