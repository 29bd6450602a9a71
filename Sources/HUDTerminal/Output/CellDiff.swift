/// What is to be done so that one grid stands where another did. Pure; knows nothing of any terminal.
enum CellDiff {
    /// One thing to do. Rows and columns are the grids'.
    enum Change: Equatable {
        /// Write the cells of the new grid in these columns of a row.
        case write(row: Int, columns: Range<Int>)
        /// Erase a row from a column to its end.
        case erase(row: Int, from: Int)

        /// The column behind what is written.
        var end: Int {
            switch self {
            case .write(_, let columns): columns.upperBound
            case .erase(_, let column): column
            }
        }
    }

    /// The changes from `old` to `new`, row by row and from left to right; none where they are the same.
    ///
    /// Rows that `old` has and `new` lacks are erased. So are those that are new, before they are written: of what stands there nothing
    /// is known.
    /// - Parameter leading: How many columns of the first row are written even so: they may have been typed over.
    static func changes(from old: CellGrid, to new: CellGrid, writingAnew leading: Int = 0) -> [Change] {
        var changes: [Change] = []
        for row in 0..<max(old.rows, new.rows) {
            let oldEnd = row < old.rows ? old.end(ofRow: row) : 0
            let newEnd = row < new.rows ? new.end(ofRow: row) : 0
            if row >= old.rows {
                changes.append(.erase(row: row, from: 0))
                if newEnd > 0 { changes.append(.write(row: row, columns: 0..<newEnd)) }
                continue
            }
            let anew = row == 0 ? leading : 0
            var column = 0
            while column < newEnd {
                guard column < anew || old[row, column] != new[row, column] else {
                    column += 1
                    continue
                }
                // Half of a wide character can't be written alone.
                let start = new[row, column].width == 0 ? column - 1 : column
                repeat {
                    column += 1
                } while column < newEnd
                    && (column < anew || old[row, column] != new[row, column] || new[row, column].width == 0)
                changes.append(.write(row: row, columns: start..<column))
            }
            if oldEnd > newEnd { changes.append(.erase(row: row, from: newEnd)) }
        }
        return changes
    }

    /// The changes that draw all of `grid` over whatever stands there.
    static func everything(of grid: CellGrid) -> [Change] {
        (0..<grid.rows).flatMap { row -> [Change] in
            let end = grid.end(ofRow: row)
            return (end > 0 ? [.write(row: row, columns: 0..<end)] : []) + [.erase(row: row, from: end)]
        }
    }
}
