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
        let events = machine.show(at: now, animated: animated)
        // A delayed hide that was carried out on the way ended the job before.
        if askedAt == nil || events.contains(where: \.endsJob) { askedAt = now }
        if machine.phase == .visible, endedAt != nil {
            startedAt = now
            endedAt = nil
        }
        // What is asked for now has not ended yet.
        content.outcome = nil
        needFrame(at: now)
        return take(events, at: now)
    }

    mutating func hide(at now: HUDInstant, animated: Bool) -> [HUDAction] {
        take(machine.hide(at: now, animated: animated), at: now)
    }

    mutating func hide(after delay: Duration, at now: HUDInstant, animated: Bool) -> [HUDAction] {
        take(machine.hide(after: delay, at: now, animated: animated), at: now)
    }

    /// Says how the work ended, and with that that it has: the elapsed time stands still, however long the HUD stays. Nil takes it back.
    mutating func setOutcome(_ outcome: HUDOutcome?, at now: HUDInstant) {
        content.outcome = outcome
        if outcome == nil, machine.isRequested { endedAt = nil }
        if outcome != nil, endedAt == nil { endedAt = now }
    }

    /// Leaves a time out of what the job has run so far.
    mutating func leaveOut(_ time: Duration) {
        guard endedAt == nil else { return }
        askedAt = askedAt?.advanced(by: time)
        startedAt = startedAt.advanced(by: time)
    }

    /// Ends it at once, whatever is pending.
    mutating func close(at now: HUDInstant) -> [HUDAction] {
        machine.minimumShowTime = .zero
        let before = (content.outcome, startedAt, endedAt)
        // Nothing but a `show` ends a lingering; it causes no event, and the hide takes it back at once.
        var actions = machine.phase == .lingering ? show(at: now, animated: false) : []
        (content.outcome, startedAt, endedAt) = before
        actions += hide(at: now, animated: false)
        return actions
    }

    /// Carries out the deadlines up to `now`, then draws the frame that is due, if any.
    mutating func advance(to now: HUDInstant) -> [HUDAction] {
        var actions = take(machine.advance(to: now), at: now)
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

    private mutating func take(_ events: [HUDEvent], at now: HUDInstant) -> [HUDAction] {
        var actions: [HUDAction] = []
        if let first = events.first { needFrame(at: first.time) }
        for (index, event) in events.enumerated() {
            switch event.kind {
            case .appear:
                // What follows an appearance in one batch is its disappearance.
                isMissed = pacer == nil && event.time < now && index + 1 < events.count
                if isMissed { continue }
                appear(at: event.time)
                actions.append(.event(event))
            case .disappear:
                if !isMissed { actions.append(.event(event)) }
            case .hidden(let shown):
                if pacer != nil {
                    actions.append(.remove(snapshot(of: 0, at: event.time)))
                    pacer = nil
                }
                actions.append(.event(HUDEvent(.hidden(shown: shown && !isMissed), at: event.time)))
                isMissed = false
            }
        }
        if !machine.isRequested {
            askedAt = nil
            if endedAt == nil { endedAt = now }
        }
        return actions
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

extension HUDEvent {
    /// Whether it says that what the HUD stood for is over.
    fileprivate var endsJob: Bool {
        switch kind {
        case .appear: false
        case .disappear, .hidden: true
        }
    }
}
