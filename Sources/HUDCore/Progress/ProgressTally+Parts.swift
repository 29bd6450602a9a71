extension ProgressTally {
    /// The parts that are under way, those of one node behind each other, and each behind its parent.
    func parts(atMost limit: Int) -> [HUDPart] {
        var found: [HUDPart] = []
        var level: [(tally: ProgressTally, index: Int?)] = [(self, nil)]
        while !level.isEmpty, found.count < limit {
            var next: [(tally: ProgressTally, index: Int?)] = []
            for node in level {
                let children = node.tally.parts.withLock(\.children)
                for case let part? in children {
                    guard found.count < limit else { return found }
                    if part.state == .waiting { continue }
                    next.append((part, found.count))
                    found.append(HUDPart(label: part.label, progress: part.sampleForRow(), parent: node.index))
                }
            }
            level = next
        }
        return found
    }
}
