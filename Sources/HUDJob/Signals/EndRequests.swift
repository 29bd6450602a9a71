import CTerminalSupport
import HUDCore
import HUDLibc

/// The requests to end that signals are, as a value: one request can be several signals.
///
/// timeout(1) signals its command and then the command's process group, a shell that is closed sends SIGHUP as the kernel does, and `pkill` also signals the
/// leaders of jobs, which pass it on. Only a key is a request each time.
package struct EndRequests: Sendable {
    /// How soon after a request another signal belongs to it.
    static let repetition = Duration.milliseconds(Int(HUD_SAME_REQUEST_MS))

    private var last = HUDInstant.distantPast

    package init() {}

    /// Takes a signal that ends a run.
    ///
    /// - Parameters:
    ///   - isFromProcess: Whether a process has sent it, and not the terminal.
    ///   - now: When it arrived.
    /// - Returns: Whether it is a request of its own.
    mutating func take(_ signal: Int32, isFromProcess: Bool, at now: HUDInstant) -> Bool {
        let isKey = !isFromProcess && signal != SIGHUP
        guard isKey || last.duration(to: now) >= Self.repetition else { return false }
        last = now
        return true
    }
}
