// What a terminal makes of rows that were drawn when its window was wider. Pure arithmetic.
extension CellGrid {
    /// The rows that this grid takes in a window of `columns` on a terminal that re-wraps lines. Each row of the grid is a line of its own.
    func rewrappedRows(in columns: Int) -> Int {
        (0..<rows).reduce(0) { $0 + rewrappedRows(ofRow: $1, in: max(1, columns)) }
    }

    private func rewrappedRows(ofRow row: Int, in columns: Int) -> Int {
        let end = end(ofRow: row)
        if end <= columns { return 1 }
        var rows = 1
        var column = 0
        for index in 0..<end {
            let width = self[row, index].width
            // A wide character that does not fit goes to the next row, unless the window is only one column wide.
            if width > 0, column > 0, column + width > columns {
                rows += 1
                column = 0
            }
            column += width
        }
        return rows
    }
}
