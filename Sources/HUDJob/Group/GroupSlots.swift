/// The slots in which jobs run, and the tokens of a jobserver that allow them.
///
/// The first job needs no token: it runs in the place of this process, which got one from whatever started it. Each other job needs one.
struct GroupSlots: Sendable, Equatable {
    /// The free slots among those that were used, the smallest one last.
    private var free: [Int] = []
    private var used = 0
    private var tokens = 0
    /// The number of jobs that the system could run at once when it refused to start another one; nil: it did not.
    var ceiling: Int?

    /// The number of jobs that may run by the tokens.
    var allowed: Int { tokens + 1 }

    mutating func take() { tokens += 1 }

    /// Counts off the tokens that `running` jobs don't need, and returns their number.
    mutating func surplus(beyond running: Int) -> Int {
        let surplus = max(0, tokens - max(0, running - 1))
        tokens -= surplus
        return surplus
    }

    /// Takes the smallest free slot, counted from 0.
    mutating func occupy() -> Int {
        if let slot = free.popLast() { return slot }
        used += 1
        return used - 1
    }

    mutating func release(_ slot: Int) {
        let place = free.firstIndex { $0 < slot } ?? free.endIndex
        free.insert(slot, at: place)
    }
}
