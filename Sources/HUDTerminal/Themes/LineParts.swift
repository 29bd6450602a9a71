/// The parts that a HUD's line can have. ``Theme/parts`` says which of them are drawn.
///
/// ```swift
/// var theme = Theme.terminal
/// theme.parts = [.label, .bar, .percent]
/// let renderer = AutomaticRenderer(theme: theme)
/// ```
///
/// This is a set and not a sequence or a template: the order of the parts is the same in every HUD, because the lines of several HUDs share
/// columns. A part is drawn only if the HUD has something to show in it, such as a bar in mode `bar`. In a window that is too narrow for all
/// parts, they are left out in this order: rate, count, remaining time, bar, percentage, details, label.
public struct LineParts: OptionSet, Sendable, Hashable {
    /// The parts as bits.
    public let rawValue: UInt16

    /// Makes a set from bits. Bits without a part have no effect.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The spinner, pie, ring, custom view or mark.
    public static let indicator = LineParts(.indicator)
    /// The label.
    public static let label = LineParts(.label)
    /// The bar.
    public static let bar = LineParts(.bar)
    /// The completed percentage.
    public static let percent = LineParts(.percent)
    /// The completed count and the total.
    public static let count = LineParts(.count)
    /// Units per second.
    public static let rate = LineParts(.rate)
    /// The elapsed time.
    public static let elapsed = LineParts(.elapsed)
    /// The estimated remaining time.
    public static let remaining = LineParts(.remaining)
    /// The details label, below the line, and behind the label the number of parts that have failed.
    public static let details = LineParts(rawValue: 1 << 8)

    /// All parts.
    public static let all: LineParts = [.indicator, .label, .bar, .percent, .count, .rate, .elapsed, .remaining, .details]

    /// The set of one part.
    init(_ part: InlineLayout.Part) {
        rawValue = 1 << UInt16(part.rawValue)
    }
}
