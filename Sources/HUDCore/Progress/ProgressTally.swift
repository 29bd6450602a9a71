import Synchronization

/// The state of a ``ProgressNode``. The tree consists of these: a parent holds the parts that have not ended, and a part holds its parent.
///
/// A separate class, so that the release of the last reference to a node ends it while the tree still reads it.
///
/// A reader copies the count and the parts of a node under its lock, and reads the parts after that. A part ends in one step under its parent's lock:
/// it is removed, and its assigned count is added. A reader that holds an older copy reads a part that has ended as complete. So progress never goes
/// back because parts end, and no thread holds two locks.
@usableFromInline
final class ProgressTally: Sendable {
    /// A source that is counted as a part.
    private struct Adopted {
        let source: any ProgressSource
        let assigned: Int
        let label: String
    }

    /// How the node has ended, for readers without the lock.
    private enum Ending: UInt8, AtomicRepresentable {
        case none
        case finished
        /// Failed or cancelled.
        case brokenOff
    }

    private struct Parts {
        var label: String
        /// How the node stands.
        var state = ProgressNode.State.running
        /// The parts that have not ended, in the order of their starts, with gaps.
        var children: [ProgressTally?] = []
        /// The number of gaps.
        var gaps = 0
        var adopted: [Adopted] = []
        /// The progress of the parts when the node was broken off, in units of the node.
        var partialAtEnd = 0.0
        weak var node: ProgressNode?
    }

    @usableFromInline let completed = GrowingCount()
    let unit: ProgressUnit
    /// Zero: not known.
    private let total: Atomic<Int>
    private let parent: ProgressTally?
    /// The units of the parent that are complete when this node has ended.
    private let assigned: Int
    /// The position among the parts of the parent; guarded by the parent's lock.
    private let place = Atomic<Int>(0)
    /// Whether it has ever had a part. Only then a reader takes the lock.
    private let hasParts = Atomic<Bool>(false)
    private let ending = Atomic<Ending>(.none)
    /// The number of changes of labels and of parts in the tree below.
    private let changes = Atomic<Int>(0)
    private let parts: Mutex<Parts>

    init(
        label: String = "", totalCount: Int? = nil, unit: ProgressUnit = .items, parent: ProgressTally? = nil, assigned: Int = 0
    ) {
        self.unit = unit
        self.parent = parent
        self.assigned = assigned
        total = Atomic(max(0, totalCount ?? 0))
        parts = Mutex(Parts(label: label))
    }

    func setNode(_ node: ProgressNode) {
        parts.withLock { $0.node = node }
    }

    /// The node; nil once its last reference is released.
    var node: ProgressNode? { parts.withLock { $0.node } }

    // MARK: What it is

    var label: String {
        get { parts.withLock { $0.label } }
        set {
            parts.withLock { $0.label = newValue }
            noteChange()
        }
    }

    var state: ProgressNode.State { parts.withLock { $0.state } }

    var totalCount: Int? {
        get {
            let total = total.load(ordering: .relaxed)
            return total > 0 ? total : nil
        }
        set { total.store(max(0, newValue ?? 0), ordering: .relaxed) }
    }

    var children: [ProgressTally] { parts.withLock { $0.children.compactMap(\.self) } }

    /// Whether anything has been set, counted or assigned.
    var isInUse: Bool {
        total.load(ordering: .relaxed) > 0 || hasParts.load(ordering: .relaxed) || ending.load(ordering: .relaxed) != .none
            || completed.sum != 0
    }

    /// The number of changes of labels and of parts in the tree so far. While it stays the same, ``runningLabels(atMost:)`` does too.
    var changeCount: Int { changes.load(ordering: .acquiring) }

    private func noteChange() {
        var node: ProgressTally? = self
        while let next = node {
            next.changes.wrappingAdd(1, ordering: .releasing)
            node = next.parent
        }
    }

    // MARK: Parts

    func insert(_ child: ProgressTally) {
        let hasEnded = parts.withLock { parts in
            guard parts.state == .running else { return true }
            child.place.store(parts.children.count, ordering: .relaxed)
            parts.children.append(child)
            hasParts.store(true, ordering: .relaxed)
            return false
        }
        if hasEnded { return }
        noteChange()
    }

    func adopt(_ source: any ProgressSource, assigned: Int, label: String) {
        parts.withLock { parts in
            guard parts.state == .running else { return }
            parts.adopted.append(Adopted(source: source, assigned: assigned, label: label))
            hasParts.store(true, ordering: .relaxed)
        }
        noteChange()
    }

    /// Whether `other` is this node or a part of it, at any depth.
    func contains(_ other: ProgressTally) -> Bool {
        if self === other { return true }
        let (children, adopted) = parts.withLock { ($0.children, $0.adopted) }
        return children.contains { $0?.contains(other) == true }
            || adopted.contains { ($0.source as? ProgressNode)?.tally.contains(other) == true }
    }

    // MARK: The end

