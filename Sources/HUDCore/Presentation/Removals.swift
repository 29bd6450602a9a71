/// The removals that a HUD has queued, and the threads that wait until one is carried out.
struct Removals {
    private var queued = 0
    private var carriedOut = 0
    private var waiting: [(number: Int, latch: Latch)] = []

    /// Whether one is queued that has not been carried out.
    var arePending: Bool { carriedOut < queued }

    /// Counts removals that are appended to the queue.
    mutating func queue(_ count: Int) {
        queued += count
    }

    /// A latch that opens when all removals queued by now are carried out; nil if they are.
    mutating func makeLatch() -> Latch? {
        guard arePending else { return nil }
        let latch = Latch()
        waiting.append((queued, latch))
        return latch
    }

    /// Counts a removal that has been carried out.
    ///
    /// - Returns: The latches to open.
    mutating func carryOutNext() -> [Latch] {
        carriedOut += 1
        let done = waiting.filter { $0.number <= carriedOut }
        waiting.removeAll { $0.number <= carriedOut }
        return done.map(\.latch)
    }
}
