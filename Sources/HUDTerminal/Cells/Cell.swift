/// One column of a line.
struct Cell: Sendable, Equatable {
    /// What stands in it; empty in the right half of a wide character.
    var text: String
    /// Columns that it takes from here: 1 or 2; 0 in a right half.
    var width: Int

    /// The right half of a wide character.
    static let rightHalf = Cell(text: "", width: 0)
}

/// Text as cells.
struct CellLine: Sendable, Equatable {
    private(set) var cells: [Cell] = []

    var columns: Int { cells.count }

    /// Appends `text`, made harmless, as far as it fits into `limit` columns. What does not fit is cut and ends in an ellipsis.
    mutating func append(_ text: String, limit: Int, isUTF8: Bool) {
        var appended = CellLine()
        let ellipsis = isUTF8 ? "…" : "~"
        for character in HarmlessText.of(text, isUTF8: isUTF8) {
            let width = TextWidth.of(character)
            guard width > 0 else { continue }
            if appended.columns + width > limit {
                while appended.columns > max(0, limit - 1) { appended.removeLast() }
                if limit > 0 { appended.append(Cell(text: ellipsis, width: 1)) }
                break
            }
            appended.append(Cell(text: String(character), width: width))
        }
        cells += appended.cells
    }

    /// Appends a cell, and its right half where it is wide.
    mutating func append(_ cell: Cell) {
        cells.append(cell)
        if cell.width == 2 { cells.append(.rightHalf) }
    }

    private mutating func removeLast() {
        if cells.removeLast() == .rightHalf { cells.removeLast() }
    }
}
