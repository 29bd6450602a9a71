import HUDCore
import HUDTerminal

/// What happens at the end of a job.
struct JobEnd: Sendable {
    /// How long the outcome stays on screen.
    var hideDelay = Duration.zero
    /// Whether a summary line stays when the HUD disappears.
    var leavesSummary = true
    /// Whether it is said what the job has cost.
    var showsUsage = false
    /// How long a job takes at least for a notification; nil: none is sent.
    var notificationTime: Duration?
    var hooks = Hooks()

    /// Sends the notification of `--notify`: when the HUD is gone, if it was drawn on a terminal, and if the job took long enough.
    ///
    /// A job that the user has cancelled needs none.
    func notify(_ display: Display, label: String, _ outcome: HUDOutcome, after elapsed: Duration) {
        guard let time = notificationTime, display.screen != nil, elapsed >= time, outcome != .cancelled else { return }
        TerminalNotification(label, outcome, after: elapsed).send()
    }
}
