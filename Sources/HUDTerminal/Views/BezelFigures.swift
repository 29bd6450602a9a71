import HUDCore

/// The line of a bezel that says in figures how far it is: one that MBProgressHUD does not have, and so a quiet one.
struct BezelFigures {
    private var texts: [(text: String, style: CellStyle)] = []

    /// Percent where no label stands for it or a bar asks for it; count and what is left where there are no details.
    init(_ snapshot: HUDSnapshot, theme: Theme, hasDetails: Bool) {
        guard snapshot.mode.showsProgress, snapshot.outcome == nil else { return }
        let progress = snapshot.progress
        if !progress.isIndeterminate, snapshot.mode == .bar || snapshot.label.isEmpty {
            let percent = String(ProgressText.percent(progress)) + "%"
            texts.append((String(repeating: " ", count: 4 - percent.utf8.count) + percent, theme.numbers))
        }
        guard !hasDetails else { return }
        if let count = ProgressText.count(progress) { texts.append((count, theme.numbers)) }
        if let remaining = snapshot.remaining { texts.append((ProgressText.remaining(remaining) + " left", theme.numbers)) }
    }

    /// Figures are ASCII.
    var columns: Int { texts.reduce(0) { $0 + $1.text.utf8.count } + max(0, texts.count - 1) * 2 }

    func draw(in grid: inout CellGrid, row: Int, columns: Range<Int>) {
        var column = columns.lowerBound + max(0, columns.count - self.columns) / 2
        for (text, style) in texts {
            guard column < columns.upperBound else { return }
            column = grid.write(text, row: row, column: column, limit: columns.upperBound - column, style: style) + 2
        }
    }
}
