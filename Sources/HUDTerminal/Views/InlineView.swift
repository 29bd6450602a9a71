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
        var grid = CellGrid(columns: columns, rows: 1 + details.count + pane.count, isUTF8: isUTF8)
        let label = texts.cells.cells(
            of: snapshot.label, rows > 1 ? "" : snapshot.detailsLabel, at: 0, isUTF8: isUTF8, limit: columns)
        drawLine(snapshot, label: label, in: &grid)
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

    private func drawLine(_ snapshot: HUDSnapshot, label: TextCells, in grid: inout CellGrid) {
        let indicator = IndicatorView(look: look, isUTF8: isUTF8)
        var widths: InlineLayout.Widths = [:]
        if snapshot.mode != .text { widths[.indicator] = indicator.columns(for: snapshot) }
        if snapshot.mode == .bar { widths[.bar] = InlineLayout.barColumns.usual }
        widths[.label] = label.width
        let figures = figures(snapshot)
        // Figures are ASCII.
        for (part, text, _) in figures { widths[part] = text.utf8.count }
        Self.reserve(snapshot, in: &widths)
        var column = 0
        for (part, width) in InlineLayout.columns(of: widths, in: columns) {
            if column > 0 { column += 1 }
            switch part {
            case .indicator:
                indicator.draw(snapshot, in: &grid, row: 0, columns: column..<column + width)
            case .label:
                grid.write(label, row: 0, column: column, limit: width, style: look.theme.label)
            case .bar:
                BarView(theme: look.theme).draw(
                    snapshot.progress, after: snapshot.timeOnScreen, in: &grid, row: 0, columns: column..<column + width)
            case .percent, .count, .rate, .elapsed, .remaining:
                guard let (_, text, style) = figures.first(where: { $0.part == part }) else { break }
                grid.write(text, row: 0, column: column, limit: width, style: style)
            }
            column += width
        }
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

    private func figures(_ snapshot: HUDSnapshot) -> [(part: InlineLayout.Part, text: String, style: CellStyle)] {
        let theme = look.theme
        var texts: [(part: InlineLayout.Part, text: String, style: CellStyle)] = []
        texts.reserveCapacity(5)
        texts.append((.elapsed, ProgressText.clock(snapshot.elapsed), theme.numbers))
        guard snapshot.mode.showsProgress else { return texts }
        let progress = snapshot.progress
        if !progress.isIndeterminate {
            let percent = String(ProgressText.percent(progress)) + "%"
            texts.append((.percent, String(repeating: " ", count: 4 - percent.utf8.count) + percent, theme.percent))
        }
        // If the total is unknown, a count of zero is not shown.
        if !progress.isIndeterminate || progress.completedUnitCount != 0, let count = ProgressText.steadyCount(progress) {
            texts.append((.count, count, theme.numbers))
        }
        if let rate = snapshot.rate { texts.append((.rate, ProgressText.rate(rate, unit: progress.unit), theme.numbers)) }
        if let remaining = snapshot.remaining {
            texts.append((.remaining, ProgressText.remaining(remaining) + " left", theme.numbers))
        }
        return texts
    }
}

/// The look that the program has chosen for an inline HUD.
struct InlineLook: Sendable {
    var theme = Theme.terminal
    /// Replaces the theme's spinner.
    var spinner: Spinner?
    var customView: CustomView = .checkmark
    /// Whether the spinner uses reduced motion.
    var reducesMotion = false
    /// Lines below the details.
    var pane: [String] = []
    /// Identifies a look, because looks with closures can't be compared; 0: equal to no other look.
    var version = 0
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
