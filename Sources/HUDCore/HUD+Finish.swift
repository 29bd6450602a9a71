extension HUD {
    /// Sets the outcome, hides the HUD, and waits until it is off the terminal and its summary line is written.
    ///
    /// That takes what is left of the minimum show time, and the animation; within the grace time it takes nothing. On a ``ManualClock`` the call
    /// advances the clock to the instant at which the HUD is gone, because nothing else would. A call from the renderer, from a closure of a HUD, or
    /// on the thread of a ``LiveClock`` does not wait. If the HUD is shown again meanwhile, that is not waited for.
    /// - Parameter outcome: How the work ended; nil: an outcome that was set before stays.
    public func finish(_ outcome: HUDOutcome? = nil) {
        let end = hide(with: outcome)
        storage.waitUntilGone(after: end)
    }

    /// Sets the outcome, hides the HUD, and waits until it is off the terminal and its summary line is written.
    ///
    /// That takes what is left of the minimum show time, and the animation; within the grace time it takes nothing. If the task is cancelled, the
    /// HUD goes at once. On a ``ManualClock`` the call advances the clock to the instant at which the HUD is gone, because nothing else would.
    /// If the HUD is shown again meanwhile, that is not waited for.
    /// - Parameter outcome: How the work ended; nil: an outcome that was set before stays.
    nonisolated(nonsending) public func finish(_ outcome: HUDOutcome? = nil) async {
        await waitUntilGone(after: hide(with: outcome))
    }

    /// Sets the outcome and hides the HUD.
    ///
    /// - Returns: What ``HUDStorage/end`` was before the HUD was hidden, and after ``onFinish``.
    private func hide(with outcome: HUDOutcome?) -> Int {
        if let outcome { self.outcome = outcome }
        onFinish?()
        let end = storage.end
        hide()
        return end
    }

    /// Called when the program says that the work is over, after an outcome that it gives was set: ends what sets an outcome or shows the HUD by itself. It sets
    /// the outcome if there is none and it can be known now.
    package var onFinish: (@Sendable () -> Void)? {
        get { storage[\.onFinish] }
        set { storage[\.onFinish] = newValue }
    }

    /// Waits until the HUD, which has been asked to disappear, is gone. If the task is cancelled, the HUD goes at once. Advances a manual clock.
    ///
    /// - Parameter end: What ``HUDStorage/end`` was before the HUD was asked.
    nonisolated(nonsending) func waitUntilGone(after end: Int) async {
        if !Task.isCancelled { storage.runManualClock(until: end) }
        do {
            while !storage.isGone(after: end) { _ = try await storage.waitUntilHidden(orUntil: end) }
        } catch {
            dismiss()
        }
    }
}

extension HUDStorage {
    /// Whether the HUD is off the terminal and the turn of its completion has come.
    var isGone: Bool { state.withLock { $0.isGone } }

    /// Whether any thread can wait until the HUD is gone: the clock has a thread of its own, or the one that waits moves it.
    var canBlock: Bool { clock is LiveClock || clock is ManualClock }

    /// The number of the completion that is reported when what is on screen now is gone; if the HUD is hidden, that of the last one.
    var end: Int { state.withLock { $0.observers.completions.queued + ($0.presenter.machine.phase == .hidden ? 0 : 1) } }

    /// Whether the HUD is gone, or has been since it had this ``end``.
    func isGone(after end: Int) -> Bool { state.withLock { $0.isGone || $0.observers.completions.carriedOut >= end } }

    /// Advances a manual clock until the HUD is hidden. Any other clock moves by itself.
    fileprivate func runManualClock(until end: Int) {
        guard let clock = clock as? ManualClock, !ActingThread.isCurrent else { return }
        while !isGone(after: end), let deadline = read({ $0.machine.phase == .hidden ? nil : $0.machine.nextDeadline }) {
            clock.advance(to: deadline)
        }
    }

    /// Blocks the thread until the HUD is gone, unless the thread acts for a HUD itself. Advances a manual clock.
    ///
    /// - Parameter end: What ``end`` was before the HUD was asked to disappear.
    func waitUntilGone(after end: Int) {
        runManualClock(until: end)
        if ActingThread.isCurrent { return }
        let latch = state.withLock { $0.isGone ? nil : $0.observers.completions.makeLatch(for: end) }
        latch?.wait()
    }
}

extension HUDStorage.State {
    fileprivate var isGone: Bool {
        presenter.machine.phase == .hidden && !observers.completions.arePending && !removals.arePending
    }
}
