// What is kept of a line is found by what can be seen of it: lines look the same although their times and estimates differ by less than is drawn.
extension HUDRow {
    /// Whether the row of a part looks as that of another part, or of the same one at another time.
    func looksSame(as other: HUDRow) -> Bool {
        progress == other.progress && elapsed.wholeSeconds == other.elapsed.wholeSeconds && isSelected == other.isSelected
            && depth == other.depth && isFolded == other.isFolded && state == other.state && label.hasSameBytes(as: other.label)
            && detailsLabel.hasSameBytes(as: other.detailsLabel)
            && rate.looksSame(asRate: other.rate, unit: progress.unit) && remaining.looksSame(asRemaining: other.remaining)
    }

    /// Becomes another row if that looks different. Mutating, so that it is compared where it is.
    ///
    /// - Returns: Whether it looks the same.
    mutating func keep(for other: HUDRow) -> Bool {
        if looksSame(as: other) { return true }
        self = other
        return false
    }

    /// Whether it looks different in each frame: the segment of its bar moves.
    var isMoving: Bool { showsBar && progress.isIndeterminate }

    /// Whether it has a bar. A bar whose segment moves ends with its part.
    var showsBar: Bool {
        (progress.totalUnitCount != nil || progress.fraction > 0) && !(state.hasEnded && progress.isIndeterminate)
    }
}

extension [HUDRow?] {
    /// Whether rows look as others did.
    func lookSame(as others: [HUDRow?]) -> Bool {
        guard count == others.count else { return false }
        for index in indices where !self[index].looksSame(as: others[index]) { return false }
        return true
    }
}

extension HUDRow? {
    /// Whether a place shows what another one did.
    fileprivate func looksSame(as other: HUDRow?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return !self.isMoving && self.looksSame(as: other)
    }
}

extension HUDSnapshot {
    /// Whether it looks like another one, but for its spinner.
    func looksSame(as other: HUDSnapshot) -> Bool {
        // The rows at the end, because they take the longest.
        line(like: self) == other.line(like: self) && rows.lookSame(as: other.rows)
    }

    /// Whether something in it moves besides a spinner, if these parts are drawn: the segment of a bar, or a custom view.
    func isMoving(_ order: LineOrder) -> Bool {
        let isCustom = mode == .custom && outcome == nil && order.contains(.indicator)
        return isCustom || mode == .bar && progress.isIndeterminate || rows.contains { $0?.isMoving == true }
    }

    /// Loses its times, except for the elapsed seconds. Not inlined, because the optimizer would copy the snapshot for each change.
    @inline(never)
    private mutating func standStill() {
        changes = []
        frame = 0
        timestamp = .zero
        timeOnScreen = .zero
        elapsed = .seconds(elapsed.wholeSeconds)
    }

    /// The snapshot without its rows and its times. Estimates are those of another one if they look the same.
    func line(like other: HUDSnapshot) -> HUDSnapshot {
        var line = self
        line.standStill()
        line.rows = []
        if rate.looksSame(asRate: other.rate, unit: progress.unit) { line.rate = other.rate }
        if remaining.looksSame(asRemaining: other.remaining) { line.remaining = other.remaining }
        return line
    }
}

// An estimate changes with each frame, and its text only now and then.
extension Double? {
    fileprivate func looksSame(asRate other: Double?, unit: ProgressUnit) -> Bool {
        if self == other { return true }
        guard let self, let other else { return false }
        return ProgressText.rateFigure(self, unit: unit) == ProgressText.rateFigure(other, unit: unit)
    }
}

extension Duration? {
    fileprivate func looksSame(asRemaining other: Duration?) -> Bool {
        if self == other { return true }
        guard let self, let other else { return false }
        return ProgressText.remainingSeconds(self) == ProgressText.remainingSeconds(other)
    }
}
