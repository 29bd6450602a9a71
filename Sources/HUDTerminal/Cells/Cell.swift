/// One column of a row: a character, or a part of a wide one, with its style.
public struct Cell: Sendable, Hashable {
    /// The grapheme cluster. Empty in the second column of a wide character.
    public let text: String
    /// The columns that the character takes: 1 or 2, or 0 in the second column of a wide character.
    public var width: Int { Int(columns) }
    /// The colors and attributes.
    public internal(set) var style: CellStyle
    /// The text if it is one ASCII character, otherwise 0. Most cells are, and can be compared and written by it.
    let ascii: UInt8
    private let columns: UInt8

    @inline(never)
    init(text: String, width: Int, style: CellStyle = .plain) {
        self.text = text
        self.style = style
        columns = UInt8(clamping: width)
        ascii = text.utf8.count == 1 ? text.utf8.first ?? 0 : 0
    }

    /// Whether text, width and style are the same.
    public static func == (one: Cell, other: Cell) -> Bool {
        one.style == other.style && one.columns == other.columns && one.ascii == other.ascii
            && (one.ascii != 0 || one.text == other.text)
    }

    /// A space: only the background shows.
    static func blank(_ style: CellStyle = .plain) -> Cell { Cell(text: " ", width: 1, style: style) }

    /// The second column of a wide character.
    static func continuation(_ style: CellStyle) -> Cell { Cell(text: "", width: 0, style: style) }

    /// Whether the terminal's erase functions leave this cell, so that it need not be written.
    var isErased: Bool { ascii == UInt8(ascii: " ") && style == .plain }
}
