/// The changes that turn one grid into another. Pure, and independent of terminals.
package enum CellDiff {
    /// One change. Rows and columns are those of the grids.
    package enum Change: Equatable {
        /// Write the cells of the new grid in these columns of a row.
        case write(row: Int, columns: Range<Int>)
        /// Erase a row from a column to its end.
        case erase(row: Int, from: Int)

        /// The column after the written cells.
        var end: Int {
            switch self {
            case .write(_, let columns): columns.upperBound
            case .erase(_, let column): column
            }
        }
    }

    /// The changes from `old` to `new`, row by row and from left to right; none if they are equal.
    ///
    /// Rows that `old` has and `new` lacks are erased. New rows are erased too, before they are written, because their content is
    /// not known.
    /// - Parameters:
    ///   - leading: The number of columns of the first row that are always written or erased, because input may have overwritten them.
    ///   - isSame: Whether a row is known to be the same in both grids, so that it need not be compared.
    package static func changes(
        from old: CellGrid, to new: CellGrid, rewriting leading: Int = 0, isSame: (_ row: Int) -> Bool = { _ in false }
    ) -> [Change] {
        var changes: [Change] = []
        for row in 0..<max(old.rows, new.rows) {
            if row > 0 || leading == 0, row < min(old.rows, new.rows), isSame(row) { continue }
            let newEnd = row < new.rows ? new.end(ofRow: row) : 0
            if row >= old.rows {
                changes.append(.erase(row: row, from: 0))
                if newEnd > 0 { changes.append(.write(row: row, columns: 0..<newEnd)) }
                continue
            }
            if newEnd > 0 {
                old.withRow(row) { old in
                    new.withRow(row) { new in
                        compare(old, with: new[..<newEnd], row: row, rewriting: row == 0 ? leading : 0, &changes)
                    }
                }
            }
            let isTaken = row == 0 && newEnd > 0 && leading > newEnd
            if isTaken || old.end(ofRow: row) > newEnd { changes.append(.erase(row: row, from: newEnd)) }
        }
        return changes
    }

    private static func compare(
        _ old: UnsafeBufferPointer<Cell>, with new: Slice<UnsafeBufferPointer<Cell>>, row: Int, rewriting leading: Int,
        _ changes: inout [Change]
    ) {
        func isChanged(_ column: Int) -> Bool {
            // Outside the old grid the row is empty.
            column < leading || (column < old.count ? old[column] != new[column] : !new[column].isErased)
        }
        var column = 0
        while column < new.count {
            guard isChanged(column) else {
                column += 1
                continue
            }
            // Half of a wide character can't be written.
            let start = new[column].width == 0 ? column - 1 : column
            repeat {
                column += 1
            } while column < new.count && (isChanged(column) || new[column].width == 0)
            if changes.isEmpty { changes.reserveCapacity(8) }
            changes.append(.write(row: row, columns: start..<column))
        }
    }

    /// The changes that draw all of `grid`, whatever is on the screen.
    package static func everything(of grid: CellGrid) -> [Change] {
        (0..<grid.rows).flatMap { row -> [Change] in
            let end = grid.end(ofRow: row)
            return (end > 0 ? [.write(row: row, columns: 0..<end)] : []) + [.erase(row: row, from: end)]
        }
    }
}
