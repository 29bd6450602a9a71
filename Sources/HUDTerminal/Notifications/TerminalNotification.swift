import CTerminalSupport

/// A desktop notification: a message for a user who has gone to another window while a long job ran.
///
/// ```swift
/// let begin = ContinuousClock.now
/// try withHUD("Compressing", total: files.count) { hud in
///     for file in files { try compress(file) }
/// }
/// let elapsed = begin.duration(to: .now)
/// if elapsed > .seconds(30) {
///     TerminalNotification("Compressing", .succeeded, after: elapsed).send()
/// }
/// ```
///
/// The terminal shows it, if the environment names one that does: by OSC 99 (kitty, which shows it only while its window has no focus), OSC 777 or
/// OSC 9. In tmux the sequence goes through to the terminal if tmux allows that. A local desktop without such a terminal shows it by `notify-send`.
/// Where nothing else is known to work, the bell rings. The terminal is never queried.
public struct TerminalNotification: Sendable, Hashable {
    /// The first line. Its control characters are made harmless, and so are those of the body.
    public var title: String
    /// The text below the title; may be empty.
    public var body: String

    /// Makes a notification.
    public init(title: String, body: String = "") {
        self.title = title
        self.body = body
    }

    /// The notification that a job has ended: its label, and how and after what time it ended.
    public init(_ label: String, _ outcome: HUDOutcome, after elapsed: Duration) {
        let time = ProgressText.length(elapsed)
        let ending =
            switch outcome {
            case .succeeded: "Succeeded after \(time)"
            case .failed(let reason): "Failed after \(time)" + (reason.isEmpty ? "" : ": \(reason)")
            case .cancelled: "Cancelled after \(time)"
            }
        self.init(title: label.isEmpty ? ending : label, body: label.isEmpty ? "" : ending)
    }

    /// Sends the notification, and waits two seconds at most: for tmux, and for `notify-send`. Call it when no HUD is on the terminal.
    ///
    /// Nothing is sent without a terminal, to one with `TERM=dumb` or without `TERM`, in continuous integration (`CI`), to an agent, and to a user of a screen
    /// reader (`ACCESSIBLE`).
    ///
    /// - Parameter fileDescriptor: The terminal; nil: standard error if that is a terminal, otherwise standard output.
    /// - Returns: Whether it was sent, which does not mean that it was shown.
    @discardableResult
    public func send(to fileDescriptor: Int32? = nil) -> Bool {
        let descriptor = fileDescriptor ?? (isatty(STDERR_FILENO) == 1 ? STDERR_FILENO : STDOUT_FILENO)
        guard isatty(descriptor) == 1 else { return false }
        return NotificationPlan(for: self, .current).carryOut(on: descriptor)
    }
}
