/// The characters that a HUD is drawn with. Every one takes one column.
public struct Glyphs: Sendable, Hashable {
    /// A bar's done part: from an eighth of a column to all of it, or fewer steps.
    public var bar: [String]
    /// A bar's segment for what is running.
    public var barRunning: String
    /// What is left of a bar.
    public var barRest: String
    /// What stands left of a bar; empty for nothing.
    public var barStart: String
    /// What stands right of it; empty for nothing.
    public var barEnd: String
    /// A pie of one column, from empty to full. An empty one is seen as well: it may be all that there is room for.
    public var pie: [String]
    /// A ring of one column, from empty to full.
    public var ring: [String]
    /// Done.
    public var checkmark: String
    /// Failed.
    public var cross: String
    /// Look at this.
    public var warning: String
    /// A box: top left, top right, bottom left, bottom right, horizontal, vertical.
    public var box: [String]

    /// Blocks, braille and a rounded box.
    public static let blocks = Glyphs(
        bar: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"], barRunning: "▒", barRest: " ", barStart: "▕", barEnd: "▏",
        pie: ["○", "◔", "◑", "◕", "●"], ring: ["⠈", "⠘", "⠸", "⢸", "⣸", "⣼", "⣾", "⣿"],
        checkmark: "✓", cross: "✗", warning: "!", box: ["╭", "╮", "╰", "╯", "─", "│"])

    /// Thin lines in place of blocks.
    public static let lines: Glyphs = {
        var glyphs = blocks
        (glyphs.bar, glyphs.barRunning, glyphs.barRest, glyphs.barStart, glyphs.barEnd) = (["╸", "━"], "╍", "─", "", "")
        return glyphs
    }()

    /// ASCII alone, for terminals and locales that have no more.
    public static let ascii = Glyphs(
        bar: ["#"], barRunning: "-", barRest: " ", barStart: "[", barEnd: "]",
        pie: [".", "o", "O", "0", "@"], ring: [".", "o", "O", "0", "@"],
        checkmark: "*", cross: "x", warning: "!", box: ["+", "+", "+", "+", "-", "|"])

    /// The step of a scale that `fraction` has reached: the first at 0, the last only when all is done.
    static func step<Scale: RandomAccessCollection>(_ scale: Scale, at fraction: Double) -> Scale.Element? {
        guard !scale.isEmpty else { return nil }
        let fraction = fraction > 0 ? min(fraction, 1) : 0
        let offset = fraction >= 1 ? scale.count - 1 : Int(fraction * Double(scale.count - 1))
        return scale[scale.index(scale.startIndex, offsetBy: offset)]
    }
}
