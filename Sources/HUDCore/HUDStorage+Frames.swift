// Frames: drawn on the clock's thread, outside the lock, one at a time.
extension HUDStorage {
    /// The alarm rings.
    func wake() {
        if let renderer, drawTick(with: renderer) { return }
        call(draws: true) { $0.advance(to: $1) }
    }

    /// Draws the frame that is due, if nothing but progress and time may have changed since the last one. If progress has not changed either,
    /// the renderer can have the frame prepared.
    ///
    /// - Returns: False if something else has changed.
    private func drawTick(with renderer: any HUDRenderer) -> Bool {
        guard let due = state.withLock({ takeTick(&$0) }) else { return false }
        ActingThread.mark {
            if due.sources == nil, drawPrepared(due.tick, with: renderer) { return }
            let sampled = sample(due.sources ?? state.withLock { $0.sources })
            let (shown, isSame) = state.withLock { state in
                let shown = record(sampled, at: due.tick.timestamp, job: due.job, &state)
                return (shown, state.lastShown == shown)
            }
            if isSame, drawPrepared(due.tick, with: renderer) { return }
            draw(wholeFrame(of: due.tick), sampled, shown)
            drain(draws: true)
        }
        return true
    }

    /// Draws the frame of a tick from prepared bytes, and then carries out the actions that were queued meanwhile.
    ///
    /// - Returns: False if the frame is not prepared.
    private func drawPrepared(_ tick: HUDTick, with renderer: any HUDRenderer) -> Bool {
        guard let end = renderer.draw(tick) else { return false }
        let isDrained = state.withLock { state in
            state.presenter.tickPresented(goodUntil: end, at: clock.now)
            state.alarm?.set(state.presenter.nextDeadline)
            return state.actions.end()
        }
        if !isDrained { drain(draws: true) }
        return true
    }

    private struct DueTick {
        var tick: HUDTick
        /// When the job began; nil if it has ended.
        var job: HUDInstant?
        /// What to sample; nil if the frame shows no progress, as the last one.
        var sources: Sources?
    }

    /// Takes the tick that is due, unless there are actions to carry out or another thread carries out some.
    private func takeTick(_ state: inout State) -> DueTick? {
        guard state.sources.board == nil, state.actions.begin() else { return nil }
        guard let tick = state.presenter.tick(at: clock.now) else {
            _ = state.actions.end()
            return nil
        }
        let job = state.presenter.runningSince
        return DueTick(tick: tick, job: job, sources: isWithoutProgress(&state) ? nil : state.sources)
    }

    /// Whether a frame shows no progress, as the last one did, and has nothing to estimate.
    private func isWithoutProgress(_ state: inout State) -> Bool {
        state.showsNoProgress && state.estimate.isIdle && fraction.isZero && state.sources.set == nil
            && !state.sources.work.isInUse
    }

    private func wholeFrame(of tick: HUDTick) -> HUDSnapshot {
        state.withLock { state in
            state.alarm?.set(state.presenter.nextDeadline)
            return state.presenter.snapshot(of: tick.frame, at: tick.timestamp)
        }
    }

    /// Progress that was sampled for one frame.
    struct Sampled {
        var progress: ProgressSample
        /// Whether it is that of a source.
        var hasSource: Bool
        /// The number of the source.
        var source: Int
        /// The tree that was sampled; nil for another source.
        var tree: ProgressTally?
        /// The tree whose parts a renderer shows.
        var partTree: ProgressTally
        /// The rows of the running parts; nil for none.
        var board: RowBoard?
    }

    /// Samples the source of progress. Once for each frame.
    ///
    /// - Parameter isLast: Whether no frame follows, so that everything has to be counted.
    func sample(_ sources: Sources, isLast: Bool = false) -> Sampled {
        let tree = sources.tree
        let source = sources.isFraction ? nil : sources.set
        let progress = (isLast ? tree?.sample() : tree?.sampleForFrame()) ?? (source ?? fraction).sample()
        let hasSource = source != nil || !sources.isFraction && usesWork.load(ordering: .relaxed)
        return Sampled(
            progress: progress, hasSource: hasSource, source: sources.number, tree: tree, partTree: sources.rowTree,
            board: sources.board)
    }

