/// Which outcomes leave a line when a HUD disappears: mark, label, time, and the reason for a failure. An outcome that is set after that leaves none.
///
///     ✓ Compressing 0.7 s
///     ✗ Uploading 1:42 connection refused
public enum HUDSummary: Sendable, Hashable, CaseIterable {
    /// None.
    case never
    /// Failures. A failure leaves its line even if the HUD was not shown, because the job failed within the grace time.
    case failures
    /// The outcome of every HUD that was shown, and failures.
    case shown
    /// Every outcome, even of a HUD that was not shown.
    case always

    /// Whether a HUD with `outcome` leaves a line. Without an outcome there is none.
    ///
    /// - Parameter shown: Whether the HUD was shown.
    func leavesLine(for outcome: HUDOutcome?, shown: Bool) -> Bool {
        switch (self, outcome) {
        case (_, nil), (.never, _?): false
        case (.failures, .failed?), (.shown, .failed?), (.always, _?): true
        case (.shown, .succeeded?), (.shown, .cancelled?): shown
        case (.failures, .succeeded?), (.failures, .cancelled?): false
        }
    }
}
