/// The characters that a HUD is drawn with. Each of them is one column wide.
public struct Glyphs: Sendable, Hashable {
    /// The completed part of a bar, from an eighth of a column to a full one, or in fewer steps.
    public var bar: [String]
    /// The part of a bar that is in progress.
    public var barRunning: String
    /// The remaining part of a bar.
    public var barRest: String
    /// The left end of a bar; empty for none.
    public var barStart: String
    /// The right end of a bar; empty for none.
    public var barEnd: String
    /// A pie of one column, from empty to full. The empty one is visible too, because it may be the only indicator.
    public var pie: [String]
    /// A ring of one column, from empty to full.
    public var ring: [String]
    /// The mark for success.
    public var checkmark: String
    /// The mark for failure.
    public var cross: String
    /// The mark for a warning.
    public var warning: String
    /// A box: top left, top right, bottom left, bottom right, horizontal, vertical.
    public var box: [String]

    /// Blocks, braille and a rounded box.
    public static let blocks = Glyphs(
        bar: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"], barRunning: "▒", barRest: "░", barStart: "▕", barEnd: "▏",
        pie: ["○", "◔", "◑", "◕", "●"], ring: ["⠈", "⠘", "⠸", "⢸", "⣸", "⣼", "⣾", "⣿"],
        checkmark: "✓", cross: "✗", warning: "!", box: ["╭", "╮", "╰", "╯", "─", "│"])

    /// Thin lines instead of blocks.
    public static let lines: Glyphs = {
        var glyphs = blocks
        (glyphs.bar, glyphs.barRunning, glyphs.barRest, glyphs.barStart, glyphs.barEnd) = (["╸", "━"], "╍", "─", "", "")
        return glyphs
    }()

    /// ASCII only, for terminals and locales that have nothing else.
    public static let ascii = Glyphs(
        bar: ["#"], barRunning: "-", barRest: ".", barStart: "[", barEnd: "]",
        pie: [".", "o", "O", "0", "@"], ring: [".", "o", "O", "0", "@"],
        checkmark: "*", cross: "x", warning: "!", box: ["+", "+", "+", "+", "-", "|"])

    /// The element of a scale for `fraction`: the first at 0, the last only at 1.
    static func step(_ scale: [String], at fraction: Double) -> String? {
        guard !scale.isEmpty else { return nil }
        let fraction = fraction > 0 ? min(fraction, 1) : 0
        return scale[fraction >= 1 ? scale.count - 1 : Int(fraction * Double(scale.count - 1))]
    }
}
