import Synchronization

/// What a HUD holds: one lock over machine and content, an alarm, and the queue of what is to be done outside the lock.
///
/// A class of its own, so that the clock's alarm can hold it weakly while the ``HUD`` that owns it goes away.
final class HUDStorage: Sendable {
    private struct State {
        var presenter: HUDPresenter
        var alarm: (any HUDAlarm)?
        var actions = CallQueue<HUDAction>()
        /// Completions that are queued and not told yet.
        var pendingCompletions = 0
        var removals = Removals()
        /// Whether ``GoingHUDs`` has it.
        var isGoing = false
        var progressSource: (any ProgressSource)?
        /// How often the source was replaced.
        var source = 0
        var estimate = JobEstimate()
        var onEvent: (@Sendable (HUDEvent) -> Void)?
        var onHidden: (@Sendable (Bool) -> Void)?
        var waiters = Waiters()
        var streams: [Int: AsyncStream<HUDEvent>.Continuation] = [:]
        var lastStream = 0
    }

    private let state: Mutex<State>
    let renderer: (any HUDRenderer)?
    private let clock: any HUDClock
    private let longestWait: Duration
    private let going: GoingHUDs
    let fraction = FractionProgress()

    /// - Parameters:
    ///   - longestWait: How long a call waits at most until another thread has taken the HUD off.
    ///   - going: What dismisses it at exit.
    init(
        presenter: HUDPresenter, renderer: (any HUDRenderer)?, clock: any HUDClock, longestWait: Duration = .seconds(1),
        going: GoingHUDs = .shared
    ) {
        self.renderer = renderer
        self.clock = clock
        self.longestWait = longestWait
        self.going = going
        state = Mutex(State(presenter: presenter))
        let alarm = clock.makeAlarm { [weak self] in self?.wake() }
        state.withLock { $0.alarm = alarm }
    }

    // MARK: Calls

    /// Makes a call at the clock's time, sets the alarm to the next deadline, and carries out the actions that the call returned.
    ///
    /// - Parameters:
    ///   - draws: Whether frames may be drawn on this thread: only on the clock's, so that no caller waits while a frame is drawn.
    ///   - awaitsRemoval: Whether the call returns only when the HUD is off the terminal, if it goes now. Another thread that is carrying
    ///     out actions takes it off; the call waits for that thread, ``longestWait`` at most. A thread that acts for a HUD itself does
    ///     not wait: the two could wait for each other.
    func call(
        draws: Bool = false, awaitsRemoval: Bool = false, _ transition: (inout HUDPresenter, HUDInstant) -> [HUDAction]
    ) {
        let (isFirst, latch) = state.withLock { state in
            let actions = transition(&state.presenter, clock.now)
            state.alarm?.set(state.presenter.nextDeadline)
            state.pendingCompletions += actions.count(where: \.isCompletion)
            state.removals.queue(actions.count(where: \.isRemoval))
            noteGoing(&state)
            let isFirst = state.actions.append(actions)
            let waits = awaitsRemoval && !isFirst && !ActingThread.isCurrent
            return (isFirst, waits ? state.removals.makeLatch() : nil)
        }
        if isFirst { carryOutActions(draws: draws) }
        latch?.wait(atMost: longestWait)
    }

    /// Keeps ``GoingHUDs`` up to date: the HUD is going from when it is asked to hide until its removal has been carried out.
    private func noteGoing(_ state: inout State) {
        let isGoing = state.presenter.machine.isAskedToHide || state.removals.arePending
        guard isGoing != state.isGoing else { return }
        state.isGoing = isGoing
        if isGoing { going.insert(self) } else { going.remove(self) }
    }

    /// Takes the HUD off at once, before the end of its minimum show time.
    func dismiss() {
        call(awaitsRemoval: true) { $0.dismiss(at: $1) }
    }

    /// Reads what needs no time.
    func read<Value>(_ body: (HUDPresenter) -> Value) -> Value {
        state.withLock { body($0.presenter) }
    }

    /// Changes what needs no time, causes no event and moves no deadline.
    func update(_ body: (inout HUDPresenter) -> Void) {
        state.withLock { body(&$0.presenter) }
    }

    /// Changes what is shown.
    func change(_ body: (inout HUDPresenter.Content) -> Void) {
        state.withLock { state in
            body(&state.presenter.content)
            needFrame(&state)
        }
    }

    /// Says how the work ended, and with that when.
    func setOutcome(_ outcome: HUDOutcome?) {
        state.withLock { state in
            state.presenter.setOutcome(outcome, at: clock.now)
            needFrame(&state)
        }
    }

    /// Where frames are being left out the next is brought back. Once: it costs what a timer does.
    private func needFrame(_ state: inout State) {
        guard state.presenter.isResting else { return state.presenter.outdateFrame() }
        state.presenter.needFrame(at: clock.now)
        state.alarm?.set(state.presenter.nextDeadline)
    }

    /// Changes the frame rate, and with it when the next frame falls due.
    func setFramesPerSecond(_ rate: Int) {
        state.withLock { state in
            state.presenter.setFramesPerSecond(rate, at: clock.now)
            // A frame that was given back to the clock is due at once, and after it the alarm is set anew.
            if state.actions.first == nil { state.alarm?.set(state.presenter.nextDeadline) }
        }
    }

