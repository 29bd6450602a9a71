/// One column of a row: a character, or a part of a wide one, with its style.
public struct Cell: Sendable, Hashable {
    /// The grapheme cluster. Empty in the second column of a wide character.
    public let text: String
    /// The columns that the character takes: 1 or 2, or 0 in the second column of a wide character.
    public let width: Int
    /// The colors and attributes.
    public internal(set) var style: CellStyle

    init(text: String, width: Int, style: CellStyle = .plain) {
        self.text = text
        self.width = width
        self.style = style
    }

    /// A space: only the background shows.
    static func blank(_ style: CellStyle = .plain) -> Cell { Cell(text: " ", width: 1, style: style) }

    /// The second column of a wide character.
    static func continuation(_ style: CellStyle) -> Cell { Cell(text: "", width: 0, style: style) }

    /// Whether the terminal's erase functions leave this cell, so that it need not be written.
    var isErased: Bool { self == Self.erased }

    private static let erased = Cell.blank()
}
