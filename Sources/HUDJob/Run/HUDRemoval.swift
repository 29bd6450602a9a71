import HUDCore
import HUDLibc

/// Hides the HUD of a run, and waits until it is off the terminal.
struct HUDRemoval<Letter: Sendable> {
    let hud: HUD
    let display: JobDisplay
    let mailbox: GroupMailbox<Letter>
    let signals: CaughtSignals?

    /// After a signal the HUD gets this long.
    private static var patience: Duration { .seconds(1) }

    /// Shows `outcome` for `delay`, and removes the HUD.
    ///
    /// A signal takes the HUD off at once. After a second one, or after a second, the wait ends: a blocked terminal can keep a HUD from being removed.
    ///
    /// - Parameters:
    ///   - isInterrupted: Whether a signal has ended the run.
    ///   - letter: Sent to the mailbox when the HUD is gone. All other letters are dropped.
    ///   - isLetter: Recognizes `letter`.
    /// - Returns: The first signal that arrived meanwhile.
    func remove(
        _ outcome: HUDOutcome, delay: Duration, isInterrupted: Bool, letter: Letter, isLetter: (Letter) -> Bool
    ) -> Int32? {
        let watched = display.watch(hud) { [mailbox] in mailbox.post(letter) }
        defer { watched.end() }
        display.end(hud, outcome, delay: isInterrupted ? .zero : delay)
        if isInterrupted { hud.dismiss() }
        var arrived: [Int32] = []
        while arrived.count < 2 {
            var descriptors = [mailbox.readEnd, signals?.readEnd ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let isLimited = isInterrupted || !arrived.isEmpty
            guard poll(&descriptors, 2, isLimited ? Self.patience.pollTimeout : -1) != 0 else { break }
            if mailbox.take().contains(where: isLetter) { break }
            guard descriptors[1].revents != 0, let signals else { continue }
            arrived += signals.take().filter { $0 != SIGTSTP }
            if !arrived.isEmpty { hud.dismiss() }
        }
        return arrived.first
    }
}
