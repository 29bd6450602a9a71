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
    /// The frame meter's row below all HUDs, in shorter and shorter forms; empty for none. It is left out if there is no room.
    var meter: [String] = []

    /// The grid of all HUDs. The last row says how many of them do not fit.
    ///
    /// The grid is narrower than the window, because a character in the last column would wrap, or leave a wrap pending. It is also lower,
    /// so that the line above stays visible.
    func grid(of entries: [Entry]) -> CellGrid {
        var texts: [InlineTexts] = []
        var shared = RowColumns()
        return grid(of: entries, with: &texts, in: &shared)
    }

    /// The grid, with the texts of each HUD that the frame before has prepared. They make no difference to the result.
    ///
    /// - Parameter shared: The columns that the HUDs have shared so far.
    func grid(of entries: [Entry], with texts: inout [InlineTexts], in shared: inout RowColumns) -> CellGrid {
        let width = max(1, columns - 1)
        let room = canStack ? max(1, rows - 1) : 1
        // The count of HUDs that do not fit comes first.
        let hasMeter = !meter.isEmpty && room > min(entries.count, 2)
        let height = hasMeter ? room - 1 : room
        if texts.count > entries.count { texts.removeSubrange(entries.count...) }
        while texts.count < min(entries.count, height) { texts.append(InlineTexts()) }
        // With several rows, the last one shows how many HUDs are left.
        let shown = entries.count <= height ? entries.count : max(1, height - 1)
        // The usual case, without the arrays.
        if shown == 1 {
            let rows = max(1, height - entries.count + 1)
            let view = InlineView(columns: width, rows: rows, isUTF8: isUTF8, look: entries[0].look)
            let line = InlineLine(entries[0].snapshot, in: view, with: &texts[0])
            let columns = shared.columns(of: line.asked, in: width, at: entries[0].snapshot.timestamp)
            let grid = view.grid(for: entries[0].snapshot, line, in: columns, with: &texts[0])
            if !hasMeter, entries.count == 1 || height == 1 { return grid }
            return stacked([grid] + lastRows(without: height > 1 ? entries.count - 1 : 0, hasMeter, width), width)
        }
        var lines: [InlineLine] = []
        lines.reserveCapacity(shown)
        var left = height
        for index in 0..<shown {
            // Details get the rows that the other HUDs do not need.
            let rows = max(1, left - (entries.count - index - 1))
            let view = InlineView(columns: width, rows: rows, isUTF8: isUTF8, look: entries[index].look)
            lines.append(InlineLine(entries[index].snapshot, in: view, with: &texts[index]))
            left -= lines[index].rows
        }
        let now = entries.first?.snapshot.timestamp ?? .zero
        let columns = shared.columns(of: lines.lazy.map(\.asked), in: width, at: now)
        var grids: [CellGrid] = []
        grids.reserveCapacity(shown + 2)
        for index in 0..<shown {
            let view = InlineView(columns: width, rows: lines[index].rows, isUTF8: isUTF8, look: entries[index].look)
            grids.append(view.grid(for: entries[index].snapshot, lines[index], in: columns, with: &texts[index]))
        }
        return stacked(grids + lastRows(without: entries.count - shown, hasMeter, width), width)
    }

    /// The rows below the HUDs: how many of them do not fit, and the meter.
    private func lastRows(without count: Int, _ hasMeter: Bool, _ columns: Int) -> [CellGrid] {
        var rows: [CellGrid] = []
        if count > 0 {
            rows.append(row(["\(isUTF8 ? "…" : "...") and \(count) more", "+\(count) more", "+\(count)", "+"], columns))
        }
        if hasMeter { rows.append(row(meter, columns)) }
        return rows
    }

    /// A row with the first text that fits, or the beginning of the last one.
    private func row(_ texts: [String], _ columns: Int) -> CellGrid {
        var grid = CellGrid(columns: columns, rows: 1, isUTF8: isUTF8)
        let text = texts.first { CellGrid.columns(of: $0, isUTF8: isUTF8, limit: columns) <= columns } ?? texts.last ?? ""
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
