extension OutputTracker {
    /// Where the next character goes in its row.
    struct Cursor: Sendable {
        /// How many columns the window has.
        var columns: Int
        /// The column of the next character, at most; the number of columns while a wrap is pending. Nil: not known.
        var position: Int? = 0
        /// How many columns it may be left of that, in the same row. Not 0 after characters whose width terminals disagree on.
        var slack = 0
        /// Whether the last character was broken off. tmux drops the next one beyond ASCII then, and any control or ASCII character ends that.
        var followsBrokenCharacter = false

        /// What was drawn last, if that has filled the row and can be drawn again.
        var filling: FillingCharacter?

        /// The column of the next character, if there is only one possible.
        var exact: Int? { slack == 0 ? position : nil }

        /// The first column that it may be in.
        var least: Int? { position.map { max(0, $0 - slack) } }

        /// Whether it is after the last column.
        var isWrapPending: Bool { position == columns }

        /// Gives up the column while a wrap is pending, because terminals disagree on where the cursor is then.
        mutating func loseWrap() {
            if isWrapPending { position = nil }
        }

        mutating func go(toColumn number: Int) { (position, slack) = (min(max(1, number), columns) - 1, 0) }

        mutating func goRight(_ count: Int) { position = position.map { min($0 + count, columns - 1) } }

        mutating func goLeft(_ count: Int) {
            loseWrap()
            position = position.map { max(0, $0 - count) }
        }

        /// Goes to a column where it was before. Terminals disagree on whether a pending wrap comes back.
        mutating func comeBack(to position: Int?) {
            (self.position, slack) = (position, 0)
            loseWrap()
        }
    }

    /// A character in the last column, after which a wrap is pending. Drawn there again, it leaves a wrap pending again.
    package struct FillingCharacter: Sendable, Equatable {
        var scalar: UInt32
        package var columns: Int
        var style: PrintedStyle

        /// The bytes that draw it, in a terminal without a style.
        package func bytes(_ capabilities: TerminalCapabilities) -> [UInt8] {
            let style = style.bytes
            let character = Unicode.Scalar(scalar).map { Array(String(Character($0)).utf8) } ?? []
            return style + character + (style.isEmpty ? [] : capabilities.styles.reset)
        }
    }

    /// The character after which a wrap is pending; nil if none is, or if the character can't be drawn again.
    package var fillingCharacter: FillingCharacter? { isWrapPending ? cursor.filling : nil }

    /// Takes note of the character that has filled the row. A mark that joins it is not known to come again with it.
    mutating func noteFilling(_ element: EscapeSequenceParser.Element, in bytes: UnsafeRawBufferPointer) {
        let scalar: UInt32
        switch element {
        case .text(let range): scalar = UInt32(bytes[range.upperBound - 1])
        case .character(let character): scalar = character
        default: return
        }
        let columns = Unicode.Scalar(scalar).flatMap { TextWidth.of($0) } ?? 0
        let isKnown = columns > 0 && drawsPlainly && style.isKnown
        cursor.filling = isKnown ? FillingCharacter(scalar: scalar, columns: columns, style: style) : nil
    }
}
