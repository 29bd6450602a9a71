import HUDCore

/// The numbers of a line: percentage, count, rate and times. Nil if a number is not known, or if the mode does not show it.
struct InlineFigures {
    var percent: Figure?
    var count: Figure?
    var rate: Figure?
    var elapsed: Figure
    var remaining: Figure?
    /// The name of the unit, which count and rate have room for; nil if it has none.
    let name: TextCells?

    /// - Parameter limit: The width of the row.
    init(_ snapshot: HUDSnapshot, isUTF8: Bool, limit: Int, with texts: inout InlineTexts) {
        elapsed = ProgressText.clockFigure(snapshot.elapsed)
        let progress = snapshot.progress
        guard snapshot.mode.showsProgress else {
            name = nil
            return
        }
        name = progress.unit.name.map { texts.unit.cells(of: $0, at: 0, isUTF8: isUTF8, limit: limit) }
        if !progress.isIndeterminate {
            var figure = Figure()
            figure.append(ProgressText.percent(progress))
            figure.append("%")
            percent = figure.padded(to: 4)
        }
        // If the total is unknown, a count of zero is not shown.
        if !progress.isIndeterminate || progress.completedUnitCount != 0 { count = ProgressText.steadyCount(progress) }
        rate = snapshot.rate.map { ProgressText.rateFigure($0, unit: progress.unit) }
        remaining = snapshot.remaining.map { remaining in
            var figure = ProgressText.remainingFigure(remaining)
            figure.append(" left")
            return figure
        }
    }

    /// Sets the width of each number.
    func measure(_ widths: inout InlineLayout.Widths) {
        let nameColumns = name?.width ?? 0
        widths[.percent] = percent?.count ?? 0
        widths[.count] = count?.columns(withName: nameColumns) ?? 0
        widths[.rate] = rate?.columns(withName: nameColumns) ?? 0
        widths[.elapsed] = elapsed.count
        widths[.remaining] = remaining?.count ?? 0
    }

    /// Reserves the columns of rate and remaining time from the start: they are known only after a while, and a bar that shrank then would
    /// seem to go back.
    func reserve(_ snapshot: HUDSnapshot, in widths: inout InlineLayout.Widths) {
        guard snapshot.mode == .bar else { return }
        let progress = snapshot.progress
        // Like the count, which is not shown while it is zero without a total.
        if let count = progress.completedUnitCount, !progress.isIndeterminate || count != 0 {
            widths[.rate] = max(widths[.rate], ProgressText.rateColumns(progress.unit, name: name?.width ?? 0))
        }
        if !progress.isIndeterminate { widths[.remaining] = max(widths[.remaining], ProgressText.remainingColumns) }
    }
}