    /// The HUD goes away: what is on the screen is taken off, and its event sequences end.
    func close() {
        dismiss()
        let streams = state.withLock { state in
            state.alarm?.set(nil)
            return Array(state.streams.values)
        }
        for stream in streams { stream.finish() }
    }

    private func wake() {
        call(draws: true) { $0.advance(to: $1) }
    }

    // MARK: Acting outside the lock

    private struct Work {
        var action: HUDAction
        var progressSource: (any ProgressSource)?
        /// Which of the sources it is, one after the other.
        var source = 0
        var isEstimating = false
        var onEvent: (@Sendable (HUDEvent) -> Void)?
        var onHidden: (@Sendable (Bool) -> Void)?
        var waiters: [Waiters.Continuation] = []
        var streams: [AsyncStream<HUDEvent>.Continuation] = []
    }

    private func carryOutActions(draws: Bool) {
        ActingThread.mark {
            while let work = state.withLock({ takeWork(&$0, draws: draws) }) { carryOut(work) }
        }
    }

    private func takeWork(_ state: inout State, draws: Bool) -> Work? {
        // The clock's thread left a frame to a caller who was at work. He gives it back, or where more stands behind it, which is newer
        // than it, drops it.
        while !draws, case .frame = state.actions.first {
            if state.actions.isLast {
                state.actions.pause()
                state.alarm?.set(.distantPast)
                return nil
            }
            _ = state.actions.next()
            state.presenter.frameDropped()
        }
        guard let action = state.actions.next() else { return nil }
        var work = Work(action: action)
        switch action {
        case .frame, .remove:
            work.progressSource = state.progressSource
            work.source = state.source
            work.isEstimating = !state.estimate.isIdle
        case .event:
            work.onEvent = state.onEvent
            if !state.streams.isEmpty { work.streams = Array(state.streams.values) }
            if action.isCompletion {
                state.pendingCompletions -= 1
                work.onHidden = state.onHidden
                work.waiters = state.waiters.takeAll()
            }
        }
        return work
    }

    private func carryOut(_ work: Work) {
        switch work.action {
        case .frame(var snapshot, let job):
            snapshot.progress = (work.progressSource ?? fraction).sample()
            if let job, work.isEstimating || snapshot.progress != .zero {
                state.withLock { $0.estimate.fill(in: &snapshot, job: job, source: work.source) }
            }
            renderer?.render(snapshot)
            let end = renderer?.nextChange(after: snapshot) ?? .distantPast
            state.withLock { state in
                guard state.presenter.framePresented(snapshot, goodUntil: end, at: clock.now) else { return }
                state.alarm?.set(state.presenter.nextDeadline)
            }
        case .remove(var snapshot):
            snapshot.progress = (work.progressSource ?? fraction).sample()
            renderer?.remove(snapshot)
            let latches = state.withLock { state in
                defer { noteGoing(&state) }
                return state.removals.carryOutNext()
            }
            for latch in latches { latch.open() }
        case .event(let event):
            work.onEvent?(event)
            for stream in work.streams { stream.yield(event) }
            guard case .hidden(let shown) = event.kind else { return }
            work.onHidden?(shown)
            for waiter in work.waiters { waiter.resume(returning: shown) }
        }
    }

    // MARK: Settings of its own

    var progressSource: (any ProgressSource)? {
        get { state.withLock { $0.progressSource } }
        set {
            replace(with: newValue) { state, new in
                state.source += 1
                swap(&state.progressSource, &new)
                needFrame(&state)
            }
        }
    }

    var onEvent: (@Sendable (HUDEvent) -> Void)? {
        get { state.withLock { $0.onEvent } }
        set { replace(with: newValue) { swap(&$0.onEvent, &$1) } }
    }

    var onHidden: (@Sendable (Bool) -> Void)? {
        get { state.withLock { $0.onHidden } }
        set { replace(with: newValue) { swap(&$0.onHidden, &$1) } }
    }

    /// Puts `new` in place, and lets go of what was there outside the lock: what a user's closure holds may call back in as it goes.
    private func replace<Value: Sendable>(with new: Value, _ swap: (inout State, inout Value) -> Void) {
        let old = state.withLock { state in
            var value = new
            swap(&state, &value)
            return value
        }
        // Without this the compiler may let go of it as soon as it is out of its place, and that is inside.
        withExtendedLifetime(old) {}
    }

    // MARK: Following it

    func makeEventStream() -> AsyncStream<HUDEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: HUDEvent.self, bufferingPolicy: .bufferingNewest(256))
        let id = state.withLock { state in
            state.lastStream += 1
            state.streams[state.lastStream] = continuation
            return state.lastStream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.streams.removeValue(forKey: id) }
        }
        return stream
    }

    /// Waits for the next completion, and makes `request` once it is sure not to miss it.
    func waitUntilHidden(after request: () -> Void = {}) async throws(CancellationError) -> Bool {
        let id = state.withLock { $0.waiters.makeID() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Waiters.Continuation) in
                let outcome: Bool?? = state.withLock { state in
                    if state.presenter.machine.phase == .hidden, state.pendingCompletions == 0 { return false }
                    return state.waiters.insert(continuation, for: id) ? .none : .some(nil)
                }
                request()
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            state.withLock { $0.waiters.cancel(id) }?.resume(returning: nil)
        }
        state.withLock { $0.waiters.forget(id) }
        guard let result else { throw CancellationError() }
        return result
    }
}
