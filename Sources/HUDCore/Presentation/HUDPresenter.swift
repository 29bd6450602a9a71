/// An action to carry out outside the lock: report an event, draw a frame, or remove the HUD from the screen.
enum HUDAction: Sendable, Hashable {
    case event(HUDEvent)
    /// `job`: when the job of the HUD began; nil if it has ended.
    case frame(HUDSnapshot, job: HUDInstant?)
    case remove(HUDSnapshot)

    /// Whether it reports that the HUD is gone.
    var isCompletion: Bool {
        if case .event(let event) = self, case .hidden = event.kind { true } else { false }
    }

    /// Whether it removes the HUD from the screen.
    var isRemoval: Bool {
        if case .remove = self { true } else { false }
    }
}

/// The machine, the frame grid and the content of one HUD, as a value: calls and instants in, actions out.
///
/// It adds what the machine needs from a driver: frames while the HUD is on screen, reports of late wake-ups, and the times in
/// snapshots.
struct HUDPresenter {
    /// The content of a HUD. A change is in the next frame.
    struct Content {
        /// Nil: the mode that suits what is known of the progress.
        var mode: HUDMode?
        var label: String
        var detailsLabel: String
        var outcome: HUDOutcome?
        var summary = HUDSummary.never
    }

    var machine: HUDStateMachine
    var content: Content
    /// Whether the minimum show time counts only if what the renderer draws disappears, and the renderer has not been asked yet.
    var awaitsTransience = false
    /// Whether there is a renderer. Without one there are no frames.
    let draws: Bool
    /// What a renderer knows the HUD by.
    private let id: Int

    private(set) var framesPerSecond: Int
    /// The frame grid, while the HUD is on screen.
    private var pacer: FramePacer?
    /// The time of the `show` in effect; nil if there is none.
    private var askedAt: HUDInstant?
    /// When the job of the HUD on screen began, and when it ended.
    private var startedAt = HUDInstant.zero
    private var endedAt: HUDInstant?
    private var appearedAt = HUDInstant.zero
    /// The number of appearances.
    private var appearance = 0
    /// The appearance of the frame that was handed out and has not been drawn. There is one at a time, so that a slow terminal does not pile
    /// them up.
    private var frameUnderWay: Int?
    /// Whether something has changed that this frame does not show.
    private var isOutdated = false
    /// Whether nothing was called or set since the last frame was taken, so that the next one differs in its times, and in what is sampled.
    private var isUnchanged = false
    /// The renderer needs no frame before this instant. If it needs every frame, this is an instant in the past.
    private var restEnd = HUDInstant.distantPast
    /// Whether frames are being left out that a change would bring back.
    private(set) var isResting = false
    /// Whether the HUD has appeared and no frame has been presented since.
    private var awaitsPresentation = false
    /// Whether the HUD fell due and was hidden again before the clock woke up. Then nothing is drawn, and only the completion is reported.
    private var isMissed = false

    init(machine: HUDStateMachine, content: Content, framesPerSecond: Int, draws: Bool, id: Int = 0) {
        self.machine = machine
        self.content = content
        self.framesPerSecond = FramePacer.clamped(framesPerSecond)
        self.draws = draws
        self.id = id
    }

    /// The time at which ``advance(to:)`` must be called next.
    var nextDeadline: HUDInstant? {
        guard let frame = nextFrame else { return machine.nextDeadline }
        return min(frame, machine.nextDeadline ?? frame)
    }

    /// The time of the next needed frame; nil if none is needed until something changes.
    private var nextFrame: HUDInstant? {
        draws && restEnd < .distantFuture ? pacer?.nextDeadline(from: restEnd) : nil
    }

    /// Whether a hide at `now` would need a minimum show time that ``awaitsTransience`` leaves open: not within the grace time.
    func mustKnowTransience(at now: HUDInstant) -> Bool {
        guard awaitsTransience else { return false }
        switch machine.phase {
        case .hidden: return false
        case .waiting: return machine.nextDeadline.map { $0 <= now } ?? false
        case .visible, .lingering, .hiding: return true
        }
    }

    mutating func show(at now: HUDInstant, animated: Bool) -> [HUDAction] {
        call(at: now) {
            $0.show(at: now, animated: animated)
        } andThen: {
            if $0.askedAt == nil {
                $0.askedAt = now
                // Nothing on screen shows the time of the last job.
                if $0.machine.phase == .waiting { $0.endedAt = nil }
            }
            if $0.machine.phase == .visible, $0.endedAt != nil {
                $0.startedAt = now
                $0.endedAt = nil
            }
            // The outcome belonged to the last job.
            $0.content.outcome = nil
            $0.needFrame(at: now)
        }
    }

