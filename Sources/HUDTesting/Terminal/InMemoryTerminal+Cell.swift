extension InMemoryTerminal {
    /// One column of the screen.
    public struct Cell: Sendable, Hashable {
        /// The character with its marks; a space if empty, and the empty string in the second column of a wide character.
        public var text: String
        /// 1, or 2 for a wide character, or 0 in its second column.
        public var width: Int
        /// Colors and attributes.
        public var style: Style

        /// Makes a cell, for comparisons.
        public init(_ text: String = " ", width: Int = 1, style: Style = Style()) {
            self.text = text
            self.width = width
            self.style = style
        }
    }

    /// Colors and attributes, as set by SGR (ECMA-48, 8.3.117).
    public struct Style: Sendable, Hashable {
        /// The color of the character.
        public var foreground: Color
        /// The color of the background.
        public var background: Color
        /// Bold and the like.
        public var attributes: Attributes

        /// Makes a style; plain by default.
        public init(foreground: Color = .default, background: Color = .default, attributes: Attributes = []) {
            self.foreground = foreground
            self.background = background
            self.attributes = attributes
        }

        /// The style of an erased cell: only the background (terminfo `bce`).
        var erased: Style { Style(background: background) }
    }

    /// A color as it was set.
    public enum Color: Sendable, Hashable {
        /// The terminal's default color.
        case `default`
        /// A palette color: 0 to 7 are SGR 30 to 37, 8 to 15 are SGR 90 to 97, the others are xterm's 256 colors.
        case indexed(UInt8)
        /// A 24-bit color.
        case rgb(UInt8, UInt8, UInt8)
    }

    /// The attributes that SGR can set.
    public struct Attributes: OptionSet, Sendable, Hashable, CustomStringConvertible {
        /// One bit for each attribute.
        public let rawValue: UInt8

        /// Makes a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// SGR 1.
        public static let bold = Attributes(rawValue: 1)
        /// SGR 2.
        public static let dim = Attributes(rawValue: 2)
        /// SGR 3.
        public static let italic = Attributes(rawValue: 4)
        /// SGR 4 and 21, and all styles of underline (`4:3`).
        public static let underline = Attributes(rawValue: 8)
        /// SGR 5 and 6.
        public static let blink = Attributes(rawValue: 16)
        /// SGR 7.
        public static let reverse = Attributes(rawValue: 32)
        /// SGR 8.
        public static let hidden = Attributes(rawValue: 64)
        /// SGR 9.
        public static let strikethrough = Attributes(rawValue: 128)

        /// The names of the attributes in the set.
        public var description: String {
            let names = ["bold", "dim", "italic", "underline", "blink", "reverse", "hidden", "strikethrough"]
            return "[" + names.indices.filter { rawValue >> $0 & 1 == 1 }.map { names[$0] }.joined(separator: ", ") + "]"
        }
    }
}
