import Synchronization

/// The state of a HUD: one lock over machine and content, an alarm, and the queue of actions to carry out outside the lock.
///
/// A separate class, so that the clock's alarm can hold it weakly while the ``HUD`` that owns it is deallocated.
final class HUDStorage: Sendable {
    struct State {
        var presenter: HUDPresenter
        var alarm: (any HUDAlarm)?
        var actions = CallQueue<HUDAction>()
        var removals = ActionTurns()
        /// Whether the HUD is in ``HidingHUDs``.
        var isAmongHidingHUDs = false
        /// Whether the HUD is in ``ShownHUDs``.
        var isAmongShownHUDs = false
        var sources: Sources
        var shownProgress = ShownProgress()
        /// The last frame that was drawn, of which the next one is made if nothing is called or set. Empty meanwhile.
        var lastFrame = HUDSnapshot()
        var observers = HUDObservers()
    }

    let state: Mutex<State>
    let renderer: (any HUDRenderer)?
    let clock: any HUDClock
    private let longestWait: Duration
    private let hidingHUDs: HidingHUDs
    /// The number of HUDs that had the storage before; see ``change(to:label:timing:)``. Written under the lock.
    private let ownership = Atomic(0)
    /// The bits of the fraction that was set.
    private let fractionBits = Atomic<UInt64>(0)
    /// Whether the program has asked for the tree of the HUD, which it can change without notice.
    let usesWork = Atomic(false)
    /// Whether a fraction was set after every other source.
    private let hasFraction = Atomic(false)

    /// - Parameters:
    ///   - longestWait: How long a call waits at most until another thread has removed the HUD.
    ///   - hidingHUDs: The registry that dismisses the HUD at exit.
    init(
        presenter: HUDPresenter, work: ProgressTally = ProgressTally(), renderer: (any HUDRenderer)?, clock: any HUDClock,
        longestWait: Duration = .seconds(1), hidingHUDs: HidingHUDs = .shared
    ) {
        self.renderer = renderer
        self.clock = clock
        self.longestWait = longestWait
        self.hidingHUDs = hidingHUDs
        state = Mutex(State(presenter: presenter, sources: Sources(work: work)))
        let alarm = clock.makeAlarm { [weak self] in self?.wake() }
        state.withLock { $0.alarm = alarm }
    }

    // MARK: Calls

    /// Makes a call at the clock's time, sets the alarm to the next deadline, and carries out the actions that the call returned.
    ///
    /// - Parameters:
    ///   - draws: Whether frames may be drawn on this thread: only on the clock's, so that no caller waits while a frame is drawn.
    ///   - awaitsRemoval: If the HUD disappears now, whether the call returns only when it is off the terminal. If another thread is carrying
    ///     out actions, that thread removes it, and the call waits for it, ``longestWait`` at most. A thread that carries out a HUD's actions itself
    ///     does not wait, because the two could wait for each other.
    ///   - hud: The HUD that is shown by the call.
    func call(
        draws: Bool = false, awaitsRemoval: Bool = false, showing hud: HUD? = nil,
        _ transition: (inout HUDPresenter, HUDInstant) -> [HUDAction]
    ) {
        let outcome = state.withLock { state in
            let now = clock.now
            let (phase, wasRequested) = (state.presenter.machine.phase, state.presenter.machine.isRequested)
            let actions = transition(&state.presenter, now)
            return take(actions, of: &state, at: now, after: phase, wasRequested: wasRequested, showing: hud)
        }
        finish(outcome, draws: draws, awaitsRemoval: awaitsRemoval)
    }

    /// What a call has to do outside the lock.
    private struct CallOutcome {
        /// Whether this thread carries out the actions.
        var isFirst: Bool
        /// The HUD that is gone. This may be the last reference, and its release makes a call.
        var goneHUD: HUD?
        /// What has waited for the end of the HUD, which has turned back.
        var released: HUDObservers.Notified?
        /// When the HUD was called.
        var time: HUDInstant
        /// What is told that it was asked to hide then.
        var hideStreams: [StreamSet<HUDInstant>.Continuation] = []
    }

