/// The numbers of a line: failures, percentage, count, rate and times. Nil if a number is not known, or if the mode does not show it.
struct InlineFigures {
    /// The number of parts that have failed; 0 for none.
    let failed: Int
    var percent: Figure?
    var count: Figure?
    var rate: Figure?
    /// Empty for a part that has not begun.
    var elapsed: Figure
    var remaining: Figure?
    /// The name of the unit, which count and rate have room for; nil if it has none.
    let name: TextCells?

    /// - Parameter limit: The width of the row.
    init(_ snapshot: HUDSnapshot, isUTF8: Bool, limit: Int, with texts: inout InlineTexts) {
        failed = snapshot.failedParts
        elapsed = snapshot.elapsed < .zero ? Figure() : ProgressText.elapsedFigure(snapshot.elapsed)
        let progress = snapshot.progress
        guard snapshot.showsFigures else {
            name = nil
            return
        }
        name = progress.unit.name.map { texts.cells.cells(of: $0, at: InlineTexts.unit, isUTF8: isUTF8, limit: limit) }
        if !progress.isIndeterminate { percent = ProgressText.percentFigure(progress) }
        // If the total is unknown, a count of zero is not shown.
        if !progress.isIndeterminate || progress.completedUnitCount != 0 { count = ProgressText.steadyCount(progress) }
        rate = snapshot.rate.map { ProgressText.rateFigure($0, unit: progress.unit) }
        remaining = snapshot.remaining.map { ProgressText.leftFigure($0) }
    }

    /// Sets the width of each number.
    func measure(_ widths: inout InlineLayout.Widths) {
        func columns(_ figure: Figure?) -> Int {
            figure.map { $0.namePlace == nil ? $0.count : $0.count + (name?.width ?? 0) } ?? 0
        }
        widths[.percent] = columns(percent)
        widths[.count] = columns(count)
        widths[.rate] = columns(rate)
        widths[.elapsed] = elapsed.count
        widths[.remaining] = remaining.map { $0.count + Self.separatorColumns } ?? 0
    }

    /// `3 failed`, or `3✗` in a narrow window; empty if none has failed.
    func failures(isShort: Bool = false, glyphs: Glyphs = .ascii) -> String {
        failed > 0 ? RestText.grouped(failed) + (isShort ? glyphs.cross : " failed") : ""
    }

    /// The columns of `12:34 left`.
    private static let leftColumns = 10

    /// The columns of the widest usual rate: `12.3k/s`, `12.3 MB/s`, `12.3 MiB/s`, `12.3k files/s`.
    ///
    /// - Parameter name: The columns of the unit's name.
    static func rateColumns(_ unit: ProgressUnit, name: Int) -> Int {
        switch unit {
        case .items: 7
        case .bytes: 9
        case .binaryBytes: 10
        case .named: name > 0 ? 8 + name : 7
        }
    }

    /// What `0:07, 1:44 left` has between its times in addition to the space between two parts.
    static let separatorColumns = 1

    /// Sets the widths of rate and remaining time while they are not known. They are known only after a while.
    func expectEstimates(_ snapshot: HUDSnapshot, in widths: inout InlineLayout.Widths) {
        guard snapshot.mode == .bar || snapshot.mode == .indeterminate, snapshot.showsFigures else { return }
        let progress = snapshot.progress
        // Like the count, which is not shown while it is zero without a total.
        if let count = progress.completedUnitCount, !progress.isIndeterminate || count != 0 {
            widths.expect(.rate, columns: Self.rateColumns(progress.unit, name: name?.width ?? 0))
        }
        if !progress.isIndeterminate {
            widths.expect(.remaining, columns: Self.leftColumns + Self.separatorColumns)
        }
    }
}

extension Duration {
    /// The whole seconds. `components` would trap if they don't fit an `Int64`.
    var wholeSeconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000_000_000_000) }
}

extension HUDSnapshot {
    /// How many parts of the work have failed, with or without a row.
    var failedParts: Int { unlisted.failed + (rowWindow?.failed ?? rows.count { $0?.state.isFailure == true }) }
}