    mutating func hide(at now: HUDInstant, animated: Bool) -> [HUDAction] {
        call(at: now) { $0.hide(at: now, animated: animated) }
    }

    mutating func hide(after delay: Duration, at now: HUDInstant, animated: Bool) -> [HUDAction] {
        call(at: now) { $0.hide(after: delay, at: now, animated: animated) }
    }

    /// Hides the HUD of a scope whose row stays for the next one.
    mutating func hide(at now: HUDInstant, notBefore earliest: HUDInstant) -> [HUDAction] {
        call(at: now) { $0.hide(at: now, notBefore: earliest) }
    }

    /// Ends what ``hide(at:notBefore:)`` has added to the minimum show time.
    mutating func letGo(at now: HUDInstant) -> [HUDAction] {
        call(at: now) { $0.letGo(at: now) }
    }

    /// Removes the HUD at once, regardless of its minimum show time.
    mutating func dismiss(at now: HUDInstant) -> [HUDAction] {
        call(at: now) { $0.dismiss(at: now) }
    }

    /// Changes grace time, minimum show time or animation. Deadlines before `now` use the old ones.
    mutating func setTimings(at now: HUDInstant, _ change: (inout HUDStateMachine) -> Void) -> [HUDAction] {
        let actions = call(at: now) { $0.advance(upTo: now) }
        change(&machine)
        return actions
    }

    /// Sets the outcome, and stops the elapsed time, because the HUD may stay longer. Nil undoes both.
    mutating func setOutcome(_ outcome: HUDOutcome?, at now: HUDInstant) {
        content.outcome = outcome
        let overdueHide = overdueHide(at: now)
        if outcome == nil, machine.isRequested, overdueHide == nil { endedAt = nil }
        if outcome != nil, endedAt == nil { endedAt = overdueHide ?? now }
    }

    /// The time of a delayed hide that is due but not processed yet: the end of the job.
    private func overdueHide(at now: HUDInstant) -> HUDInstant? {
        machine.delayedHideTime.flatMap { $0 < now ? $0 : nil }
    }

    /// Excludes a time from the elapsed time of the job.
    mutating func leaveOut(_ time: Duration) {
        guard endedAt == nil else { return }
        askedAt = askedAt?.advanced(by: time)
        startedAt = startedAt.advanced(by: time)
    }

    /// Processes the deadlines up to `now`, and then draws the frame that is due, if any.
    mutating func advance(to now: HUDInstant) -> [HUDAction] {
        var actions = call(at: now) { $0.advance(to: now) }
        if let due = nextFrame, due <= now, let frame = pacer?.frame(at: now), frameUnderWay == nil {
            frameUnderWay = appearance
            isOutdated = false
            isResting = false
            isUnchanged = false
            let snapshot = snapshot(of: frame.number, at: frame.timestamp)
            actions.append(.frame(snapshot, job: runningSince))
        }
        return actions
    }

    /// Makes the snapshot of the last frame that of the frame that is due at `now`, if nothing was called or set since.
    ///
    /// Afterwards the frame is under way, as one of ``advance(to:)`` is.
    /// - Returns: False if ``advance(to:)`` must make the frame, or process a deadline first.
    mutating func tick(_ last: inout HUDSnapshot, at now: HUDInstant) -> Bool {
        guard isUnchanged, frameUnderWay == nil, let due = nextFrame, due <= now else { return false }
        if let deadline = machine.nextDeadline, deadline <= now { return false }
        guard let frame = pacer?.frame(at: now) else { return false }
        frameUnderWay = appearance
        isResting = false
        isUnchanged = false
        last.changes = .time
        last.frame = frame.number
        last.timestamp = frame.timestamp
        last.elapsed = elapsed(at: frame.timestamp)
        last.timeOnScreen = appearedAt.duration(to: frame.timestamp)
        return true
    }

    /// When the job of the HUD on screen began; nil if it has ended.
    var runningSince: HUDInstant? { endedAt == nil ? startedAt : nil }

    /// Marks the screen as out of date from `time` on: the next frame is needed.
    mutating func needFrame(at time: HUDInstant) {
        restEnd = min(restEnd, time)
        isResting = false
        outdateFrame()
    }

    /// Marks the frame that is being drawn, if there is one, as out of date.
    mutating func outdateFrame() {
        isOutdated = true
        isUnchanged = false
    }

