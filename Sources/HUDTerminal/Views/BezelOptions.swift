/// Where the bezel stands, how large it is and how it comes and goes: MBProgressHUD's layout properties, in columns and rows.
public struct BezelOptions: Sendable, Hashable {
    /// Columns from the screen's centre, to the right where positive. It stays on the screen; `Int.max` and `.min` are the edges.
    /// (`offset`, `MBProgressMaxOffset`)
    public var horizontalOffset = 0
    /// Rows from the screen's centre, down where positive. It stays on the screen; `Int.max` and `.min` are the edges.
    public var verticalOffset = 0
    /// Rows between border and content, and twice as many columns and one. Less than zero counts as zero. (`margin`)
    public var margin = 1
    /// The bezel is no narrower than this, as far as the screen allows. (`minSize`)
    public var minimumColumns = 0
    /// The bezel is no lower than this, as far as the screen allows.
    public var minimumRows = 0
    /// Whether it is as wide as high where the screen allows: two columns to a row. (`square`)
    public var isSquare = false
    /// What becomes of the screen behind it.
    public var background = BezelBackground.dim
    /// What it is filled with; nil: the theme's. (`bezelView.color`)
    public var color: TerminalColor?
    /// The colour of labels and indicator; nil: the theme's. Marks of how it ended keep theirs. (`contentColor`)
    public var contentColor: TerminalColor?
    /// How it comes and goes. (`animationType`)
    public var animation = BezelAnimation.fade
    /// A button's title; nil or empty: none. (`button`)
    public var button: String?

    /// A bezel in the middle, as large as its content needs.
    public init() {}
}

/// What becomes of the screen behind a bezel. (`backgroundView.style`)
public enum BezelBackground: Sendable, Hashable {
    /// It stays as it is.
    case none
    /// What is there is dimmed.
    case dim
    /// It is covered with a colour.
    case solid(TerminalColor)
}

/// How a bezel comes and goes; all of them fade. (`MBProgressHUDAnimation`)
public enum BezelAnimation: Sendable, Hashable, CaseIterable {
    /// In its place.
    case fade
    /// As `zoomIn` when it comes, as `zoomOut` when it goes.
    case zoom
    /// It comes from half its size, and goes to one and a half.
    case zoomIn
    /// It comes from one and a half its size, and goes to half of it.
    case zoomOut

    /// The bezel's size at an opacity, 1 when it is all there: 0.5 and 1.5 at the ends, as MBProgressHUD has it.
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

/// What a user chose of how a bezel looks.
struct BezelLook: Sendable {
    var theme = Theme.terminal
    /// In place of the large activity indicator.
    var spinner: Spinner?
    var customView: CustomView = .checkmark
    /// Whether the indicator is to move slowly and rarely.
    var reducesMotion = false
    var options = BezelOptions()
}
