/// The places of one line's parts in the columns of a frame.
struct LinePlaces {
    private let asked: InlineLayout.Widths
    private let columns: InlineLayout.Widths
    private let room: Int
    /// The part that is looked for next, and where its column begins.
    private var next = 0
    private var column = 0

    /// - Parameters:
    ///   - asked: The width that each part of the line asks for.
    ///   - columns: The columns of the frame. A line that has no part in any of them, which can only happen in a narrow window, gets columns of its own.
    ///   - room: The width of the rows.
    init(of asked: InlineLayout.Widths, in columns: InlineLayout.Widths, room: Int) {
        self.asked = asked
        self.columns = asked.intersects(columns) ? columns : InlineLayout.fitting(asked, in: room)
        self.room = max(0, room)
    }

    /// The columns for a part; nil if the line does not have it, or if it does not fit. Ask from left to right, for each part once at most.
    ///
    /// Percentage, count and elapsed time end where their column ends. The others begin where theirs begins. A label reaches over the columns right of it
    /// that the line does not use.
    mutating func place(of part: InlineLayout.Part) -> Range<Int>? {
        while next < part.rawValue { take(next) }
        let start = column
        take(part.rawValue)
        let own = asked[part]
        guard own > 0, columns[part] > 0 || part == .label else { return nil }
        let begin = start > 0 ? start + 1 : 0
        switch part {
        case .indicator, .rate, .remaining: return begin..<min(column, begin + own)
        case .bar: return begin..<column
        case .label:
            let end = begin + own > column ? endOfLabel : column
            // A narrow window may have no column for labels, but others that this line does not use.
            return columns[part] > 0 || end - begin >= min(own, 2) ? begin..<end : nil
        case .percent, .count, .elapsed: return max(begin, column - own)..<column
        }
    }

    /// Moves on behind the column of a part.
    private mutating func take(_ index: Int) {
        next = index + 1
        let width = min(columns[index], room)
        if width > 0 { column += width + (column > 0 ? 1 : 0) }
    }

    /// The end of a label that asks for more than its column: after the columns right of it that the line does not use.
    private var endOfLabel: Int {
        var places = self
        while places.next < InlineLayout.Part.allCases.count {
            if asked[places.next] > 0, columns[places.next] > 0 { return places.column }
            places.take(places.next)
        }
        return places.column > column ? room : column
    }
}
