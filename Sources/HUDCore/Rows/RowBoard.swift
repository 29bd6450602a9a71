import Synchronization

/// The rows of one HUD: a ``RowMachine`` that the parts of its work report to, from the threads on which they start and end.
///
/// So the machine knows each change at its own instant, also while no frame is drawn, and holds only what has not ended.
final class RowBoard: Sendable {
    private struct State {
        var machine: RowMachine<ProgressTally>
        /// The estimates of the rows on screen.
        var estimates: [ProgressTally: JobEstimate] = [:]
        var selection = RowSelection<ProgressTally>()
        /// Takes the parts whose state changes, if the renderer reports them in lines, and the number of the HUD.
        var reporter: (renderer: any PartReporter, hudID: Int)?
    }

    let settings: HUDRows
    private let clock: any HUDClock
    private let state: Mutex<State>
    /// Takes the rows that come and go, outside the lock.
    private let onEvents: @Sendable ([RowEvent<String>]) -> Void

    init(_ settings: HUDRows, clock: any HUDClock, onEvents: @escaping @Sendable ([RowEvent<String>]) -> Void) {
        self.settings = settings
        self.onEvents = onEvents
        self.clock = clock
        // Nothing has a row before the HUD is on screen.
        state = Mutex(
            State(
                machine: RowMachine(
                    limit: 0, graceTime: settings.graceTime, minimumShowTime: settings.minimumShowTime)))
    }

    /// Makes calls on the machine at the clock's time, and reports what comes of them.
    private func call(_ body: (inout State, HUDInstant) -> [RowEvent<ProgressTally>]) {
        let events = state.withLock { body(&$0, clock.now) }
        guard !events.isEmpty else { return }
        onEvents(events.map { RowEvent($0.kind, of: $0.task.label, place: $0.place, at: $0.time) })
    }

    /// Takes the state of a part, which may have changed.
    func update(_ part: ProgressTally) {
        call { state, now in
            switch part.state {
            case .waiting: state.machine.add(part, at: now)
            case .running:
                state.machine.resume(part, at: now) + state.machine.start(part, expected: part.expectedDuration, at: now)
            case .paused:
                state.machine.start(part, expected: part.expectedDuration, at: now) + state.machine.pause(part, at: now)
            case .finished: state.machine.finish(part, at: now)
            case .failed: state.machine.fail(part, at: now)
            case .cancelled: state.machine.cancel(part, at: now)
            }
        }
        report(part)
    }

    // MARK: Lines instead of rows

    /// Reports the parts to a renderer, now that the HUD is on screen: those that have begun, and from then on each change.
    func beginReporting(to renderer: any PartReporter, hudID: Int) {
        let reports: [PartReport] = state.withLock { state in
            guard state.reporter == nil else { return [] }
            state.reporter = (renderer, hudID)
            let begun = state.machine.tasks.filter { $0.value.state != .waiting }
            let inOrder = begun.sorted { ($0.value.start, $0.value.candidacy) < ($1.value.start, $1.value.candidacy) }
            return inOrder.map { part, known in
                var report = makeReport(part, known, to: hudID, at: clock.now)
                report.isFirst = true
                return report
            }
        }
        for report in reports { renderer.report(report) }
    }

    /// Passes a part whose state may have changed on to the renderer.
    private func report(_ part: ProgressTally) {
        let (renderer, report) = state.withLock { state -> ((any PartReporter)?, PartReport?) in
            guard let (renderer, hudID) = state.reporter else { return (nil, nil) }
            return (renderer, makeReport(part, state.machine.tasks[part], to: hudID, at: clock.now))
        }
        if let report { renderer?.report(report) }
    }

    private func makeReport(_ part: ProgressTally, _ known: RowMachine<ProgressTally>.Known?, to hudID: Int, at now: HUDInstant)
        -> PartReport
    {
        PartReport(
            hudID: hudID, part: ReportedPart(tally: part), isFirst: false, start: known?.start,
            until: known?.end ?? known?.pausedAt,
            graceTime: max(.zero, settings.graceTime), time: now)
    }

    /// How many parts there are and have been.
    var counts: RowTaskCounts { state.withLock { $0.machine.counts } }

    /// The rows of a frame, and how many parts have none.
    func rows(in windowRows: Int?, timestamp: HUDInstant) -> ([HUDRow?], RowTaskCounts) {
        var rows: [RowMachine<ProgressTally>.Row?] = []
        var rest = RowTaskCounts()
        var selected: ProgressTally?
        call { state, now in
            let events = state.machine.setLimit(settings.most(in: windowRows), at: now) + state.machine.advance(to: now)
            rows = state.machine.rows
            rest = state.machine.rest
            if state.selection.task != nil { state.selection.follow(rows.map { $0?.task }) }
            selected = state.selection.task
            return events
        }
        var shown: [HUDRow?] = []
        shown.reserveCapacity(rows.count)
        for row in rows {
            var drawn = row.map { self.row($0, at: timestamp) }
            if let selected, row?.task == selected { drawn?.isSelected = true }
            shown.append(drawn)
        }
        return (shown, rest)
    }

    /// Samples a part. Not under the lock, because sources are the program's.
    private func row(_ row: RowMachine<ProgressTally>.Row, at time: HUDInstant) -> HUDRow {
        let part = row.task
        let sample = part.sampleForRow()
        let estimate = state.withLock { state in
            guard row.state == .running else { return JobEstimate.Shown() }
            return state.estimates[part, default: JobEstimate()].record(sample, at: time, job: row.start, source: 0)
        }
        let details = part.detailsLabel
        return HUDRow(
            label: part.label, detailsLabel: details.isEmpty ? part.runningLabels(atMost: 3) : details, state: part.state,
            progress: sample, elapsed: row.elapsed(at: time), rate: estimate.rate, remaining: estimate.remaining)
    }

    /// Selects another row.
    func moveSelection(by step: Int) {
        state.withLock { state in
            let tasks = state.machine.rows.map { $0?.task }
            state.selection.move(by: step, in: tasks)
        }
    }

    /// The part whose row is selected.
    var selected: ProgressTally? { state.withLock { $0.selection.task } }

    /// Reports that the rows have been drawn.
    func presented() {
        state.withLock { state in
            state.machine.presented(at: clock.now)
            guard state.estimates.count > state.machine.limit else { return }
            let onScreen = Set(state.machine.rows.compactMap { $0?.task })
            state.estimates = state.estimates.filter { onScreen.contains($0.key) }
        }
    }

    /// Takes the rows off, because the HUD is gone.
    func clear() {
        call { state, now in
            state.estimates = [:]
            state.reporter = nil
            return state.machine.setLimit(0, at: now)
        }
    }
}