    /// Reports that the last frame has been drawn, and how long it stays the same. `now` is only evaluated if it is needed.
    ///
    /// - Returns: Whether ``nextDeadline`` may have changed.
    mutating func framePresented(
        _ snapshot: HUDSnapshot, goodUntil end: HUDInstant, at now: @autoclosure () -> HUDInstant
    ) -> Bool {
        let drawn = frameUnderWay
        frameUnderWay = nil
        // The driver sets its alarm after a call of `advance`, but not after a tick.
        let isTick = snapshot.changes != .everything
        // A frame of an earlier appearance does not count for this one.
        guard drawn == appearance else { return isTick }
        isUnchanged = !isOutdated && snapshot.opacity == 1 && !snapshot.isDisappearing
        if isUnchanged, let pacer, end > pacer.nextDeadline {
            restEnd = end
            isResting = true
        }
        guard awaitsPresentation else { return isResting || isTick }
        awaitsPresentation = false
        machine.presented(at: now())
        return true
    }

    /// Reports that the last frame will not be drawn, because a newer action follows.
    mutating func frameDropped() {
        frameUnderWay = nil
    }

    mutating func setFramesPerSecond(_ rate: Int, at now: HUDInstant) {
        let rate = FramePacer.clamped(rate)
        guard rate != framesPerSecond else { return }
        framesPerSecond = rate
        // Frames that were left out are in the past, too.
        pacer?.skipFrames(before: min(restEnd, now))
        pacer = pacer?.changed(toFramesPerSecond: rate)
    }

    /// Makes a call on the machine and takes its events.
    ///
    /// - Parameter change: Other changes of the call. They are made last, because the events of the deadlines before `now` belong to the old
    ///   content.
    private mutating func call(
        at now: HUDInstant, _ call: (inout HUDStateMachine) -> [HUDEvent],
        andThen change: (inout HUDPresenter) -> Void = { _ in }
    ) -> [HUDAction] {
        let overdueHide = overdueHide(at: now)
        let events = call(&machine)
        var actions: [HUDAction] = []
        if let first = events.first { needFrame(at: first.time) }
        for (index, event) in events.enumerated() {
            if let overdueHide, overdueHide <= event.time { endJob(at: overdueHide) }
            // In one batch, an appearance can only be followed by its own disappearance.
            let isLast = index + 1 == events.count
            take(event, isMissed: pacer == nil && event.time < now && !isLast, &actions)
        }
        if let overdueHide { endJob(at: overdueHide) }
        change(&self)
        if !machine.isRequested { endJob(at: now) }
        return actions
    }

    /// - Parameter isMissed: Whether an appearance has passed unseen, so that its disappearance is overdue too.
    private mutating func take(_ event: HUDEvent, isMissed isAppearanceMissed: Bool, _ actions: inout [HUDAction]) {
        switch event.kind {
        case .appear:
            isMissed = isAppearanceMissed
            if isMissed { return }
            appear(at: event.time)
            actions.append(.event(event))
        case .disappear:
            if !isMissed { actions.append(.event(event)) }
        case .hidden(let shown):
            let isShown = shown && !isMissed
            let leavesSummary = content.summary.leavesLine(for: content.outcome, shown: isShown)
            if !shown { startedAt = askedAt ?? event.time }
            if pacer != nil || draws && leavesSummary {
                var last = snapshot(of: 0, at: event.time)
                last.isDisappearing = true
                last.leavesSummary = leavesSummary
                actions.append(.remove(last))
                pacer = nil
            }
            actions.append(.event(HUDEvent(.hidden(shown: isShown), at: event.time)))
        }
    }

    /// Called when no `show` is in effect any longer.
    private mutating func endJob(at time: HUDInstant) {
        askedAt = nil
        if endedAt == nil { endedAt = time }
    }

    private mutating func appear(at time: HUDInstant) {
        if pacer == nil {
            pacer = FramePacer(origin: time, framesPerSecond: framesPerSecond)
            appearedAt = time
        }
        appearance += 1
        startedAt = askedAt ?? time
        if content.outcome == nil { endedAt = nil }
        awaitsPresentation = draws
    }

    /// What a frame shows, without progress.
    func snapshot(of frame: Int, at time: HUDInstant) -> HUDSnapshot {
        HUDSnapshot(
            mode: content.mode ?? .indeterminate, label: content.label, detailsLabel: content.detailsLabel,
            opacity: machine.opacity(at: time), frame: frame, timestamp: time,
            elapsed: elapsed(at: time), timeOnScreen: appearedAt.duration(to: time),
            isDisappearing: machine.phase == .hiding || machine.phase == .hidden, outcome: content.outcome,
            hudID: id)
    }

    private func elapsed(at time: HUDInstant) -> Duration {
        startedAt.duration(to: min(time, endedAt ?? time))
    }
}
