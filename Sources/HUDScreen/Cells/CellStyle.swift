/// The colors and attributes of a cell.
public struct CellStyle: Sendable, Hashable {
    /// Bold, dim, underline and reverse. An attribute that the terminal lacks has no effect.
    public struct Attributes: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt8

        /// Makes a set from its bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// terminfo `bold`.
        public static let bold = Attributes(rawValue: 1)
        /// terminfo `dim`.
        public static let dim = Attributes(rawValue: 2)
        /// terminfo `smul`.
        public static let underline = Attributes(rawValue: 4)
        /// terminfo `rev`: foreground and background are exchanged.
        public static let reverse = Attributes(rawValue: 8)
    }

    /// The color of the character.
    public var foreground: TerminalColor
    /// The color of the background.
    public var background: TerminalColor
    /// Bold, dim and the like.
    public var attributes: Attributes

    /// Makes a style; without arguments, the terminal's default style.
    public init(foreground: TerminalColor = .default, background: TerminalColor = .default, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The terminal's default style: no color, no attribute.
    public static let plain = CellStyle()
}