    /// Ends the node, unless it has ended. Its assigned count is complete in the parent.
    func end(_ state: ProgressNode.State) {
        // From here on parts that end are not removed, so that their progress is counted once.
        let isFirst = parts.withLock { parts in
            guard parts.state == .running else { return false }
            parts.state = state
            return true
        }
        guard isFirst else { return }
        // A node that is broken off keeps the progress of its parts, so that its fraction does not go back.
        let partial = state == .finished ? 0 : partialUnits(parts.withLock { Sum(of: $0, completed.sum) })
        // Parts and sources are released outside the lock, because the code of the program can run then.
        let ended = parts.withLock { parts in
            let before = (parts.children, parts.adopted)
            parts.partialAtEnd = partial
            parts.children = []
            parts.adopted = []
            ending.store(state == .finished ? .finished : .brokenOff, ordering: .releasing)
            return before
        }
        if state == .cancelled {
            for child in ended.0 { child?.end(.cancelled) }
        }
        parent?.remove(self)
        noteChange()
    }

    private func remove(_ child: ProgressTally) {
        let released: ProgressTally? = parts.withLock { parts in
            guard parts.state == .running else { return nil }
            completed.add(child.assigned)
            let place = child.place.load(ordering: .relaxed)
            let released = parts.children[place]
            parts.children[place] = nil
            parts.gaps += 1
            if parts.gaps > 16, parts.gaps * 2 > parts.children.count { closeGaps(&parts) }
            return released
        }
        withExtendedLifetime(released) {}
    }

    private func closeGaps(_ parts: inout Parts) {
        parts.children.removeAll { $0 == nil }
        parts.gaps = 0
        for (place, child) in parts.children.enumerated() { child?.place.store(place, ordering: .relaxed) }
    }

    // MARK: Reading it

    /// The progress of a node at one time.
    struct Reading {
        /// Units, and those of parts that have ended.
        var completed: Int
        var total: Int?
        /// The progress of the parts that have not ended, in units of the node.
        var partial = 0.0
        var hasEnded = false
        var isFinished = false

        /// 0 to 1.
        var fraction: Double {
            if isFinished { return 1 }
            guard let total else { return 0 }
            return min(1, max(0, (Double(completed) + partial) / Double(total)))
        }
    }

    /// What a node with parts is summed up from: copied under its lock, so that a part which ends meanwhile counts once.
    private struct Sum {
        let completed: Int
        let children: [ProgressTally?]
        let adopted: [Adopted]
        let partialAtEnd: Double

        init(of parts: Parts, _ completed: Int) {
            self.completed = completed
            children = parts.children
            adopted = parts.adopted
            partialAtEnd = parts.partialAtEnd
        }
    }

    var completedCount: Int { read(partially: false).completed }

    /// - Parameter partially: Whether the progress of the parts is wanted too.
    func read(partially: Bool = true) -> Reading {
        guard hasParts.load(ordering: .acquiring) else { return reading(ending.load(ordering: .acquiring), completed.sum) }
        // How the node has ended is changed under the lock, together with its parts.
        let (ending, sum) = parts.withLock { (self.ending.load(ordering: .relaxed), Sum(of: $0, completed.sum)) }
        var reading = reading(ending, sum.completed)
        if partially, !reading.isFinished { reading.partial = partialUnits(sum) }
        return reading
    }

    private func reading(_ ending: Ending, _ completed: Int) -> Reading {
        let total = totalCount
        return Reading(
            completed: ending == .finished ? total ?? max(0, completed) : max(0, completed), total: total,
            hasEnded: ending != .none, isFinished: ending == .finished)
    }

    private func partialUnits(_ sum: Sum) -> Double {
        var partial = sum.partialAtEnd
        for case let child? in sum.children { partial += child.contribution }
        for part in sum.adopted { partial += Double(part.assigned) * part.source.sample().fraction }
        return partial
    }

    /// The progress in units of the parent, which counts a part that has ended whole.
    private var contribution: Double {
        let reading = read()
        return reading.hasEnded ? Double(assigned) : Double(assigned) * reading.fraction
    }

    func sample() -> ProgressSample {
        let reading = read()
        return ProgressSample(
            completedUnitCount: reading.completed, totalUnitCount: reading.total, partialUnits: reading.partial,
            fraction: reading.fraction, unit: unit)
    }

    /// The labels of the parts that are running, without those that have none, in the order of their starts.
    ///
    /// - Parameter limit: The most labels.
    /// - Returns: The labels, and how many there are in all.
    func runningLabels(atMost limit: Int) -> ([String], Int) {
        let (children, adopted) = parts.withLock { ($0.children, $0.adopted) }
        var labels: [String] = []
        var count = 0
        func add(_ label: String) {
            guard !label.isEmpty else { return }
            count += 1
            if labels.count < limit { labels.append(label) }
        }
        for child in children { add(child?.label ?? "") }
        for part in adopted { add(part.label) }
        return (labels, count)
    }
}
