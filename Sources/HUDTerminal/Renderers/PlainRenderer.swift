import CTerminalSupport
import Synchronization

/// Reports on a HUD in a few plain lines, for output that can't be drawn on: a pipe, a file, a CI log, `TERM=dumb`, a screen reader.
///
/// It prints a line when the HUD appears, a heartbeat now and then, and a line at the end. It never prints an escape sequence:
///
///     Compressing...
///     Compressing: still running after 0:30, 45%, 155 of 345, about 1:10 left
///     Compressing: done after 1:42
///
/// If the HUD has rows (``HUDCore/HUD/rows``), a part of the work has a line when its row would appear, and one when it ends. A part that ends within the
/// grace time of rows has a line only if it failed, and so has a part of a part:
///
///     film.mkv: started
///     film.mkv: done after 0:12
///
/// A change of the labels or the progress prints nothing; the next heartbeat has the newest values. A HUD that never appeared prints a
/// line only if its summary leaves one. The renderer takes the time from the snapshots and reads no clock. Lines are at most 200 columns wide, except those of
/// ``log(_:)``.
///
/// A renderer that is brief prints the last line alone, at most 200 bytes, and, if the HUD has rows or a summary, a line for each part that has failed. It is
/// for programs that run commands for a language model, which pays for every byte:
///
///     ✗ film.mkv 0:12 disk full
///     ✗ Compressing 1:42 1 of 8 failed
///
/// Of several HUDs, such as those of scopes inside each other, each has its own lines.
public final class PlainRenderer: InterruptedRenderer, JobReporter {
    private let descriptor: Int32
    private let heartbeatInterval: Duration
    private let view: PlainView
    private let isBrief: Bool
    /// The HUDs on screen, by their numbers.
    private let shown = Mutex<[Int: Shown]>([:])

    private struct Shown {
        /// When the last line about the HUD was printed.
        var lastLine: HUDInstant
        var parts = PartReports()
    }

    /// Makes a renderer that writes to `fileDescriptor`.
    ///
    /// - Parameters:
    ///   - fileDescriptor: Standard error by default, which keeps the lines apart from the program's output.
    ///   - heartbeatInterval: The time from one line to the heartbeat after it; at least one second.
    ///   - isUTF8: Whether text is UTF-8 instead of ASCII; nil for what the user's locale says.
    ///   - isBrief: Whether only the outcome is printed.
    public init(
        fileDescriptor: Int32 = STDERR_FILENO, heartbeatInterval: Duration = .seconds(30), isUTF8: Bool? = nil,
        isBrief: Bool = false
    ) {
        descriptor = fileDescriptor
        self.heartbeatInterval = max(.seconds(1), heartbeatInterval)
        view = PlainView(isUTF8: isUTF8 ?? TextWidth.isUTF8)
        self.isBrief = isBrief
    }

    /// Zero, because a line appears at once.
    public var preferredAnimationDuration: Duration { .zero }

    /// Lines, also about parts that take their time. If they are brief, what a job has hidden is shown by its last 40 lines.
    public var display: HUDDisplay { HUDDisplay(.lines, parts: .changes, failureTail: isBrief ? 40 : nil) }

