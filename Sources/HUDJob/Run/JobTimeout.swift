import HUDCore

/// The end of a job's time: SIGTERM, and SIGKILL for one that still runs five seconds later. Times are those that the job has run.
package struct JobTimeout {
    /// What a job has to end of its own accord.
    private static let mercy = Duration.seconds(5)

    /// What falls due next, and which signal it brings.
    private var next: (time: Duration, signal: Int32)?
    /// Whether the time was up.
    private(set) var isOver = false

    /// - Parameter limit: How long the job may run; nil: as long as it likes.
    package init(_ limit: Duration?) {
        next = limit.map { ($0, SIGTERM) }
    }

    /// The signal that is due; nil where none is.
    mutating func signal(at elapsed: Duration) -> Int32? {
        guard let due = next, due.time <= elapsed else { return nil }
        isOver = true
        next = due.signal == SIGTERM ? (elapsed + Self.mercy, SIGKILL) : nil
        return due.signal
    }

    /// How long to wait for it, in `poll`'s milliseconds; -1 where there is nothing to wait for.
    func milliseconds(at elapsed: Duration) -> Int32 {
        guard let next else { return -1 }
        // Rounded up, and no further than `poll` can go.
        return Int32(clamping: max(0, ((next.time - elapsed).nanosecondsRoundedUp + 999_999) / 1_000_000))
    }
}
