/// The HUD on one line, with its details label below. A pure function of snapshot, size, character set and look.
struct InlineView {
    /// The columns and rows that are available.
    var columns: Int
    var rows: Int
    var isUTF8: Bool
    var look: InlineLook

    /// The maximum number of rows of details; more are cut.
    static let mostDetailRows = 4
    /// In less room than this, details are left out.
    static let leastDetailColumns = 8

    /// The grid of a HUD that is shown alone: as wide as the available room, and as high as necessary.
    func grid(for snapshot: HUDSnapshot) -> CellGrid {
        var texts = InlineTexts()
        let line = InlineLine(snapshot, in: self, with: &texts)
        return grid(for: snapshot, line, in: InlineLayout.fitting(line.asked, in: columns), with: &texts)
    }

    /// The grid of a HUD whose line has been measured, with the texts that the frame before has prepared. They make no difference to the result.
    ///
    /// - Parameter columns: The columns of all lines of the frame.
    func grid(
        for snapshot: HUDSnapshot, _ line: InlineLine, in columns: InlineLayout.Widths, with texts: inout InlineTexts
    ) -> CellGrid {
        guard line.rowsAbove > 0 else { return lines(for: snapshot, line, in: columns, with: &texts) }
        let view = look.customView
        let block = CellGrid.drawn(columns: min(view.inlineColumns, self.columns), rows: line.rowsAbove, isUTF8: isUTF8) {
            view.draw(&$0, snapshot, look.theme)
        }
        let lines = lines(for: snapshot, line, in: columns, with: &texts)
        var grid = CellGrid(columns: self.columns, rows: block.rows + lines.rows, isUTF8: isUTF8)
        grid.paste(block.faded(to: snapshot.opacity, theme: look.theme), row: 0, column: 0)
        grid.paste(lines, row: block.rows, column: 0)
        return grid
    }

    /// The rows that a custom view takes above the line.
    func rowsOfCustomView(for snapshot: HUDSnapshot) -> Int {
        let height = look.customView.inlineRows
        guard snapshot.mode == .custom, snapshot.outcome == nil, height > 1, look.order.contains(.indicator) else { return 0 }
        return max(0, min(height, rows - 1))
    }

    /// The line and the details below it.
    private func lines(
        for snapshot: HUDSnapshot, _ line: InlineLine, in widths: InlineLayout.Widths, with texts: inout InlineTexts
    ) -> CellGrid {
        var grid = texts.emptyGrid(columns: columns, rows: line.rows - line.rowsAbove, isUTF8: isUTF8)
        line.draw(snapshot, look: look, in: widths, with: &texts, row: 0, in: &grid)
        // The details are indented to the label if there is room.
        let isLabelFirst = snapshot.mode == .text && widths[.indicator] == 0
        let indent = isLabelFirst || columns < 12 ? 0 : 2
        var row = 1
        for lines in [line.details, line.pane] {
            for line in lines {
                let cells = texts.cells.cells(of: line, at: InlineTexts.line + row, isUTF8: isUTF8, limit: columns)
                grid.write(cells, row: row, column: indent, style: look.theme.details)
                row += 1
            }
        }
        texts.cells.removePlaces(from: InlineTexts.line + row)
        return grid.faded(to: snapshot.opacity, theme: look.theme)
    }
}
