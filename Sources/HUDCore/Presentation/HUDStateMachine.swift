/// MBProgressHUD's timing as a value: grace time, minimum show time and delayed hide, exact to the instant.
///
/// It has no clock. Each call gets the time and returns the events it caused; ``nextDeadline`` says when to call
/// ``advance(to:)`` next. A driver needs one timer, which it sets to that deadline after each call.
///
/// ```text
///              show                grace time over                hide, minimum
///  ┌────────┐ (grace > 0) ┌─────────┐   appear    ┌─────────┐ show time runs ┌───────────┐
///  │ hidden │────────────▶│ waiting │────────────▶│ visible │───────────────▶│ lingering │
///  └────────┘             └─────────┘             └─────────┘◀───────────────└───────────┘
///   ▲ │  ▲  hide: hidden(shown: false) │           ▲  ▲   │        show         │
///   │ │  └─────────────────────────────┘           │  │   │ hide: disappear     │ minimum show time
///   │ │              show (grace = 0): appear      │  │   ▼                     │ over: disappear
///   │ └────────────────────────────────────────────┘  │  ┌────────┐             │
///   │   animation over: hidden(shown: true)           └──│ hiding │◀────────────┘
///   └────────────────────────────────────────────────────└────────┘
///                           show (grace = 0), or a grace time that ends while hiding: appear
/// ```
///
/// A `show` with a grace time while hiding runs in parallel to the animation: if the animation ends first, the machine goes on to
/// waiting; if the grace time ends first, it turns back.
///
/// **Order at one instant.** Calls come before deadlines. Among deadlines a delayed hide comes first, then the end of a grace
/// time, then the end of a minimum show time or of an animation. So a job that ends exactly with its grace time does not flash.
///
/// **Independence from the tick.** Each call first processes the deadlines before it, each at its own instant and in
/// order, so the events are the same whether time passes in one step or in a thousand.
///
/// **Time never goes back.** A reading older than the last counts as the last. Negative durations count as zero.
///
/// The rules are MBProgressHUD 1.2.0's. Where its source accidentally differs from its documentation, they follow the documentation.
public struct HUDStateMachine: Sendable, Equatable {
    /// How long a job runs before the HUD appears. Read by ``show(at:animated:)``. (`graceTime`)
    public var graceTime: Duration

    /// How long the HUD stays at least once it has appeared. Read when it is asked to disappear. (`minShowTime`)
    public var minimumShowTime: Duration

    /// The length of the appear and disappear animations. Read when they start.
    public var animationDuration: Duration

    private var state = State.hidden
    private var delayedHide: DelayedHide?
    /// Whether the next animation is animated, by the latest call.
    private var isAnimated = true
    private var fade = Fade(from: 0, target: 0, start: .zero, duration: .zero)
    private var lastReading = HUDInstant.distantPast

    /// Makes a machine in ``HUDPhase/hidden``.
    public init(
        graceTime: Duration = .zero, minimumShowTime: Duration = .zero,
        animationDuration: Duration = .milliseconds(300)
    ) {
        self.graceTime = graceTime
        self.minimumShowTime = minimumShowTime
        self.animationDuration = animationDuration
    }

    private enum State: Sendable, Equatable {
        /// Can transition to: waiting, visible.
        case hidden
        /// Can transition to: hidden, visible.
        case waiting(until: HUDInstant)
        /// Can transition to: lingering, hiding.
        case visible(Stay)
        /// Can transition to: visible, hiding.
        case lingering(Stay, until: HUDInstant)
        /// Can transition to: hidden, waiting, visible. `nextShow` is the end of the grace time of a `show` that came meanwhile.
        case hiding(until: HUDInstant, nextShow: HUDInstant?)
    }

    /// A period on screen.
    private struct Stay: Sendable, Equatable {
        /// The start of the minimum show time.
        var since: HUDInstant
        /// Whether a driver has reported when the first frame was presented.
        var isPresented = false
    }

    private struct DelayedHide: Sendable, Equatable {
        var time: HUDInstant
        var animated: Bool
    }

    // MARK: Reading it

    /// The phase of the HUD.
    public var phase: HUDPhase {
        switch state {
        case .hidden: .hidden
        case .waiting: .waiting
        case .visible: .visible
        case .lingering: .lingering
        case .hiding: .hiding
        }
    }

    /// Whether a `show` is in effect, with no `hide` since: the job that the HUD stands for is running.
    public var isRequested: Bool {
        switch state {
        case .waiting, .visible, .hiding(_, .some): true
        case .hidden, .lingering, .hiding(_, .none): false
        }
    }

    /// The time at which ``advance(to:)`` must be called next; nil if nothing is pending.
    public var nextDeadline: HUDInstant? { nextDue?.time }

    /// Whether the HUD goes, or will, without another call: a `hide` stands that no `show` has taken back, or a delayed hide is pending.
    var isAskedToHide: Bool { isRequested ? delayedHide != nil : phase != .hidden }

    /// When the pending delayed hide is due; nil if there is none.
    var delayedHideTime: HUDInstant? { delayedHide?.time }