    /// The part of ``call(draws:awaitsRemoval:showing:_:)`` that is the same in each, under the lock.
    @inline(never)
    private func take(
        _ actions: [HUDAction], of state: inout State, at now: HUDInstant, after phase: HUDPhase, wasRequested: Bool,
        showing hud: HUD?
    ) -> CallOutcome {
        let isHide = wasRequested && !state.presenter.machine.isRequested && !state.observers.hideRequests.isEmpty
        setAlarm(&state)
        state.observers.completions.queue(actions.count(where: \.isCompletion))
        state.removals.queue(actions.count(where: \.isRemoval))
        updateHidingHUDs(&state)
        var outcome = CallOutcome(
            isFirst: state.actions.append(actions), goneHUD: updateShownHUDs(&state, showing: hud), time: now)
        if isHide { outcome.hideStreams = state.observers.hideRequests.all }
        if phase == .lingering || phase == .hiding, state.presenter.machine.phase == .visible,
            !actions.contains(where: \.isCompletion)
        {
            outcome.released = state.observers.leaveOutNextCompletion()
        }
        return outcome
    }

    /// The part of ``call(draws:awaitsRemoval:showing:_:)`` that is the same in each, outside the lock.
    @inline(never)
    private func finish(_ outcome: CallOutcome, draws: Bool, awaitsRemoval: Bool) {
        if !outcome.hideStreams.isEmpty { StreamSet.send(outcome.time, to: outcome.hideStreams) }
        outcome.released?.endWaits(shown: true)
        if outcome.isFirst { ActingThread.mark { drain(draws: draws) } }
        if awaitsRemoval { pendingRemoval()?.wait(atMost: longestWait) }
        withExtendedLifetime(outcome.goneHUD) {}
    }

    /// Makes a call that asks the HUD to disappear.
    ///
    /// The HUD of a scope keeps its minimum show time only if the renderer is transient. The renderer is asked here and not when the scope begins,
    /// because it may have to look at the terminal, which a HUD that is hidden within its grace time does not need. It is asked outside the lock.
    /// - Parameter isDelayed: Whether the HUD disappears later, when it may have appeared.
    @inline(never)
    func hide(isDelayed: Bool = false, _ transition: (inout HUDStateMachine, HUDInstant) -> [HUDEvent]) {
        var (isTransient, mustAsk): (Bool?, Bool) = (nil, false)
        repeat {
            if mustAsk { isTransient = renderer?.display.isTransient ?? true }
            call(awaitsRemoval: true) { presenter, now in
                if let isTransient { presenter.takeTransience(isTransient) }
                mustAsk = isDelayed ? presenter.awaitsTransience : presenter.mustKnowTransience(at: now)
                return mustAsk ? [] : presenter.call(at: now, transition)
            }
        } while mustAsk
    }

    /// A latch that opens when another thread has removed the HUD from the screen. Nil if no removal is pending.
    ///
    /// Also nil on a thread that carries out a HUD's actions, because two such threads could wait for each other.
    private func pendingRemoval() -> Latch? {
        ActingThread.isCurrent ? nil : state.withLock { $0.removals.makeLatch(for: $0.removals.queued) }
    }

    /// Updates ``HidingHUDs``: the HUD is in it from when it is asked to hide until its removal has been carried out.
    func updateHidingHUDs(_ state: inout State) {
        let isHiding = state.presenter.machine.isAskedToHide || state.removals.arePending
        guard isHiding != state.isAmongHidingHUDs else { return }
        state.isAmongHidingHUDs = isHiding
        if isHiding { hidingHUDs.insert(self) } else { hidingHUDs.remove(self) }
    }

    /// Updates ``ShownHUDs``: the HUD is in it from when it is asked to appear until its phase is hidden.
    ///
    /// - Returns: The HUD that was removed or replaced, to release outside the lock.
    private func updateShownHUDs(_ state: inout State, showing hud: HUD?) -> HUD? {
        let isShown = state.presenter.machine.phase != .hidden
        if isShown, let hud {
            state.isAmongShownHUDs = true
            return ShownHUDs.shared.insert(hud, of: self)
        }
        guard !isShown, state.isAmongShownHUDs else { return nil }
        state.isAmongShownHUDs = false
        return ShownHUDs.shared.remove(self)
    }

    /// Removes the HUD at once, regardless of its minimum show time.
    func dismiss() {
        startDismissal()?.wait(atMost: longestWait)
    }

    /// ``dismiss()`` without the wait.
    ///
    /// - Returns: What to wait for; nil if the HUD is off the terminal.
    func startDismissal() -> Latch? {
        call { $0.call(at: $1) { $0.dismiss(at: $1) } }
        return pendingRemoval()
    }

    /// Reads state that does not depend on the time.
    func read<Value>(_ body: (HUDPresenter) -> Value) -> Value {
        state.withLock { body($0.presenter) }
    }

    /// Changes state that does not depend on the time, causes no event and moves no deadline.
    func update(_ body: (inout HUDPresenter) -> Void) {
        state.withLock { body(&$0.presenter) }
    }

