import HUDCore
import Synchronization

/// How long a job has run. Time stopped does not count.
package final class JobWatch: Sendable {
    private struct State {
        var begin: HUDInstant
        var stoppedAt: HUDInstant?
    }

    private let state: Mutex<State>

    /// A watch that runs from now on.
    package init() {
        state = Mutex(State(begin: LiveClock.shared.now))
    }

    /// The time so far. From any thread.
    package var elapsed: Duration {
        state.withLock { $0.begin.duration(to: $0.stoppedAt ?? LiveClock.shared.now) }
    }

    /// When the job began; later by every pause.
    var begin: HUDInstant { state.withLock { $0.begin } }

    /// Stands still while `body` runs.
    ///
    /// - Returns: How long that took.
    @discardableResult
    package func pause(during body: () -> Void) -> Duration {
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
