/// What is to be done outside a lock, in the order it was decided inside it.
///
/// Decisions are made under a lock and carried out after it is released. Two threads that did so at once could carry theirs out
/// in the wrong order: a frame drawn after the HUD was taken away. So whoever finds nobody at work carries out what is queued
/// until the queue is empty, and everybody else leaves theirs to him. A call back in, from what is carried out, only
/// queues, and so can't recurse.
struct CallQueue<Call> {
    private var calls: [Call] = []
    private var cursor = 0
    private var isAtWork = false

    /// Queues `new`.
    ///
    /// - Returns: Whether it falls to the caller to take calls from ``next()`` and carry them out until there are none.
    mutating func append(_ new: some Sequence<Call>) -> Bool {
        calls.append(contentsOf: new)
        guard !isAtWork, !calls.isEmpty else { return false }
        isAtWork = true
        return true
    }

    /// The call that ``next()`` would take.
    var first: Call? { cursor < calls.count ? calls[cursor] : nil }

    /// Whether ``next()`` would take the only call there is.
    var isLast: Bool { cursor + 1 == calls.count }

    /// Lays down the work. Whoever appends next takes it up where it was left.
    mutating func pause() {
        isAtWork = false
    }

    /// Takes the next call; nil where there is none, and then the work is over.
    mutating func next() -> Call? {
        guard cursor < calls.count else {
            calls.removeAll(keepingCapacity: true)
            cursor = 0
            isAtWork = false
            return nil
        }
        let call = calls[cursor]
        cursor += 1
        // What has been carried out is not kept until all is: there may always be more.
        if cursor >= 64, cursor * 2 >= calls.count {
            calls.removeFirst(cursor)
            cursor = 0
        }
        return call
    }
}
