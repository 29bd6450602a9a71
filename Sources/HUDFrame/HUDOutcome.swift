/// How the work ended; the renderer shows it when the HUD disappears.
public enum HUDOutcome: Sendable, Hashable {
    /// The work was successful.
    case succeeded
    /// The work failed. `reason` is a few words, such as `status 2`; it may be empty.
    case failed(reason: String = "")
    /// The work was cancelled.
    case cancelled
}
