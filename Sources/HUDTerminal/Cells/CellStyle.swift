/// How a cell looks: two colours and what else terminals can do to a character.
public struct CellStyle: Sendable, Hashable {
    /// Bold, dim and the like. A terminal that lacks one does without.
    public struct Attributes: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt8

        /// Attributes by their bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// terminfo `bold`.
        public static let bold = Attributes(rawValue: 1)
        /// terminfo `dim`.
        public static let dim = Attributes(rawValue: 2)
        /// terminfo `smul`.
        public static let underline = Attributes(rawValue: 4)
        /// terminfo `rev`: the two colours change places.
        public static let reverse = Attributes(rawValue: 8)
    }

    /// The character's colour.
    public var foreground: TerminalColor
    /// The colour behind it.
    public var background: TerminalColor
    /// What else.
    public var attributes: Attributes

    /// A style; without arguments the terminal's own.
    public init(foreground: TerminalColor = .default, background: TerminalColor = .default, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The terminal's own: no colour, no attribute.
    public static let plain = CellStyle()

    /// This style with another background.
    func on(_ background: TerminalColor) -> CellStyle {
        CellStyle(foreground: foreground, background: background, attributes: attributes)
    }
}
