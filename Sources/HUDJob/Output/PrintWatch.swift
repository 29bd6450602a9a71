import CTerminalSupport
import HUDCore
import HUDLibc
import HUDTerminal
import Synchronization

/// Finds out when a job prints to a file, a pipe or a socket that it was given as it is: the kernel reports each write (inotify), and nothing is copied.
///
/// The kernel does not report which process has written. Lines of this process are counted, so that they are not taken for the job's.
final class PrintWatch {
    /// After the job has printed, the kernel's reports wait for so long.
    private static let rest = Duration.milliseconds(100)
    /// A report that comes together with a line of our own is the job's if the job has printed within this time.
    private static let patience = Duration.seconds(1)

    private let descriptor: Int32
    /// The number of lines that this process had written at the last look.
    private var ownLines = LinePrinters.lines.load(ordering: .sequentiallyConsistent)
    /// When the job has printed last.
    private var lastPrint = HUDInstant.distantPast

    /// Watches descriptors. Returns nil with errno if the system can't do that for one of them, or if what is written to all of them is lost.
    init?(of descriptors: [Int32]) {
        let opened = hud_prints_open(descriptors, Int32(descriptors.count))
        guard opened >= 0 else { return nil }
        descriptor = opened
    }

    deinit { close(descriptor) }

    func watch(in loop: inout EventLoop<JobLoop.Source>) {
        let earliest = lastPrint.advanced(by: Self.rest)
        if LiveClock.shared.now < earliest { loop.wake(at: earliest) } else { loop.watch(descriptor, as: .prints) }
    }

    /// Called when ``JobLoop/Source/prints`` is ready. Returns whether the job has printed.
    func take() -> Bool {
        let isOurs = LinePrinters.lines.load(ordering: .sequentiallyConsistent) != ownLines
        let hasPrinted = hud_prints_take(descriptor)
        ownLines = LinePrinters.lines.load(ordering: .sequentiallyConsistent)
        let now = LiveClock.shared.now
        guard hasPrinted else { return false }
        if isOurs { return lastPrint.duration(to: now) < Self.patience }
        lastPrint = now
        return true
    }
}
