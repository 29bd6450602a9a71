/// Which parts of a line there is room for, and how wide each is. Pure arithmetic.
struct InlineLayout {
    /// The parts, in the order they stand in.
    enum Part: Int, CaseIterable, Comparable {
        /// Spinner, pie, ring or mark.
        case indicator
        case label
        case bar
        case percent
        case count
        case rate
        case elapsed
        case remaining

        static func < (one: Part, other: Part) -> Bool { one.rawValue < other.rawValue }
    }

    /// The width ladder: what a window that becomes narrower costs, first the first. What is left in the end is the indicator.
    static let givenUp: [Part] = [.rate, .count, .remaining, .bar, .elapsed, .label, .percent]

    /// A bar is no narrower than this, no wider, and about this wide before a label is cut for it.
    static let barColumns = (least: 10, usual: 20, most: 40)
    /// What a label is not cut below for the sake of a part: rather than that, the part is given up. What says most is cut least.
    static func leastLabel(besides part: Part) -> Int? {
        switch part {
        case .rate, .count: 16
        case .remaining, .bar: 8
        case .elapsed: 4
        case .label: 2
        case .indicator, .percent: nil
        }
    }

    /// How wide each part is that has room, in the order they stand in. A blank stands between two.
    ///
    /// - Parameter widths: How wide each part would be; a bar's does not matter.
    static func columns(of widths: Widths, in room: Int) -> [(part: Part, columns: Int)] {
        var least = widths
        if least[.bar] > 0 { least[.bar] = barColumns.least }
        func spare() -> Int { room - least.total - max(0, least.count - 1) }
        for part in givenUp where spare() < 0 {
            if let most = leastLabel(besides: part) { least[.label] = min(least[.label], most) }
            // The last one that is left is cut, not given up.
            if spare() < 0, least.count > 1 { least[part] = 0 }
        }
        grow(.bar, to: barColumns.usual, &least, by: spare())
        grow(.label, to: widths[.label], &least, by: spare())
        grow(.bar, to: barColumns.most, &least, by: spare())
        return Part.allCases.compactMap { least[$0] > 0 ? ($0, min(least[$0], max(0, room))) : nil }
    }

    private static func grow(_ part: Part, to columns: Int, _ widths: inout Widths, by spare: Int) {
        let width = widths[part]
        if width > 0, spare > 0, columns > width { widths[part] = min(columns, width + spare) }
    }

    /// A width for each part; 0 where it is not there. Eight numbers side by side: a frame has no time for a dictionary.
    struct Widths: Sendable, Equatable, ExpressibleByDictionaryLiteral {
        private var widths = SIMD8<Int32>()

        /// Widths as written; less than zero counts as zero.
        init(dictionaryLiteral elements: (Part, Int)...) {
            for (part, width) in elements { self[part] = width }
        }

        subscript(part: Part) -> Int {
            get { Int(widths[part.rawValue]) }
            set { widths[part.rawValue] = Int32(clamping: max(0, newValue)) }
        }

        var total: Int { Part.allCases.reduce(0) { $0 + self[$1] } }
        var count: Int { Part.allCases.count { self[$0] > 0 } }
    }
}
