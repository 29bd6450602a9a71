import Synchronization

extension Theme {
    private static let shared = Mutex<Theme>(.terminal)

    /// The process-wide theme: what a HUD looks like that has no theme of its own.
    ///
    /// UIAppearance's rule: it is taken when a HUD is shown. A change does not touch one that is on screen, and a theme that was set
    /// on a renderer itself always wins.
    public static var appearance: Theme {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }
}
