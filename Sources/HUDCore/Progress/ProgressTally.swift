import Synchronization

/// The state of a ``ProgressNode``. The tree consists of these: a parent holds the parts that have not ended, and a part holds its parent.
///
/// A separate class, so that the release of the last reference to a node ends it while the tree still reads it.
///
/// A reader copies the count and the parts of a node under its lock, and reads the parts after that. A part ends in one step under its parent's lock:
/// it is removed, and its assigned count is added. A reader that holds an older copy reads a part that has ended as complete. So progress never goes
/// back because parts end, and a node's lock is never held while another one is taken.
@usableFromInline
final class ProgressTally: Sendable {
    /// A source that is counted as a part.
    struct Adopted {
        let source: any ProgressSource
        let assigned: Int
        let label: String
    }

    /// How the node has ended, for readers without the lock.
    enum Ending: UInt8, AtomicRepresentable {
        case none
        case finished
        case failed
        case cancelled
    }

    struct Parts {
        var label: String
        /// How the node stands.
        var state = TaskState.running
        /// The parts that have not ended, in the order of their starts, with gaps.
        var children: [ProgressTally?] = []
        /// The number of gaps.
        var gaps = 0
        /// Whether the node is broken off, and its parent does not count that yet.
        var isBreakingOff = false
        /// The progress of the children as frames have read it; nil while frames read all of them.
        var sums: PartSums?
        var adopted: [Adopted] = []
        var counts = PartCounts()
        /// Parts that have failed and can be tried again, the first failure first; 1,000 at most.
        var failed: [ProgressTally] = []
        weak var node: ProgressNode?
        /// What shows the parts as rows, or the first of those that do.
        weak var workRows: WorkRows?
        /// What few nodes have; nil if this one never had any of it.
        var sharedExtras: SharedExtras?
        /// The same. Where a part starts or ends, `sharedExtras` is read instead, because then the rest is not copied.
        var extras: Extras {
            get { sharedExtras?.extras ?? Extras() }
            set { sharedExtras = SharedExtras(newValue) }
        }
    }

    // First what a frame reads of each part, so that it is in one or two cache lines.
    @usableFromInline let completed = GrowingCount()
    /// Zero: not known.
    let total: Atomic<Int>
    /// The units of the parent that are complete when this node has ended.
    let assigned: Int
    /// Whether it has ever had a part. Only then a reader takes the lock.
    let hasParts = Atomic<Bool>(false)
    let ending = Atomic<Ending>(.none)
    /// Whether something has ever shown or followed its parts. Only then they report their states.
    let isObserved = Atomic<Bool>(false)
    let unit: ProgressUnit
    let parent: ProgressTally?
    /// The number that the program has given it; 0 for none.
    let number: Int
    /// The position among the parts of the parent, or a mark for how it ended: its ``Standing``. Guarded by the parent's lock.
    let place = Atomic<Int>(0)
    /// The bits of its progress as the parent counts it; guarded by the parent's lock.
    let counted = Atomic<UInt64>(0)
    /// The life of the parent to which these belong, as its ``PartCounts`` count it; guarded by the parent's lock.
    let life = Atomic<Int>(-1)
    /// How often the node has begun again, for shares, which are made without the lock. Written under it.
    let restarts = Atomic<Int>(0)
    /// Units that were begun and are not complete; -1 if they are not counted.
    private let running = Atomic<Int>(-1)
    /// The number of changes of labels and of parts in the tree below.
    private let changes = Atomic<Int>(0)
    /// The bits of its units that were complete before their work began; see ``begin(at:)``. Written under the lock.
    let origin = Atomic<UInt64>(0)
    let parts: Mutex<Parts>

