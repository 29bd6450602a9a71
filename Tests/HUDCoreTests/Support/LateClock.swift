import HUDCore
import Synchronization

/// A clock whose alarms ring only when the test says so, as on a machine that wakes up late.
final class LateClock: HUDClock {
    private struct State {
        var now = HUDInstant.zero
        var alarms: [LateAlarm] = []
    }

    private let state = Mutex(State())

    var now: HUDInstant { state.withLock { $0.now } }

    /// Advances the time without waking anything.
    func sleepThrough(to instant: HUDInstant) {
        state.withLock { $0.now = max($0.now, instant) }
    }

    /// Processes everything that has fallen due.
    func wake() {
        while let alarm = state.withLock({ state in state.alarms.first { $0.takeIfDue(state.now) } }) { alarm.action() }
    }

    func makeAlarm(_ action: @escaping @Sendable () -> Void) -> any HUDAlarm {
        let alarm = LateAlarm(action)
        state.withLock { $0.alarms.append(alarm) }
        return alarm
    }
}

private final class LateAlarm: HUDAlarm {
    let action: @Sendable () -> Void
    private let deadline = Mutex<HUDInstant?>(nil)

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = action
    }

    func set(_ deadline: HUDInstant?) {
        self.deadline.withLock { $0 = deadline }
    }

    func takeIfDue(_ now: HUDInstant) -> Bool {
        deadline.withLock { deadline in
            guard let due = deadline, due <= now else { return false }
            deadline = nil
            return true
        }
    }
}
