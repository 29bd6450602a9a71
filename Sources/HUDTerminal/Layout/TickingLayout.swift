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
    /// The meter's row of the last grid.
    private var meter: [String] = []
    private var grid: CellGrid?
    /// The texts of each HUD as cells.
    private var texts: [InlineTexts] = []
    /// The lines of several HUDs, and of parts.
    private var kept = KeptLines()
    /// Which drawing each row of the last grid shows; rows of the same number look the same. Empty if that is not known.
    var marks: [Int] { key == nil ? kept.marks : [] }
    /// The columns that the HUDs share.
    private(set) var shared = RowColumns()

    /// The grid of `entries`, by `layout`.
    mutating func grid(of entries: [StackedLayout.Entry], by layout: StackedLayout) -> CellGrid {
        guard entries.count == 1, Self.isTicking(entries[0].snapshot) else {
            key = nil
            return layout.grid(of: entries, with: &texts, keeping: &kept, in: &shared)
        }
        let new = Key(
            snapshot: entries[0].snapshot.standingStill, look: entries[0].look.version, columns: layout.columns, rows: layout.rows
        )
        if new == key, meter == layout.meter, var grid, new.look > 0 {
            let indicator = IndicatorView(look: entries[0].look, isUTF8: layout.isUTF8)
            let width = min(indicator.columns(for: entries[0].snapshot), grid.columns)
            indicator.draw(entries[0].snapshot, in: &grid, row: 0, columns: 0..<width)
            self.grid = grid
            return grid
        }
        let grid = layout.grid(of: entries, with: &texts, keeping: &kept, in: &shared)
        key = new
        meter = layout.meter
        self.grid = grid
        return grid
    }

    /// Lets the next HUD begin with columns of its own, because none is shown any more.
    mutating func releaseColumns() {
        guard shared.areShared else { return }
        shared.release()
        key = nil
    }

    /// Gives a grid back that is no longer shown.
    mutating func reuse(_ grid: CellGrid) {
        if texts.count == 1 { texts[0].spare = grid }
    }

    /// Whether only the spinner at the start of the line depends on the time of the frame.
    static func isTicking(_ snapshot: HUDSnapshot) -> Bool {
        guard snapshot.outcome == nil, snapshot.opacity >= 1, snapshot.rows.isEmpty else { return false }
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
        snapshot.standStill()
        return snapshot
    }

    /// Not inlined, because the optimizer would copy the snapshot for each change.
    @inline(never)
    private mutating func standStill() {
        changes = []
        frame = 0
        timestamp = .zero
        timeOnScreen = .zero
        elapsed = .seconds(elapsed.wholeSeconds)
    }
}
