import SeededRandom

/// Which jobs come after which others in a ``SimulatedGroup``.
struct SimulatedOrder {
    private(set) var predecessors: [[Int]] = []
    /// A job comes after jobs of a lower rank, if it can come after later ones.
    private var ranks: [Int] = []

    /// The last job that others come after.
    var last: Int? { predecessors.joined().max() }

    /// Adds a job that comes after some of those near it.
    ///
    /// - Parameter looksAhead: Whether some of them may be added later.
    mutating func add(looksAhead: Bool, using random: inout SeededGenerator) -> [Int] {
        let job = predecessors.count
        while ranks.count < job + 9 { ranks.append(random.int(0..<1000)) }
        let last = looksAhead ? job + 8 : job - 1
        let after = (0..<random.int(0..<4)).compactMap { _ -> Int? in
            guard last >= 0, let other = (max(0, job - 8)...last).randomElement(using: &random) else { return nil }
            return !looksAhead || ranks[other] < ranks[job] ? other : nil
        }
        predecessors.append(after)
        return after
    }

    /// Adds a job that comes after none.
    mutating func add() { predecessors.append([]) }
}
