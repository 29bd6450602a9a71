import HUDCore
import Synchronization

/// How long a job has run. Time stopped does not count.
final class JobWatch: Sendable {
    private struct State {
        var begin: HUDInstant
        var stoppedAt: HUDInstant?
    }

    private let state: Mutex<State>

    /// A watch that runs from now on.
    init() {
        state = Mutex(State(begin: LiveClock.shared.now))
    }

    /// The time so far. From any thread.
    var elapsed: Duration {
        state.withLock { $0.begin.duration(to: $0.stoppedAt ?? LiveClock.shared.now) }
    }

    /// Stands still for as long as `body` takes.
    func pause(during body: () -> Void) {
        state.withLock { $0.stoppedAt = LiveClock.shared.now }
        body()
        state.withLock { state in
            guard let stoppedAt = state.stoppedAt else { return }
            state.begin = state.begin.advanced(by: stoppedAt.duration(to: LiveClock.shared.now))
            state.stoppedAt = nil
        }
    }
}
