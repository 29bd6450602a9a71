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
    static let leastLabel: [Part: Int] = [.rate: 16, .count: 16, .remaining: 8, .bar: 8, .elapsed: 4, .label: 2]

    /// How wide each part is that has room, in the order they stand in. A blank stands between two.
    ///
    /// - Parameter widths: How wide each part would be; a bar's does not matter.
    static func columns(of widths: [Part: Int], in room: Int) -> [(part: Part, columns: Int)] {
        var least = widths.filter { $0.value > 0 }
        if least[.bar] != nil { least[.bar] = barColumns.least }
        func spare() -> Int { room - least.values.reduce(0, +) - max(0, least.count - 1) }
        for part in givenUp where spare() < 0 {
            if let label = least[.label], let most = leastLabel[part] { least[.label] = min(label, most) }
            // The last one that is left is cut, not given up.
            if spare() < 0, least.count > 1 { least[part] = nil }
        }
        grow(.bar, to: barColumns.usual, &least, by: spare())
        grow(.label, to: widths[.label] ?? 0, &least, by: spare())
        grow(.bar, to: barColumns.most, &least, by: spare())
        return least.sorted { $0.key < $1.key }.map { ($0.key, min($0.value, max(0, room))) }
    }

    private static func grow(_ part: Part, to columns: Int, _ widths: inout [Part: Int], by spare: Int) {
        guard let width = widths[part], spare > 0, columns > width else { return }
        widths[part] = min(columns, width + spare)
    }
}
