import HUDCore

/// A layout that caches its last grid: if only the time has changed, only the spinner is drawn again.
///
/// The result is always the one that ``StackedLayout`` would draw.
struct TickingLayout {
    /// The input of the last grid, without the time of the frame.
    private struct Key: Equatable {
        var snapshot: HUDSnapshot
        var look: Int
        var columns: Int
        var rows: Int
    }

    private var key: Key?
    private var grid: CellGrid?
    /// The texts of each HUD as cells.
    private var texts: [InlineTexts] = []

    /// The grid of `entries`, by `layout`.
    mutating func grid(of entries: [StackedLayout.Entry], by layout: StackedLayout) -> CellGrid {
        guard entries.count == 1, let entry = entries.first, Self.isTicking(entry.snapshot) else {
            key = nil
            return layout.grid(of: entries, with: &texts)
        }
        let new = Key(
            snapshot: entry.snapshot.standingStill, look: entry.look.version, columns: layout.columns, rows: layout.rows)
        if new == key, var grid, entry.look.version > 0 {
            let indicator = IndicatorView(look: entry.look, isUTF8: layout.isUTF8)
            let width = min(indicator.columns(for: entry.snapshot), grid.columns)
            indicator.draw(entry.snapshot, in: &grid, row: 0, columns: 0..<width)
            self.grid = grid
            return grid
        }
        let grid = layout.grid(of: entries, with: &texts)
        key = new
        self.grid = grid
        return grid
    }

    /// Gives a grid back that is no longer shown.
    mutating func reuse(_ grid: CellGrid) {
        if texts.count == 1 { texts[0].spare = grid }
    }

    /// Whether only the spinner at the start of the line depends on the time of the frame.
    static func isTicking(_ snapshot: HUDSnapshot) -> Bool {
        guard snapshot.outcome == nil, snapshot.opacity >= 1 else { return false }
        switch snapshot.mode {
        case .indeterminate: return true
        // The segment of an indeterminate bar moves.
        case .bar: return !snapshot.progress.isIndeterminate
        case .determinate, .annular, .custom, .text: return false
        }
    }
}

extension HUDSnapshot {
    /// The snapshot without its times, except for the elapsed seconds.
    var standingStill: HUDSnapshot {
        var snapshot = self
        snapshot.frame = 0
        snapshot.timestamp = .zero
        snapshot.timeOnScreen = .zero
        snapshot.elapsed = .seconds(snapshot.elapsed.wholeSeconds)
        return snapshot
    }
}
