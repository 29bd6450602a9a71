// Frames: drawn on the clock's thread, outside the lock, one at a time.
extension HUDStorage {
    /// The alarm rings.
    func wake() {
        if let ticker, drawTick(with: ticker) { return }
        call(draws: true) { $0.advance(to: $1) }
    }

    /// Draws the frame that is due, if nothing but progress and time may have changed since the last one. If progress has not changed either,
    /// the renderer can have the frame prepared.
    ///
    /// - Returns: False if something else has changed.
    private func drawTick(with ticker: any TickingRenderer) -> Bool {
        guard let due = state.withLock({ takeTick(&$0) }) else { return false }
        ActingThread.mark {
            let sampled = sample(due.progressSource, number: due.source)
            // An estimate changes with time.
            if sampled.progress == .zero, !due.isEstimating, let end = ticker.draw(due.tick) {
                state.withLock { state in
                    state.presenter.tickPresented(goodUntil: end, at: clock.now)
                    state.alarm?.set(state.presenter.nextDeadline)
                }
            } else {
                drawWhole(due.tick, sampled)
            }
            drain(draws: true)
        }
        return true
    }

    private struct DueTick {
        var tick: HUDTick
        var progressSource: (any ProgressSource)?
        /// The number of the source.
        var source: Int
        var isEstimating: Bool
    }

    /// Takes the tick that is due, unless there are actions to carry out or another thread carries out some.
    private func takeTick(_ state: inout State) -> DueTick? {
        guard state.actions.begin() else { return nil }
        guard let tick = state.presenter.tick(at: clock.now) else {
            _ = state.actions.next()
            return nil
        }
        return DueTick(
            tick: tick, progressSource: state.progressSource, source: state.source, isEstimating: !state.estimate.isIdle)
    }

    /// Draws the whole frame at the times of `tick`.
    private func drawWhole(_ tick: HUDTick, _ sampled: Sampled) {
        let action = state.withLock { state in
            state.alarm?.set(state.presenter.nextDeadline)
            return state.presenter.frame(of: tick)
        }
        guard case .frame(let snapshot, let job) = action else { return }
        draw(snapshot, sampled, job: job)
    }

    /// Progress that was sampled for one frame.
    struct Sampled {
        var progress: ProgressSample
        /// Whether it is that of a source.
        var hasSource: Bool
        /// The number of the source.
        var source: Int
    }

    /// Samples a source, or the fraction that is set on the HUD. Once for each frame.
    func sample(_ source: (any ProgressSource)?, number: Int) -> Sampled {
        Sampled(progress: (source ?? fraction).sample(), hasSource: source != nil, source: number)
    }

    /// Draws a frame.
    ///
    /// - Parameter job: When the job began; nil if it has ended.
    func draw(_ snapshot: HUDSnapshot, _ sampled: Sampled, job: HUDInstant?) {
        var snapshot = snapshot
        snapshot.progress = sampled.progress
        snapshot.hasProgressSource = sampled.hasSource
        if let job {
            state.withLock { state in
                guard !state.estimate.isIdle || sampled.progress != .zero else { return }
                state.estimate.fill(in: &snapshot, job: job, source: sampled.source)
            }
        }
        renderer?.render(snapshot)
        let end = renderer?.nextChange(after: snapshot) ?? .distantPast
        state.withLock { state in
            guard state.presenter.framePresented(snapshot, goodUntil: end, at: clock.now) else { return }
            state.alarm?.set(state.presenter.nextDeadline)
        }
    }
}
