/// An action to carry out outside the lock: report an event, draw a frame, or remove the HUD from the screen.
enum HUDAction: Sendable, Hashable {
    case event(HUDEvent)
    /// `job`: the number of the HUD's job; nil if it has ended.
    case frame(HUDSnapshot, job: Int?)
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
        var usage: HUDUsage?
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

    var frames: FrameSchedule
    var job = JobTime()
    /// How the job that is still on screen has ended, if there is another one.
    private var ended: End?
    private var appearedAt = HUDInstant.zero
    /// Whether the HUD has appeared and no frame has been presented since.
    private var awaitsPresentation = false
    /// Whether the HUD fell due and was hidden again before the clock woke up. Then nothing is drawn, and only the completion is reported.
    private var isMissed = false

    private typealias End = (outcome: HUDOutcome?, usage: HUDUsage?)

    /// How the job on screen has ended.
    private var shownEnd: End { ended ?? (content.outcome, content.usage) }

    init(machine: HUDStateMachine, content: Content, framesPerSecond: Int, draws: Bool, id: Int = 0) {
        self.machine = machine
        self.content = content
        frames = FrameSchedule(framesPerSecond: framesPerSecond)
        self.draws = draws
        self.id = id
    }

    /// The time at which ``advance(to:)`` must be called next.
    var nextDeadline: HUDInstant? {
        guard draws, let frame = frames.next else { return machine.nextDeadline }
        return min(frame, machine.nextDeadline ?? frame)
    }

    /// Whether a hide at `now` would need a minimum show time that ``awaitsTransience`` leaves open: not within the grace time.
    func mustKnowTransience(at now: HUDInstant) -> Bool {
        guard awaitsTransience else { return false }
        switch machine.phase {
        case .hidden: return false
        case .waiting: return machine.nextDeadline.map { $0 < now } ?? false
        case .visible, .lingering, .hiding: return true
        }
    }

    /// Learns whether what the renderer draws disappears with the HUD.
    mutating func takeTransience(_ isTransient: Bool) {
        if awaitsTransience, !isTransient { machine.minimumShowTime = .zero }
        awaitsTransience = false
    }

    /// - Parameter keepsEnd: Whether it is shown for a job whose outcome may be known already.
    mutating func show(at now: HUDInstant, animated: Bool, keepsEnd: Bool = false) -> [HUDAction] {
        let actions = call(at: now) { $0.show(at: $1, animated: animated) }
        job.ask(at: now, machine.phase)
        if machine.phase != .hiding { ended = nil }
        if keepsEnd, content.outcome != nil { job.stop(at: now) } else { forgetEnd() }
        frames.need(at: now)
        return actions
    }

    /// Forgets the outcome, which belonged to the last job, and so did what it cost. What is still on screen of that job has them.
    mutating func forgetEnd() {
        if machine.phase == .hiding || machine.phase == .lingering { ended = shownEnd }
        content.outcome = nil
        content.usage = nil
    }

    /// Changes grace time, minimum show time or animation. Deadlines before `now` use the old ones.
    mutating func setTimings(at now: HUDInstant, _ change: (inout HUDStateMachine) -> Void) -> [HUDAction] {
        let actions = call(at: now) { $0.advance(upTo: $1) }
        change(&machine)
        return actions
    }

    /// Sets the outcome, and stops the elapsed time, because the HUD may stay longer. Nil undoes both.
    mutating func setOutcome(_ outcome: HUDOutcome?, at now: HUDInstant) {
        content.outcome = outcome
        let overdueHide = overdueHide(at: now)
        if outcome == nil, machine.isRequested, overdueHide == nil { job.resume() }
        if outcome != nil { job.stop(at: overdueHide ?? now) }
    }

    /// The time of a delayed hide that is due but not processed yet: the end of the job.
    private func overdueHide(at now: HUDInstant) -> HUDInstant? {
        machine.delayedHideTime.flatMap { $0 < now ? $0 : nil }
    }

    /// Processes the deadlines up to `now`, and then draws the frame that is due, if any.
    mutating func advance(to now: HUDInstant) -> [HUDAction] {
        var actions = call(at: now) { $0.advance(to: $1) }
        if draws, let frame = frames.take(at: now) {
            actions.append(.frame(snapshot(of: frame.number, at: frame.timestamp), job: job.number))
        }
        return actions
    }

