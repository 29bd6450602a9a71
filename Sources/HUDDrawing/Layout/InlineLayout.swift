/// Which parts of a line fit, and how wide each of them is. Pure arithmetic.
struct InlineLayout {
    /// The parts, from left to right in the usual order.
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
        // Texts of the theme.
        case firstText
        case secondText
        case thirdText
        case fourthText

        /// The places of the theme's texts.
        static let texts: [Part] = [.firstText, .secondText, .thirdText, .fourthText]

        static func < (one: Part, other: Part) -> Bool { one.rawValue < other.rawValue }
    }

    /// What is given up as the window gets narrower, in this order. The number of failures stays when the rest of the label is given up. Below nine columns
    /// the elapsed time is given up too, and at the end only the indicator is left.
    static let givenUp: [Part] = [
        .fourthText, .thirdText, .secondText, .firstText, .rate, .count, .remaining, .bar, .percent, .label, .elapsed
    ]

    /// A bar's minimum width, which is eight cells between its ends, its maximum, and the width that it has before a label is cut. A width that the theme sets
    /// replaces the last two.
    static let barColumns = (least: 10, usual: 20, most: 40)
    /// The space between the label and the number of failures.
    static let failuresGap = 2
    /// How much shorter `12✗` is than `12 failed`.
    static let columnsSavedByShortFailures = 6
    /// The width below which a label is not cut to make room for a part; the part is given up instead. Important parts cut the label further.
    static func leastLabel(besides part: Part) -> Int? {
        switch part {
        case .rate, .count, .firstText, .secondText, .thirdText, .fourthText: 16
        case .remaining, .bar: 8
        case .percent: 4
        case .label: 2
        case .indicator, .elapsed: nil
        }
    }

    /// The width of each part that fits. There is a space between two parts. The last remaining part is not cut.
    ///
    /// - Parameter widths: The width that each part asks for; a bar's is ignored, except that 0 means none.
    static func fitting(_ widths: Widths, in room: Int) -> Widths {
        guard let later = widths.withEstimates else { return fitting(widths, in: room, bar: nil) }
        // A bar that shrank when the rate and the remaining time are known would seem to go back. No other part makes room for them.
        let bar = fitting(later, in: room, bar: nil)[.bar]
        return fitting(widths, in: room, bar: bar > 0 ? bar : nil)
    }

    /// - Parameter bar: The width of the bar; nil if it has what the other parts leave.
    private static func fitting(_ widths: Widths, in room: Int, bar: Int?) -> Widths {
        var least = widths
        let (usual, most) = widths.mostBar > 0 ? (widths.mostBar, widths.mostBar) : (barColumns.usual, barColumns.most)
        if least[.bar] > 0 { least[.bar] = bar ?? min(barColumns.least, most) }
        if least.columns > room { least.giveUp(in: room) }
        if bar == nil { least.grow(.bar, to: usual, in: room) }
        least.grow(.label, to: widths[.label], in: room)
        if bar == nil { least.grow(.bar, to: most, in: room) }
        return least
    }

    /// The width of each part; 0 for none. A vector instead of a dictionary, because it is computed for every frame.
    struct Widths: Sendable, Equatable {
        private var widths = SIMD16<Int16>()
        /// The places of the widths that rate and remaining time will have when they are known.
        private static let estimates = [(Part.rate, 14), (.remaining, 15)]
        private static let placeOfFailures = 13
        private static let placeOfMostBar = 12
        private static let parts = Part.allCases.count

        subscript(part: Part) -> Int {
            get { Int(widths[part.rawValue]) }
            set { widths[part.rawValue] = Int16(clamping: max(0, newValue)) }
        }

        /// The larger width of each part.
        func union(_ other: Widths) -> Widths {
            var all = self
            all.widths = pointwiseMax(widths, other.widths)
            return all
        }

        /// Whether there is a part that both have.
        func intersects(_ other: Widths) -> Bool {
            for index in 0..<Self.parts where widths[index] > 0 && other.widths[index] > 0 { return true }
            return false
        }

        /// Removes the parts that a line does not have, and the room for a comma between times that do not follow each other.
        mutating func keep(_ order: LineOrder) {
            for part in order.columns where !order.contains(part) { self[part] = 0 }
            for (part, place) in Self.estimates where !order.contains(part) { widths[place] = 0 }
            guard !order.joinsTimes else { return }
            self[.remaining] -= InlineFigures.separatorColumns
            for (part, place) in Self.estimates where part == .remaining && widths[place] > 0 {
                widths[place] -= Int16(InlineFigures.separatorColumns)
            }
        }

        /// The width that the theme sets for a bar; 0 if it sets none.
        var mostBar: Int {
            get { Int(widths[Self.placeOfMostBar]) }
            set { widths[Self.placeOfMostBar] = Int16(clamping: max(0, newValue)) }
        }

        /// The columns of the label that the number of failures takes, with the space before it.
        var failures: Int {
            get { Int(widths[Self.placeOfFailures]) }
            set { widths[Self.placeOfFailures] = Int16(clamping: max(0, newValue)) }
        }

        /// Sets the width that an estimate will have when it is known.
        mutating func expect(_ estimate: Part, columns: Int) {
            for (part, place) in Self.estimates where part == estimate { widths[place] = Int16(clamping: max(0, columns)) }
        }

        /// The widths when all estimates are known; nil if they are.
        var withEstimates: Widths? {
            var later = self
            for (part, place) in Self.estimates { later[part] = max(self[part], Int(widths[place])) }
            return later == self ? nil : later
        }

        fileprivate mutating func giveUp(in room: Int) {
            let failures = failures
            for part in givenUp where columns > room {
                if let most = leastLabel(besides: part) { self[.label] = min(self[.label], most + failures) }
                if failures > 0, part == .elapsed { self[.label] -= columnsSavedByShortFailures }
                // The last remaining part is cut, not given up.
                guard columns > room, count > 1 else { continue }
                self[part] = part == .label ? min(self[.label], max(0, failures - failuresGap)) : 0
            }
            if columns > room, count > 1 { self[.label] = 0 }
        }

        fileprivate mutating func grow(_ part: Part, to most: Int, in room: Int) {
            let (width, spare) = (self[part], room - columns)
            if width > 0, spare > 0, most > width { self[part] = min(most, width + spare) }
        }

        /// Whether there is no part but the label.
        var isLabel: Bool { self[.label] > 0 && count == 1 }

        /// The number of parts.
        var count: Int {
            var count = 0
            for index in 0..<Self.parts where widths[index] > 0 { count += 1 }
            return count
        }

        /// The columns of all parts, and of the spaces between them.
        var columns: Int {
            var columns = max(0, count - 1)
            for index in 0..<Self.parts { columns += Int(widths[index]) }
            return columns
        }
    }
}
