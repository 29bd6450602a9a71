/// Something that happened to a HUD, and when.
public struct HUDEvent: Sendable, Hashable {
    /// What can happen to a HUD.
    public enum Kind: Sendable, Hashable {
        /// It comes onto the screen, or turns back while it was disappearing.
        case appear(animated: Bool)
        /// It starts to go.
        case disappear(animated: Bool)
        /// It is gone: the completion. `shown` is false where it never came onto the screen.
        case hidden(shown: Bool)
    }

    /// When it happened: the deadline's own instant, however late the clock woke.
    public var time: HUDInstant
    /// What happened.
    public var kind: Kind

    /// An event of `kind` at `time`.
    public init(_ kind: Kind, at time: HUDInstant) {
        self.time = time
        self.kind = kind
    }
}

/// Where a HUD is between being asked for and being gone.
public enum HUDPhase: Sendable, Hashable, CaseIterable {
    /// Nothing is asked for.
    case hidden
    /// Asked for; the grace time runs, and nothing is on the screen.
    case waiting
    /// On the screen.
    case visible
    /// On the screen, and asked to go; the minimum show time keeps it.
    case lingering
    /// On the screen still, and disappearing.
    case hiding

    /// Whether the HUD is on the screen in this phase.
    public var isOnScreen: Bool {
        switch self {
        case .hidden, .waiting: false
        case .visible, .lingering, .hiding: true
        }
    }
}
