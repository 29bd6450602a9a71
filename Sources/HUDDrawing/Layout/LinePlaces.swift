/// The places of one line's parts in the columns of a frame.
struct LinePlaces {
    private let asked: InlineLayout.Widths
    private let columns: InlineLayout.Widths
    private let order: [InlineLayout.Part]
    private let room: Int
    /// Where the column of each part begins and ends. One that is left out ends where it begins.
    private var starts = SIMD16<Int32>()
    private var ends = SIMD16<Int32>()

    /// - Parameters:
    ///   - asked: The width that each part of the line asks for.
    ///   - columns: The columns of the frame. If a line has no part in any of them, which happens only in a narrow window, it gets
    ///     columns of its own.
    ///   - order: All parts from left to right.
    ///   - room: The width of the rows.
    init(
        of asked: InlineLayout.Widths, in columns: InlineLayout.Widths,
        order: [InlineLayout.Part], room: Int
    ) {
        self.asked = asked
        self.columns = asked.intersects(columns) ? columns : InlineLayout.fitting(asked, in: room)
        self.order = order
        self.room = max(0, room)
        var end = 0
        for part in order {
            let width = min(self.columns[part], self.room)
            let start = width > 0 && end > 0 ? end + 1 : end
            if width > 0 { end = start + width }
            starts[part.rawValue] = Int32(clamping: start)
            ends[part.rawValue] = Int32(clamping: end)
        }
    }

    /// The columns for a part; nil if the line does not have it, or if it does not fit.
    ///
    /// Percentage, count and elapsed time end where their column ends. The others begin where theirs begins. A label reaches over the columns right of it
    /// that the line does not use.
    func place(of part: InlineLayout.Part) -> Range<Int>? {
        let own = asked[part]
        guard own > 0, columns[part] > 0 || part == .label else { return nil }
        let column = Int(ends[part.rawValue])
        // A label without a column begins behind the column on its left.
        let begin = columns[part] > 0 || column == 0 ? Int(starts[part.rawValue]) : column + 1
        switch part {
        case .indicator, .rate, .remaining, .firstText, .secondText, .thirdText, .fourthText:
            return begin..<min(column, begin + own)
        case .bar: return begin..<column
        case .label:
            let end = begin + own > column ? endOfLabel : column
            // A narrow window may have no column for labels, but others that this line does not use.
            return columns[part] > 0 || end - begin >= min(own, 2) ? begin..<end : nil
        case .percent, .count, .elapsed: return max(begin, column - own)..<column
        }
    }

    /// The end of a label that asks for more than its column: after the columns right of it that the line does not use.
    private var endOfLabel: Int {
        let column = Int(ends[InlineLayout.Part.label.rawValue])
        var end = column
        for part in order.drop(while: { $0 != .label }).dropFirst() {
            if asked[part] > 0, columns[part] > 0 { return end }
            end = Int(ends[part.rawValue])
        }
        return end > column || columns[.label] > 0 ? room : column
    }
}
