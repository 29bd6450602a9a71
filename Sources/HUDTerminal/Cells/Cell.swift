/// One column of a row: a character, or the part of a wide one, and how it looks.
public struct Cell: Sendable, Hashable {
    /// What stands in it: one grapheme cluster. Empty where a wide character to the left goes on.
    public let text: String
    /// Columns that it takes from here: 1 or 2; 0 where a wide character to the left goes on.
    public let width: Int
    /// How it looks.
    public internal(set) var style: CellStyle

    init(text: String, width: Int, style: CellStyle = .plain) {
        self.text = text
        self.width = width
        self.style = style
    }

    /// Nothing but a background.
    static func blank(_ style: CellStyle = .plain) -> Cell { Cell(text: " ", width: 1, style: style) }

    /// What a wide character covers right of where it stands.
    static func continuation(_ style: CellStyle) -> Cell { Cell(text: "", width: 0, style: style) }

    /// Whether erasing would draw it.
    var isErased: Bool { self == Self.erased }

    private static let erased = Cell.blank()
}
