import HUDCore
import Synchronization

/// A clock whose alarms ring only when the test says so, as on a machine that wakes up late.
final class LateClock: HUDClock {
    private struct State {
        var now = HUDInstant.zero
        var alarms: [LateAlarm] = []
    }

    private let state = Mutex(State())
    private let onSet: @Sendable (HUDInstant?) -> Void

    /// - Parameter onSet: Called with each deadline that is set, in the middle of the call that sets it.
    init(onSet: @escaping @Sendable (HUDInstant?) -> Void = { _ in }) {
        self.onSet = onSet
    }

    var now: HUDInstant { state.withLock { $0.now } }

    /// Advances the time to `seconds` after the origin, without waking anything.
    func sleepThrough(to seconds: Double) {
        state.withLock { $0.now = max($0.now, at(seconds)) }
    }

    /// Processes everything that has fallen due.
    func wake() {
        while let alarm = state.withLock({ state in state.alarms.first { $0.takeIfDue(state.now) } }) { alarm.action() }
    }

    func makeAlarm(_ action: @escaping @Sendable () -> Void) -> any HUDAlarm {
        let alarm = LateAlarm(action, onSet)
        state.withLock { $0.alarms.append(alarm) }
        return alarm
    }
}

private final class LateAlarm: HUDAlarm {
    let action: @Sendable () -> Void
    private let deadline = Mutex<HUDInstant?>(nil)

    private let onSet: @Sendable (HUDInstant?) -> Void

    init(_ action: @escaping @Sendable () -> Void, _ onSet: @escaping @Sendable (HUDInstant?) -> Void) {
        self.action = action
        self.onSet = onSet
    }

    func set(_ deadline: HUDInstant?) {
        self.deadline.withLock { $0 = deadline }
        onSet(deadline)
    }

    func takeIfDue(_ now: HUDInstant) -> Bool {
        deadline.withLock { deadline in
            guard let due = deadline, due <= now else { return false }
            deadline = nil
            return true
        }
    }
}
