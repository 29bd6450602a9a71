// The tasks that wait for a place, and the best of them.
extension RowMachine {
    /// A task that could get a row.
    struct Candidate: Comparable, Sendable {
        /// What candidates are sorted by.
        var time: HUDInstant
        var number: Int
        var task: Task

        static func < (one: Candidate, other: Candidate) -> Bool { (one.time, one.number) < (other.time, other.number) }
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

    /// The most failed tasks without a row that are remembered.
    private static var mostFailed: Int { 1_000 }

    /// Makes a task without a row a candidate for one.
    mutating func nominate(_ task: Task) {
        guard var known = tasks[task] else { return }
        lastNumber += 1
        known.candidacy = lastNumber
        tasks[task] = known
        switch known.state {
        case .running:
            let graceEnd = known.start.advanced(by: graceTime)
            candidates.fresh.insert(Candidate(time: graceEnd, number: lastNumber, task: task))
        case .failed:
            candidates.failed.insert(Candidate(time: known.end ?? lastReading, number: lastNumber, task: task))
            forgetOldestFailure()
        case .waiting, .paused, .finished, .cancelled:
            break
        }
    }

    private mutating func forgetOldestFailure() {
        guard candidates.failed.count > Self.mostFailed, let oldest = candidates.failed.removeTop() else { return }
        if oldest.hasFailed(among: tasks) { tasks[oldest.task] = nil }
    }

    /// When a running task can get a row; nil if none is without one.
    var nextRunning: HUDInstant? {
        candidates.running.top == nil ? candidates.fresh.top?.time : .distantPast
    }

    /// The running task with the best reason for a row at `time`.
    mutating func bestRunning(at time: HUDInstant) -> Task? {
        while let top = candidates.fresh.top, top.time <= time {
            candidates.fresh.removeTop()
            guard top.canRun(among: tasks), let known = tasks[top.task] else { continue }
            candidates.running.insert(Candidate(time: known.start, number: top.number, task: top.task))
            guard let expected = known.expected else { continue }
            let end = known.start.advanced(by: expected)
            candidates.expected.insert(Candidate(time: end, number: top.number, task: top.task))
        }
        dropVoidCandidates()
        if let top = candidates.expected.top, top.time <= time { return top.task }
        return candidates.running.top?.task
    }

    /// Removes void candidates from the tops, and all of them once they are the most.
    mutating func dropVoidCandidates() {
        let tasks = tasks
        let most = 2 * tasks.count + 64
        candidates.fresh.drop(moreThan: most) { !$0.canRun(among: tasks) }
        candidates.running.drop(moreThan: most) { !$0.canRun(among: tasks) }
        candidates.expected.drop(moreThan: most) { !$0.canRun(among: tasks) }
        candidates.failed.drop(moreThan: most) { !$0.hasFailed(among: tasks) }
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
