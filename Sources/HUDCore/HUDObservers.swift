/// What observes a HUD: closures, event sequences, and the tasks and threads that wait until it is gone.
///
/// A value under the lock of ``HUDStorage``. The lock is held while observers are collected, and not while they are called.
struct HUDObservers {
    var onEvent: (@Sendable (HUDEvent) -> Void)?
    var onHidden: (@Sendable (Bool) -> Void)?
    var onFinish: (@Sendable () -> Void)?
    var onRowEvent: (@Sendable (RowEvent<String>) -> Void)?
    var events = StreamSet<HUDEvent>()
    var hideRequests = StreamSet<HUDInstant>()
    /// Tasks that wait until the HUD is gone.
    var waiters = Waiters()
    /// The completions, and the threads that wait for one.
    var completions = ActionTurns()

    /// The observers of one event.
    struct Notified {
        var onEvent: (@Sendable (HUDEvent) -> Void)?
        var onHidden: (@Sendable (Bool) -> Void)?
        var streams: [StreamSet<HUDEvent>.Continuation] = []
        var waiters: [Waiters.Continuation] = []
        var latches: [Latch] = []

        /// Tells them what happened, outside the lock.
        func receive(_ event: HUDEvent) {
            onEvent?(event)
            if !streams.isEmpty { StreamSet.send(event, to: streams) }
            guard case .hidden(let shown) = event.kind else { return }
            onHidden?(shown)
            endWaits(shown: shown)
        }

        /// Resumes what has waited for the completion.
        func endWaits(shown: Bool) {
            if !waiters.isEmpty { Waiters.resume(waiters, returning: shown) }
            for latch in latches { latch.open() }
        }
    }

    /// Whether nothing observes the HUD. What does must be told when it is gone, and nothing of another HUD.
    var isEmpty: Bool {
        onEvent == nil && onHidden == nil && onRowEvent == nil && events.isEmpty && hideRequests.isEmpty && waiters.isEmpty
    }

    /// The observers of an event whose turn has come. A completion ends the waits.
    mutating func take(for action: HUDAction) -> Notified {
        var notified = Notified(onEvent: onEvent)
        if !events.isEmpty { notified.streams = events.all }
        if action.isCompletion {
            notified.onHidden = onHidden
            notified.latches = completions.carryOutNext()
            if !waiters.isEmpty { notified.waiters = waiters.take() }
        }
        return notified
    }

    /// Ends the waits for the next completion alone, because the HUD has turned back and will not have it.
    mutating func leaveOutNextCompletion() -> Notified {
        var notified = Notified()
        notified.latches = completions.leaveOutNext()
        if !waiters.isEmpty { notified.waiters = waiters.take(upTo: completions.carriedOut) }
        return notified
    }
}
