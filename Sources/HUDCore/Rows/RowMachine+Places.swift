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
        /// The rows of parts of tasks that give way to a task of a higher level, and when the first of them does.
        var foldable: [Foldable] = []
        var foldableEnd: HUDInstant?
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
        overview.foldableEnd = overview.foldable.lazy.map(\.end).min()
        for index in overview.branches.indices {
            let depth = overview.branches[index].depth
            overview.branches[index].foldableEnd = overview.foldable.lazy.filter { $0.depth > depth }.map(\.end).min()
            updateOverview(ofBranch: index)
        }
    }

    /// Takes over what has changed in the candidates of a branch.
    mutating func updateOverview(ofBranch index: Int) {
        guard let candidates = branches[overview.branches[index].task]?.candidates else { return }
        overview.branches[index].nextRunning = candidates.nextRunning
        overview.branches[index].failed = candidates.failed.top
    }

    /// When a candidate gets a place; nil if none does.
    var nextFill: HUDInstant? {
        let isFree = overview.freePlace != nil
        if isFree, bestFailed != nil { return lastReading }
        let canEnter = isFree || takeable != nil
        guard overview.isDeep || !overview.branches.isEmpty else {
            guard canEnter, let next = candidates.nextRunning else { return nil }
            return max(lastReading, next)
        }
        return nextFillOfTree(canEnter).map { max(lastReading, $0) }
    }

    /// When a running candidate gets a place, or takes the one of a row below its level.
    private func nextFillOfTree(_ canEnter: Bool) -> HUDInstant? {
        var next: HUDInstant?
        func consider(_ time: HUDInstant?, _ end: HUDInstant?) {
            guard let time, canEnter || end != nil else { return }
            let entry = canEnter ? time : max(time, end ?? time)
            next = min(next ?? entry, entry)
        }
        consider(candidates.nextRunning, overview.foldableEnd)
        for group in overview.branches { consider(group.nextRunning, group.foldableEnd) }
        return next
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
            task: task, machine: machine, canBeTaken: hasStayed, parent: memberships[task]?.parent,
            depth: memberships[task]?.depth ?? 0)
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
        guard let state = tasks[task]?.state else { return }
        let parent = parent(of: task)
        tasks[task]?.isOnScreen = false
        switch state {
        case .waiting, .running, .paused, .failed: nominate(task)
        case .finished, .cancelled: forget(task)
        }
        // The row that it was below may have waited for that.
        guard let parent, let row = self.place(of: parent), places[row]?.machine.phase == .hidden else { return }
        stayEnded(at: time, in: row, &events)
    }
}
