/// AFNetworkActivityIndicatorManager's four states over a number of running tasks, as a value.
///
/// ```text
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
/// In `starting` the delay always runs out, and only then the count is looked at: work that has ended by then leaves no trace. In
/// `ending`, new work leads back to `active` without an event, so a short gap between two tasks does not flicker.
/// At one instant, calls come before deadlines.
struct ActivityStateMachine: Sendable, Equatable {
    /// The four states.
    enum State: Sendable, Equatable {
        /// No work is running and the indicator is off. Can transition to: starting.
        case idle
        /// Work has begun, and the activation delay is running. Can transition to: active, idle.
        case starting(until: HUDInstant)
        /// The indicator is on. Can transition to: ending.
        case active
        /// The work has ended. The indicator is on until the completion delay is over. Can transition to: active, idle.
        case ending(until: HUDInstant)
    }

    /// An event and its time.
    struct Event: Sendable, Hashable {
        /// Whether the indicator turns on or off.
        var isActive: Bool
        /// The instant of the deadline, even if the clock woke up later.
        var time: HUDInstant
    }

    /// How long work must run before the indicator turns on.
    let activationDelay: Duration
    /// How long the indicator stays on after the work has ended.
    let completionDelay: Duration

    /// The number of running tasks; never negative.
    private(set) var count = 0
    private(set) var state = State.idle
    private var lastReading = HUDInstant.distantPast

    /// Makes an idle machine, by default with AFNetworking's delays.
    init(activationDelay: Duration = .seconds(1), completionDelay: Duration = .milliseconds(170)) {
        self.activationDelay = activationDelay
        self.completionDelay = completionDelay
    }

    /// The time at which ``advance(to:)`` must be called next; nil if nothing is pending.
    var nextDeadline: HUDInstant? {
        switch state {
        case .idle, .active: nil
        case .starting(let until), .ending(let until): until
        }
    }

    /// Counts one more running task.
    ///
    /// - Returns: The events of deadlines before `time`.
    mutating func begin(at time: HUDInstant) -> [Event] {
        let events = carryOut(before: time)
        count = count == .max ? count : count + 1
        switch state {
        case .idle: state = .starting(until: lastReading.advanced(by: max(.zero, activationDelay)))
        case .ending: state = .active
        case .starting, .active: break
        }
        return events
    }

    /// Counts one task as ended. Does nothing without a matching `begin`.
    ///
    /// - Returns: The events of deadlines before `time`.
    mutating func end(at time: HUDInstant) -> [Event] {
        let events = carryOut(before: time)
        count = max(0, count - 1)
        switch state {
        case .active where count == 0: state = .ending(until: lastReading.advanced(by: max(.zero, completionDelay)))
        case .idle, .starting, .active, .ending: break
        }
        return events
    }

    /// Processes the deadlines up to and including `time`.
    mutating func advance(to time: HUDInstant) -> [Event] { carryOut(before: time, inclusive: true) }

    /// Takes a reading of the clock and processes the pending deadline, if it is before. There is one at most: it leads to `active` or `idle`, which have none.
    ///
    /// - Parameter inclusive: Whether a deadline at that very instant is processed, too.
    private mutating func carryOut(before time: HUDInstant, inclusive: Bool = false) -> [Event] {
        lastReading = max(lastReading, time)
        guard let deadline = nextDeadline, inclusive ? deadline <= lastReading : deadline < lastReading else { return [] }
        switch state {
        case .starting where count > 0:
            state = .active
            return [Event(isActive: true, time: deadline)]
        case .ending:
            state = .idle
            return [Event(isActive: false, time: deadline)]
        case .starting:
            state = .idle
        case .idle, .active:
            break
        }
        return []
    }
}
