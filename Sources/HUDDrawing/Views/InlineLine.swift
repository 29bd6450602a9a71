/// The line of a HUD with its details, measured for a frame. The columns that it is drawn into may depend on other lines.
struct InlineLine {
    /// The width that each part asks for; 0 for a part that the line does not have.
    private(set) var asked = InlineLayout.Widths()
    /// Rows above the line, which a custom view takes.
    let rowsAbove: Int
    /// The details label, and the lines below it.
    let details: ArraySlice<String>
    let pane: ArraySlice<String>
    private let indicator: IndicatorView
    private let label: TextCells
    private let figures: InlineFigures

    /// The rows that the HUD takes.
    var rows: Int { rowsAbove + 1 + details.count + pane.count }

    /// Measures the line of `snapshot` for a view.
    init(_ snapshot: HUDSnapshot, in view: InlineView, with texts: inout InlineTexts) {
        let look = view.look
        let order = look.order
        rowsAbove = view.rowsOfCustomView(for: snapshot)
        let rows = view.rows - rowsAbove
        if rows > 1, view.columns >= InlineView.leastDetailColumns, order.hasDetailsBelow {
            details = texts.lines(ofDetails: snapshot.detailsLabel).prefix(rows - 1)
        } else {
            details = []
        }
        // The last lines of the pane are the ones to show.
        pane = look.pane.suffix(max(0, rows - 1 - details.count))
        let appendix = rows > 1 || !order.hasDetailsBelow ? "" : snapshot.detailsLabel
        label = texts.cells.cells(of: snapshot.label, appendix, at: InlineTexts.label, isUTF8: view.isUTF8, limit: view.columns)
        indicator = IndicatorView(look: look, isUTF8: view.isUTF8)
        figures = InlineFigures(snapshot, isUTF8: view.isUTF8, limit: view.columns, with: &texts)
        if snapshot.mode != .text {
            let columns = indicator.columns(for: snapshot)
            // One that does not fit is replaced by one that is one column wide.
            asked[.indicator] = snapshot.hasSpinner && columns > view.columns ? 1 : columns
        }
        if snapshot.mode == .bar { asked[.bar] = InlineLayout.barColumns.usual }
        asked[.label] = label.width > 0 ? label.width + look.indent : 0
        if figures.failed > 0, order.hasFailures, order.contains(.label) {
            let columns = figures.failures().utf8.count
            asked.failures = columns + InlineLayout.failuresGap
            asked[.label] = label.width > 0 ? asked[.label] + asked.failures : columns
        }
        figures.measure(&asked)
        figures.expectEstimates(snapshot, in: &asked)
        if asked[.bar] > 0 { asked.mostBar = order.barColumns }
        for text in order.texts {
            let cells = text.cells(in: snapshot, isUTF8: view.isUTF8, with: &texts)
            asked[text.part] = min(cells.width, cells.limit)
        }
        if !order.isUsual { asked.keep(order) }
    }

    /// Draws the label, and behind it the number of failures, for which it makes room.
    private func drawLabel(_ look: InlineLook, row: Int, columns: Range<Int>, in grid: inout CellGrid) {
        guard asked.failures > 0 else {
            grid.write(label, row: row, column: columns.lowerBound, limit: columns.count, style: look.theme.label)
            return
        }
        var column = columns.lowerBound
        let room = columns.count - asked.failures
        if room >= min(2, label.width), label.width > 0 {
            let end = grid.write(label, row: row, column: column, limit: room, style: look.theme.label)
            column = end + InlineLayout.failuresGap
        }
        let isShort = columns.count < asked.failures - InlineLayout.failuresGap
        let text = figures.failures(isShort: isShort, glyphs: look.theme.glyphs(isUTF8: grid.isUTF8))
        var style = look.theme.label
        style.attributes.insert(.bold)
        grid.write(text, row: row, column: column, limit: columns.upperBound - column, style: style)
    }

    /// Draws the line into a row of the grid.
    ///
    /// - Parameter columns: The columns of all lines of the frame.
    func draw(
        _ snapshot: HUDSnapshot, look: InlineLook, in columns: InlineLayout.Widths, with texts: inout InlineTexts,
        row: Int, in grid: inout CellGrid
    ) {
        let places = LinePlaces(of: asked, in: columns, order: look.order.columns, room: grid.columns)
        let indicatorPlace = places.place(of: .indicator)
        let labelPlace = places.place(of: .label)
        // The label keeps at least half of its columns. A mark that is in front of it is indented with it.
        let indent = min(look.indent, (labelPlace?.count ?? 0) / 2)
        if let place = indicatorPlace {
            let indent = look.order.indentsMark ? indent : 0
            if let (text, frame, style) = indicator.text(for: snapshot, columns: place.count) {
                let cells = texts.glyph(text, of: frame, isUTF8: grid.isUTF8, limit: grid.columns)
                grid.write(cells, row: row, column: place.lowerBound + indent, limit: place.count, style: style)
            } else {
                indicator.draw(snapshot, in: &grid, row: row, columns: place)
            }
        }
        if let place = labelPlace { drawLabel(look, row: row, columns: place.dropFirst(indent), in: &grid) }
        if let place = places.place(of: .bar) {
            texts.withBar(of: look, isUTF8: grid.isUTF8, columns: grid.columns) {
                $0.draw(snapshot.progress, after: snapshot.timeOnScreen, in: &grid, row: row, columns: place)
            }
        }
        for text in look.order.texts {
            guard let place = places.place(of: text.part) else { continue }
            let cells = text.cells(in: snapshot, isUTF8: grid.isUTF8, with: &texts)
            grid.write(cells, row: row, column: place.lowerBound, limit: place.count, style: look.theme.label)
        }
        @inline(never)
        func write(_ figure: Figure?, _ part: InlineLayout.Part, _ style: CellStyle) {
            guard let place = places.place(of: part), let figure else { return }
            grid.write(figure, name: figures.name, row: row, column: place.lowerBound, limit: place.count, style: style)
        }
        write(figures.percent, .percent, look.theme.percent)
        write(figures.count, .count, look.theme.numbers)
        write(figures.rate, .rate, look.theme.numbers)
        write(figures.elapsed, .elapsed, look.theme.numbers)
        guard let elapsedPlace = places.place(of: .elapsed), look.order.joinsTimes else {
            write(figures.remaining, .remaining, look.theme.numbers)
            return
        }
        guard let place = places.place(of: .remaining), let remaining = figures.remaining else { return }
        grid.write(",", row: row, column: elapsedPlace.upperBound, style: look.theme.numbers)
        let start = place.lowerBound + InlineFigures.separatorColumns
        grid.write(remaining, row: row, column: start, limit: place.upperBound - start, style: look.theme.numbers)
    }
}
