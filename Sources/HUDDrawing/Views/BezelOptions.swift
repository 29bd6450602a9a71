/// The bezel's position, size and animation: MBProgressHUD's layout properties in columns and rows.
public struct BezelOptions: Sendable, Hashable {
    /// Columns from the center of the screen, to the right if positive. The bezel stays on the screen; `Int.max` and `.min` are the edges.
    /// (`offset`, `MBProgressMaxOffset`)
    public var horizontalOffset = 0
    /// Rows from the center of the screen, down if positive. The bezel stays on the screen; `Int.max` and `.min` are the edges.
    public var verticalOffset = 0
    /// Rows between border and content. On the left and right there are twice as many columns plus one. Negative counts as 0. (`margin`)
    public var margin = 1
    /// The minimum width, if the screen is wide enough. (`minSize`)
    public var minimumColumns = 0
    /// The minimum height, if the screen is high enough.
    public var minimumRows = 0
    /// Whether the bezel is square (two columns for each row), if the screen is large enough. (`square`)
    public var isSquare = false
    /// How the screen behind the bezel is drawn.
    public var background = BezelBackground.dim
    /// The color of the bezel; nil: the theme's. (`bezelView.color`)
    public var color: TerminalColor?
    /// The color of labels and indicator; nil: the theme's. Marks of an outcome keep theirs. (`contentColor`)
    public var contentColor: TerminalColor?
    /// How the bezel appears and disappears. (`animationType`)
    public var animation = BezelAnimation.fade
    /// The title of the button; nil or empty: no button. (`button`)
    public var button: String?

    /// Whether there is a button.
    package var hasButton: Bool { button?.isEmpty == false }

    /// Makes the default options: a bezel in the center, as large as its content needs.
    public init() {}
}

/// How the screen behind a bezel is drawn. (`backgroundView.style`)
public enum BezelBackground: Sendable, Hashable {
    /// The screen stays as it is.
    case none
    /// The content of the screen is dimmed.
    case dim
    /// The screen is covered with a color.
    case solid(TerminalColor)
}

/// How a bezel appears and disappears; it fades in all cases. (`MBProgressHUDAnimation`)
public enum BezelAnimation: Sendable, Hashable, CaseIterable {
    /// No change of size.
    case fade
    /// `zoomIn` when the bezel appears, `zoomOut` when it disappears.
    case zoom
    /// The bezel grows from half its size, and disappears at one and a half times its size.
    case zoomIn
    /// The bezel shrinks from one and a half times its size, and disappears at half its size.
    case zoomOut

    /// The scale at an opacity; 1 if fully visible. The ends are 0.5 and 1.5, as in MBProgressHUD.
    func scale(at opacity: Double, isDisappearing: Bool) -> Double {
        let opacity = opacity > 0 ? min(opacity, 1) : 0
        let end: Double =
            switch self {
            case .fade: 1
            case .zoom: 0.5
            case .zoomIn: isDisappearing ? 1.5 : 0.5
            case .zoomOut: isDisappearing ? 0.5 : 1.5
            }
        return 1 + (end - 1) * (1 - opacity)
    }
}
