import HUDCore
import HUDTerminal

extension Display {
    /// Sends the notification of `--notify`: when the HUD is gone, if it was drawn on a terminal, and if the job took long enough.
    ///
    /// A job that the user has cancelled needs none.
    func notify(_ options: HUDOptions, label: String, _ outcome: HUDOutcome, after elapsed: Duration) {
        guard let time = options.notificationTime, screen != nil, elapsed >= time, outcome != .cancelled else { return }
        TerminalNotification(label, outcome, after: elapsed).send()
    }
}
