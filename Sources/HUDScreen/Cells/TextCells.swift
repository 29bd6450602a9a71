/// The beginning of a text as cells without a style: harmless, measured, and as many as a window can show.
///
/// Making it reads only a part of the text that is bounded by the limit, however long the text is. It is made when the text changes, and
/// can then be cut to any width up to the limit.
package struct TextCells: Sendable {
    /// The cells of the text without an ellipsis. If the text does not fit into the limit, they take at least one column more than that.
    package private(set) var cells: [Cell] = []
    /// The columns that `cells` take.
    private var columns = 0
    /// The maximum width to which the text can be cut.
    package let limit: Int
    /// Whether the text does not fit into the limit.
    private(set) var isCut = false
    /// Whether it has characters that are written from right to left.
    private(set) var isRightToLeft = false
    private let isUTF8: Bool

    /// - Parameter limit: The maximum width to which the text will be cut.
    package init(_ text: String, isUTF8: Bool, limit: Int) {
        self.limit = max(0, limit)
        self.isUTF8 = isUTF8
        guard limit > 0 else {
            isCut = !text.isEmpty
            return
        }
        if let plain = HarmlessText.plainBeginning(of: text, columns: limit) {
            // The usual case: nothing has to be measured, because every byte is a character of one column.
            cells = plain.map { Self.plain[Int($0)] }
            columns = cells.count
            isCut = columns > limit
            return
        }
        let most = Self.mostScalars(for: limit)
        var scalars = min(most, 4 * limit + 32)
        while true {
            let beginning = HarmlessText.beginning(of: text, scalars: scalars, isUTF8: isUTF8)
            appendClusters(of: beginning.text)
            isCut = columns > limit || !beginning.isWhole
            if columns > limit || beginning.isWhole || scalars == most { return }
            scalars = min(most, 4 * scalars)
        }
    }

    /// The number of scalars that are read of a text for `columns`. A text of which more are invisible is cut.
    ///
    /// It is the same for all columns of a usual window, so that a text fits into the columns that it was measured to take.
    package static func mostScalars(for columns: Int) -> Int { 64 * (min(max(columns, 256), 1 << 20) + 1) }

    private mutating func appendClusters(of text: String) {
        cells.removeAll(keepingCapacity: true)
        columns = 0
        isRightToLeft = text.unicodeScalars.contains(where: Direction.isRightToLeft)
        for character in text {
            let width = min(TextWidth.of(character), 2)
            cells.append(Cell(text: String(character), width: width))
            columns += width
            if columns > limit { return }
        }
    }

    /// The columns that the text takes, or one more than the limit if it takes more than the limit.
    package var width: Int { isCut ? limit + 1 : columns }

    /// The number of cells that fit into `room` columns, and whether an ellipsis has to follow them. No more than the limit fits.
    func fitting(_ room: Int) -> (count: Int, hasEllipsis: Bool) {
        if !isCut, columns <= room { return (cells.count, false) }
        let room = max(0, min(room, limit)) - 1
        guard room >= 0 else { return (0, false) }
        var count = 0
        var width = 0
        while count < cells.count, width + cells[count].width <= room {
            width += cells[count].width
            count += 1
        }
        return (count, true)
    }

    /// The first cell in `room` columns; an ellipsis if the text does not fit.
    func first(fitting room: Int) -> Cell? {
        let (count, hasEllipsis) = fitting(room)
        return count > 0 ? cells[0] : hasEllipsis ? ellipsis : nil
    }

    /// What ends a text that was cut.
    var ellipsis: Cell { isUTF8 ? Self.ellipsis : Self.asciiEllipsis }

    private static let ellipsis = Cell(text: "…", width: 1)
    private static let asciiEllipsis = Cell(text: "~", width: 1)

    /// The cells of the ASCII characters, by code.
    static let plain: [Cell] = (0..<0x7F).map { code in
        Cell(text: String(UnicodeScalar(UInt8(code))), width: 1)
    }
}
