import CTerminalSupport
import HUDLibc
import Synchronization

/// Leaders of sessions whose jobs have ended. They are reaped when the next one ends, or with the last one, because the exit of a process takes about as long as
/// a short job, which can start meanwhile.
final class EndedLeaders: Sendable {
    private let leaders = Mutex<[pid_t]>([])

    /// Takes a leader that ends by itself, and reaps those that have ended.
    func add(_ leader: pid_t) {
        leaders.withLock { leaders in
            leaders.append(leader)
            leaders.removeAll { hud_job_session_reap($0, WNOHANG) }
        }
    }

    /// Reaps all of them, and waits for those that have not ended.
    ///
    /// - Returns: Whether there were any.
    @discardableResult
    func wait() -> Bool {
        // Not under the lock, because other jobs end meanwhile.
        let ended = leaders.withLock { leaders in
            defer { leaders = [] }
            return leaders
        }
        for leader in ended { _ = hud_job_session_reap(leader, 0) }
        return !ended.isEmpty
    }
}