    /// Prints a line if the HUD has just appeared, or if a heartbeat is due and the work has not ended.
    ///
    /// - Returns: The instant of the next heartbeat; the distant future if the work has ended.
    @discardableResult
    public func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
        let isOver = snapshot.outcome != nil || snapshot.isDisappearing
        return shown.withLock { shown in
            let now = snapshot.timestamp
            var lastLine = now
            if let line = shown[snapshot.hudID]?.lastLine {
                if isBrief { return .distantFuture }
                write(shown[snapshot.hudID]?.parts.advance(to: now) ?? [])
                if isOver { return .distantFuture }
                if line.duration(to: now) >= heartbeatInterval { write(view.heartbeat(of: snapshot)) } else { lastLine = line }
            } else if !isBrief {
                write(view.appearance(of: snapshot))
            }
            shown[snapshot.hudID, default: Shown(lastLine: now)].lastLine = lastLine
            return isOver || isBrief ? .distantFuture : lastLine.advanced(by: heartbeatInterval)
        }
    }

    /// Prints a line about a part of the work if its row would appear, or if it ends. A part of a part has a line only if it has failed.
    public func report(_ report: PartChange) {
        let released: [ReportedPart] = shown.withLock { shown in
            guard shown[report.hudID] != nil else { return [] }
            if report.depth == 0 {
                write(shown[report.hudID]?.parts.take(report) ?? [])
                return shown[report.hudID]?.parts.takeReleased() ?? []
            }
            guard case .failed(let reason) = report.part.state, !report.part.leavesOwnLine else { return [] }
            // It has failed since the report of its beginning was made, and the report of its end follows.
            if report.isFirst, report.until == nil { return [] }
            let elapsed = (report.start ?? report.time).duration(to: report.until ?? report.time)
            if let line = line(ended: report.part.label, .failed(reason: reason), after: elapsed, nil) { write(line) }
            return []
        }
        withExtendedLifetime(released) {}
    }

    private func write(_ events: [PartReports.Event]) {
        for event in events {
            switch event {
            case .appeared(let run): if run.part.number == nil, !isBrief { write(view.start(of: run.name)) }
            case .begun, .changed: break
            case .ended(let run, let outcome, let elapsed):
                if run.part.number != nil { break }
                if case .failed = outcome, run.part.leavesOwnLine { break }
                if let line = line(ended: run.name, outcome, after: elapsed, nil) { write(line) }
            }
        }
    }

    /// Prints how the work ended and how long it took, if a line about it was printed before or if its outcome is known.
    public func remove(_ snapshot: HUDSnapshot) {
        // Parts that have failed may hold the last reference to a closure of the program, which is released outside the lock.
        let old = shown.withLock { shown in
            let old = shown.removeValue(forKey: snapshot.hudID)
            guard old != nil || snapshot.outcome != nil else { return old }
            if !isBrief {
                write(view.end(of: snapshot))
            } else if let outcome = snapshot.outcome {
                write(view.summary(of: snapshot.label, outcome, after: snapshot.elapsed, snapshot.usage))
            }
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// Prints the lines of `text`. Colors are left out; control characters other than tabs are made visible.
    ///
    /// These lines do not delay the next heartbeat.
    public func log(_ text: String) {
        let lines = view.lines(of: text)
        shown.withLock { _ in
            for line in lines { write(line) }
        }
    }

    /// `✗`, or `x` without UTF-8.
    public var failureMark: String { Theme.terminal.glyphs(isUTF8: isUTF8).cross }

    // MARK: Jobs

    /// Prints that a job has started, unless lines are brief.
    package func report(started job: JSONJob) { print(isBrief ? nil : view.start(of: job.name)) }

    /// Prints how a run of a job has ended; if lines are brief, only if it has failed.
    package func report(
        ended job: JSONJob, _ outcome: HUDOutcome, status: Int32, elapsed: Duration, usage: HUDUsage?, willRetry: Bool
    ) {
        var told = outcome
        if willRetry, case .failed(let reason) = outcome { told = .failed(reason: reason + ", runs again") }
        print(line(ended: job.name, told, after: elapsed, usage))
    }

    /// Prints that a job is not run, unless lines are brief.
    package func report(skipped number: Int, in parent: Int?, _ name: String, reason: String) {
        print(isBrief ? nil : view.skip(of: name, reason))
    }

    private func print(_ line: String?) {
        if let line { shown.withLock { _ in write(line) } }
    }

    private func line(ended name: String, _ outcome: HUDOutcome, after elapsed: Duration, _ usage: HUDUsage?) -> String? {
        if isBrief { guard case .failed = outcome else { return nil } }
        return Self.line(of: name, outcome, after: elapsed, usage, isUTF8: isUTF8, isBrief: isBrief)
    }

    /// Whether text is UTF-8 instead of ASCII.
    package var isUTF8: Bool { view.isUTF8 }

    /// The line that a renderer prints about a job that has ended.
    package static func line(
        of name: String, _ outcome: HUDOutcome, after elapsed: Duration, _ usage: HUDUsage?, isUTF8: Bool, isBrief: Bool
    ) -> String {
        let view = PlainView(isUTF8: isUTF8)
        return isBrief
            ? view.summary(of: name, outcome, after: elapsed, usage) : view.end(of: name, outcome, after: elapsed, usage)
    }

    private func write(_ line: String) {
        LinePrinters.write(line: line, to: descriptor)
    }
}
