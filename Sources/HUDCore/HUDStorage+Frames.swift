// Frames: drawn on the clock's thread, outside the lock, one at a time.
extension HUDStorage {
    /// A frame to draw.
    struct Frame {
        var snapshot: HUDSnapshot
        /// The number of the job; nil if it has ended.
        var job: Int?
        /// What to sample; nil if the snapshot has the progress already: none.
        var sources: Sources?
    }

    /// The alarm rings.
    ///
    /// If nothing was called or set since the last frame, its snapshot becomes that of the next one. It is moved and not copied, so a frame without
    /// progress allocates nothing and counts no references on its way to the renderer.
    func wake() {
        guard var frame = state.withLock({ takeTick(&$0) }) else { return call(draws: true) { $0.advance(to: $1) } }
        ActingThread.mark {
            draw(&frame)
            drain(draws: true)
        }
    }

    /// Takes the frame that is due, unless something but progress and time has changed, there are actions to carry out, or another thread carries out some.
    private func takeTick(_ state: inout State) -> Frame? {
        guard state.actions.begin() else { return nil }
        guard state.presenter.tick(&state.lastFrame, at: clock.now) else {
            _ = state.actions.end()
            return nil
        }
        let sources = isWithoutProgress(&state) ? nil : state.sources
        var frame = Frame(snapshot: HUDSnapshot(), job: state.presenter.job.number, sources: sources)
        swap(&frame.snapshot, &state.lastFrame)
        return frame
    }

    /// Whether a frame shows no progress, as the last one did, and has nothing to estimate.
    private func isWithoutProgress(_ state: inout State) -> Bool {
        state.shownProgress.isNone && state.shownProgress.estimate.isIdle && !(fraction > 0) && state.sources.set == nil
            && !state.sources.work.isInUse && state.sources.workRows == nil
    }

    /// Draws a frame.
    func draw(_ frame: inout Frame) {
        guard let renderer else { return }
        let workRows = frame.sources?.workRows
        var display: HUDDisplay?
        if let sources = frame.sources {
            complete(&frame.snapshot, from: sources, job: frame.job)
            display = addParts(to: &frame.snapshot, from: sources, for: renderer)
        }
        let end = DrawingThread.draw { renderer.draw(frame.snapshot) }
        workRows?.presented()
        if let display, display.parts == .changes, let workRows, renderer.takesReports(of: frame.snapshot.hudID) {
            let leavesLines = display.medium == .lines && state.withLock { $0.presenter.content.summary } != .never
            workRows.beginReporting(to: renderer, hudID: frame.snapshot.hudID, skipsFailed: leavesLines)
        }
        state.withLock { state in
            // Rows can change without notice, and so can what is said of parts that take their time, unless nothing is said before the end.
            let changes: Bool =
                switch display?.parts {
                case .rows, .list: workRows != nil
                case .changes: workRows != nil && (end < .distantFuture || frame.snapshot.outcome != nil)
                case .tree, .none?, nil: false
                }
            let end = changes ? .distantPast : end
            let isNewDeadline = state.presenter.framePresented(frame.snapshot, goodUntil: end, at: clock.now)
            if isNewDeadline { setAlarm(&state) }
            swap(&frame.snapshot, &state.lastFrame)
        }
    }

    /// Removes the HUD from the screen.
    func remove(_ snapshot: HUDSnapshot, _ sources: Sources) {
        var snapshot = snapshot
        complete(&snapshot, from: sources, job: nil, isLast: true)
        if sources.workRows != nil, renderer?.display.parts == .changes, let counts = sources.partCounts {
            snapshot.hasRows = true
            snapshot.unlisted = counts
        }
        sources.workRows?.endReporting()
        DrawingThread.draw { renderer?.remove(snapshot) }
        sources.workRows?.clear()
    }

    /// Samples the source of progress, once for each frame, and completes a snapshot with it and with what the HUD derives from it. Nothing is estimated
    /// while there has never been any progress.
    ///
    /// - Parameters:
    ///   - job: The number of the job; nil if it has ended.
    ///   - isLast: Whether no frame follows, so that everything has to be counted.
    private func complete(_ snapshot: inout HUDSnapshot, from sources: Sources, job: Int?, isLast: Bool = false) {
        let tree = sources.tree
        let progress =
            (isLast ? tree?.sample() : tree?.sampleForFrame()) ?? sources.set?.sample() ?? ProgressSample(fraction: fraction)
        // Outside the lock: what is read may be the last reference to a part, and with it to closures of the program. Frames come one after the other.
        var (shownLabels, hasDetails) = state.withLock { ($0.shownProgress.labels, !$0.presenter.content.detailsLabel.isEmpty) }
        let labels = sources.workRows == nil && !hasDetails ? shownLabels.update(tree, of: sources.number, atMost: 8) : ""
        snapshot.hasProgressSource =
            sources.set != nil || !sources.shown.isFraction && usesWork.load(ordering: .relaxed)
        state.withLock { state in
            var estimate = JobEstimate.Shown()
            if let job, !state.shownProgress.estimate.isIdle || progress != .zero {
                estimate = state.shownProgress.estimate.record(
                    progress, after: snapshot.elapsed, of: job, source: sources.number)
            }
            if snapshot.progress != progress || snapshot.rate != estimate.rate || snapshot.remaining != estimate.remaining {
                snapshot.changes.insert(.progress)
                (snapshot.progress, snapshot.rate, snapshot.remaining) = (progress, estimate.rate, estimate.remaining)
            }
            let mode = state.presenter.content.mode
            snapshot.mode = mode ?? (progress.isKnown ? .bar : .indeterminate)
            state.shownProgress.labels = shownLabels
            let details = state.presenter.content.detailsLabel
            state.shownProgress.isNone = progress == .zero && labels.isEmpty
            guard details.isEmpty, snapshot.detailsLabel != labels else { return }
            snapshot.changes.insert(.text)
            snapshot.detailsLabel = labels
        }
    }

    /// Adds the rows of a HUD, and the parts that a renderer shows.
    ///
    /// - Returns: How it shows them; nil if there are none.
    private func addParts(
        to snapshot: inout HUDSnapshot, from sources: Sources, for renderer: any HUDRenderer
    ) -> HUDDisplay? {
        if let workRows = sources.workRows {
            snapshot.changes.insert(.rows)
            workRows.complete(&snapshot, for: renderer)
            sources.tree?.addPartsToCome(to: &snapshot.unlisted)
            snapshot.hasRows = true
        }
        // Not asked without need, because a renderer may look at its terminal.
        guard sources.workRows != nil || sources.rowTree.hasParts.load(ordering: .relaxed) else { return nil }
        let display = renderer.display
        if case .tree(let limit) = display.parts {
            snapshot.changes.insert(.rows)
            snapshot.parts = sources.rowTree.parts(atMost: limit)
        }
        return display
    }
}
