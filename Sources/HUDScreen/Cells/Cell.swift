/// One column of a row: a character, or a part of a wide one, with its style.
public struct Cell: Sendable, Hashable {
    /// A character of several scalars, such as a letter with marks.
    private final class Cluster: Sendable {
        let text: String

        init(_ text: String) {
            self.text = text
        }
    }

    /// Nil for a character of one scalar. So most cells of a grid are copied without counting a reference.
    private var cluster: Cluster?
    /// The scalar of a character that has no other; 0 for one of several, and in the second column of a wide character.
    private var scalar: UInt32
    /// The colors and attributes.
    public internal(set) var style: CellStyle
    private var columns: UInt8

    @inline(never)
    package init(text: String, width: Int, style: CellStyle = .plain) {
        let scalars = text.unicodeScalars
        let isSingle = scalars.dropFirst().isEmpty
        scalar = isSingle ? scalars.first?.value ?? 0 : 0
        cluster = isSingle ? nil : Cluster(text)
        self.style = style
        columns = UInt8(clamping: width)
    }

    /// The grapheme cluster. Empty in the second column of a wide character.
    public var text: String {
        if let cluster { return cluster.text }
        return scalar == 0 ? "" : Unicode.Scalar(scalar).map { String($0) } ?? ""
    }

    /// The columns that the character takes: 1 or 2, or 0 in the second column of a wide character.
    public var width: Int { Int(columns) }

    /// The text if it is one ASCII character, otherwise 0. Most cells are, and can be compared and written by it.
    var ascii: UInt8 { scalar < 0x80 ? UInt8(truncatingIfNeeded: scalar) : 0 }

    /// Whether text, width and style are the same.
    public static func == (one: Cell, other: Cell) -> Bool {
        one.style == other.style && one.columns == other.columns && one.hasSameText(as: other)
    }

    private func hasSameText(as other: Cell) -> Bool {
        if scalar == other.scalar, scalar > 0 { return true }
        return ascii == other.ascii && text == other.text
    }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(columns)
        hasher.combine(style)
    }

    /// A space: only the background shows.
    package static func blank(_ style: CellStyle = .plain) -> Cell {
        var cell = space
        cell.style = style
        return cell
    }

    private static let space = Cell(text: " ", width: 1)

    /// The second column of a wide character.
    static func continuation(_ style: CellStyle) -> Cell { Cell(text: "", width: 0, style: style) }

    /// Becomes another cell in a style. If that has the default background, this cell's stays.
    mutating func become(_ other: Cell, in style: CellStyle) {
        let background = self.style.background
        become(other)
        self.style = style
        if style.background == .default { self.style.background = background }
    }

    /// Becomes another cell. Without counting references, if both are characters of one scalar: that would be two calls for each cell.
    @inline(__always)
    mutating func become(_ other: Cell) {
        if cluster == nil, other.cluster == nil {
            (scalar, style, columns) = (other.scalar, other.style, other.columns)
        } else {
            self = other
        }
    }

    /// Adds a left-to-right mark after the character, unless there is one.
    mutating func appendMark() {
        let text = text
        guard text.unicodeScalars.last != Direction.mark else { return }
        self = Cell(text: text + String(Direction.mark), width: width, style: style)
    }

    /// Whether the terminal's erase functions leave this cell, so that it need not be written.
    var isErased: Bool { scalar == 0x20 && style == .plain }
}
