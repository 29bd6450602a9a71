import HUDCore
import Synchronization

/// Measures how long a job has run, without the time it was stopped.
final class JobWatch: Sendable {
    private struct State {
        var begin: HUDInstant
        var stoppedAt: HUDInstant?
    }

    private let state: Mutex<State>

    /// Starts measuring.
    init() {
        state = Mutex(State(begin: LiveClock.shared.now))
    }

    /// The time so far. Can be called from any thread.
    var elapsed: Duration {
        state.withLock { $0.begin.duration(to: $0.stoppedAt ?? LiveClock.shared.now) }
    }

    /// When the job began, moved forward by every pause.
    var begin: HUDInstant { state.withLock { $0.begin } }

    /// Pauses while `body` runs.
    ///
    /// - Returns: The duration of the pause.
    @discardableResult
    func pause(during body: () -> Void) -> Duration {
        state.withLock { $0.stoppedAt = LiveClock.shared.now }
        body()
        return state.withLock { state in
            let time = state.stoppedAt?.duration(to: LiveClock.shared.now) ?? .zero
            state.begin = state.begin.advanced(by: time)
            state.stoppedAt = nil
            return time
        }
    }
}
