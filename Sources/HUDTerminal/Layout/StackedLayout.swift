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
        var texts: [InlineTexts] = []
        return grid(of: entries, with: &texts)
    }

    /// The grid, with the texts of each HUD that the frame before has prepared. They make no difference to the result.
    func grid(of entries: [Entry], with texts: inout [InlineTexts]) -> CellGrid {
        let width = max(1, columns - 1)
        let height = canStack ? max(1, rows - 1) : 1
        var grids: [CellGrid] = []
        var left = height
        for (index, entry) in entries.enumerated() {
            let waiting = entries.count - index - 1
            if left == 1, waiting > 0, height > 1 {
                // With several rows, the last one shows how many HUDs are left.
                grids.append(remainder(waiting + 1, width))
                break
            }
            if index == texts.count { texts.append(InlineTexts()) }
            // Details get the rows that the other HUDs do not need.
            let view = InlineView(columns: width, rows: max(1, left - waiting), isUTF8: isUTF8, look: entry.look)
            grids.append(view.grid(for: entry.snapshot, with: &texts[index]))
            left -= grids.last?.rows ?? 1
            // With one row, only the first HUD is drawn.
            if height == 1 { break }
        }
        if texts.count > entries.count { texts.removeSubrange(entries.count...) }
        return stacked(grids, width)
    }

    private func remainder(_ count: Int, _ columns: Int) -> CellGrid {
        var grid = CellGrid(columns: columns, rows: 1, isUTF8: isUTF8)
        let texts = ["\(isUTF8 ? "…" : "...") and \(count) more", "+\(count) more", "+\(count)"]
        let text = texts.first { CellGrid.columns(of: $0, isUTF8: isUTF8, limit: columns) <= columns } ?? "+"
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
