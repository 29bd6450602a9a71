/// What a HUD shows beside its labels. (`MBProgressHUDMode`)
public enum HUDMode: Sendable, Hashable, CaseIterable {
    /// A spinner: how long it will take is not known.
    case indeterminate
    /// A round pie that fills.
    case determinate
    /// A horizontal bar that fills. (`DeterminateHorizontalBar`)
    case bar
    /// A ring that fills. (`AnnularDeterminate`)
    case annular
    /// A view of one's own. (`CustomView`)
    case custom
    /// The labels alone.
    case text
}
