import Synchronization

/// The rows of one HUD: a ``RowMachine`` that the parts of its work report to, at any depth, from the threads on which they start and end.
///
/// So the machine knows each change at its own instant, also while no frame is drawn, and holds only what has not ended.
final class WorkRows: Sendable {
    private struct State {
        var machine: RowMachine {
            didSet { isStale = true }
        }
        /// What the last frame showed of the machine, and whether that may have changed. So a frame costs little in which it has not.
        var last = (rows: [RowMachine.Row](), placeCount: 0, rest: RowTaskCounts())
        var isStale = true
        /// Rows of work that waits, for places that are free, and since when there are some.
        var upcoming: [HUDRow] = []
        var upcomingSince = HUDInstant.distantPast
        var estimates = RowEstimates()
        /// Takes the parts whose state changes, if the renderer reports them in lines, and the number of the HUD.
        var reporter: (renderer: any HUDRenderer, hudID: Int)?

        func makeReport(
            _ part: ProgressTally, _ depth: Int, _ known: RowMachine.Known?, to hudID: Int, at now: HUDInstant
        ) -> PartChange {
            PartChange(
                hudID: hudID, part: ReportedPart(tally: part), depth: depth, isFirst: false, start: known?.time.start,
                until: known?.time.until, graceTime: machine.graceTime, time: now)
        }
    }

    let settings: HUDRows
    private let isList: Bool
    private let clock: any HUDClock
    private let state: Mutex<State>
    /// Takes the rows that come and go, outside the lock.
    private let onEvents: @Sendable ([RowEvent<String>]) -> Void

    /// - Parameter isList: Whether the rows are a list that scrolls.
    init(
        _ settings: HUDRows, isList: Bool, clock: any HUDClock,
        onEvents: @escaping @Sendable ([RowEvent<String>]) -> Void
    ) {
        self.settings = settings
        self.isList = isList
        self.onEvents = onEvents
        self.clock = clock
        // Nothing has a row before the HUD is on screen.
        state = Mutex(
            State(
                machine: RowMachine(
                    limit: 0, isList: isList, graceTime: settings.graceTime, minimumShowTime: settings.minimumShowTime)))
    }

    /// Makes calls on the machine at the clock's time, reports what comes of them, and releases the parts that it has forgotten.
    @inline(never)
    private func call(_ body: (inout State, HUDInstant) -> [RowEvent<RowTask>]) {
        var released: [ProgressTally] = []
        report(
            state.withLock { state in
                let events = body(&state, clock.now)
                // Not without need, because an access that may write makes the rows of the last frame stale.
                if !state.machine.released.isEmpty { swap(&state.machine.released, &released) }
                return events
            })
        withExtendedLifetime(released) {}
    }

    @inline(never)
    private func report(_ events: [RowEvent<RowTask>]) {
        guard !events.isEmpty else { return }
        onEvents(events.map { RowEvent(kind: $0.kind, task: $0.task.part?.label ?? "", place: $0.place, time: $0.time) })
    }

    /// Takes the state of a part, which may have changed.
    ///
    /// - Parameter depth: The number of parts that it is in: 0 for a part of the HUD's work itself.
    /// - Returns: Whether it was reported to a renderer, which says in lines what becomes of it.
    @discardableResult
    func update(_ part: ProgressTally, depth: Int) -> Bool {
        guard depth < max(1, settings.levels) else { return false }
        // An array, which is cheap to make and to release while there is nothing to report.
        var reports: [(renderer: any HUDRenderer, change: PartChange)] = []
        let task = RowTask(part)
        call { state, now in
            let (newState, runningTime) = part.stateForRow
            let events = state.machine.update(
                task, to: newState, in: depth > 0 ? part.parent.map(RowTask.init) : nil, ago: runningTime, at: now)
            if let (renderer, hudID) = state.reporter {
                reports = [(renderer, state.makeReport(part, depth, state.machine.tasks[task.number], to: hudID, at: now))]
            }
            return events
        }
        for (renderer, change) in reports { renderer.report(change) }
        // It has dropped the report if it has taken the HUD off meanwhile.
        return !reports.isEmpty && state.withLock { $0.reporter != nil }
    }

    // MARK: Lines instead of rows

    /// Reports the parts to a renderer, now that the HUD is on screen: those that have begun, and from then on each change.
    ///
    /// - Parameters:
    ///   - renderer: What reports them.
    ///   - hudID: The HUD's number.
    ///   - skipsFailed: Whether parts that failed before have left a line each, which is not repeated.
    func beginReporting(to renderer: any HUDRenderer, hudID: Int, skipsFailed: Bool) {
        let reports: [PartChange] = state.withLock { state in
            guard state.reporter == nil else { return [] }
            state.reporter = (renderer, hudID)
            return state.machine.begun.compactMap { known, depth in
                guard let part = known.task.part else { return nil }
                if skipsFailed, part.number == 0, known.state.isFailure { return nil }
                var report = state.makeReport(part, depth, known, to: hudID, at: clock.now)
                report.isFirst = true
                return report
            }
        }
        for report in reports { renderer.report(report) }
    }

    /// Ends the reports, before the renderer takes the HUD off and forgets its parts.
    func endReporting() { state.withLock { $0.reporter = nil } }

    /// How many parts there are and have been.
    var counts: RowTaskCounts { state.withLock { $0.machine.counts } }