    /// When the HUD is gone if no other call is made; nil if no `hide` stands, or it is hidden.
    var timeGone: HUDInstant? {
        switch state {
        case .lingering(_, let until): until.advanced(by: fadeDuration)
        case .hiding(let end, .none): end
        case .hidden, .waiting, .visible, .hiding(_, .some): nil
        }
    }

    /// The HUD's opacity at `now`, 0 to 1: a cubic ease-out over the animation, starting at the current value if it turns back.
    ///
    /// Valid from the time of the last call up to the next deadline.
    public func opacity(at now: HUDInstant) -> Double { phase.isOnScreen ? fade.value(at: now) : 0 }

    // MARK: Calls

    /// Asks the HUD to appear. Cancels a pending delayed hide.
    ///
    /// - Parameters:
    ///   - time: Now.
    ///   - animated: Whether it appears and disappears with an animation, unless a later call says otherwise.
    /// - Returns: What happened up to and at `time`, in order.
    public mutating func show(at time: HUDInstant, animated: Bool = true) -> [HUDEvent] {
        var events: [HUDEvent] = []
        let now = read(time, &events)
        delayedHide = nil
        isAnimated = animated
        let deadline = graceTime > .zero ? now.advanced(by: graceTime) : nil
        switch state {
        case .hidden:
            if let deadline { state = .waiting(until: deadline) } else { appear(at: now, &events) }
        case .waiting:
            break
        case .visible(var stay), .lingering(var stay, _):
            stay.since = now
            state = .visible(stay)
        case .hiding(let end, let nextShow):
            if let deadline {
                state = .hiding(until: end, nextShow: nextShow ?? deadline)
            } else {
                appear(at: now, &events)
            }
        }
        return events
    }

    /// Asks the HUD to disappear. Cancels a pending delayed hide.
    ///
    /// - Parameters:
    ///   - time: Now.
    ///   - animated: Whether it disappears with an animation. False, while it is disappearing, ends the animation at once.
    /// - Returns: What happened up to and at `time`, in order.
    public mutating func hide(at time: HUDInstant, animated: Bool = true) -> [HUDEvent] {
        hide(at: time, notBefore: .distantPast, animated: animated)
    }

    /// Asks the HUD to disappear, but not before `earliest`, unless ``letGo(at:)`` says so.
    ///
    /// - Returns: What happened up to and at `time`, in order.
    mutating func hide(at time: HUDInstant, notBefore earliest: HUDInstant, animated: Bool = true) -> [HUDEvent] {
        var events: [HUDEvent] = []
        let now = read(time, &events)
        carryOutHide(at: now, notBefore: earliest, animated: animated, &events)
        return events
    }

    /// Lets a HUD that was asked to disappear go when its minimum show time is over.
    ///
    /// - Returns: What happened up to and at `time`, in order.
    mutating func letGo(at time: HUDInstant) -> [HUDEvent] {
        var events: [HUDEvent] = []
        let now = read(time, &events)
        guard case .lingering(let stay, _) = state else { return events }
        state = .visible(stay)
        carryOutHide(at: now, animated: isAnimated, &events)
        return events
    }

    /// Asks the HUD to disappear after `delay`. Replaces an earlier delayed hide.
    ///
    /// It has an effect only while a `show` is in effect with no `hide` since; it can't postpone a hide.
    /// - Parameters:
    ///   - delay: The delay from `time`. Zero or negative is a plain hide.
    ///   - time: Now.
    ///   - animated: As in ``hide(at:animated:)``; takes effect when the delay is over.
    /// - Returns: What happened up to and at `time`, in order.
    public mutating func hide(after delay: Duration, at time: HUDInstant, animated: Bool = true) -> [HUDEvent] {
        if delay <= .zero { return hide(at: time, animated: animated) }
        var events: [HUDEvent] = []
        let now = read(time, &events)
        if isRequested { delayedHide = DelayedHide(time: now.advanced(by: delay), animated: animated) }
        return events
    }

    /// Removes the HUD at once and without animation, regardless of the minimum show time. Cancels everything that is pending.
    ///
    /// - Returns: What happened up to and at `time`, in order.
    mutating func dismiss(at time: HUDInstant) -> [HUDEvent] {
        var events: [HUDEvent] = []
        let now = read(time, &events)
        switch state {
        case .visible, .lingering:
            delayedHide = nil
            isAnimated = false
            disappear(at: now, &events)
        case .hidden, .waiting, .hiding:
            carryOutHide(at: now, animated: false, &events)
        }
        return events
    }

    /// Processes the deadlines before `time`, as each call does first.
    ///
    /// - Returns: What happened, each event at the instant of its deadline, in order.
    mutating func advance(upTo time: HUDInstant) -> [HUDEvent] {
        var events: [HUDEvent] = []
        _ = read(time, &events)
        return events
    }

    /// Processes the deadlines up to and including `time`.
    ///
    /// - Returns: What happened, each event at the instant of its deadline, in order.
    public mutating func advance(to time: HUDInstant) -> [HUDEvent] {
        var events: [HUDEvent] = []
        let now = read(time, &events)
        while let due = nextDue, due.time <= now { carryOut(due, &events) }
        return events
    }

