// The tasks that wait for a place, and the best of them.
extension RowMachine {
    /// A task that could get a row.
    struct Candidate: Comparable, Sendable {
        /// What candidates are sorted by.
        var time: HUDInstant
        var number: Int
        var task: Task

        static func < (one: Candidate, other: Candidate) -> Bool {
            one.time == other.time ? one.number < other.number : one.time < other.time
        }
        static func == (one: Candidate, other: Candidate) -> Bool { one.number == other.number }
    }

    /// The tasks that could get a row. A task that has got one, or has ended, is void, and is removed when it comes to the top.
    struct Candidates: Sendable {
        /// Running tasks, by the end of their grace time.
        var fresh = BinaryHeap<Candidate>()
        /// Those whose grace time is over, by their start.
        var running = BinaryHeap<Candidate>()
        /// Those of them with an expected duration, by when it is over.
        var expected = BinaryHeap<Candidate>()
        /// Tasks that failed, by their end.
        var failed = BinaryHeap<Candidate>()
    }

    /// The most failed tasks of a group without a row that are remembered.
    private static var mostFailed: Int { 1_000 }

    /// Makes a task without a row a candidate for one.
    mutating func nominate(_ task: Task) {
        if let known = tasks[task] { nominate(task, known) }
    }

    /// Stores what is known of a task without a row, and makes it a candidate for one.
    mutating func nominate(_ task: Task, _ known: Known) {
        var known = known
        lastNumber += 1
        known.candidacy = lastNumber
        tasks[task] = known
        let time: HUDInstant
        switch known.state {
        case .running: time = known.start.advanced(by: graceTime)
        case .failed: time = known.end ?? lastReading
        case .waiting, .paused, .finished, .cancelled: return
        }
        let candidate = Candidate(time: time, number: lastNumber, task: task)
        let parent = parent(of: task)
        if let parent {
            branches[parent]?.candidates.insert(candidate, hasFailed: known.state == .failed)
            dropVoidCandidates(of: parent)
        } else {
            candidates.insert(candidate, hasFailed: known.state == .failed)
        }
        if known.state == .failed { forgetOldestFailure(of: parent) }
    }

    private mutating func forgetOldestFailure(of parent: Task?) {
        let count = if let parent { branches[parent]?.candidates.failed.count ?? 0 } else { candidates.failed.count }
        guard count > Self.mostFailed else { return }
        let oldest = if let parent { branches[parent]?.candidates.failed.removeTop() } else { candidates.failed.removeTop() }
        if let oldest, oldest.hasFailed(among: tasks) { forget(oldest.task) }
    }

    /// The running task with the best reason for a row at `time`, and its depth.
    mutating func bestRunning(at time: HUDInstant) -> (task: Task, depth: Int)? {
        if let task = candidates.bestRunning(at: time, among: tasks)?.candidate.task { return (task, 0) }
        var best: Best?
        var depth = 0
        for (index, group) in overview.branches.enumerated() {
            if best != nil, group.depth > depth { break }
            guard let next = group.nextRunning, next <= time else { continue }
            let found = branches[group.task]?.candidates.bestRunning(at: time, among: tasks)
            updateOverview(ofBranch: index)
            guard let found, best.map({ found < $0 }) ?? true else { continue }
            (best, depth) = (found, group.depth)
        }
        return best.map { ($0.candidate.task, depth) }
    }

    /// The failed task with the best reason for a row.
    var bestFailed: Task? {
        if let failed = candidates.failed.top { return failed.task }
        var best: Candidate?
        var depth = 0
        for group in overview.branches {
            if best != nil, group.depth > depth { break }
            guard let found = group.failed, best.map({ found < $0 }) ?? true else { continue }
            (best, depth) = (found, group.depth)
        }
        return best?.task
    }

    /// Removes void candidates from the tops, and all of them once they are the most.
    mutating func dropVoidCandidates(of parent: Task?) {
        guard let parent else { return candidates.dropVoid(moreThan: 2 * tasks.count + 64, among: tasks) }
        guard let count = branches[parent]?.parts.count else { return }
        branches[parent]?.candidates.dropVoid(moreThan: 2 * count + 64, among: tasks)
        if let index = overview.branches.firstIndex(where: { $0.task == parent }) { updateOverview(ofBranch: index) }
    }

    /// Removes void candidates of all groups that could get a row.
    mutating func dropVoidCandidates() {
        dropVoidCandidates(of: nil)
        for group in overview.branches { dropVoidCandidates(of: group.task) }
    }
}

extension RowMachine {
    /// The running candidate of a group with the best reason for a row.
    struct Best: Comparable {
        var candidate: Candidate
        /// Whether its expected duration is over. Then its candidacy is sorted by that, and otherwise by its start.
        var isOverdue: Bool

        static func < (one: Best, other: Best) -> Bool {
            one.isOverdue == other.isOverdue ? one.candidate < other.candidate : one.isOverdue
        }
    }
}

extension RowMachine.Candidates {
    mutating func insert(_ candidate: RowMachine.Candidate, hasFailed: Bool) {
        if hasFailed { failed.insert(candidate) } else { fresh.insert(candidate) }
    }

    /// When a running task can get a row; nil if none is without one.
    var nextRunning: HUDInstant? { running.top == nil ? fresh.top?.time : .distantPast }

    /// The running task with the best reason for a row at `time`.
    mutating func bestRunning(at time: HUDInstant, among tasks: [Task: RowMachine.Known]) -> RowMachine.Best? {
        while let top = fresh.top, top.time <= time {
            fresh.removeTop()
            guard top.canRun(among: tasks), let known = tasks[top.task] else { continue }
            running.insert(RowMachine.Candidate(time: known.start, number: top.number, task: top.task))
            guard let due = known.expected else { continue }
            expected.insert(RowMachine.Candidate(time: known.start.advanced(by: due), number: top.number, task: top.task))
        }
        dropVoid(moreThan: .max, among: tasks)
        if let top = expected.top, top.time <= time { return RowMachine.Best(candidate: top, isOverdue: true) }
        return running.top.map { RowMachine.Best(candidate: $0, isOverdue: false) }
    }

    @inline(never)
    mutating func dropVoid(moreThan most: Int, among tasks: [Task: RowMachine.Known]) {
        fresh.drop(moreThan: most) { !$0.canRun(among: tasks) }
        running.drop(moreThan: most) { !$0.canRun(among: tasks) }
        expected.drop(moreThan: most) { !$0.canRun(among: tasks) }
        failed.drop(moreThan: most) { !$0.hasFailed(among: tasks) }
    }
}

extension RowMachine.Candidate {
    /// Whether its task runs and has no row.
    fileprivate func canRun(among tasks: [Task: RowMachine<Task>.Known]) -> Bool {
        guard let known = tasks[task] else { return false }
        return known.candidacy == number && !known.isOnScreen && known.state == .running
    }

    /// Whether its task has failed and has no row.
    fileprivate func hasFailed(among tasks: [Task: RowMachine<Task>.Known]) -> Bool {
        guard let known = tasks[task] else { return false }
        return known.candidacy == number && !known.isOnScreen && known.state == .failed
    }
}

extension BinaryHeap {
    /// Removes void elements from the top, and all of them if there are more elements than `most`.
    fileprivate mutating func drop(moreThan most: Int, where isVoid: (Element) -> Bool) {
        while let top, isVoid(top) { removeTop() }
        if count > most { removeAll(where: isVoid) }
    }
}
