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
        }
        if places.count < limit { overview.freePlace = overview.freePlace ?? places.count }
    }

    /// The number of rows of failed tasks that none of a running task replaces.
    private var keptForFailed: Int { limit / 4 }

    /// The row of a failed task that gives way to a running one.
    private var takeable: Int? { overview.failedRows > keptForFailed ? overview.takeable : nil }

    /// When a candidate gets a place; nil if none does.
    var nextFill: HUDInstant? {
        let isFree = overview.freePlace != nil
        if isFree, candidates.failed.top != nil { return lastReading }
        guard let next = nextRunning, isFree || takeable != nil else { return nil }
        return max(lastReading, next)
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
        dropVoidCandidates()
        updateOverview()
        if let place = overview.freePlace {
            let failed = candidates.failed.top?.task
            let first = overview.failedRows < keptForFailed ? failed : nil
            guard let task = first ?? bestRunning(at: time) ?? failed else { return false }
            enter(task, place: place, at: time, &events)
            return true
        }
        guard let index = takeable, let failed = places[index]?.task, let task = bestRunning(at: time) else { return false }
        places[index] = nil
        leave(failed, from: index, at: time, &events)
        enter(task, place: index, at: time, &events)
        return true
    }

    mutating func enter(_ task: Task, place: Int, at time: HUDInstant, _ events: inout [RowEvent<Task>]) {
        var machine = HUDStateMachine(minimumShowTime: minimumShowTime, animationDuration: .zero)
        _ = machine.show(at: time, animated: false)
        if tasks[task]?.state == .failed { _ = machine.hide(at: time, animated: false) }
        let hasStayed = machine.phase == .hidden
        if place == places.count { places.append(nil) }
        places[place] = Place(task: task, machine: machine, canBeTaken: hasStayed)
        tasks[task]?.isOnScreen = true
        awaitsPresentation = true
        events.append(RowEvent(.appear, of: task, place: place, at: time))
    }

    /// Called when a task has ended and its minimum show time is over.
    mutating func stayEnded(at time: HUDInstant, in index: Int, _ events: inout [RowEvent<Task>]) {
        guard let task = places[index]?.task else { return }
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
        tasks[task]?.isOnScreen = false
        switch state {
        case .waiting, .running, .paused, .failed: nominate(task)
        case .finished, .cancelled: tasks[task] = nil
        }
    }
}
