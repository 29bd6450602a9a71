/// What is to be done outside the lock: tell of an event, draw a frame, take the HUD off the screen.
enum HUDAction: Sendable, Hashable {
    case event(HUDEvent)
    /// `job`: when the job began that the HUD stands for; nil where it is over.
    case frame(HUDSnapshot, job: HUDInstant?)
    case remove(HUDSnapshot)

    /// Whether it tells that the HUD is gone.
    var isCompletion: Bool {
        if case .event(let event) = self, case .hidden = event.kind { true } else { false }
    }

    /// Whether it takes the HUD off the screen.
    var isRemoval: Bool {
        if case .remove = self { true } else { false }
    }
}

/// The machine, the frame grid and the content of one HUD, as a value: calls and instants in, actions out.
///
/// It adds to the machine what a driver owes it: frames while the HUD is on the screen, the truth about late wake-ups, and
/// what a snapshot says of time.
struct HUDPresenter {
    /// What a HUD shows. The next frame takes a change up.
    struct Content {
        var mode: HUDMode
        var label: String
        var detailsLabel: String
        var outcome: HUDOutcome?
    }

    var machine: HUDStateMachine
    var content: Content
    /// Whether there is anything to draw on. Without, the display link does not run.
    let draws: Bool

    private(set) var framesPerSecond: Int
    /// The frame grid; there while the HUD is on the screen.
    private var pacer: FramePacer?
    /// When the `show` came that stands; nil where none does.
    private var askedAt: HUDInstant?
    /// When the job began that the HUD on screen stands for, and when it ended.
    private var startedAt = HUDInstant.zero
    private var endedAt: HUDInstant?
    private var appearedAt = HUDInstant.zero
    /// How often the HUD has appeared.
    private var appearance = 0
    /// The appearance that the frame belongs to which was given out and is not drawn yet. One at a time: a slow terminal must not pile
    /// them up.
    private var frameUnderWay: Int?
    /// Something has changed that the frame under way does not show.
    private var isOutdated = false
    /// Before this no frame is needed, by the renderer's word; behind the last frame where each is.
    private var restEnd = HUDInstant.distantPast
    /// Whether frames are left out that a change would bring back.
    private(set) var isResting = false
    /// The HUD appeared, and no frame has been presented since.
    private var awaitsPresentation = false
    /// It fell due and was hidden again before the clock woke. Nothing of it is drawn or told of but that it is hidden.
    private var isMissed = false

    init(machine: HUDStateMachine, content: Content, framesPerSecond: Int, draws: Bool) {
        self.machine = machine
        self.content = content
        self.framesPerSecond = FramePacer.clamped(framesPerSecond)
        self.draws = draws
    }

    /// When ``advance(to:)`` is to be called next.
    var nextDeadline: HUDInstant? {
        guard let frame = nextFrame else { return machine.nextDeadline }
        return min(frame, machine.nextDeadline ?? frame)
    }

    /// When a frame is needed next; nil where none is until something changes.
    private var nextFrame: HUDInstant? {
        draws && restEnd < .distantFuture ? pacer?.nextDeadline(from: restEnd) : nil
    }

