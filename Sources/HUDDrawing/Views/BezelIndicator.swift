/// The top of a bezel: an activity indicator, pie, ring, bar, custom view or mark.
struct BezelIndicator {
    var look: InlineLook
    var isUTF8: Bool

    /// The sizes of round drawings: the normal one, and the one for less room.
    static let round = [BezelLayout.Size(columns: 8, rows: 4), BezelLayout.Size(columns: 6, rows: 3)]
    static let barColumns = 32
    static let leastBarColumns = 12
    /// The time of one turn of the activity indicator.
    static let period = Duration.seconds(1)

    /// Its forms, the largest first; the last takes one row.
    func forms(for snapshot: HUDSnapshot) -> [BezelLayout.Size] {
        let last = BezelLayout.Size(columns: 1, rows: 1)
        if snapshot.mode == .text { return [] }
        if snapshot.outcome != nil { return Self.round + [last] }
        switch snapshot.indicatorMode {
        case .indeterminate:
            return spinner.map { [.init(columns: $0.columns(isUTF8: isUTF8), rows: 1), last] } ?? Self.round + [last]
        case .determinate, .annular: return Self.round + [last]
        case .bar: return [.init(columns: Self.barColumns, rows: 1), .init(columns: Self.leastBarColumns, rows: 1), last]
        case .custom:
            let view = look.customView
            return [.init(columns: view.columns, rows: view.rows), .init(columns: view.inlineColumns, rows: 1), last]
        case .text: return []
        }
    }

    /// Draws one of its forms, in the middle of `columns`.
    func draw(_ snapshot: HUDSnapshot, as form: BezelLayout.Size, in grid: inout CellGrid, row: Int, columns: Range<Int>) {
        if form.rows > 1, snapshot.outcome != nil || snapshot.mode != .custom {
            return drawLarge(snapshot, rows: form.rows, in: &grid, row: row, columns: columns)
        }
        let width = min(
            snapshot.mode == .bar && form.columns > 1 ? max(form.columns, min(columns.count, 40)) : form.columns, columns.count)
        let start = columns.lowerBound + (columns.count - width) / 2
        if snapshot.outcome == nil, snapshot.mode == .bar, form.columns > 1 {
            var bar = BarView(theme: look.theme, isUTF8: isUTF8, columns: grid.columns, reducesMotion: look.reducesMotion)
            bar.draw(
                snapshot.progress, after: snapshot.timeOnScreen, in: &grid, row: row, columns: start..<start + width)
        } else if snapshot.outcome == nil, snapshot.mode == .custom {
            let view = CellGrid.drawn(columns: width, rows: form.rows, isUTF8: isUTF8, style: grid[row, start].style) {
                look.customView.draw(&$0, snapshot, look.theme)
            }
            grid.paste(view, row: row, column: start)
        } else {
            var line = look
            line.spinner = spinner
            IndicatorView(look: line, isUTF8: isUTF8).draw(snapshot, in: &grid, row: row, columns: start..<start + width)
        }
    }

    private func drawLarge(_ snapshot: HUDSnapshot, rows: Int, in grid: inout CellGrid, row: Int, columns: Range<Int>) {
        // Dots are finer than columns: an odd number of them has a middle too.
        let width = min(columns.count, rows * 2 + (columns.count - rows * 2) % 2)
        let start = columns.lowerBound + (columns.count - width) / 2
        var canvas = BrailleCanvas(columns: width, rows: rows)
        if let mark = snapshot.outcome?.mark {
            canvas.add(mark)
            return canvas.draw(in: &grid, row: row, column: start, style: look.theme.style(of: mark))
        }
        let fraction = snapshot.progress.fraction
        switch snapshot.indicatorMode {
        case .indeterminate, .bar, .custom, .text: drawSpokes(after: snapshot.timeOnScreen, &canvas)
        case .determinate:
            canvas.addCircle()
            canvas.addSector(fraction)
        case .annular:
            let thickness = Double(rows) * 0.8
            var done = canvas
            done.addRing(thickness: thickness, fraction: fraction)
            canvas.addCircle()
            canvas.addRing(thickness: thickness, fraction: fraction)
            return canvas.draw(in: &grid, row: row, column: start) { row, column in
                done.hasDots(row: row, column: column) ? look.theme.indicator : look.theme.barRest
            }
        }
        canvas.draw(in: &grid, row: row, column: start, style: look.theme.indicator)
    }

    /// A head that goes round, and a tail that becomes shorter; with reduced motion, all of them, short and long by turns.
    private func drawSpokes(after time: Duration, _ canvas: inout BrailleCanvas) {
        let count = BrailleCanvas.spokes
        if look.reducesMotion {
            let isLong = time.attoseconds / Duration.seconds(1).attoseconds % 2 == 0
            for spoke in 0..<count { canvas.addSpoke(spoke, most: isLong ? .max : 2) }
            return
        }
        let step = Int(max(0, time.attoseconds) % Self.period.attoseconds * Int128(count) / Self.period.attoseconds)
        for age in 0..<count * 3 / 4 {
            let spoke = (step - age + 2 * count) % count
            canvas.addSpoke(spoke, most: age < count / 2 ? .max : 2)
        }
    }

    /// In place of the spokes, which have no form in ASCII that turns well.
    private var spinner: Spinner? { look.spinner ?? (isUTF8 ? nil : look.theme.spinner) }
}
