/// The phases of a HUD from `show` to its completion.
public enum HUDPhase: Sendable, Hashable, CaseIterable {
    /// The HUD has not been asked for.
    case hidden
    /// The HUD was asked for, and the grace time is running. Nothing is on the screen.
    case waiting
    /// On the screen.
    case visible
    /// On the screen and asked to disappear; the minimum show time is not over.
    case lingering
    /// On the screen and disappearing.
    case hiding

    /// Whether the HUD is on the screen in this phase.
    public var isOnScreen: Bool {
        switch self {
        case .hidden, .waiting: false
        case .visible, .lingering, .hiding: true
        }
    }
}
