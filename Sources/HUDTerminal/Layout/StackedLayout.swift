import HUDCore

/// Several HUDs below each other, within the rows of the window. A pure function of their snapshots and the window's size.
struct StackedLayout {
    /// One HUD.
    struct Entry: Sendable {
        var snapshot: HUDSnapshot
        var look: InlineLook
    }

    /// The size of the window, and whether more than one row can be drawn.
    var columns: Int
    var rows: Int
    var canStack: Bool
    var isUTF8: Bool

    /// The grid of all HUDs. The last row says how many of them do not fit.
    ///
    /// The grid is narrower than the window, because a character in the last column would wrap, or leave a wrap pending. It is also lower,
    /// so that the line above stays visible.
    func grid(of entries: [Entry]) -> CellGrid {
        let width = max(1, columns - 1)
        let height = canStack ? max(1, rows - 1) : 1
        var grids: [CellGrid] = []
        var left = height
        for (index, entry) in entries.enumerated() {
            let waiting = entries.count - index - 1
            if left == 1, waiting > 0 {
                // With one row, the first HUD is drawn; with several, the last row shows how many are left.
                grids.append(height == 1 ? view(width, 1, entry) : remainder(waiting + 1, width))
                break
            }
            // Details get the rows that the other HUDs do not need.
            grids.append(view(width, max(1, left - waiting), entry))
            left -= grids.last?.rows ?? 1
        }
        return stacked(grids, width)
    }

    private func view(_ columns: Int, _ rows: Int, _ entry: Entry) -> CellGrid {
        InlineView(columns: columns, rows: rows, isUTF8: isUTF8, look: entry.look).grid(for: entry.snapshot)
    }

    private func remainder(_ count: Int, _ columns: Int) -> CellGrid {
        var grid = CellGrid(columns: columns, rows: 1, isUTF8: isUTF8)
        let texts = ["\(isUTF8 ? "…" : "...") and \(count) more", "+\(count) more", "+\(count)"]
        let text = texts.first { CellGrid.columns(of: $0, isUTF8: isUTF8) <= columns } ?? "+"
        grid.write(text, row: 0, column: 0, style: CellStyle(attributes: .dim))
        return grid
    }

    private func stacked(_ grids: [CellGrid], _ columns: Int) -> CellGrid {
        if let only = grids.first, grids.count == 1 { return only }
        var all = CellGrid(columns: columns, rows: grids.reduce(0) { $0 + $1.rows }, isUTF8: isUTF8)
        var row = 0
        for grid in grids {
            all.paste(grid, row: row, column: 0)
            row += grid.rows
        }
        return all
    }
}
