// A manual clock as a Swift `Clock`: a test can drive code that sleeps on the clock it is given.

extension ManualClock {
    /// Waits until the clock has been advanced to `deadline`. Returns at once if that time has passed.
    ///
    /// When the clock reaches the deadline, the task becomes ready to run; its executor decides when it runs.
    /// To be sure that a task is asleep before advancing, a test awaits ``waitForSleepers(_:)``:
    ///
    /// ```swift
    /// let nap = Task { try await Task.sleep(until: .zero.advanced(by: .seconds(3)), clock: clock) }
    /// await clock.waitForSleepers(1)
    /// clock.advance(by: .seconds(3))
    /// try await nap.value
    /// ```
    ///
    /// - Parameters:
    ///   - deadline: When to wake up.
    ///   - tolerance: Ignored; a manual clock is never late.
    /// - Throws: `CancellationError` if the task is cancelled before the deadline.
    public func sleep(until deadline: HUDInstant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { $0.makeID() }
        // A cancellation that arrives just after the wake-up still inserts its entry, which has to be removed.
        defer { state.withLock { $0.cancelled.removeAll { $0 == id } } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                fallAsleep(id, until: deadline, continuation)
            }
        } onCancel: {
            cancelSleep(id)
        }
    }

    /// Waits until at least `count` tasks sleep on this clock, or until the current task is cancelled, such as by a test's time limit.
    public func waitForSleepers(_ count: Int) async {
        let id = state.withLock { $0.makeID() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.sleepers.count >= count || Task.isCancelled { return true }
                    state.watchers[id] = (count, continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.watchers.removeValue(forKey: id) }?.continuation.resume()
        }
    }

    private func fallAsleep(
        _ id: UInt64, until deadline: HUDInstant, _ continuation: CheckedContinuation<Void, any Error>
    ) {
        let resume: @Sendable () -> Void = state.withLock { state in
            if state.cancelled.contains(id) { return { continuation.resume(throwing: CancellationError()) } }
            if deadline <= state.now { return { continuation.resume() } }
            let alarm = state.alarms.add { [weak self] in self?.state.withLock { $0.endSleep(id) }?.resume() }
            state.alarms.set(alarm, to: deadline)
            state.sleepers[id] = (continuation, alarm)
            let satisfied = state.watchers.filter { $0.value.count <= state.sleepers.count }
            for id in satisfied.keys { state.watchers[id] = nil }
            return { for watcher in satisfied.values { watcher.continuation.resume() } }
        }
        resume()
    }

    private func cancelSleep(_ id: UInt64) {
        let continuation = state.withLock { state in
            let continuation = state.endSleep(id)
            if continuation == nil { state.cancelled.append(id) }
            return continuation
        }
        continuation?.resume(throwing: CancellationError())
    }
}
