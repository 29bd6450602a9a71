/// What a terminal makes of rows that were drawn when its window was wider. Pure arithmetic.
enum Rewrapping {
    /// The rows that `grid` takes in a window of `columns` on a terminal that re-wraps lines. Each row of the grid is a line of its own.
    static func rows(of grid: CellGrid, columns: Int) -> Int {
        (0..<grid.rows).reduce(0) { $0 + rows(ofRow: $1, of: grid, columns: max(1, columns)) }
    }

    private static func rows(ofRow row: Int, of grid: CellGrid, columns: Int) -> Int {
        let end = grid.end(ofRow: row)
        if end <= columns { return 1 }
        var rows = 1
        var column = 0
        for index in 0..<end {
            let width = grid[row, index].width
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
