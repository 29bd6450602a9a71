/// What a terminal makes of rows that it drew when its window was wider. Pure arithmetic.
enum Rewrapping {
    /// How many rows `grid` takes in a window of `columns`, in a terminal that wraps lines anew. Each row of a grid is a line to it.
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
            // A wide character that has no room is not cut but goes to the next row, unless no row has room for it.
            if width > 0, column > 0, column + width > columns {
                rows += 1
                column = 0
            }
            column += width
        }
        return rows
    }
}
