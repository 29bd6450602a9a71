/// AFNetworkActivityIndicatorManager's four states over a count of running work, as a value.
///
/// ```
///           begin              activation delay over, count > 0: active
///  ┌──────┐      ┌──────────┐                                    ┌────────┐
///  │ idle │─────▶│ starting │───────────────────────────────────▶│ active │
///  └──────┘      └──────────┘                                    └────────┘
///   ▲  ▲  activation delay │                                 begin │   ▲ │ end, count = 0
///   │  │  over, count = 0  │                                       │   │ ▼
///   │  └───────────────────┘                                     ┌────────┐
///   └────────────────────────────────────────────────────────────│ ending │
///                        completion delay over: inactive         └────────┘
/// ```
///
/// While starting, the delay runs out whatever the count does, and only then is the count looked at: work that came and went
/// leaves no trace. While ending, new work goes back to active with no event: a gap between two jobs does not flicker.
/// Calls come before deadlines of the same instant.
public struct ActivityStateMachine: Sendable, Equatable {
    /// The four states.
    public enum Phase: Sendable, Hashable {
        /// Nothing runs and nothing is shown.
        case idle
        /// Work has begun; the activation delay runs.
        case starting
        /// Shown.
        case active
        /// The work is over; the completion delay runs, and it is shown still.
        case ending
    }

    /// Something that happened, and when.
    public struct Event: Sendable, Hashable {
        /// The deadline's own instant, however late the clock woke.
        public var time: HUDInstant
        /// Whether the indicator goes on, or off.
        public var isActive: Bool

        /// The indicator goes on or off at `time`.
        public init(isActive: Bool, at time: HUDInstant) {
            self.isActive = isActive
            self.time = time
        }
    }

    /// How long work must run before the indicator goes on. Counts when work begins.
    public var activationDelay: Duration
    /// How long the indicator stays on after the work is over. Counts when the last work ends.
    public var completionDelay: Duration

    /// How many pieces of work run; never below zero.
    public private(set) var count = 0
    private var state = State.idle
    private var lastReading = HUDInstant.distantPast

    /// An idle machine, with that library's delays unless told otherwise.
    public init(activationDelay: Duration = .seconds(1), completionDelay: Duration = .milliseconds(170)) {
        self.activationDelay = activationDelay
        self.completionDelay = completionDelay
    }

    private enum State: Sendable, Equatable {
        /// Can transition to: starting.
        case idle
        /// Can transition to: active, idle.
        case starting(until: HUDInstant)
        /// Can transition to: ending.
        case active
        /// Can transition to: active, idle.
        case ending(until: HUDInstant)
    }

    /// The state.
    public var phase: Phase {
        switch state {
        case .idle: .idle
        case .starting: .starting
        case .active: .active
        case .ending: .ending
        }
    }

    /// When ``advance(to:)`` is to be called next; nil where nothing is pending.
    public var nextDeadline: HUDInstant? {
        switch state {
        case .idle, .active: nil
        case .starting(let until), .ending(let until): until
        }
    }

    /// One more piece of work runs.
    ///
    /// - Returns: What fell due before `time`.
    public mutating func begin(at time: HUDInstant) -> [Event] {
        let events = carryOut(before: time)
        count = count == .max ? count : count + 1
        switch state {
        case .idle: state = .starting(until: lastReading.advanced(by: max(.zero, activationDelay)))
        case .ending: state = .active
        case .starting, .active: break
        }
        return events
    }

    /// One piece of work has ended. Without a `begin` before it, nothing.
    ///
    /// - Returns: What fell due before `time`.
    public mutating func end(at time: HUDInstant) -> [Event] {
        let events = carryOut(before: time)
        count = max(0, count - 1)
        switch state {
        case .active where count == 0: state = .ending(until: lastReading.advanced(by: max(.zero, completionDelay)))
        case .idle, .starting, .active, .ending: break
        }
        return events
    }

    /// Carries out what falls due up to and at `time`.
    public mutating func advance(to time: HUDInstant) -> [Event] {
        var events = carryOut(before: time)
        if let deadline = nextDeadline, deadline <= lastReading { carryOut(at: deadline, &events) }
        return events
    }

    private mutating func carryOut(before time: HUDInstant) -> [Event] {
        lastReading = max(lastReading, time)
        var events: [Event] = []
        if let deadline = nextDeadline, deadline < lastReading { carryOut(at: deadline, &events) }
        return events
    }

    /// Carries out the one deadline there is. No state that follows has another: each of the four needs a call to get on.
    private mutating func carryOut(at deadline: HUDInstant, _ events: inout [Event]) {
        switch state {
        case .starting where count > 0:
            state = .active
            events.append(Event(isActive: true, at: deadline))
        case .ending:
            state = .idle
            events.append(Event(isActive: false, at: deadline))
        case .starting:
            state = .idle
        case .idle, .active:
            break
        }
    }
}