    init(
        label: String = "", totalCount: Int? = nil, unit: ProgressUnit = .items, parent: ProgressTally? = nil, assigned: Int = 0,
        state: TaskState = .running, number: Int = 0
    ) {
        self.number = number
        self.unit = unit
        self.parent = parent
        self.assigned = assigned
        total = Atomic(max(0, totalCount ?? 0))
        parts = Mutex(Parts(label: label, state: state))
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

    var state: TaskState { parts.withLock { $0.state } }

    var totalCount: Int? {
        get {
            let total = total.load(ordering: .relaxed)
            return total > 0 ? total : nil
        }
        set {
            let new = max(0, newValue ?? 0)
            // The origin first, as in `begin(at:)`.
            if originUnits != 0 { addToOrigin(0, newTotal: new) }
            total.store(new, ordering: .relaxed)
        }
    }

    var runningCount: Int? {
        get {
            let count = running.load(ordering: .relaxed)
            return count < 0 ? nil : count
        }
        set { running.store(newValue.map { max(0, $0) } ?? -1, ordering: .relaxed) }
    }

    var children: [ProgressTally] { parts.withLock { $0.children.compactMap(\.self) } }

    /// Whether anything has been set, counted or assigned.
    var isInUse: Bool {
        total.load(ordering: .relaxed) > 0 || hasParts.load(ordering: .relaxed) || ending.load(ordering: .relaxed) != .none
            || completed.sum != 0
    }

    /// The number of changes of labels and of parts in the tree so far. While it stays the same, ``runningLabels(atMost:)`` does too.
    var changeCount: Int { changes.load(ordering: .acquiring) }

    func noteChange() {
        changes.wrappingAdd(1, ordering: .releasing)
        parent?.noteChange()
    }

    /// Makes the completed units `value`, with those of parts that have ended.
    func replaceCompleted(with value: Int) {
        // Parts end under the lock, so each counts either before or after this.
        parts.withLock { parts in
            parts.counts.replaceUnits()
            completed.set(value)
        }
    }

    // MARK: Parts

    /// Completes the units of a share that was never started, unless the node has begun again since the share was made.
    func completeUnstarted(_ units: Int, since restarts: Int) {
        parts.withLock { _ in
            if self.restarts.load(ordering: .relaxed) == restarts { completed.add(units) }
        }
    }

    /// Counts a part that begins, or that begins again: how it had ended in this life does not count any more.
    ///
    /// - Returns: False if it does not count, because it does already or because this node has ended.
    @discardableResult
    func insert(_ child: ProgressTally) -> Bool {
        let isInserted = parts.withLock { parts in
            guard !parts.state.hasEnded else { return false }
            switch parts.standing(of: child) {
            case .none: parts.counts.started += 1
            case .running: return false
            case .done(let counts): if counts { completed.add(-child.assigned) }
            case .failed(let units):
                parts.failed.removeAll { $0 === child }
                parts.counts.failed -= 1
                if let units, !parts.counts.takeBack(units, of: child) { completed.add(-child.assigned) }
            }
            parts.append(child)
            parts.counts.assignedUnits &+= child.assigned
            parts.counts.note(assigned: child.assigned, isOtherUnit: child.unit != unit)
            hasParts.store(true, ordering: .relaxed)
            return true
        }
        guard isInserted else { return false }
        child.reportState()
        noteChange()
        return true
    }

    func adopt(_ source: any ProgressSource, assigned: Int, label: String) {
        let sample = source.sample()
        parts.withLock { parts in
            guard !parts.state.hasEnded else { return }
            parts.adopted.append(Adopted(source: source, assigned: assigned, label: label))
            // A node that stands for one source has no count of its own.
            let isOther = assigned == totalCount || sample.completedUnitCount != nil && sample.unit != unit
            parts.counts.note(assigned: assigned, isOtherUnit: isOther)
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

    /// Ends the node, unless it has ended. Its assigned count is complete in the parent; of a node that failed, what it has completed.
    ///
    /// - Parameter elapsed: How long the work ran; nil: since it began here.
    func end(_ state: TaskState, after elapsed: Duration? = nil) {
        // From here on parts that end are not removed, so that their progress is counted once.
        let ended: Released? = parts.withLock { parts in
            guard parts.state.moves(to: state) else { return nil }
            parts.state = state
            parts.isBreakingOff = state.isBrokenOff
            let runningTime = elapsed ?? .zero
            if parts.sharedExtras?.extras.runningTime ?? .zero != runningTime { parts.extras.runningTime = runningTime }
            return state.isBrokenOff ? Released() : close(&parts, as: .finished)
        }
        guard var ended else { return }
        if state.isBrokenOff {
            let partial = partialUnits(parts.withLock { Sum(of: $0, completed.sum) })
            ended = parts.withLock { close(&$0, as: state.isFailure ? .failed : .cancelled, partial: partial) }
        }
        parent?.remove(self, failed: state.isFailure)
        var handler: (@Sendable () -> Void)?
        if state.isBrokenOff {
            // In one step, because another thread can try the node again after it.
            handler = parts.withLock { parts in
                parts.isBreakingOff = false
                return parts.takeCancellation()
            }
            if state == .cancelled { for child in ended.children { child?.end(.cancelled) } }
        }
        reportState()
        // Not before the report, because it may try the node again.
        handler?()
        noteChange()
        withExtendedLifetime(ended) {}
    }

    /// Parts, sources and closures, to release outside the lock, because the code of the program can run then.
    private struct Released {
        var children: [ProgressTally?] = []
        var adopted: [Adopted] = []
        var failed: [ProgressTally] = []
        var extras: SharedExtras?
    }

    /// Takes the parts and sources out of a node that ends; of one that has finished, which can't be cancelled or tried again, also the handlers.
    ///
    /// - Parameter partial: The progress of the parts, which a node that is broken off keeps, so that its fraction does not go back.
    private func close(_ parts: inout Parts, as new: Ending, partial: Double = 0) -> Released {
        if new == .finished, totalCount == nil {
            // What is left counts as complete, as it would with the total.
            completed.add(parts.adopted.reduce(parts.counts.assignedUnits) { $0.addingSaturating(max(0, $1.assigned)) })
        }
        var released = Released()
        swap(&parts.children, &released.children)
        swap(&parts.adopted, &released.adopted)
        swap(&parts.failed, &released.failed)
        if new == .finished, let extras = parts.sharedExtras, !extras.extras.handlers.isEmpty {
            released.extras = extras
            parts.extras.handlers = Handlers()
        }
        parts.counts.partialOfEnded = partial
        parts.gaps = 0
        parts.sums = nil
        parts.counts.assignedUnits = 0
        ending.store(new, ordering: .releasing)
        return released
    }

    private func remove(_ child: ProgressTally, failed: Bool) {
        let canBeRetried = failed && child.handlers.retrying != nil
        let completedUnits = failed ? child.contribution(child.read()) : nil
        let released: ProgressTally? = parts.withLock { parts in
            guard !parts.state.hasEnded, case .running(let place) = parts.standing(of: child) else { return nil }
            parts.counts.assignedUnits &-= child.assigned
            if canBeRetried, parts.failed.count < 1_000 { parts.failed.append(child) }
            let released = parts.remove(child, at: place, failedWith: completedUnits)
            if failed { parts.counts.failed += 1 }
            if completedUnits.map({ parts.counts.keep($0, of: child) }) != true { completed.add(child.assigned) }
            return released
        }
        withExtendedLifetime(released) {}
    }
}
