// A manual clock read as a Swift `Clock`, so that code which sleeps on a clock it was given can be driven by hand.

extension ManualClock {
    /// Waits until the clock has been advanced to `deadline`; returns at once where it is there already.
    ///
    /// The task is made ready to run when the clock gets there; like every task it runs when its executor lets it.
    /// A test that has to know that a task is asleep before it advances awaits ``waitForSleepers(_:)`` first:
    ///
    /// ```swift
    /// let nap = Task { try await Task.sleep(until: .zero.advanced(by: .seconds(3)), clock: clock) }
    /// await clock.waitForSleepers(1)
    /// clock.advance(by: .seconds(3))
    /// try await nap.value
    /// ```
    ///
    /// - Parameters:
    ///   - deadline: When to wake.
    ///   - tolerance: Not needed; a manual clock is never late.
    /// - Throws: `CancellationError` if the task is cancelled before the deadline.
    public func sleep(until deadline: HUDInstant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { $0.makeID() }
        // A cancellation that comes just after the waking leaves its mark behind.
        defer { state.withLock { _ = $0.cancelled.remove(id) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                fallAsleep(id, until: deadline, continuation)
            }
        } onCancel: {
            cancelSleep(id)
        }
    }

    /// Waits until at least `count` tasks sleep on this clock.
    public func waitForSleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let enough = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if enough { continuation.resume() }
        }
    }

    private func fallAsleep(
        _ id: UInt64, until deadline: HUDInstant, _ continuation: CheckedContinuation<Void, any Error>
    ) {
        enum Outcome {
            case asleep([CheckedContinuation<Void, Never>])
            case alreadyThere
            case cancelled
        }
        let outcome: Outcome = state.withLock { state in
            if state.cancelled.contains(id) { return .cancelled }
            if deadline <= state.now { return .alreadyThere }
            state.sleepers[id] = continuation
            state.insert(Wakeup(deadline: deadline, id: id) { [weak self] in self?.wake(id) })
            let satisfied = state.watchers.filter { $0.count <= state.sleepers.count }
            state.watchers.removeAll { $0.count <= state.sleepers.count }
            return .asleep(satisfied.map(\.continuation))
        }
        switch outcome {
        case .asleep(let watchers): for watcher in watchers { watcher.resume() }
        case .alreadyThere: continuation.resume()
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
    }

    private func wake(_ id: UInt64) {
        state.withLock { $0.sleepers.removeValue(forKey: id) }?.resume()
    }

    private func cancelSleep(_ id: UInt64) {
        let continuation = state.withLock { state in
            state.removeWakeup(id)
            guard let sleeper = state.sleepers.removeValue(forKey: id) else {
                state.cancelled.insert(id)
                return nil as CheckedContinuation<Void, any Error>?
            }
            return sleeper
        }
        continuation?.resume(throwing: CancellationError())
    }
}
