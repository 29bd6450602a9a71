/// One column of a line.
struct Cell: Sendable, Equatable {
    /// What stands in it; empty where a wide character to the left goes on.
    var text: String
    /// Columns that it takes from here; 0 where a wide character to the left goes on.
    var width: Int

    /// What a wide character covers right of where it stands.
    static let continuation = Cell(text: "", width: 0)
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

    /// Appends a cell, and what it covers where it is wide.
    mutating func append(_ cell: Cell) {
        cells.append(cell)
        for _ in 1..<max(1, cell.width) { cells.append(.continuation) }
    }

    private mutating func removeLast() {
        while cells.removeLast() == .continuation {}
    }
}
