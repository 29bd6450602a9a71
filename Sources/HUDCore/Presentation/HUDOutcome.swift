/// How the work ended that a HUD stood for; what a renderer says of it when the HUD goes.
public enum HUDOutcome: Sendable, Hashable {
    /// It did what it should.
    case succeeded
    /// It failed. `reason` is a few words, such as `status 2`; it may be empty.
    case failed(reason: String = "")
    /// Somebody took it back before it was done.
    case cancelled
}