    mutating func show(at now: HUDInstant, animated: Bool) -> [HUDAction] {
        call(at: now) {
            $0.show(at: now, animated: animated)
        } afterOverdue: {
            if $0.askedAt == nil { $0.askedAt = now }
            if $0.machine.phase == .visible, $0.endedAt != nil {
                $0.startedAt = now
                $0.endedAt = nil
            }
            // The outcome was the last job's.
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

    /// Takes the HUD off at once, minimum show time or not.
    mutating func dismiss(at now: HUDInstant) -> [HUDAction] {
        call(at: now) { $0.dismiss(at: now) }
    }

    /// Changes grace time, minimum show time or animation. Deadlines before `now` keep the old ones.
    mutating func setTimings(at now: HUDInstant, _ change: (inout HUDStateMachine) -> Void) -> [HUDAction] {
        let actions = call(at: now) { $0.advance(upTo: now) }
        change(&machine)
        return actions
    }

    /// Sets how the work ended, and stops the elapsed time: the HUD may stay longer. Nil lets both go on.
    mutating func setOutcome(_ outcome: HUDOutcome?, at now: HUDInstant) {
        content.outcome = outcome
        let overdueHide = overdueHide(at: now)
        if outcome == nil, machine.isRequested, overdueHide == nil { endedAt = nil }
        if outcome != nil, endedAt == nil { endedAt = overdueHide ?? now }
    }

    /// When a delayed hide fell due that the machine has not carried out yet: the job ended then.
    private func overdueHide(at now: HUDInstant) -> HUDInstant? {
        machine.delayedHideTime.flatMap { $0 < now ? $0 : nil }
    }

    /// Leaves a time out of what the job has run so far.
    mutating func leaveOut(_ time: Duration) {
        guard endedAt == nil else { return }
        askedAt = askedAt?.advanced(by: time)
        startedAt = startedAt.advanced(by: time)
    }

    /// Carries out the deadlines up to `now`, then draws the frame that is due, if any.
    mutating func advance(to now: HUDInstant) -> [HUDAction] {
        var actions = call(at: now) { $0.advance(to: now) }
        if let due = nextFrame, due <= now, let frame = pacer?.frame(at: now), frameUnderWay == nil {
            frameUnderWay = appearance
            isOutdated = false
            isResting = false
            let snapshot = snapshot(of: frame.number, at: frame.timestamp)
            actions.append(.frame(snapshot, job: endedAt == nil ? startedAt : nil))
        }
        return actions
    }

    /// Says that from `time` on what is on screen is out of date: the next frame is needed.
    mutating func needFrame(at time: HUDInstant) {
        restEnd = min(restEnd, time)
        isResting = false
        isOutdated = true
    }

    /// Says that the frame under way, if there is one, does not show what has been set since.
    mutating func outdateFrame() {
        isOutdated = true
    }

    /// Says that the frame given out last has been drawn, and until when it stays as it is. `now` is asked for only where it matters.
    ///
    /// - Returns: Whether ``nextDeadline`` may have changed.
    mutating func framePresented(
        _ snapshot: HUDSnapshot, goodUntil end: HUDInstant, at now: @autoclosure () -> HUDInstant
    ) -> Bool {
        let drawn = frameUnderWay
        frameUnderWay = nil
        // A frame of an earlier appearance says nothing of this one.
        guard drawn == appearance else { return false }
        if !isOutdated, snapshot.opacity == 1, !snapshot.isDisappearing, let pacer, end > pacer.nextDeadline {
            restEnd = end
            isResting = true
        }
        guard awaitsPresentation else { return isResting }
        awaitsPresentation = false
        machine.presented(at: now())
        return true
    }

    /// Says that the frame given out last will not be drawn: something newer has come.
    mutating func frameDropped() {
        frameUnderWay = nil
    }

    mutating func setFramesPerSecond(_ rate: Int, at now: HUDInstant) {
        let rate = FramePacer.clamped(rate)
        guard rate != framesPerSecond else { return }
        framesPerSecond = rate
        // Those that were left out have passed like any.
        pacer?.skipFrames(before: min(restEnd, now))
        pacer = pacer?.changed(toFramesPerSecond: rate)
    }

    /// Makes a call on the machine and takes up its events.
    ///
    /// - Parameter change: What the call changes beside the machine: after the events of the deadlines before `now`, which belong to what
    ///   was shown until then, and before the call's own.
    private mutating func call(
        at now: HUDInstant, _ call: (inout HUDStateMachine) -> [HUDEvent],
        afterOverdue change: (inout HUDPresenter) -> Void = { _ in }
    ) -> [HUDAction] {
        var overdueHide = overdueHide(at: now)
        let events = call(&machine)
        var isChanged = false
        var actions: [HUDAction] = []
        if let first = events.first { needFrame(at: first.time) }
        for (index, event) in events.enumerated() {
            if let time = overdueHide, time <= event.time {
                endJob(at: time)
                overdueHide = nil
            }
            if event.time >= now, !isChanged {
                change(&self)
                isChanged = true
            }
            // Only its disappearance follows an appearance in one batch.
            let isLast = index + 1 == events.count
            take(event, isMissed: pacer == nil && event.time < now && !isLast, &actions)
        }
        if let overdueHide { endJob(at: overdueHide) }
        if !isChanged { change(&self) }
        if !machine.isRequested { endJob(at: now) }
        return actions
    }

    /// - Parameter isMissed: Whether an appearance has passed unseen: its disappearance is overdue too.
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
            if pacer != nil {
                var last = snapshot(of: 0, at: event.time)
                last.isDisappearing = true
                actions.append(.remove(last))
                pacer = nil
            }
            actions.append(.event(HUDEvent(.hidden(shown: shown && !isMissed), at: event.time)))
            isMissed = false
        }
    }

    /// No `show` stands any more.
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

    private func snapshot(of frame: Int, at time: HUDInstant) -> HUDSnapshot {
        HUDSnapshot(
            mode: content.mode, label: content.label, detailsLabel: content.detailsLabel,
            opacity: machine.opacity(at: time), frame: frame, timestamp: time,
            elapsed: startedAt.duration(to: min(time, endedAt ?? time)), timeOnScreen: appearedAt.duration(to: time),
            isDisappearing: machine.phase == .hiding || machine.phase == .hidden, outcome: content.outcome)
    }
}
