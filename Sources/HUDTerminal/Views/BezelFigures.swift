import HUDCore

/// The bezel's line of figures (percentage, count, remaining time), which MBProgressHUD does not have. It is drawn unobtrusively.
struct BezelFigures {
    private var texts: [String] = []
    private let style: CellStyle
    private let isUnderBar: Bool
    private let isUTF8: Bool

    /// Shows the percentage if there is no label or a bar is above, and the count and remaining time if there are no details.
    init(_ snapshot: HUDSnapshot, theme: Theme, isUTF8: Bool, hasDetails: Bool) {
        self.isUTF8 = isUTF8
        style = theme.numbers
        isUnderBar = snapshot.mode == .bar
        guard snapshot.mode.showsProgress, snapshot.outcome == nil else { return }
        let (progress, parts) = (snapshot.progress, theme.parts)
        if !progress.isIndeterminate, isUnderBar || snapshot.label.isEmpty, parts.contains(.percent) {
            texts.append(Self.padded(String(ProgressText.percent(progress)) + "%", to: 4))
        }
        guard !hasDetails else { return }
        if parts.contains(.count), let count = ProgressText.steadyCount(progress) {
            texts.append(count.text(name: BezelView.bounded(progress.unit.name ?? "")))
        }
        if parts.contains(.remaining), let remaining = snapshot.remaining {
            texts.append(ProgressText.remaining(remaining) + " left")
        }
    }

    /// The width.
    var columns: Int {
        texts.reduce(max(0, texts.count - 1) * 2) {
            $0 + CellGrid.columns(of: $1, isUTF8: isUTF8, limit: BezelLayout.mostTextColumns)
        }
    }

    /// Draws the figures centered in `columns` or, under a bar, spread over its width. If there is no room, the last are left out first.
    func draw(in grid: inout CellGrid, row: Int, columns: Range<Int>) {
        var figures = self
        while figures.columns > columns.count, figures.texts.count > 1 { figures.texts.removeLast() }
        let texts = figures.texts
        let spare = max(0, columns.count - figures.columns)
        var column = columns.lowerBound + (isUnderBar ? 0 : spare / 2)
        for (index, text) in texts.enumerated() {
            column = grid.write(text, row: row, column: column, limit: columns.upperBound - column, style: style) + 2
            if isUnderBar, texts.count > 1 {
                column += spare * (index + 1) / (texts.count - 1) - spare * index / (texts.count - 1)
            }
        }
    }

    private static func padded(_ text: String, to columns: Int) -> String {
        String(repeating: " ", count: max(0, columns - text.utf8.count)) + text
    }
}
