extension InMemoryTerminal {
    /// One column of the screen.
    public struct Cell: Sendable, Hashable {
        /// The character with its marks; a blank where nothing stands, empty where a wide character to the left goes on.
        public var text: String
        /// 1, or 2 for a wide character, or 0 where a wide character to the left goes on.
        public var width: Int
        /// Colours and attributes.
        public var style: Style

        /// A cell, to compare with.
        public init(_ text: String = " ", width: Int = 1, style: Style = Style()) {
            self.text = text
            self.width = width
            self.style = style
        }
    }

    /// Colours and attributes, as SGR sets them (ECMA-48, 8.3.117).
    public struct Style: Sendable, Hashable {
        /// The colour of the character.
        public var foreground: Color
        /// The colour behind it.
        public var background: Color
        /// Bold and the like.
        public var attributes: Attributes

        /// A style; plain where nothing is said.
        public init(foreground: Color = .default, background: Color = .default, attributes: Attributes = []) {
            self.foreground = foreground
            self.background = background
            self.attributes = attributes
        }

        /// What an erased cell has: the background (terminfo's `bce`), nothing else.
        var erased: Style { Style(background: background) }
    }

    /// A colour as it was asked for.
    public enum Color: Sendable, Hashable {
        /// The terminal's own.
        case `default`
        /// One of the palette: 0 to 7 are SGR 30 to 37, 8 to 15 are SGR 90 to 97, the rest xterm's 256.
        case indexed(UInt8)
        /// True colour.
        case rgb(UInt8, UInt8, UInt8)
    }

    /// What SGR can add to a character.
    public struct Attributes: OptionSet, Sendable, Hashable, CustomStringConvertible {
        /// A bit for each.
        public let rawValue: UInt8

        /// Those whose bits are set.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// SGR 1.
        public static let bold = Attributes(rawValue: 1)
        /// SGR 2.
        public static let dim = Attributes(rawValue: 2)
        /// SGR 3.
        public static let italic = Attributes(rawValue: 4)
        /// SGR 4 and 21, and all of 4's kinds (`4:3`).
        public static let underline = Attributes(rawValue: 8)
        /// SGR 5 and 6.
        public static let blink = Attributes(rawValue: 16)
        /// SGR 7.
        public static let reverse = Attributes(rawValue: 32)
        /// SGR 8.
        public static let hidden = Attributes(rawValue: 64)
        /// SGR 9.
        public static let strikethrough = Attributes(rawValue: 128)

        /// The names of those that are set.
        public var description: String {
            let names = ["bold", "dim", "italic", "underline", "blink", "reverse", "hidden", "strikethrough"]
            return "[" + names.indices.filter { rawValue >> $0 & 1 == 1 }.map { names[$0] }.joined(separator: ", ") + "]"
        }
    }
}
