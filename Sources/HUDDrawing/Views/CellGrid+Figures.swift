extension CellGrid {
    /// Writes a figure into a row, as text.
    @discardableResult
    mutating func write(_ figure: Figure, row: Int, column: Int, limit: Int = .max, style: CellStyle = .plain) -> Int {
        guard row >= 0, row < rows, column < columns else { return column }
        let room = min(limit, columns - max(0, column))
        if figure.count > room { return write(figure.text, row: row, column: column, limit: room, style: style) }
        figure.withBytes { write(ascii: $0, row: row, column: column, style: style) }
        return column + figure.count
    }

    /// Writes a figure with a name in its place.
    mutating func write(
        _ figure: Figure, name: TextCells?, row: Int, column: Int, limit: Int, style: CellStyle
    ) {
        guard let name, let place = figure.namePlace else {
            write(figure, row: row, column: column, limit: limit, style: style)
            return
        }
        // What is left of a figure that is too long is cut where the row ends.
        let (before, after) = figure.split(at: place)
        let end = column + limit
        var column = write(before, row: row, column: column, limit: limit, style: style)
        column = write(name, row: row, column: column, limit: max(0, end - column), style: style)
        write(after, row: row, column: column, limit: max(0, end - column), style: style)
    }
}
