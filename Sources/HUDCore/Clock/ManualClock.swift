import Synchronization

/// A clock that moves only when it is advanced, for tests.
///
/// ``advance(by:)`` is synchronous. When it returns, everything that was due has happened, in order, each at its own instant.
///
/// ```swift
/// let clock = ManualClock()
/// let hud = HUD(timing: HUDTiming(graceTime: .milliseconds(500)), clock: clock)
/// hud.show()
/// clock.advance(by: .milliseconds(499))   // hud.isOnScreen == false
/// clock.advance(by: .milliseconds(1))     // hud.isOnScreen == true
/// ```
///
/// It is also a Swift `Clock`, so it can drive `Task.sleep(until:clock:)`; see ``sleep(until:tolerance:)``.
public final class ManualClock: HUDClock, Clock {
    /// A point in time.
    public typealias Instant = HUDInstant
    /// A length of time.
    public typealias Duration = Swift.Duration

    let state: Mutex<State>

    /// Makes a clock that starts at `start`.
    public init(now start: HUDInstant = .zero) {
        state = Mutex(State(now: start))
    }

    /// The current time. During an advance, the instant of the deadline that is being processed.
    public var now: HUDInstant { state.withLock { $0.now } }

    /// The smallest difference between two instants: an attosecond.
    public var minimumResolution: Duration { Duration(attoseconds: 1) }

    /// The earliest pending deadline; nil if nothing is pending.
    public var nextDeadline: HUDInstant? { state.withLock { $0.alarms.first } }

    /// Advances the clock by `duration`, and processes every deadline up to and including the new time.
    ///
    /// - Parameter duration: Zero processes what is due now. Negative counts as zero, because time does not go back.
    public func advance(by duration: Duration) {
        advance(to: now.advanced(by: duration))
    }

    /// Advances the clock to `instant`, and processes every deadline up to and including it.
    ///
    /// Processing a deadline may set new ones; those up to `instant` are processed as well.
    /// - Parameter instant: The new time. A time in the past counts as now.
    public func advance(to instant: HUDInstant) {
        advance(to: instant, inclusive: true)
    }

    /// Advances the clock to `instant`, but leaves deadlines at that very instant for the next advance.
    ///
    /// Calls that are made now then come before the deadlines and frames of the same instant, which is the order that a HUD keeps.
    public func advance(upTo instant: HUDInstant) {
        advance(to: instant, inclusive: false)
    }

    /// Makes an alarm whose `action` is called inside the advance that reaches its deadline.
    public func makeAlarm(_ action: @escaping @Sendable () -> Void) -> any HUDAlarm {
        ManualAlarm(clock: self, action: action)
    }

    private func advance(to instant: HUDInstant, inclusive: Bool) {
        while let action = state.withLock({ $0.takeNext(to: instant, inclusive: inclusive) }) {
            action()
        }
    }
}

// MARK: - What is pending

extension ManualClock {
    struct State {
        var now: HUDInstant
        /// The alarms, and a wake-up for each sleeping task.
        var alarms = AlarmQueue()
        /// The sleeping tasks, and the alarms that wake them.
        var sleepers: [UInt64: (continuation: CheckedContinuation<Void, any Error>, alarm: Int)] = [:]
        /// Sleeps that were cancelled before they began.
        var cancelled: [UInt64] = []
        /// Tasks that wait until a number of tasks sleep.
        var watchers: [UInt64: (count: Int, continuation: CheckedContinuation<Void, Never>)] = [:]

        var lastID: UInt64 = 0

        /// - Returns: The number of a sleep.
        mutating func makeID() -> UInt64 {
            lastID += 1
            return lastID
        }

        /// Ends a sleep.
        mutating func endSleep(_ id: UInt64) -> CheckedContinuation<Void, any Error>? {
            guard let sleeper = sleepers.removeValue(forKey: id) else { return nil }
            alarms.remove(sleeper.alarm)
            return sleeper.continuation
        }

        /// Removes the next deadline up to `limit`, or now if that is later, and sets the time to it; if there is none, sets the time to `limit`.
        mutating func takeNext(to limit: HUDInstant, inclusive: Bool) -> (@Sendable () -> Void)? {
            let limit = max(now, limit)
            guard let first = alarms.first, inclusive ? first <= limit : first < limit else {
                now = limit
                return nil
            }
            now = max(now, first)
            return alarms.takeFirst()
        }
    }
}

/// An alarm of a manual clock. It is a class because it ends with its last reference.
private final class ManualAlarm: HUDAlarm {
    private let clock: ManualClock
    private let number: Int
    // Also held here, so that the last reference is never released while the lock is held.
    private let action: @Sendable () -> Void

    init(clock: ManualClock, action: @escaping @Sendable () -> Void) {
        self.clock = clock
        self.action = action
        number = clock.state.withLock { $0.alarms.add(action) }
    }

    deinit {
        clock.state.withLock { $0.alarms.remove(number) }
    }

    func set(_ deadline: HUDInstant?) {
        clock.state.withLock { $0.alarms.set(number, to: deadline) }
    }
}
