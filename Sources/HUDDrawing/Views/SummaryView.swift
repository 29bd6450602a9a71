/// The line that stays when a HUD disappears: mark, label, elapsed time, the reason for a failure, and what the work has cost. A pure function of
/// snapshot, size, character set and theme.
package struct SummaryView {
    /// The available columns.
    var columns: Int
    var isUTF8: Bool
    var theme: Theme

    package init(columns: Int, isUTF8: Bool, theme: Theme) {
        self.columns = columns
        self.isUTF8 = isUTF8
        self.theme = theme
    }

    /// One row; nil if the outcome is not known.
    package func grid(for snapshot: HUDSnapshot) -> CellGrid? {
        snapshot.outcome.map { grid(of: snapshot.label, $0, after: snapshot.elapsed, snapshot.usage) }
    }

    /// One row about work that has ended.
    func grid(of label: String, _ outcome: HUDOutcome, after elapsed: Duration, _ usage: HUDUsage? = nil) -> CellGrid {
        var time = ProgressText.length(elapsed)
        // A clock is shorter, and understood without its unit.
        if time.utf8.count + 2 > columns { time = ProgressText.elapsed(elapsed) }
        let reason = outcome.reason
        // Mark and time are always there, each with a space before what follows.
        var spare = columns - 2 - time.utf8.count
        var room = (label: width(label), reason: width(reason))
        for part in [room.label, room.reason] where part > 0 { spare -= 1 }
        // The cost is there as a whole, if it leaves a third of the room to the texts.
        let cost = usage.map { "(\($0))" } ?? ""
        let costsRoom = cost.utf8.count + 1
        let hasCost = !cost.isEmpty && spare - costsRoom >= min(room.label + room.reason, spare / 3)
        if hasCost { spare -= costsRoom }
        if room.label + room.reason > spare {
            room.reason = min(room.reason, max(spare / 2, spare - room.label))
            room.label = spare - room.reason
        }
        let mark = outcome.mark
        var grid = CellGrid(columns: columns, rows: 1, isUTF8: isUTF8)
        var column = 0
        for (text, limit, style) in [
            (mark.glyph(in: theme.glyphs(isUTF8: isUTF8)), 1, theme.style(of: mark)), (label, room.label, theme.label),
            (time, time.utf8.count, theme.numbers), (reason, room.reason, theme.label),
            (cost, hasCost ? cost.utf8.count : 0, theme.numbers)
        ] where limit > 0 {
            column = grid.write(text, row: 0, column: column, limit: limit, style: style) + 1
        }
        return grid
    }

    private func width(_ text: String) -> Int { CellGrid.columns(of: text, isUTF8: isUTF8, limit: columns) }
}

extension HUDOutcome {
    /// What is written next to the mark; empty if the mark is enough.
    fileprivate var reason: String {
        switch self {
        case .succeeded: ""
        case .failed(let reason): reason
        case .cancelled: "cancelled"
        }
    }
}
