/// Which parts of a bezel fit, and how large the bezel is. Pure arithmetic.
struct BezelLayout: Equatable {
    /// The sizes of everything that could be shown.
    struct Content {
        /// The sizes of the indicator, the largest first; empty without an indicator.
        var indicators: [Size] = []
        /// Columns; 0 if there is none.
        var label = 0
        var figures = 0
        /// Whether the figures are directly below the indicator, as with a bar.
        var areFiguresUnderIndicator = false
        var button = 0
        /// The width of the widest line of the details, and the number of rows that they take at a given width.
        var details = 0
        var detailRows: (_ columns: Int) -> Int = { _ in 0 }
        var margin = 1
    }

    struct Size: Hashable {
        var columns: Int
        var rows: Int
    }

    /// What is given up as the screen gets smaller, in this order. At the end only the smallest indicator is left.
    enum Step: CaseIterable {
        case buttonGap, margin, details, indicatorGap, figures, indicator, border, button, label
    }

    /// The maximum width of a line of text.
    static let mostTextColumns = 60
    /// Texts are not cut below these widths.
    static let leastColumns = (label: 4, details: 8, figures: 4, button: 6)

    private(set) var hasBorder = true
    /// Rows and columns between border and content.
    private(set) var margin: Int
    private(set) var sideMargin: Int
    /// The index of the indicator's size.
    private(set) var indicator: Int?
    private(set) var hasIndicatorGap: Bool
    private(set) var hasLabel: Bool
    private(set) var hasFigures: Bool
    private(set) var detailRows: Int
    private(set) var hasButton: Bool
    private(set) var hasButtonGap: Bool
    /// The size of the content, and of the whole bezel.
    private(set) var content = Size(columns: 0, rows: 0)
    private(set) var size = Size(columns: 0, rows: 0)

    /// Makes the layout for a box within `limit`. Both sizes are at least 1.
    init(_ content: Content, within limit: Size) {
        margin = min(max(0, content.margin), 100)
        sideMargin = margin * 2 + 1
        indicator = content.indicators.isEmpty ? nil : 0
        hasLabel = content.label > 0
        hasFigures = content.figures > 0
        hasButton = content.button > 0
        detailRows = content.details > 0 ? .max : 0
        hasIndicatorGap = false
        hasButtonGap = hasButton && (indicator != nil || hasLabel || hasFigures || detailRows > 0)
        hasIndicatorGap = indicator != nil && hasTextBelow(content)
        measure(content, limit)
        for step in Step.allCases {
            // A step can be taken several times, as long as it helps.
            while size.rows > limit.rows || leastColumns(content) > limit.columns {
                var next = self
                next.take(step, content, limit)
                let isLower = size.rows > limit.rows && next.size.rows < size.rows
                guard isLower || (leastColumns(step, content) > limit.columns && next != self) else { break }
                self = next
            }
        }
        setOffFromSides(content, limit)
        size = Size(columns: min(size.columns, limit.columns), rows: min(size.rows, limit.rows))
    }

    /// Restores side margin that was given up for a part that was later given up itself, so that nothing touches the border needlessly.
    private mutating func setOffFromSides(_ content: Content, _ limit: Size) {
        while hasBorder, sideMargin < margin * 2 + 1 {
            var next = self
            next.sideMargin += 1
            next.measure(content, limit)
            guard next.size.columns <= limit.columns, next.content == self.content else { return }
            self = next
        }
    }

    private mutating func take(_ step: Step, _ content: Content, _ limit: Size) {
        switch step {
        case .buttonGap: hasButtonGap = false
        case .margin:
            if margin > 0 { margin -= 1 } else { sideMargin = max(0, sideMargin - 1) }
            sideMargin = min(sideMargin, margin * 2 + 1)
        case .details:
            // Without an indicator and a label, one row of details stays.
            let least = indicator == nil && !hasLabel ? 1 : 0
            let isTooNarrow = leastColumns(content) > limit.columns
            detailRows = isTooNarrow ? min(detailRows, least) : max(min(detailRows, least), detailRows - (size.rows - limit.rows))
        case .indicatorGap: hasIndicatorGap = false
        case .figures: hasFigures = false
        case .indicator: indicator = indicator.map { min($0 + 1, content.indicators.count - 1) }
        case .border: (hasBorder, margin, sideMargin) = (false, 0, 0)
        case .button: hasButton = indicator == nil && !hasLabel && detailRows == 0
        case .label: hasLabel = indicator == nil
        }
        if !hasTextBelow(content) { hasIndicatorGap = false }
        measure(content, limit)
    }

