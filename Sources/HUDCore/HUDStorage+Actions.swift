// Actions are carried out outside the lock, in the order in which they were decided.
extension HUDStorage {
    private struct Work {
        var action: HUDAction
        /// What to sample for a frame or a removal.
        var sources: Sources?
        /// What to tell an event to.
        var observers = HUDObservers.Notified()
    }

    /// Carries out the queued actions until there are none, on a thread that is marked as acting.
    func drain(draws: Bool) {
        while let work = state.withLock({ takeWork(&$0, draws: draws) }) { carryOut(work) }
    }

    private func takeWork(_ state: inout State, draws: Bool) -> Work? {
        // The clock's thread has left a frame to a caller that was draining the queue. The caller gives it back or, if newer actions follow it,
        // drops it.
        while !draws, case .frame = state.actions.first {
            if state.actions.isLast {
                state.actions.pause()
                state.alarm?.set(.distantPast)
                return nil
            }
            _ = state.actions.next()
            state.presenter.frames.drop()
        }
        guard let action = state.actions.next() else { return nil }
        var work = Work(action: action)
        switch action {
        case .frame, .remove: work.sources = state.sources
        case .event: work.observers = state.observers.take(for: action)
        }
        return work
    }

    private func carryOut(_ work: Work) {
        switch work.action {
        case .frame(let snapshot, let job):
            var frame = Frame(snapshot: snapshot, job: job, sources: work.sources)
            draw(&frame)
        case .remove(let snapshot):
            if let sources = work.sources { remove(snapshot, sources) }
            let latches = state.withLock { state in
                state.lastFrame = HUDSnapshot()
                defer { updateHidingHUDs(&state) }
                return state.removals.carryOutNext()
            }
            for latch in latches { latch.open() }
        case .event(let event): work.observers.receive(event)
        }
    }
}
