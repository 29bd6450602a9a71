/// How a HUD looks: glyphs, colours and a spinner, as a value.
///
/// A renderer that is given none takes ``appearance`` when its HUD is next shown.
public struct Theme: Sendable, Hashable {
    /// What it is chosen by.
    public var name: String
    /// The characters it is drawn with.
    public var glyphs = Glyphs.blocks
    /// What turns where it is not known how long it takes.
    public var spinner = Spinner.dots
    /// The spinner, pie and ring.
    public var indicator = CellStyle(foreground: .ansi(6))
    /// The label.
    public var label = CellStyle.plain
    /// The details label.
    public var details = CellStyle(attributes: .dim)
    /// Percent.
    public var percent = CellStyle(attributes: .bold)
    /// Counts, rates and times.
    public var numbers = CellStyle(attributes: .dim)
    /// A bar's done part, along its whole length.
    public var bar = Gradient(.ansi(6))
    /// A bar's segment for what is running.
    public var barRunning = CellStyle(foreground: .ansi(4))
    /// What is left of a bar, and its ends.
    public var barRest = CellStyle(attributes: .dim)
    /// The mark of what succeeded.
    public var success = CellStyle(foreground: .ansi(2))
    /// The mark of what failed.
    public var failure = CellStyle(foreground: .ansi(1))
    /// The mark of what was cancelled, or wants to be looked at.
    public var warning = CellStyle(foreground: .ansi(3))
    /// The bezel's border.
    public var bezelBorder = CellStyle(attributes: .dim)
    /// The bezel's inside, whose background the rest is drawn on. (`bezelView.color`)
    public var bezel = CellStyle.plain
    /// Colours are mixed with this one as a HUD fades; what the terminal's own background is taken to be.
    public var backdrop = TerminalColor.rgb(0, 0, 0)

    /// A theme that looks as ``terminal`` does until something is changed.
    public init(name: String) {
        self.name = name
    }

    /// The glyphs for a character set.
    func glyphs(isUTF8: Bool) -> Glyphs { isUTF8 ? glyphs : .ascii }

    /// The style of a mark.
    func style(of mark: HUDMark) -> CellStyle {
        switch mark {
        case .checkmark: success
        case .cross: failure
        case .warning: warning
        }
    }
}

/// A mark that stands for how something ended: a ready-made custom view. (`MBProgressHUDModeCustomView`)
public enum HUDMark: Sendable, Hashable, CaseIterable {
    case checkmark
    case cross
    case warning

    /// The character that stands for it on a line.
    func glyph(in glyphs: Glyphs) -> String {
        switch self {
        case .checkmark: glyphs.checkmark
        case .cross: glyphs.cross
        case .warning: glyphs.warning
        }
    }
}
