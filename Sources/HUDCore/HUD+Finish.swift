extension HUD {
    /// Sets the outcome, hides the HUD, and waits until it is off the terminal and its summary line is written.
    ///
    /// That takes what is left of the minimum show time, and the animation; within the grace time it takes nothing. On a ``ManualClock`` the call
    /// advances the clock to the instant at which the HUD is gone, because nothing else would. A call from the renderer, from a closure of a HUD, or
    /// on the thread of a ``LiveClock``, as from a closure of a ``DisplayLink`` or an ``ActivityIndicator``, does not wait.
    /// - Parameter outcome: How the work ended; nil: an outcome that was set before stays.
    public func finish(_ outcome: HUDOutcome? = nil) {
        if let outcome { self.outcome = outcome } else { onFinish?() }
        hide()
        storage.runManualClock()
        storage.waitUntilGone()
    }

    /// Sets the outcome, hides the HUD, and waits until it is off the terminal and its summary line is written.
    ///
    /// That takes what is left of the minimum show time, and the animation; within the grace time it takes nothing. If the task is cancelled, the
    /// HUD goes at once. On a ``ManualClock`` the call advances the clock to the instant at which the HUD is gone, because nothing else would.
    /// - Parameter outcome: How the work ended; nil: an outcome that was set before stays.
    nonisolated(nonsending) public func finish(_ outcome: HUDOutcome? = nil) async {
        if let outcome { self.outcome = outcome } else { onFinish?() }
        hide()
        storage.runManualClock()
        await waitUntilGone()
    }

    /// Called when the program says that the work is over and gives no outcome: sets the outcome, if it can be known now.
    package var onFinish: (@Sendable () -> Void)? {
        get { storage[\.onFinish] }
        set { storage[\.onFinish] = newValue }
    }

    /// Waits until the HUD, which has been asked to disappear, is gone. If the task is cancelled, the HUD goes at once.
    nonisolated(nonsending) func waitUntilGone() async {
        if storage.isGone { return }
        do {
            try await waitUntilHidden()
        } catch {
            dismiss()
        }
    }
}

extension HUDStorage {
    /// Whether the HUD is off the terminal and its completion is reported.
    var isGone: Bool { state.withLock { $0.isGone } }

    /// Whether any thread can wait until the HUD is gone: the clock has a thread of its own, or the one that waits moves it.
    var canBlock: Bool { clock is LiveClock || clock is ManualClock }

    /// Advances a manual clock until the HUD is hidden. Any other clock moves by itself.
    func runManualClock() {
        guard let clock = clock as? ManualClock, !ActingThread.isCurrent else { return }
        while let deadline = read({ $0.machine.phase == .hidden ? nil : $0.machine.nextDeadline }) { clock.advance(to: deadline) }
    }

    /// Blocks the thread until the HUD is gone, unless the thread acts for a HUD itself.
    func waitUntilGone() {
        if ActingThread.isCurrent { return }
        let latch = state.withLock { state in
            state.isGone ? nil : state.observers.makeLatch()
        }
        latch?.wait()
    }
}

extension HUDStorage.State {
    fileprivate var isGone: Bool {
        presenter.machine.phase == .hidden && observers.pendingCompletions == 0 && !removals.arePending
    }
}
