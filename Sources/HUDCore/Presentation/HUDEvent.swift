/// An event of a HUD and its time.
public struct HUDEvent: Sendable, Hashable {
    /// The kinds of events.
    public enum Kind: Sendable, Hashable {
        /// The HUD appears, or turns back while it is disappearing.
        case appear(animated: Bool)
        /// The HUD starts to disappear.
        case disappear(animated: Bool)
        /// The HUD is gone: the completion. `shown` is false if it never appeared.
        case hidden(shown: Bool)
    }

    /// When it happened: the instant of the deadline, even if the clock woke up later.
    public var time: HUDInstant
    /// What happened.
    public var kind: Kind

    /// Makes an event of `kind` at `time`.
    public init(_ kind: Kind, at time: HUDInstant) {
        self.time = time
        self.kind = kind
    }
}
