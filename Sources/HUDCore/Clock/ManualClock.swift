import Synchronization

/// A clock that stands still until it is advanced: time for tests.
///
/// ``advance(by:)`` is synchronous. When it returns, everything that was due has happened, in order, each at its own instant.
///
/// ```swift
/// let clock = ManualClock()
/// let hud = HUD(graceTime: .milliseconds(500), clock: clock)
/// hud.show()
/// clock.advance(by: .milliseconds(499))   // hud.isOnScreen == false
/// clock.advance(by: .milliseconds(1))     // hud.isOnScreen == true
/// ```
///
/// It is a Swift `Clock` as well, so `Task.sleep(until:clock:)` can be driven by it; see ``sleep(until:tolerance:)``.
public final class ManualClock: HUDClock, Clock {
    /// What Swift's `Clock` calls a point in time.
    public typealias Instant = HUDInstant
    /// What Swift's `Clock` calls a length of time.
    public typealias Duration = Swift.Duration

    let state: Mutex<State>

    /// A clock that reads `start`.
    public init(now start: HUDInstant = .zero) {
        state = Mutex(State(now: start))
    }

    /// The time that the clock was last advanced to; while it advances, the instant of what is being carried out.
    public var now: HUDInstant { state.withLock { $0.now } }

    /// The least difference of two of its instants: an attosecond.
    public var minimumResolution: Duration { Duration(attoseconds: 1) }

    /// The earliest deadline that anybody waits for; nil where nothing is pending.
    public var nextDeadline: HUDInstant? { state.withLock { $0.wakeups.first?.deadline } }

    /// Goes `duration` on, and carries out everything that falls due up to and at the new time.
    ///
    /// - Parameter duration: Zero carries out what is due now; negative counts as zero, for time does not go back.
    public func advance(by duration: Duration) {
        advance(to: now.advanced(by: duration))
    }

    /// Goes to `instant`, and carries out everything that falls due up to and at it.
    ///
    /// What is carried out may set new deadlines; those that come before `instant` are carried out too.
    /// - Parameter instant: One that has passed counts as now.
    public func advance(to instant: HUDInstant) {
        advance(to: instant, inclusive: true)
    }

    /// Goes to `instant`, but leaves what falls due at that very instant for the next advance.
    ///
    /// So calls made now come before deadlines and frames of the same instant, the order that a HUD keeps.
    public func advance(upTo instant: HUDInstant) {
        advance(to: instant, inclusive: false)
    }

    /// Makes an alarm that calls `action` from inside the advance that reaches its deadline.
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
    /// Something to carry out at an instant.
    struct Wakeup {
        let deadline: HUDInstant
        let id: UInt64
        let action: @Sendable () -> Void
    }

    struct State {
        var now: HUDInstant
        /// In order of deadline; at one instant, in the order they were set.
        private(set) var wakeups: [Wakeup] = []
        /// Tasks that sleep, by the wake-up they wait for.
        var sleepers: [UInt64: CheckedContinuation<Void, any Error>] = [:]
        /// Sleeps that were cancelled before they had begun.
        var cancelled: Set<UInt64> = []
        /// Who waits for a number of sleepers.
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        private var lastID: UInt64 = 0

        init(now: HUDInstant) {
            self.now = now
        }

        mutating func makeID() -> UInt64 {
            lastID += 1
            return lastID
        }

        mutating func insert(_ wakeup: Wakeup) {
            var low = 0
            var high = wakeups.count
            while low < high {
                let middle = (low + high) / 2
                if wakeups[middle].deadline <= wakeup.deadline { low = middle + 1 } else { high = middle }
            }
            wakeups.insert(wakeup, at: low)
        }

        mutating func removeWakeup(_ id: UInt64) {
            if let index = wakeups.firstIndex(where: { $0.id == id }) { wakeups.remove(at: index) }
        }

        /// Takes what is due next on the way to `limit` and sets the time to its instant; where nothing is, sets it to `limit`.
        mutating func takeNext(to limit: HUDInstant, inclusive: Bool) -> (@Sendable () -> Void)? {
            guard let first = wakeups.first, inclusive ? first.deadline <= limit : first.deadline < limit else {
                now = max(now, limit)
                return nil
            }
            wakeups.removeFirst()
            now = max(now, first.deadline)
            return first.action
        }
    }
}

/// An alarm of a manual clock. A class, because its identity is what the clock knows it by.
private final class ManualAlarm: HUDAlarm {
    private let clock: ManualClock
    private let id: UInt64
    private let action: @Sendable () -> Void

    init(clock: ManualClock, action: @escaping @Sendable () -> Void) {
        self.clock = clock
        self.action = action
        id = clock.state.withLock { $0.makeID() }
    }

    deinit {
        set(nil)
    }

    func set(_ deadline: HUDInstant?) {
        clock.state.withLock { state in
            state.removeWakeup(id)
            guard let deadline else { return }
            state.insert(ManualClock.Wakeup(deadline: deadline, id: id, action: action))
        }
    }
}
