import HUDCore

/// The numbers of a line: percentage, count, rate and times. Nil if a number is not known, or if the mode does not show it.
struct InlineFigures {
    var percent: Figure?
    var count: Figure?
    var rate: Figure?
    var elapsed: Figure
    var remaining: Figure?

    init(_ snapshot: HUDSnapshot) {
        elapsed = ProgressText.clockFigure(snapshot.elapsed)
        guard snapshot.mode.showsProgress else { return }
        let progress = snapshot.progress
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

    /// Sets the width of each number. Figures are ASCII.
    func measure(_ widths: inout InlineLayout.Widths) {
        widths[.percent] = percent?.count ?? 0
        widths[.count] = count?.count ?? 0
        widths[.rate] = rate?.count ?? 0
        widths[.elapsed] = elapsed.count
        widths[.remaining] = remaining?.count ?? 0
    }
}
