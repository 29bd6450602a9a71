import CTerminalSupport
import HUDCore
import HUDLibc

/// Keeps the pipe on standard output open until the HUD is off the terminal.
///
/// The next program of a pipeline often uses the terminal when its input ends: vim enters the alternate screen, and sort prints. If the HUD's
/// rows were still there, vim would leave them on the main screen, and sort's output could be interrupted.
///
/// The job may close the pipe while it runs, and even wait for what the reader does then. So it is checked now and then whether another process
/// can still write to the pipe.
final class OutputPipe {
    /// How often to check. A reader sees the end that late if the job closes the pipe before it ends.
    private static let interval = Duration.seconds(1)

    private var descriptor: Int32
    private var checkTime = LiveClock.shared.now.advanced(by: interval)

    /// Keeps the pipe open if standard output is one, and is an `O_PATH` descriptor by now.
    init() { descriptor = hud_hold_pipe(STDOUT_FILENO) }

    deinit { release() }

    /// When to check next; nil: there is nothing to check.
    var nextCheck: HUDInstant? { descriptor >= 0 ? checkTime : nil }

    /// Releases the pipe if no other process can write to it, once the time for that has come.
    func check() {
        guard descriptor >= 0, LiveClock.shared.now >= checkTime else { return }
        checkTime = LiveClock.shared.now.advanced(by: Self.interval)
        // Our own descriptor would count.
        release()
        if hud_pipe_has_writers(STDOUT_FILENO) { descriptor = hud_hold_pipe(STDOUT_FILENO) }
    }

    /// Closes the pipe: the reader's input ends if no other process can write to it.
    func release() {
        JobDescriptors.close(&descriptor)
    }
}
