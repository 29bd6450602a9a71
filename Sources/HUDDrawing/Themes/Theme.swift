/// How a HUD looks: glyphs, colors and a spinner.
///
/// In the built-in themes, text that people read has the terminal's own foreground, bold or dim. Bars, marks and spinners are colored, with a
/// contrast of 3:1 or more against black and against white. Only the bezel sets a background, and then also the color of its text.
///
/// A color that would lose this contrast on a terminal with fewer colors is replaced by the terminal's foreground, or in a bezel with a
/// background by the color of its text.
///
/// A renderer without a theme of its own reads ``appearance`` when its HUD is shown.
public struct Theme: Sendable, Hashable {
    /// The name by which it is chosen.
    public var name: String
    /// The characters to draw with.
    public var glyphs: Glyphs {
        get { characters[0] }
        set { characters = [newValue] }
    }
    /// The spinner of an indeterminate HUD.
    public var spinner = Spinner.dots
    /// The style of spinner, pie and ring.
    public var indicator = CellStyle(foreground: .rgb(0, 135, 135))
    /// The style of the label.
    public var label = CellStyle.plain
    /// The style of the details label.
    public var details = CellStyle(attributes: .dim)
    /// The style of the percentage.
    public var percent = CellStyle(attributes: .bold)
    /// The style of counts, rates and times.
    public var numbers = CellStyle(attributes: .dim)
    /// The completed part of a bar, as a gradient over the length of the bar.
    public var bar = Gradient(.rgb(0, 135, 135))
    /// The part of a bar that is in progress.
    public var barRunning = CellStyle(foreground: .rgb(95, 135, 175))
    /// The remaining part of a bar, and its ends.
    public var barRest = CellStyle(attributes: .dim)
    /// The mark for success.
    public var success = CellStyle(foreground: .rgb(0, 135, 0))
    /// The mark for failure.
    public var failure = CellStyle(foreground: .rgb(215, 0, 0))
    /// The mark for cancelled work, and for warnings.
    public var warning = CellStyle(foreground: .rgb(175, 135, 0))
    /// The bezel's border.
    public var bezelBorder = CellStyle(attributes: .dim)
    /// The inside of the bezel. Everything else is drawn on its background. (`bezelView.color`)
    public var bezel = CellStyle.plain
    /// The parts that a HUD's line has, from left to right, if there is something to show in them and if they fit. In a bezel: which of percentage, count and
    /// remaining time are shown.
    ///
    /// This is part of the theme, so that it can be chosen for a renderer and its HUDs, or for every HUD of the process with ``appearance``.
    public var parts: [LinePart] {
        get { order.parts }
        set { order = LineOrder(newValue) }
    }
    /// The parts in the form that a frame needs.
    private(set) var order = LineOrder.usual
    /// The color that a HUD fades to. The terminal's background is assumed to have this color.
    public var backdrop = TerminalColor.rgb(0, 0, 0)

    /// One element: the glyphs behind one reference, because a theme is copied much more often than it is changed.
    private var characters = Self.blocks
    private static let blocks = [Glyphs.blocks]

    /// Makes a theme that looks like ``terminal`` until it is changed.
    @inline(never)
    public init(name: String) {
        self.name = name
    }

    /// The glyphs for a character set.
    package func glyphs(isUTF8: Bool) -> Glyphs { isUTF8 ? glyphs : .ascii }

    /// The style of a mark.
    func style(of mark: HUDMark) -> CellStyle {
        switch mark {
        case .checkmark: success
        case .cross: failure
        case .warning: warning
        }
    }
}
