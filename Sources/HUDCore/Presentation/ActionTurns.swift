/// The actions of one kind that a HUD has queued, counted from 1, and the threads that wait until one of them is carried out.
struct ActionTurns {
    private(set) var queued = 0
    private(set) var carriedOut = 0
    /// The numbers of actions that will not be queued and that are not counted yet, because one before them has not been carried out.
    private var left: [Int] = []
    private var waiting: [(number: Int, latch: Latch)] = []

    /// Whether one is queued that has not been carried out.
    var arePending: Bool { carriedOut < queued }

    /// Counts actions that are appended to the queue.
    mutating func queue(_ count: Int) {
        queued += count
    }

    /// A latch that opens when as many actions are carried out; nil if they are.
    mutating func makeLatch(for number: Int) -> Latch? {
        guard carriedOut < number else { return nil }
        let latch = Latch()
        waiting.append((number, latch))
        return latch
    }

    /// Counts an action that has been carried out.
    ///
    /// - Returns: The latches to open.
    mutating func carryOutNext() -> [Latch] {
        carriedOut += 1
        return passLeft()
    }

    /// Counts the next action as carried out, because it will not be queued.
    ///
    /// - Returns: The latches to open.
    mutating func leaveOutNext() -> [Latch] {
        queued += 1
        left.append(queued)
        return passLeft()
    }

    private mutating func passLeft() -> [Latch] {
        while left.first == carriedOut + 1 { carriedOut = left.removeFirst() }
        if waiting.isEmpty { return [] }
        let done = waiting.filter { $0.number <= carriedOut }
        waiting.removeAll { $0.number <= carriedOut }
        return done.map(\.latch)
    }
}
