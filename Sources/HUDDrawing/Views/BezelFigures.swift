/// The bezel's line of figures, which MBProgressHUD does not have: the percentage in the middle, the count on its left and the remaining time on its right.
struct BezelFigures {
    private var count: TextCells?
    private var percent: TextCells?
    private var remaining: TextCells?
    private let theme: Theme
    private let isUnderBar: Bool

    init(_ snapshot: HUDSnapshot, theme: Theme, isUTF8: Bool) {
        self.theme = theme
        isUnderBar = snapshot.mode == .bar
        guard snapshot.showsFigures, snapshot.outcome == nil else { return }
        let (progress, order) = (snapshot.progress, theme.order)
        func cells(_ text: String) -> TextCells { TextCells(text, isUTF8: isUTF8, limit: BezelLayout.mostTextColumns) }
        if !progress.isIndeterminate, order.contains(.percent) { percent = cells("\(ProgressText.percent(progress))%") }
        // A count of zero says nothing if the total is not known.
        let isKnown = !progress.isIndeterminate || progress.completedUnitCount != 0
        if isKnown, order.contains(.count), let figure = ProgressText.steadyCount(progress) {
            count = cells(figure.text(name: (progress.unit.name ?? "").beginning(characters: BezelView.mostCharacters)))
        }
        if order.contains(.remaining), let left = snapshot.remaining {
            remaining = cells(ProgressText.remaining(left) + " left")
        }
    }

    /// The width. With a percentage both sides of it are as wide as the wider one.
    var columns: Int {
        let sides = [count, remaining].compactMap { $0?.width }
        // A percentage has three columns nearly always; with four, the line does not become wider.
        guard percent != nil else { return max(0, sides.reduce(-Self.gap) { $0 + $1 + Self.gap }) }
        return Self.percentColumns + 2 * (sides.max().map { $0 + Self.gap } ?? 0)
    }

    private static let gap = 2
    private static let percentColumns = 4

    /// Draws the figures centered in `columns` or, under a bar, spread over its width. If there is no room, the count is left out first and the percentage
    /// last.
    func draw(in grid: inout CellGrid, row: Int, columns: Range<Int>) {
        var figures = self
        if figures.columns > columns.count, percent != nil || remaining != nil { figures.count = nil }
        if figures.columns > columns.count, percent != nil { figures.remaining = nil }
        figures.drawWhole(in: &grid, row: row, columns: columns)
    }

    private func drawWhole(in grid: inout CellGrid, row: Int, columns: Range<Int>) {
        let width = isUnderBar ? columns.count : min(self.columns, columns.count)
        let start = columns.lowerBound + (columns.count - width) / 2
        let place = start..<start + width
        guard count != nil || remaining != nil else {
            if let percent { grid.write(percent, row: row, centeredIn: columns, style: theme.percent) }
            return
        }
        if percent == nil, count == nil || remaining == nil, let only = count ?? remaining {
            grid.write(only, row: row, centeredIn: columns, style: theme.numbers)
            return
        }
        if let percent { grid.write(percent, row: row, centeredIn: place, style: theme.percent) }
        if let count { grid.write(count, row: row, column: place.lowerBound, limit: width, style: theme.numbers) }
        if let remaining {
            let column = max(place.lowerBound, place.upperBound - remaining.width)
            grid.write(remaining, row: row, column: column, limit: place.upperBound - column, style: theme.numbers)
        }
    }
}
