import HUDCore

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

    /// The grid: as wide as the available room, and as high as necessary.
    func grid(for snapshot: HUDSnapshot) -> CellGrid {
        var texts = InlineTexts()
        return grid(for: snapshot, with: &texts)
    }

    /// The grid, with the texts that the frame before has prepared. They make no difference to the result.
    func grid(for snapshot: HUDSnapshot, with texts: inout InlineTexts) -> CellGrid {
        let view = look.customView
        guard snapshot.mode == .custom, snapshot.outcome == nil, view.inlineRows > 1, rows > 1 else {
            return lines(for: snapshot, with: &texts)
        }
        let block = CellGrid.drawn(
            columns: min(view.inlineColumns, columns), rows: min(view.inlineRows, rows - 1), isUTF8: isUTF8
        ) { view.draw(&$0, snapshot, look.theme) }
        var below = self
        below.rows = rows - block.rows
        let lines = below.lines(for: snapshot, with: &texts)
        var grid = CellGrid(columns: columns, rows: block.rows + lines.rows, isUTF8: isUTF8)
        grid.paste(block.faded(to: snapshot.opacity, theme: look.theme), row: 0, column: 0)
        grid.paste(lines, row: block.rows, column: 0)
        return grid
    }

    /// The line and the details below it.
    private func lines(for snapshot: HUDSnapshot, with texts: inout InlineTexts) -> CellGrid {
        var details: ArraySlice<String> = []
        if rows > 1, columns >= Self.leastDetailColumns {
            details = texts.lines(ofDetails: snapshot.detailsLabel, most: Self.mostDetailRows).prefix(rows - 1)
        }
        // The last lines of the pane are the ones to show.
        let pane = look.pane.suffix(max(0, rows - 1 - details.count))
        var grid = texts.emptyGrid(columns: columns, rows: 1 + details.count + pane.count, isUTF8: isUTF8)
        let label = texts.cells.cells(
            of: snapshot.label, rows > 1 ? "" : snapshot.detailsLabel, at: 0, isUTF8: isUTF8, limit: columns)
        drawLine(snapshot, label: label, with: &texts, in: &grid)
        // The details are indented to the label if there is room.
        let indent = snapshot.mode == .text || columns < 12 ? 0 : 2
        var row = 1
        for lines in [details, pane] {
            for line in lines {
                let cells = texts.cells.cells(of: line, at: row, isUTF8: isUTF8, limit: columns)
                grid.write(cells, row: row, column: indent, style: look.theme.details)
                row += 1
            }
        }
        texts.cells.removePlaces(from: row)
        return grid.faded(to: snapshot.opacity, theme: look.theme)
    }

    private func drawLine(
        _ snapshot: HUDSnapshot, label: TextCells, with texts: inout InlineTexts, in grid: inout CellGrid
    ) {
        let indicator = IndicatorView(look: look, isUTF8: isUTF8)
        var asked: InlineLayout.Widths = [:]
        if snapshot.mode != .text { asked[.indicator] = indicator.columns(for: snapshot) }
        if snapshot.mode == .bar { asked[.bar] = InlineLayout.barColumns.usual }
        asked[.label] = label.width
        let figures = InlineFigures(snapshot)
        figures.measure(&asked)
        Self.reserve(snapshot, in: &asked)
        let widths = InlineLayout.fitting(asked, in: columns)
        var column = 0
        func next(_ part: InlineLayout.Part) -> Range<Int>? {
            let width = min(widths[part], columns)
            guard width > 0 else { return nil }
            let start = column > 0 ? column + 1 : 0
            column = start + width
            return start..<column
        }
        @inline(never)
        func write(_ figure: Figure?, _ part: InlineLayout.Part, _ style: CellStyle) {
            guard let place = next(part), let figure else { return }
            grid.write(figure, row: 0, column: place.lowerBound, limit: place.count, style: style)
        }
        if let place = next(.indicator) {
            if let (text, style) = indicator.text(for: snapshot, columns: place.count) {
                let cells = texts.glyphs.cells(of: text, isUTF8: isUTF8, limit: columns)
                grid.write(cells, row: 0, column: place.lowerBound, limit: place.count, style: style)
            } else {
                indicator.draw(snapshot, in: &grid, row: 0, columns: place)
            }
        }
        if let place = next(.label) {
            grid.write(label, row: 0, column: place.lowerBound, limit: place.count, style: look.theme.label)
        }
        if let place = next(.bar) {
            texts.withBar(of: look, isUTF8: isUTF8, columns: columns) {
                $0.draw(snapshot.progress, after: snapshot.timeOnScreen, in: &grid, row: 0, columns: place)
            }
        }
        write(figures.percent, .percent, look.theme.percent)
        write(figures.count, .count, look.theme.numbers)
        write(figures.rate, .rate, look.theme.numbers)
        write(figures.elapsed, .elapsed, look.theme.numbers)
        write(figures.remaining, .remaining, look.theme.numbers)
    }

    /// Reserves the columns of rate and remaining time from the start: they are known only after a while, and a bar that shrank then would
    /// seem to go back.
    private static func reserve(_ snapshot: HUDSnapshot, in widths: inout InlineLayout.Widths) {
        guard snapshot.mode == .bar else { return }
        let progress = snapshot.progress
        // Like the count, which is not shown while it is zero without a total.
        if let count = progress.completedUnitCount, !progress.isIndeterminate || count != 0 {
            widths[.rate] = max(widths[.rate], ProgressText.rateColumns(progress.unit))
        }
        if !progress.isIndeterminate { widths[.remaining] = max(widths[.remaining], ProgressText.remainingColumns) }
    }
}

extension HUDMode {
    /// Whether the HUD shows progress.
    var showsProgress: Bool {
        switch self {
        case .determinate, .bar, .annular: true
        case .indeterminate, .custom, .text: false
        }
    }
}