    /// Changes the content.
    func change(_ body: (inout HUDPresenter.Content) -> Void) {
        state.withLock { state in
            body(&state.presenter.content)
            needFrame(&state)
        }
    }

    /// Sets the outcome, and with it the end of the job, if it is wanted instead of the one before.
    func setOutcome(_ outcome: HUDOutcome?, if isWanted: (HUDOutcome?) -> Bool = { _ in true }) {
        state.withLock { state in
            guard isWanted(state.presenter.content.outcome) else { return }
            state.presenter.setOutcome(outcome, at: clock.now)
            needFrame(&state)
        }
    }

    /// If frames are being left out, brings the next one back. Only the first change does, because setting the alarm has a cost.
    func needFrame(_ state: inout State) {
        guard state.presenter.frames.isResting else { return state.presenter.frames.outdate() }
        state.presenter.frames.need(at: clock.now)
        setAlarm(&state)
    }

    /// Sets the alarm to the next deadline.
    func setAlarm(_ state: inout State) { state.alarm?.set(state.presenter.nextDeadline) }

    /// Moves the end of the grace time, if it is not over.
    func extendGraceTime(by time: Duration) {
        state.withLock { state in
            guard state.presenter.machine.phase == .waiting else { return }
            state.presenter.machine.extendGraceTime(by: time)
            setAlarm(&state)
        }
    }

    /// Changes the frame rate, and with it the time of the next frame.
    func setFramesPerSecond(_ rate: Int) {
        state.withLock { state in
            state.presenter.frames.setFramesPerSecond(rate, at: clock.now)
            // A frame that was given back to the clock is due at once, and the alarm is set again after it.
            if state.actions.first == nil { setAlarm(&state) }
        }
    }

    /// Gives the HUD other content, times and progress, for a HUD that takes the place of another one. Has no effect unless the HUD was asked to
    /// disappear and is still on screen.
    ///
    /// - Returns: The number of HUDs that had the storage before; nil if there was no effect.
    func change(to work: ProgressTally, label: String, timing: HUDTiming) -> Int? {
        // The program's objects are released outside the lock.
        var (sources, observers) = (Sources(work: work), HUDObservers())
        // The renderer is asked outside the lock as well.
        let animationDuration = timing.animationDuration(with: renderer)
        let number: Int? = state.withLock { state in
            // The deadlines up to now belong to the HUD before; the next call carries them out.
            guard state.presenter.machine.phase == .lingering, let deadline = state.presenter.machine.nextDeadline,
                clock.now < deadline
            else { return nil }
            state.presenter.content = .init(label: label, detailsLabel: "")
            state.presenter.machine.graceTime = timing.graceTime
            state.presenter.machine.minimumShowTime = timing.minimumShowTime
            state.presenter.machine.animationDuration = animationDuration
            sources.number = state.sources.number + 1
            swap(&state.sources, &sources)
            state.presenter.frames.setFramesPerSecond(FrameSchedule.usualRate, at: clock.now)
            swap(&state.observers.onFinish, &observers.onFinish)
            fractionBits.store(0, ordering: .relaxed)
            hasFraction.store(false, ordering: .relaxed)
            usesWork.store(false, ordering: .relaxed)
            return ownership.wrappingAdd(1, ordering: .releasing).newValue
        }
        withExtendedLifetime((sources, observers)) {}
        return number
    }

    /// Whether the storage still belongs to the HUD that was the owner with this number: ``change(to:label:timing:)`` has not given it to another one since.
    func isOwned(by number: Int) -> Bool { ownership.load(ordering: .acquiring) == number }

    /// A storage with the same content and times that is not shown, for a HUD whose place another one takes.
    func hiddenCopy(of work: ProgressTally, id: Int) -> HUDStorage {
        let presenter = read { old in
            let machine = HUDStateMachine(
                graceTime: old.machine.graceTime, minimumShowTime: old.machine.minimumShowTime,
                animationDuration: old.machine.animationDuration)
            return HUDPresenter(
                machine: machine, content: old.content, framesPerSecond: old.frames.framesPerSecond, draws: old.draws, id: id)
        }
        let copy = HUDStorage(
            presenter: presenter, work: work, renderer: renderer, clock: clock, longestWait: longestWait, hidingHUDs: hidingHUDs)
        // The HUD does not say so later: see ``HUD/work``.
        copy.usesWork.store(true, ordering: .relaxed)
        return copy
    }

