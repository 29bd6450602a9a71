// The places of rows: who gets one, and when it is free again.
extension RowMachine {
    /// What is known of the places.
    struct Overview: Sendable {
        /// The next deadline of a row.
        var nextStayEnd: HUDInstant?
        /// The first empty place; nil if all are taken. It may be below all rows.
        var freePlace: Int?
        /// How many rows show failed tasks.
        var failedRows = 0
        /// The first row of a failed task that has been shown long enough.
        var takeable: Int?
        /// Whether there are rows of parts of tasks.
        var isDeep = false
        /// The tasks with a row whose parts can have rows, the highest level first.
        var branches: [Group] = []
        /// The rows of parts of tasks that give way to a task of a higher level.
        var foldable: [Foldable] = []
    }

    mutating func updateOverview() {
        guard isOverviewStale else { return }
        isOverviewStale = false
        overview = Overview()
        for (index, place) in places.enumerated() {
            guard let place else {
                overview.freePlace = overview.freePlace ?? index
                continue
            }
            if let deadline = place.machine.nextDeadline {
                overview.nextStayEnd = min(overview.nextStayEnd ?? deadline, deadline)
            }
            if tasks[place.task]?.state == .failed { overview.failedRows += 1 }
            if place.canBeTaken { overview.takeable = overview.takeable ?? index }
            if place.depth > 0 { overview.isDeep = true }
        }
        if overview.isDeep || !branches.isEmpty { updateOverviewOfBranches() }
        if places.count < limit { overview.freePlace = overview.freePlace ?? places.count }
    }

    /// The number of rows of failed tasks that none of a running task replaces.
    private var keptForFailed: Int { limit / 4 }

    /// The row of a failed task that gives way to a running one.
    private var takeable: Int? { overview.failedRows > keptForFailed ? overview.takeable : nil }

    private mutating func updateOverviewOfBranches() {
        for (index, place) in places.enumerated() {
            guard let place, let state = tasks[place.task]?.state else { continue }
            if branches[place.task] != nil { overview.branches.append(Group(task: place.task, depth: place.depth + 1)) }
            guard place.depth > 0, !state.hasEnded, !showsParts(of: place.task) else { continue }
            var machine = place.machine
            _ = machine.hide(at: lastReading, animated: false)
            overview.foldable.append(Foldable(depth: place.depth, place: index, end: machine.nextDeadline ?? lastReading))
        }
        overview.branches.sort { $0.depth < $1.depth }
    }

    /// When a candidate gets a place; nil if none does.
    var nextFill: HUDInstant? {
        let isFree = overview.freePlace != nil
        if isFree, bestFailed != nil { return lastReading }
        var next: HUDInstant?
        func consider(_ time: HUDInstant?, depth: Int) {
            guard var time else { return }
            if !isFree, takeable == nil {
                let ends = overview.foldable.lazy.filter { $0.depth > depth }.map(\.end)
                guard let end = ends.min() else { return }
                time = max(time, end)
            }
            next = min(next ?? time, time)
        }
        consider(candidates.nextRunning, depth: 0)
        for group in overview.branches { consider(branches[group.task]?.candidates.nextRunning, depth: group.depth) }
        return next.map { max(lastReading, $0) }
    }

    mutating func process(_ time: HUDInstant, _ events: inout [RowEvent<Task>]) {
        for index in places.indices {
            guard let deadline = places[index]?.machine.nextDeadline, deadline <= time else { continue }
            _ = places[index]?.machine.advance(to: time)
            if places[index]?.machine.phase == .hidden { stayEnded(at: time, in: index, &events) }
        }
        fillPlaces(at: time, &events)
    }

    mutating func fillPlaces(at time: HUDInstant, _ events: inout [RowEvent<Task>]) {
        while fill(at: time, &events) {}
    }

    /// Gives the best candidate a place.
    ///
    /// - Returns: False if there is no candidate or no place.
    private mutating func fill(at time: HUDInstant, _ events: inout [RowEvent<Task>]) -> Bool {
        updateOverview()
        dropVoidCandidates()
        if overview.freePlace != nil {
            let failed = bestFailed
            let first = overview.failedRows < keptForFailed ? failed : nil
            guard let task = first ?? bestRunning(at: time)?.task ?? failed else { return false }
            enter(task, place: makePlace(for: task), at: time, &events)
            return true
        }
        guard takeable != nil || !overview.foldable.isEmpty, let (task, depth) = bestRunning(at: time),
            let index = takeable ?? foldable(for: depth, at: time), let old = places[index]?.task
        else { return false }
        places[index] = nil
        leave(old, from: index, at: time, &events)
        updateOverview()
        enter(task, place: makePlace(for: task), at: time, &events)
        return true
    }

    /// The last of the deepest rows that give way to a task of a level.
    private func foldable(for depth: Int, at time: HUDInstant) -> Int? {
        let rows = overview.foldable.filter { $0.depth > depth && $0.end <= time }
        return rows.max { ($0.depth, $0.place) < ($1.depth, $1.place) }?.place
    }

    mutating func enter(_ task: Task, place: Int, at time: HUDInstant, _ events: inout [RowEvent<Task>]) {
        var machine = HUDStateMachine(minimumShowTime: minimumShowTime, animationDuration: .zero)
        _ = machine.show(at: time, animated: false)
        if tasks[task]?.state == .failed { _ = machine.hide(at: time, animated: false) }
        let hasStayed = machine.phase == .hidden
        if place == places.count { places.append(nil) }
        places[place] = Place(
            task: task, machine: machine, canBeTaken: hasStayed, parent: tasks[task]?.parent, depth: tasks[task]?.depth ?? 0)
        tasks[task]?.isOnScreen = true
        awaitsPresentation = true
        events.append(RowEvent(.appear, of: task, place: place, at: time))
    }

    /// Called when a task has ended and its minimum show time is over. Its row stays while it has rows of parts below it.
    mutating func stayEnded(at time: HUDInstant, in index: Int, _ events: inout [RowEvent<Task>]) {
        guard let task = places[index]?.task, !overview.isDeep || !showsParts(of: task) else { return }
        if tasks[task]?.state == .failed {
            places[index]?.canBeTaken = true
        } else {
            places[index] = nil
            leave(task, from: index, at: time, &events)
        }
    }

    /// Called when a task's row is gone.
    mutating func leave(_ task: Task, from place: Int, at time: HUDInstant, _ events: inout [RowEvent<Task>]) {
        events.append(RowEvent(.disappear, of: task, place: place, at: time))
        guard let known = tasks[task] else { return }
        tasks[task]?.isOnScreen = false
        switch known.state {
        case .waiting, .running, .paused, .failed: nominate(task)
        case .finished, .cancelled: forget(task)
        }
        // The row that it was below may have waited for that.
        guard let parent = known.parent, let row = self.place(of: parent), places[row]?.machine.phase == .hidden else { return }
        stayEnded(at: time, in: row, &events)
    }
}
