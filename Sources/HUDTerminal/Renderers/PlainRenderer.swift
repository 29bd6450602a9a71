import CTerminalSupport
import HUDCore
import Synchronization

/// Tells of a HUD in a few plain lines, where nothing can be drawn: a pipe, a file, a CI log, `TERM=dumb`, a screen reader.
///
/// A line when the HUD appears, a heartbeat now and then, a line at the end; never an escape sequence:
///
///     Compressing...
///     Compressing: still running after 0:30, 45%, 12 of 345, about 1:10 left
///     Compressing: done after 1:42
///
/// Labels and progress that change in between print nothing; the heartbeat says the newest. A HUD that never appeared has no line. The
/// time is the snapshots'; no clock is read. Lines are at most 200 columns wide, but for what is given to ``log(_:)``.
///
/// A renderer stands for one HUD at a time.
public final class PlainRenderer: HUDRenderer {
    private let descriptor: Int32
    private let heartbeatInterval: Duration
    private let view: PlainView
    /// When the last line of the HUD on screen was printed; nil while there is none.
    private let lastLine = Mutex<HUDInstant?>(nil)

    /// A renderer that writes to `fileDescriptor`.
    ///
    /// - Parameters:
    ///   - fileDescriptor: Standard error if not told otherwise, so that a program's output stays apart.
    ///   - heartbeatInterval: How long after its last line the HUD says that it goes on; a second at least.
    ///   - isUTF8: Whether text is UTF-8, or ASCII alone; nil: as the user's locale has it.
    public init(fileDescriptor: Int32 = STDERR_FILENO, heartbeatInterval: Duration = .seconds(30), isUTF8: Bool? = nil) {
        descriptor = fileDescriptor
        self.heartbeatInterval = max(.seconds(1), heartbeatInterval)
        view = PlainView(isUTF8: isUTF8 ?? TextWidth.isUTF8)
    }

    /// None: a line is there at once.
    public var preferredAnimationDuration: Duration { .zero }

    /// Prints a line where the HUD has just appeared, or where a heartbeat is due and the work is not known to have ended.
    public func render(_ snapshot: HUDSnapshot) {
        lastLine.withLock { lastLine in
            if let last = lastLine {
                let isOver = snapshot.outcome != nil || snapshot.isDisappearing
                guard !isOver, last.duration(to: snapshot.timestamp) >= heartbeatInterval else { return }
                write(view.heartbeat(of: snapshot))
            } else {
                write(view.appearance(of: snapshot))
            }
            lastLine = snapshot.timestamp
        }
    }

    /// When the next heartbeat is due; never once the work has ended.
    public func nextChange(after snapshot: HUDSnapshot) -> HUDInstant {
        if snapshot.outcome != nil || snapshot.isDisappearing { return .distantFuture }
        return lastLine.withLock { $0?.advanced(by: heartbeatInterval) } ?? .distantPast
    }

    /// Prints how the work ended and how long it took, if a line was printed about it or its outcome is known.
    public func remove(_ snapshot: HUDSnapshot) {
        lastLine.withLock { lastLine in
            guard lastLine != nil || snapshot.outcome != nil else { return }
            lastLine = nil
            write(view.end(of: snapshot))
        }
    }

    /// Prints the lines of `text` as they are; colours are left out, anything else that would act on a terminal is made visible.
    ///
    /// They put off no heartbeat.
    public func log(_ text: String) {
        let lines = view.lines(of: text)
        lastLine.withLock { _ in
            for line in lines { write(line) }
        }
    }

    private func write(_ line: String) {
        LineOutput.write(line, to: descriptor)
    }
}