    /// Reports that the first frame since the HUD appeared was presented at `time`.
    ///
    /// A live clock can wake up late. The minimum show time counts from the first frame that was actually presented, so a driver
    /// that draws calls this once after each appearance. Further calls, and calls while the HUD is not shown, have no effect. `time` is
    /// not a reading of the clock: it may be before the last call's, and processes no deadline.
    public mutating func presented(at time: HUDInstant) { presented(at: time, isKnown: true) }

    /// Reports that the first frame since the HUD appeared is presented at `time`, or later if that is not known yet.
    mutating func presented(at time: HUDInstant, isKnown: Bool) {
        switch state {
        case .visible(var stay):
            guard !stay.isPresented else { return }
            stay = Stay(since: max(stay.since, time), isPresented: isKnown)
            state = .visible(stay)
        case .lingering(var stay, let until):
            guard !stay.isPresented else { return }
            let delay = max(.zero, stay.since.duration(to: time))
            stay = Stay(since: stay.since.advanced(by: delay), isPresented: isKnown)
            state = .lingering(stay, until: until.advanced(by: delay))
        case .hidden, .waiting, .hiding:
            break
        }
    }

    /// Moves the end of the grace time, because a time has passed that does not count.
    mutating func extendGraceTime(by time: Duration) {
        if case .waiting(let until) = state { state = .waiting(until: until.advanced(by: time)) }
    }

    // MARK: Deadlines

    private enum Due {
        case delayedHide(DelayedHide)
        case graceEnd(HUDInstant)
        case stayEnd(HUDInstant)
        case animationEnd(HUDInstant, nextShow: HUDInstant?)

        var time: HUDInstant {
            switch self {
            case .delayedHide(let hide): hide.time
            case .graceEnd(let time), .stayEnd(let time), .animationEnd(let time, _): time
            }
        }
    }

    /// The next deadline; of several at one instant, the one that is processed first.
    private var nextDue: Due? {
        let own: Due? =
            switch state {
            case .hidden, .visible: nil
            case .waiting(let until): .graceEnd(until)
            case .lingering(_, let until): .stayEnd(until)
            case .hiding(let end, let nextShow?) where nextShow <= end: .graceEnd(nextShow)
            case .hiding(let end, let nextShow): .animationEnd(end, nextShow: nextShow)
            }
        guard let delayedHide else { return own }
        guard let own, own.time < delayedHide.time else { return .delayedHide(delayedHide) }
        return own
    }

    private mutating func carryOut(_ due: Due, _ events: inout [HUDEvent]) {
        switch due {
        case .delayedHide(let hide): carryOutHide(at: hide.time, animated: hide.animated, &events)
        case .graceEnd(let time): appear(at: time, &events)
        case .stayEnd(let time): disappear(at: time, &events)
        case .animationEnd(let time, let nextShow): vanish(at: time, nextShow: nextShow, &events)
        }
    }

    /// Takes a reading of the clock and processes the deadlines before it. Deadlines at that very instant wait.
    private mutating func read(_ time: HUDInstant, _ events: inout [HUDEvent]) -> HUDInstant {
        lastReading = max(lastReading, time)
        while let due = nextDue, due.time < lastReading { carryOut(due, &events) }
        return lastReading
    }

    // MARK: Transitions

    private mutating func carryOutHide(
        at now: HUDInstant, notBefore earliest: HUDInstant = .distantPast, animated: Bool, _ events: inout [HUDEvent]
    ) {
        delayedHide = nil
        isAnimated = animated
        switch state {
        case .hidden, .lingering:
            break
        case .waiting:
            state = .hidden
            events.append(HUDEvent(.hidden(shown: false), at: now))
        case .visible(let stay):
            let until = max(earliest, stay.since.advanced(by: max(.zero, minimumShowTime)))
            if until > now { state = .lingering(stay, until: until) } else { disappear(at: now, &events) }
        case .hiding(let end, _):
            state = .hiding(until: end, nextShow: nil)
            if !animated { vanish(at: now, &events) }
        }
    }

    private mutating func appear(at now: HUDInstant, _ events: inout [HUDEvent]) {
        fade = Fade(from: opacity(at: now), target: 1, start: now, duration: fadeDuration)
        state = .visible(Stay(since: now))
        events.append(HUDEvent(.appear(animated: isAnimated), at: now))
    }

    private mutating func disappear(at now: HUDInstant, _ events: inout [HUDEvent]) {
        events.append(HUDEvent(.disappear(animated: isAnimated), at: now))
        let duration = fadeDuration
        fade = Fade(from: opacity(at: now), target: 0, start: now, duration: duration)
        if duration > .zero {
            state = .hiding(until: now.advanced(by: duration), nextShow: nil)
        } else {
            vanish(at: now, &events)
        }
    }

    private mutating func vanish(at now: HUDInstant, nextShow: HUDInstant? = nil, _ events: inout [HUDEvent]) {
        if let nextShow { state = .waiting(until: nextShow) } else { state = .hidden }
        events.append(HUDEvent(.hidden(shown: true), at: now))
    }

    private var fadeDuration: Duration {
        isAnimated ? max(.zero, animationDuration) : .zero
    }
}
