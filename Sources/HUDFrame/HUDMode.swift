/// What a HUD shows next to its labels. (`MBProgressHUDMode`)
public enum HUDMode: Sendable, Hashable, CaseIterable {
    /// A spinner: the duration is not known. What is completed of a total that is not known is shown with it.
    case indeterminate
    /// A pie that fills.
    case determinate
    /// A horizontal bar that fills. (`DeterminateHorizontalBar`)
    case bar
    /// A ring that fills. (`AnnularDeterminate`)
    case annular
    /// A view of your own. (`CustomView`)
    case custom
    /// Only the labels.
    case text
}

extension HUDMode {
    /// Whether the HUD shows progress.
    package var showsProgress: Bool {
        switch self {
        case .determinate, .bar, .annular: true
        case .indeterminate, .custom, .text: false
        }
    }
}
