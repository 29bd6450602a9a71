import Synchronization

extension Theme {
    private static let shared = Mutex<Theme>(.terminal)

    /// The process-wide theme: that of every HUD whose renderer has no theme of its own.
    ///
    /// As with UIAppearance, it is read when a HUD is shown: a change does not affect a HUD that is on screen. A theme set on a renderer
    /// always takes precedence.
    public static var appearance: Theme {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }
}
