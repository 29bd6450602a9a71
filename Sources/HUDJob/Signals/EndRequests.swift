import CTerminalSupport
import HUDCore
import HUDLibc

/// The requests to end that signals are, as a value: one request can be several signals.
///
/// timeout(1) signals its command and then the command's process group, a shell that is closed sends SIGHUP as the kernel does, and `pkill` also signals the
/// leaders of jobs, which pass it on. Only a key is a request each time, and another signal.
package struct EndRequests: Sendable {
    /// How soon after a request the same signal belongs to it.
    static let repetition = Duration.milliseconds(Int(HUD_SAME_REQUEST_MS))

    /// The signal of the last request, and when it arrived.
    private var last = (signal: Int32(0), time: HUDInstant.distantPast)

    package init() {}

    /// Takes a signal that ends a run.
    ///
    /// - Parameters:
    ///   - isFromProcess: Whether a process has sent it, and not the terminal.
    ///   - now: When it arrived.
    /// - Returns: Whether it is a request of its own.
    mutating func take(_ signal: Int32, isFromProcess: Bool, at now: HUDInstant) -> Bool {
        let isKey = !isFromProcess && signal != SIGHUP
        guard isKey || signal != last.signal || last.time.duration(to: now) >= Self.repetition else { return false }
        last = (signal, now)
        return true
    }
}