    /// Removes the HUD from the screen and ends its event sequences, because the HUD is deallocated. No effect if another one has taken its place.
    func close(ownership: Int) {
        guard isOwned(by: ownership) else { return }
        dismiss()
        let (streams, hideStreams) = state.withLock { state in
            state.alarm?.set(nil)
            return (state.observers.events.all, state.observers.hideRequests.all)
        }
        for stream in streams { stream.finish() }
        for stream in hideStreams { stream.finish() }
    }

    // MARK: Progress

    /// Called when the program asks for the tree of the HUD. From then on progress can change without notice, so frames must look.
    func beginUsingWork() {
        guard !usesWork.load(ordering: .relaxed) else { return }
        usesWork.store(true, ordering: .relaxed)
        state.withLock { needFrame(&$0) }
    }

    /// The fraction that was set.
    var fraction: Double { Double(bitPattern: fractionBits.load(ordering: .relaxed)) }

    /// Sets the fraction. The first one replaces the source that is shown, and changes the mode, if the HUD chooses it.
    func setFraction(_ fraction: Double) {
        let isFirst = !(self.fraction > 0) && fraction > 0
        fractionBits.store(fraction.bitPattern, ordering: .relaxed)
        if hasFraction.load(ordering: .relaxed) {
            // A renderer may have said that nothing moves as long as there is no progress.
            if isFirst { state.withLock { needFrame(&$0) } }
            return
        }
        let isOther = progressSource != nil
        replaceSource(with: .fraction, isOther: isOther || usesWork.load(ordering: .relaxed))
        if isOther { moveWorkRows() }
    }

    /// Shows another source of progress, and releases the old one outside the lock.
    ///
    /// - Parameter isOther: Whether there was one before, of which the estimate is not valid any more.
    private func replaceSource(with shown: Sources.Shown, isOther: Bool = true) {
        state.replace(with: shown) { state, shown in
            hasFraction.store(shown.isFraction, ordering: .relaxed)
            swap(&state.sources.shown, &shown)
            if isOther { state.sources.number += 1 }
            if isOther || state.presenter.content.mode == nil { needFrame(&state) }
        }
    }

    // MARK: Settings of its own

    var progressSource: (any ProgressSource)? {
        get { state.withLock { $0.sources.set } }
        set {
            replaceSource(with: Sources.Shown(newValue))
            moveWorkRows()
        }
    }

    /// A closure that observes the HUD.
    subscript<Observer: Sendable>(observer: WritableKeyPath<HUDObservers, Observer> & Sendable) -> Observer {
        get { state.withLock { $0.observers[keyPath: observer] } }
        set { state.replace(with: newValue) { swap(&$0.observers[keyPath: observer], &$1) } }
    }

    /// When a HUD that was asked to disappear does so; nil if it was not, or has begun to.
    var removal: HUDInstant? {
        state.withLock { $0.presenter.machine.phase == .lingering ? $0.presenter.machine.nextDeadline : nil }
    }

    /// When a HUD that was asked to disappear is gone; nil if it was not, or is.
    var timeGone: HUDInstant? { read(\.machine.timeGone) }

    // MARK: Observing it

    /// Whether something waits for the HUD to be gone, or for its events.
    var isObserved: Bool { state.withLock { !$0.observers.isEmpty } }

    /// A sequence of the newest elements, in one of the sets of the observers.
    func makeStream<Element: Sendable>(
        _ set: WritableKeyPath<HUDObservers, StreamSet<Element>> & Sendable
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(256))
        let id = state.withLock { $0.observers[keyPath: set].insert(continuation) }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.observers[keyPath: set].remove(id) } }
        return stream
    }

    /// Waits for the next completion, or not at all if the HUD is hidden.
    ///
    /// - Parameters:
    ///   - end: The number of a completion (``end``), if there is nothing to wait for once that one is reported.
    ///   - request: Called once the completion can no longer be missed.
    func waitUntilHidden(orUntil end: Int = .max, after request: () -> Void = {}) async throws(CancellationError) -> Bool {
        let id = state.withLock { $0.observers.waiters.makeID() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Waiters.Continuation) in
                let outcome: Bool?? = state.withLock { state in
                    let isHidden = state.presenter.machine.phase == .hidden && !state.observers.completions.arePending
                    if isHidden || state.observers.completions.carriedOut >= end { return false }
                    return state.observers.waiters.insert(continuation, for: id, until: end) ? .none : .some(nil)
                }
                request()
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            state.withLock { $0.observers.waiters.cancel(id) }?.resume(returning: nil)
        }
        state.withLock { $0.observers.waiters.forget(id) }
        guard let result else { throw CancellationError() }
        return result
    }
}