    private var frameColumns: Int { (hasBorder ? 2 : 0) + sideMargin * 2 }
    private var frameRows: Int { (hasBorder ? 2 : 0) + margin * 2 }

    private mutating func measure(_ parts: Content, _ limit: Size) {
        let text = max(1, min(limit.columns, Self.mostTextColumns) - frameColumns)
        var columns = 0
        if hasLabel { columns = max(columns, min(parts.label, text)) }
        if hasFigures { columns = max(columns, min(parts.figures, text)) }
        if detailRows > 0 { columns = max(columns, min(parts.details, text)) }
        if hasButton { columns = max(columns, min(parts.button, text)) }
        let indicator = indicator.map { parts.indicators[$0] }
        columns = max(columns, min(indicator?.columns ?? 0, max(1, limit.columns - frameColumns)))
        if detailRows > 0 { detailRows = min(detailRows, parts.detailRows(max(1, columns))) }
        var rows = indicator?.rows ?? 0
        for isThere in [hasIndicatorGap, hasLabel, hasFigures, hasButtonGap, hasButton] where isThere { rows += 1 }
        content = Size(columns: columns, rows: rows + detailRows)
        size = Size(columns: max(1, columns + frameColumns), rows: max(1, content.rows + frameRows))
    }

    /// Whether there is text that is separated from the indicator.
    private func hasTextBelow(_ parts: Content) -> Bool {
        hasLabel || detailRows > 0 || (hasFigures && !parts.areFiguresUnderIndicator)
    }

    /// The minimum number of columns.
    private func leastColumns(_ parts: Content) -> Int {
        [Step.indicator, .label, .figures, .details, .button].reduce(1 + frameColumns) { max($0, leastColumns($1, parts)) }
    }

    /// The minimum number of columns of the part that a step gives up; 0 if it takes none.
    private func leastColumns(_ step: Step, _ parts: Content) -> Int {
        switch step {
        case .buttonGap, .indicatorGap: 0
        case .margin, .border: leastColumns(parts)
        case .indicator: indicator.map { parts.indicators[$0].columns + frameColumns } ?? 0
        case .label: hasLabel ? min(parts.label, Self.leastColumns.label) + frameColumns : 0
        case .figures: hasFigures ? min(parts.figures, Self.leastColumns.figures) + frameColumns : 0
        case .details: detailRows > 0 ? min(parts.details, Self.leastColumns.details) + frameColumns : 0
        case .button: hasButton ? min(parts.button, Self.leastColumns.button) + frameColumns : 0
        }
    }
}

extension BezelLayout.Size {
    /// At least `columns` by `rows` and, if `isSquare` is set, two columns for each row; never more than `limit`.
    func grown(columns leastColumns: Int, rows leastRows: Int, isSquare: Bool, within limit: Self) -> Self {
        var size = self
        size.columns = max(size.columns, min(leastColumns, limit.columns))
        size.rows = max(size.rows, min(leastRows, limit.rows))
        if isSquare {
            let side = max(size.rows, (size.columns + 1) / 2)
            if side <= limit.rows, side * 2 <= limit.columns { size = Self(columns: side * 2, rows: side) }
        }
        return size
    }

    /// This size multiplied by `scale`, but not more than `limit`.
    func scaled(by scale: Double, within limit: Self) -> Self {
        Self(
            columns: min(max(1, Int((Double(columns) * scale).rounded())), limit.columns),
            rows: min(max(1, Int((Double(rows) * scale).rounded())), limit.rows))
    }
}