    /// Draws a frame.
    ///
    /// - Parameter job: When the job began; nil if it has ended.
    func draw(_ snapshot: HUDSnapshot, _ sampled: Sampled, job: HUDInstant?) {
        draw(snapshot, sampled, state.withLock { record(sampled, at: snapshot.timestamp, job: job, &$0) })
    }

    /// Records the progress of a frame. Nothing is estimated while there has never been any progress.
    private func record(_ sampled: Sampled, at time: HUDInstant, job: HUDInstant?, _ state: inout State) -> LastShown {
        var shown = LastShown(sampled, &state)
        if let job, !state.estimate.isIdle || sampled.progress != .zero {
            shown.estimate = state.estimate.record(sampled.progress, at: time, job: job, source: sampled.source)
        }
        return shown
    }

    private func draw(_ snapshot: HUDSnapshot, _ sampled: Sampled, _ shown: LastShown) {
        var snapshot = completed(snapshot, sampled, shown)
        let board = sampled.board
        if let board, let renderer {
            board.complete(&snapshot, for: renderer)
            if let tree = sampled.tree { snapshot.unlisted.waiting += tree.partsToCome }
            snapshot.hasRows = true
        }
        // Not asked without need, because a renderer may look at its terminal.
        let parts = board != nil || sampled.partTree.hasParts.load(ordering: .relaxed) ? renderer?.display.parts : nil
        if case .tree(let limit) = parts { snapshot.parts = sampled.partTree.parts(atMost: limit) }
        renderer?.render(snapshot)
        board?.presented()
        if let board, let renderer, parts == .changes { board.beginReporting(to: renderer, hudID: snapshot.hudID) }
        // Rows can change without notice.
        let end = board == nil ? renderer?.nextChange(after: snapshot) ?? .distantPast : .distantPast
        state.withLock { state in
            state.lastShown = shown
            state.showsNoProgress = shown.isNothing
            guard state.presenter.framePresented(snapshot, goodUntil: end, at: clock.now) else { return }
            state.alarm?.set(state.presenter.nextDeadline)
        }
    }

    /// Removes the HUD from the screen.
    func remove(_ snapshot: HUDSnapshot, _ sampled: Sampled) {
        var snapshot = completed(snapshot, sampled, state.withLock { LastShown(sampled, &$0) })
        if let board = sampled.board, renderer?.display.parts == .changes {
            snapshot.hasRows = true
            snapshot.unlisted = board.counts
            if let tree = sampled.tree { snapshot.unlisted.waiting += tree.partsToCome }
        }
        renderer?.remove(snapshot)
        sampled.board?.clear()
    }

    /// A snapshot with its progress, and with what the HUD derives from the progress.
    private func completed(_ snapshot: HUDSnapshot, _ sampled: Sampled, _ shown: LastShown) -> HUDSnapshot {
        var snapshot = snapshot
        snapshot.progress = shown.progress
        snapshot.hasProgressSource = sampled.hasSource
        if !shown.isModeSet, shown.progress.isKnown { snapshot.mode = .bar }
        if snapshot.detailsLabel.isEmpty { snapshot.detailsLabel = shown.treeLabels }
        snapshot.rate = shown.estimate.rate
        snapshot.remaining = shown.estimate.remaining
        return snapshot
    }
}

extension HUDStorage.LastShown {
    /// What a frame with `sampled` progress shows, without an estimate.
    fileprivate init(_ sampled: HUDStorage.Sampled, _ state: inout HUDStorage.State) {
        progress = sampled.progress
        estimate = .init()
        treeLabels = sampled.board == nil ? state.treeLabels.update(sampled.tree) : ""
        isModeSet = state.presenter.content.mode != nil
    }
}