    /// Adds the rows of a frame to its snapshot, and how many parts have none.
    func complete(_ snapshot: inout HUDSnapshot, for renderer: any HUDRenderer) {
        let moves = renderer.takeRowMoves()
        let height = renderer.display.mostRows(settings, isList: isList)
        var rows: [RowMachine.Row] = []
        var placeCount = 0
        var selected: RowTask?
        var upcoming: [HUDRow] = []
        var old: [RowMachine.Row] = []
        call { state, now in
            var events: [RowEvent<RowTask>] = []
            if height != state.machine.window.height { events += state.machine.resize(to: height, at: now) }
            if let due = state.machine.nextDeadline, due <= now { events += state.machine.advance(to: now) }
            for move in moves { events += state.machine.move(move, at: now) }
            if state.isStale {
                // They may hold the last reference to a part, which is released outside the lock.
                swap(&state.last.rows, &old)
                state.last = (state.machine.rows, state.machine.placeCount, state.machine.rest)
            }
            state.isStale = false
            (rows, placeCount, snapshot.unlisted) = state.last
            if isList { snapshot.rowWindow = state.machine.listWindow }
            if !state.upcoming.isEmpty, state.upcomingSince.advanced(by: settings.graceTime) <= now {
                upcoming += state.upcoming.prefix(max(0, height - rows.count))
                snapshot.unlisted.waiting -= upcoming.count
                placeCount = max(placeCount, rows.count + upcoming.count)
                if placeCount > state.machine.window.usedPlaces { state.machine.window.usedPlaces = placeCount }
            }
            selected = state.machine.selected
            return events
        }
        withExtendedLifetime(old) {}
        snapshot.rows = sample(rows, upcoming, of: placeCount, selected: selected, most: height, at: snapshot.timestamp)
    }

    /// Sets the rows of work that waits, the next first. They have the places below the others that are free, once the grace time is over.
    func setUpcoming(_ rows: [HUDRow]) {
        call { state, now in
            if state.upcoming.isEmpty { state.upcomingSince = now }
            state.upcoming = rows
            return []
        }
    }

    /// Samples the parts of a frame. Not under the lock, because sources are the program's. Frames are drawn one at a time, so nothing else uses the
    /// estimates meanwhile.
    private func sample(
        _ rows: [RowMachine.Row], _ upcoming: [HUDRow], of placeCount: Int, selected: RowTask?, most: Int,
        at time: HUDInstant
    ) -> [HUDRow?] {
        var estimates = RowEstimates()
        state.withLock { swap(&$0.estimates, &estimates) }
        estimates.begin()
        var shown: [HUDRow?] = []
        shown.reserveCapacity(placeCount)
        for (index, row) in rows.enumerated() {
            guard let part = row.task.part else { continue }
            let isAboveParts = index + 1 < rows.count && rows[index + 1].depth > row.depth
            shown.append(sample(part, row, isSelected: row.task == selected, isAboveParts: isAboveParts, at: time, &estimates))
        }
        shown += upcoming
        while shown.count < placeCount { shown.append(nil) }
        estimates.end(most: most)
        state.withLock { swap(&$0.estimates, &estimates) }
        return shown
    }

    /// Samples a part.
    ///
    /// - Parameter isAboveParts: Whether its own parts have rows below it, so that it does not name them.
    private func sample(
        _ part: ProgressTally, _ row: RowMachine.Row, isSelected: Bool, isAboveParts: Bool, at time: HUDInstant,
        _ estimates: inout RowEstimates
    ) -> HUDRow {
        var content = part.rowContent
        let sample = content.source?.sample() ?? part.sampleForFrame()
        var estimate = JobEstimate.Shown()
        let elapsed = row.time.elapsed(at: time)
        if row.state == .running {
            estimate = estimates.record(sample, of: part, after: elapsed, run: row.run)
        } else {
            estimates.keep(part)
        }
        if content.detailsLabel.isEmpty, !isAboveParts { content.detailsLabel = estimates.labels(below: part) }
        var shown = HUDRow(
            label: content.label, detailsLabel: content.detailsLabel, state: state(content.state, of: row), progress: sample,
            elapsed: elapsed, rate: estimate.rate, remaining: estimate.remaining, isSelected: isSelected,
            depth: row.depth)
        shown.isFolded = row.isFolded
        return shown
    }

    /// The state of a part, which has ended at the latest when the part that it is in has.
    private func state(_ state: TaskState, of row: RowMachine.Row) -> TaskState {
        guard row.state.hasEnded, !state.hasEnded, row.depth > 0 else { return state }
        return row.state == .finished ? .finished : .cancelled
    }

    /// Forgets the parts of the work itself that have ended, because other work begins.
    func forgetEnded() { call { state, now in state.machine.forgetEnded(at: now) } }

    /// Selects another row.
    func move(_ move: RowMove) { call { state, now in state.machine.move(move, at: now) } }

    /// The part whose row is selected.
    var selected: ProgressTally? { state.withLock { $0.machine.selected?.part } }

    /// Reports that the rows have been drawn.
    func presented() {
        state.withLock { state in
            if state.machine.unpresented.isEmpty { return }
            state.machine.presented(at: clock.now)
        }
    }

    /// Takes the rows off, because the HUD is gone.
    func clear() {
        var estimates = RowEstimates()
        call { state, now in
            swap(&state.estimates, &estimates)
            return state.machine.resize(to: 0, at: now)
        }
        withExtendedLifetime(estimates) {}
    }
}
