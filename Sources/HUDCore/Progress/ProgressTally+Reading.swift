import Synchronization

// Reading a tree: what a node has completed, with the progress of its parts.
extension ProgressTally {
    /// The progress of a node at one time.
    struct Reading {
        /// Units, and those of parts that have ended.
        var completed: Int
        var total: Int?
        /// The progress of the parts that have not ended, in units of the node.
        var partial = 0.0
        var ending = Ending.none
        /// Whether what parts have completed is counted in whole units: not if each part is one unit, which counts when it has ended.
        var countsParts = false
        /// Whether parts count in other units, so that the node has no count.
        var hasOtherUnits = false
        /// Units of failed parts that are not complete, and will not be.
        var lost = 0.0

        /// 0 to 1.
        var fraction: Double {
            if ending == .finished { return 1 }
            guard let total else { return 0 }
            return min(1, max(0, (Double(completed) + partial) / Double(total)))
        }
    }

    /// What a node with parts is summed up from: copied under its lock, so that a part which ends meanwhile counts once.
    struct Sum {
        let completed: Int
        let children: [ProgressTally?]
        let adopted: [Adopted]
        let counts: PartCounts

        /// - Parameter childless: Whether the children are summed up otherwise.
        init(of parts: Parts, _ completed: Int, childless: Bool = false) {
            self.completed = completed
            children = childless ? [] : parts.children
            adopted = parts.adopted
            counts = parts.counts
        }
    }

    var completedCount: Int { read(partially: false).completed }

    /// - Parameter partially: Whether the progress of the parts is wanted too.
    func read(partially: Bool = true) -> Reading {
        guard hasParts.load(ordering: .acquiring) else { return reading(ending.load(ordering: .acquiring), completed.sum) }
        // How the node has ended is changed under the lock, together with its parts.
        let (ending, sum) = parts.withLock { (self.ending.load(ordering: .relaxed), Sum(of: $0, completed.sum)) }
        var reading = reading(ending, of: sum)
        if partially, ending != .finished { reading.partial = partialUnits(sum) }
        return reading
    }

    func reading(_ ending: Ending, of sum: Sum) -> Reading {
        var reading = reading(ending, sum.completed)
        reading.countsParts = !sum.counts.isEven
        reading.hasOtherUnits = sum.counts.hasOtherUnits
        reading.lost = sum.counts.lostUnits
        return reading
    }

    private func reading(_ ending: Ending, _ completed: Int) -> Reading {
        let total = totalCount
        return Reading(
            completed: ending == .finished ? total ?? max(0, completed) : max(0, completed), total: total, ending: ending)
    }

    func partialUnits(_ sum: Sum, reading: (ProgressTally) -> Reading = { $0.read() }) -> Double {
        var partial = sum.counts.partialOfEnded
        sum.children.forEachPart(in: 0..<sum.children.count) { partial += $0.contribution(reading) }
        for part in sum.adopted { partial += Double(part.assigned) * part.source.sample().fraction }
        return partial
    }

    private func contribution(_ reading: (ProgressTally) -> Reading) -> Double {
        hasParts.load(ordering: .acquiring) ? contribution(reading(self)) : contributionWithoutParts
    }

    /// The progress in units of the parent, which counts a part that has ended whole, unless it has failed.
    func contribution(_ reading: Reading) -> Double {
        reading.ending == .none || reading.ending == .failed ? Double(assigned) * reading.fraction : Double(assigned)
    }

    /// The progress of a node that has no parts, in units of the parent: as ``contribution(_:)`` of a reading, for thousands of nodes.
    var contributionWithoutParts: Double {
        switch ending.load(ordering: .acquiring) {
        case .finished, .cancelled: return Double(assigned)
        case .none, .failed: break
        }
        let (total, completed) = (total.load(ordering: .relaxed), completed.sum)
        return total > 0 && completed > 0 ? Double(assigned) * min(1, Double(completed) / Double(total)) : 0
    }

    func sample() -> ProgressSample { sample(read()) }

    func sample(_ reading: Reading) -> ProgressSample {
        // The origin was set before what it counts, and is read after it.
        atomicMemoryFence(ordering: .acquiring)
        let room = max(0, (reading.total ?? .max) - reading.completed)
        // 0.29 times 100 is slightly less than 29, and 0.29 times 100,000,000 can be less than 29,000,000 by more.
        let tolerance = min(0.5, max(1e-9, reading.partial * 4 * .ulpOfOne))
        let units = reading.countsParts ? min(room, Int(clamping: Int128(reading.partial + tolerance))) : 0
        return ProgressSample(
            completedUnitCount: reading.hasOtherUnits ? nil : reading.completed + units, totalUnitCount: reading.total,
            runningUnitCount: reading.ending == .finished ? nil : runningCount,
            partialUnits: max(0, reading.partial - Double(units)), lostUnits: reading.lost,
            originUnits: originUnits, fraction: reading.fraction, unit: unit)
    }

    /// What the row of a node shows beside its progress.
    struct RowContent {
        var label: String
        var detailsLabel: String
        var state: TaskState
        /// The source that the node stands for, if it stands for nothing else. The row shows that source's own counts and unit.
        var source: (any ProgressSource)?
    }

    var rowContent: RowContent {
        parts.withLock { parts in
            RowContent(
                label: parts.label, detailsLabel: parts.sharedExtras?.extras.detailsLabel ?? "", state: parts.state,
                source: onlySource(of: parts))
        }
    }

    /// The progress that a row shows.
    func sampleForRow() -> ProgressSample {
        parts.withLock { onlySource(of: $0) }?.sample() ?? sampleForFrame()
    }

    private func onlySource(of parts: borrowing Parts) -> (any ProgressSource)? {
        guard parts.adopted.count == 1, parts.counts.assignedUnits == 0, parts.adopted[0].assigned == totalCount,
            completed.sum == 0
        else { return nil }
        return parts.adopted[0].source
    }

    /// The labels of the parts that are running, in the order of their starts, without those that have none: `a, b, 3 more`.
    ///
    /// - Parameter limit: The most labels.
    func runningLabels(atMost limit: Int) -> String {
        guard hasParts.load(ordering: .acquiring) else { return "" }
        let (children, adopted) = parts.withLock { ($0.children, $0.adopted) }
        var labels: [String] = []
        var count = 0
        func add(_ label: String) {
            guard !label.isEmpty else { return }
            count += 1
            if labels.count < limit { labels.append(label) }
        }
        for case let child? in children {
            if let label = child.parts.withLock({ $0.state == .running ? $0.label : nil }) { add(label) }
        }
        for part in adopted { add(part.label) }
        let list = labels.joined(separator: ", ")
        return count > labels.count ? "\(list), \(count - labels.count) more" : list
    }

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

extension [ProgressTally?] {
    /// Calls `body` with each part that has one of the places.
    ///
    /// Without a reference count, because that would write to each of thousands of parts in each frame. The array holds the parts meanwhile.
    @inline(__always)
    func forEachPart(in places: Range<Int>, _ body: (ProgressTally) -> Void) {
        withUnsafeBufferPointer { parts in
            parts.withMemoryRebound(to: Unmanaged<ProgressTally>?.self) { parts in
                for case let part? in parts[places] { part._withUnsafeGuaranteedRef(body) }
            }
        }
    }
}
