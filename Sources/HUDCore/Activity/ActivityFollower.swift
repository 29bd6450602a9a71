import Synchronization

/// Tells an ``ActivityIndicator`` which parts of a tree run.
final class ActivityFollower: Sendable {
    private struct State {
        weak var indicator: ActivityIndicator?
        var running: Set<ProgressTally> = []
        /// Begins (true) and ends of parts, in order.
        var calls = CallQueue<Bool>()
    }

    private let state: Mutex<State>

    init(_ indicator: ActivityIndicator) {
        state = Mutex(State(indicator: indicator))
    }

    /// Whether the indicator is gone.
    var isOver: Bool {
        // Released outside the lock.
        let indicator = state.withLock { $0.indicator }
        return indicator == nil
    }

    /// Takes the state of a part, which may have changed.
    func update(_ part: ProgressTally) {
        let isFirst = state.withLock { state in
            // The last report has the last state, because it is taken under the lock.
            let isRunning = part.state == .running
            let isChanged = isRunning ? state.running.insert(part).inserted : state.running.remove(part) != nil
            return isChanged && state.calls.append([isRunning])
        }
        guard isFirst else { return }
        while let isRunning = state.withLock({ $0.calls.next() }) {
            let indicator = state.withLock { $0.indicator }
            if isRunning { indicator?.begin() } else { indicator?.end() }
        }
    }
}
