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
        let ended: Parts? = parts.withLock { parts in
            guard parts.state == .running else { return nil }
            let before = parts
            parts.state = state
            ending.store(state == .finished ? .finished : .brokenOff, ordering: .releasing)
            parts.children = []
            parts.adopted = []
            return before
        }
        // Parts and sources are released outside the lock, because the code of the program can run then.
        guard let ended else { return }
        if state == .cancelled {
            for child in ended.children { child?.end(.cancelled) }
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
        var isFinished = false

        /// 0 to 1.
        var fraction: Double {
            if isFinished { return 1 }
            guard let total else { return 0 }
            return min(1, max(0, (Double(completed) + partial) / Double(total)))
        }
    }

    var completedCount: Int {
        if ending.load(ordering: .acquiring) == .finished, let totalCount { return totalCount }
        return max(0, completed.sum)
    }

    func read() -> Reading {
        guard hasParts.load(ordering: .acquiring), ending.load(ordering: .acquiring) == .none else {
            return Reading(
                completed: completedCount, total: totalCount, isFinished: ending.load(ordering: .acquiring) == .finished)
        }
        let (completed, children, adopted) = parts.withLock { (completedCount, $0.children, $0.adopted) }
        var partial = 0.0
        for case let child? in children { partial += child.contribution }
        for part in adopted { partial += Double(part.assigned) * part.source.sample().fraction }
        return Reading(completed: completed, total: totalCount, partial: partial)
    }

    /// The progress in units of the parent.
    private var contribution: Double {
        // A part that has ended counts whole, as its parent counts it.
        ending.load(ordering: .acquiring) == .none ? Double(assigned) * read().fraction : Double(assigned)
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