    /// Makes the snapshot of the last frame that of the frame that is due at `now`, if nothing was called or set since.
    ///
    /// Afterwards the frame is under way, as one of ``advance(to:)`` is.
    /// - Returns: False if ``advance(to:)`` must make the frame, or process a deadline first.
    mutating func tick(_ last: inout HUDSnapshot, at now: HUDInstant) -> Bool {
        guard draws, frames.isUnchanged, machine.nextDeadline.map({ $0 > now }) ?? true, let frame = frames.take(at: now) else {
            return false
        }
        last.changes = .time
        last.frame = frame.number
        last.timestamp = frame.timestamp
        last.elapsed = job.elapsed(at: frame.timestamp)
        last.timeOnScreen = appearedAt.duration(to: frame.timestamp)
        return true
    }

    /// Reports that the last frame has been drawn, and how long it stays the same. `now` is only evaluated if it is needed.
    ///
    /// - Returns: Whether ``nextDeadline`` may have changed.
    mutating func framePresented(
        _ snapshot: HUDSnapshot, goodUntil end: HUDInstant, at now: @autoclosure () -> HUDInstant
    ) -> Bool {
        // The driver sets its alarm after a call of `advance`, but not after a tick.
        let isTick = snapshot.changes != .everything
        guard frames.presented(goodUntil: end, moving: snapshot.opacity != 1 || snapshot.isDisappearing) else { return isTick }
        guard awaitsPresentation else { return frames.isResting || isTick }
        awaitsPresentation = false
        machine.presented(at: now())
        return true
    }

    /// Makes a call on the machine and takes its events. Other changes are made after it, because the events of the deadlines before `now` belong to the
    /// old content.
    @inline(never)
    mutating func call(at now: HUDInstant, _ call: (inout HUDStateMachine, HUDInstant) -> [HUDEvent]) -> [HUDAction] {
        // The minimum show time counts from the first frame, which is still being drawn.
        if awaitsPresentation, frames.isDrawing { machine.presented(at: now, isKnown: false) }
        let overdueHide = overdueHide(at: now)
        let actions = take(call(&machine, now), overdueHide: overdueHide, at: now)
        if !machine.isRequested { job.end(at: now) }
        return actions
    }

    /// The part of ``call(at:_:)`` that is the same in each.
    ///
    /// - Parameter overdueHide: When a hide fell due before this call, if one did.
    @inline(never)
    private mutating func take(_ events: [HUDEvent], overdueHide: HUDInstant?, at now: HUDInstant) -> [HUDAction] {
        var actions: [HUDAction] = []
        if let first = events.first { frames.need(at: first.time) }
        for (index, event) in events.enumerated() {
            // Before the end, which forgets when the job began.
            if case .hidden(shown: false) = event.kind { job.begin(at: event.time) }
            if let overdueHide, overdueHide <= event.time { job.end(at: overdueHide) }
            // In one batch, an appearance can only be followed by its own disappearance.
            let isLast = index + 1 == events.count
            take(event, isMissed: !frames.isOn && event.time < now && !isLast, &actions)
        }
        if let overdueHide { job.end(at: overdueHide) }
        return actions
    }

    /// - Parameter isMissed: Whether an appearance has passed unseen, so that its disappearance is overdue too.
    private mutating func take(_ event: HUDEvent, isMissed isAppearanceMissed: Bool, _ actions: inout [HUDAction]) {
        switch event.kind {
        case .appear:
            isMissed = isAppearanceMissed
            job.begin(at: event.time)
            ended = nil
            if content.outcome == nil { job.resume() }
            if isMissed { return }
            // One that turns back while it disappears is on screen.
            if !frames.isOn { (appearedAt, awaitsPresentation) = (event.time, draws) }
            frames.begin(at: event.time)
            actions.append(.event(event))
        case .disappear:
            if !isMissed { actions.append(.event(event)) }
        case .hidden(let shown):
            let isShown = shown && !isMissed
            let leavesSummary = content.summary.leavesLine(for: shownEnd.outcome, shown: isShown)
            if frames.isOn || draws && leavesSummary {
                var last = snapshot(of: 0, at: event.time)
                last.isDisappearing = true
                last.leavesSummary = leavesSummary
                last.usage = shownEnd.usage
                actions.append(.remove(last))
                frames.end()
            }
            job.beginNext(at: event.time)
            ended = nil
            actions.append(.event(HUDEvent(.hidden(shown: isShown), at: event.time)))
        }
    }

    /// What a frame shows, without progress.
    func snapshot(of frame: Int, at time: HUDInstant) -> HUDSnapshot {
        var snapshot = HUDSnapshot(
            mode: content.mode ?? .indeterminate, label: content.label, detailsLabel: content.detailsLabel,
            opacity: machine.opacity(at: time), frame: frame, timestamp: time,
            elapsed: job.elapsed(at: time), timeOnScreen: appearedAt.duration(to: time),
            isDisappearing: machine.phase == .hiding || machine.phase == .hidden, outcome: shownEnd.outcome,
            hudID: id)
        snapshot.job = job.count
        return snapshot
    }
}
