import HUDCore
import SeededRandom
import Testing

@testable import HUDDrawing
@testable import HUDTerminal

/// The columns that several lines share, by literals and by laws on random lines.
@Suite struct RowColumnsTests {
    typealias Part = InlineLayout.Part
    typealias Widths = InlineLayout.Widths

    private let bar: Widths = [.indicator: 1, .label: 5, .bar: 20, .percent: 4, .count: 7, .rate: 7, .elapsed: 4, .remaining: 10]
    private let other: Widths = [
        .indicator: 1, .label: 9, .bar: 20, .percent: 4, .count: 11, .rate: 9, .elapsed: 5, .remaining: 10
    ]
    private let spinner: Widths = [.indicator: 3, .label: 30, .elapsed: 4]
    private let text: Widths = [.label: 6, .elapsed: 4]

    private func places(_ line: Widths, in columns: Widths, _ room: Int, _ order: [Part] = Part.allCases) -> [Part: Range<Int>] {
        let places = LinePlaces(of: line, in: columns, order: order, room: room)
        var all: [Part: Range<Int>] = [:]
        for part in Part.allCases { all[part] = places.place(of: part) }
        return all
    }

    @Test func `A line that has nothing but a label shares no columns`() {
        var columns = RowColumns()
        let caption: Widths = [.label: 60]
        let turning: Widths = [.indicator: 1, .elapsed: 4]
        let shared = columns.columns(of: [caption, turning], in: 80, at: .zero)
        #expect(shared == turning && columns.state == .alone)
        #expect(places(turning, in: shared, 80) == [.indicator: 0..<1, .elapsed: 2..<6])
        #expect(places(caption, in: shared, 80) == [.label: 0..<60])
        // Below a label it begins where labels do, and reaches over the rest.
        let both = columns.columns(of: [caption, bar, other], in: 80, at: .zero)
        #expect(both == columns.columns(of: [bar, other], in: 80, at: .zero))
        #expect(places(caption, in: both, 80) == [.label: 2..<80])
        // Only labels: each is cut at the end of the row.
        #expect(columns.columns(of: [[.label: 9], [.label: 99]], in: 80, at: .zero)[.label] > 0)
    }

    @Test func `A label without a column of its own takes the room that its line does not use`() {
        var columns = RowColumns()
        let shared = columns.columns(of: [bar, spinner, other], in: 9, at: .zero)
        #expect(shared == [.indicator: 3, .elapsed: 5])
        #expect(places(spinner, in: shared, 9) == [.indicator: 0..<3, .elapsed: 5..<9])
        #expect(places(bar, in: shared, 9) == [.indicator: 0..<1, .elapsed: 5..<9])
        // A line without a time.
        #expect(places([.indicator: 1, .label: 9], in: shared, 9) == [.indicator: 0..<1, .label: 4..<9])
    }

    @Test func `A line without a place in the columns of a narrow window is laid out alone`() {
        var columns = RowColumns()
        let shared = columns.columns(of: [bar, text], in: 7, at: .zero)
        #expect(shared == [.indicator: 1, .elapsed: 4])
        #expect(places([.percent: 4], in: shared, 7) == [.percent: 0..<4])
        #expect(places([.label: 6, .percent: 4], in: shared, 5) == [.label: 0..<5])
        #expect(places(bar, in: shared, 7) == [.indicator: 0..<1, .elapsed: 2..<6])
    }

    private func at(_ milliseconds: Int) -> HUDInstant { HUDInstant.zero.advanced(by: .milliseconds(milliseconds)) }

    @Test func `Columns grow and do not shrink`() {
        var columns = RowColumns()
        #expect(columns.columns(of: other, in: 200, at: at(0))[.label] == 9)
        #expect(columns.columns(of: bar, in: 200, at: at(1))[.label] == 5, "a line alone has columns of its own")
        #expect(columns.state == .alone)
        #expect(columns.columns(of: [bar, other], in: 200, at: at(2))[.label] == 9)
        #expect(columns.columns(of: [bar, bar], in: 200, at: at(9000))[.label] == 9)
        #expect(columns.columns(of: [bar, spinner], in: 200, at: at(9500))[.label] == 30)
        #expect(columns.state != .alone)
        columns.release()
        #expect(columns.columns(of: bar, in: 200, at: at(9501)) == InlineLayout.fitting(bar, in: 200))
    }

    @Test func `A line that is left alone keeps its columns for two seconds`() {
        var columns = RowColumns()
        _ = columns.columns(of: [bar, spinner], in: 200, at: at(500))
        #expect(columns.columns(of: bar, in: 200, at: at(500))[.label] == 30)
        #expect(columns.columns(of: text, in: 200, at: at(2499))[.bar] == 40)
        var others = columns
        #expect(columns.columns(of: bar, in: 200, at: at(2500)) == InlineLayout.fitting(bar, in: 200))
        // Another line in time begins the two seconds again.
        _ = others.columns(of: [bar, bar], in: 200, at: at(2499))
        #expect(others.columns(of: bar, in: 200, at: at(4498))[.label] == 30)
        #expect(others.columns(of: bar, in: 200, at: at(100)) == InlineLayout.fitting(bar, in: 200), "on a clock of its own")
    }

    @Test func `Frames that look the same as one with several lines keep its columns`() {
        var columns = RowColumns()
        _ = columns.columns(of: [bar, spinner], in: 200, at: at(0))
        columns.keep(at: at(5000))
        #expect(columns.columns(of: bar, in: 200, at: at(6999))[.label] == 30)
        // The same as a frame with one line.
        columns.keep(at: at(6999))
        #expect(columns.columns(of: bar, in: 200, at: at(7000)) == InlineLayout.fitting(bar, in: 200))
    }

    @Test func `An empty line changes no column`() {
        var columns = RowColumns()
        #expect(columns.columns(of: [bar, [:]], in: 80, at: .zero) == InlineLayout.fitting(bar, in: 80))
        #expect(columns.columns(of: EmptyCollection(), in: 80, at: .zero) == InlineLayout.fitting(bar, in: 80))
        #expect(places([:], in: bar, 80) == [:])
    }

    // MARK: Laws

    private func line(using random: inout SeededGenerator) -> Widths {
        var line = Widths()
        let most: [Part: Int] = [
            .indicator: 6, .label: 60, .bar: 20, .percent: 4, .count: 20, .rate: 12, .elapsed: 8, .remaining: 12
        ]
        for part in Part.allCases where random.int(0..<3) > 0 {
            line[part] = random.int(0...(most[part] ?? 12))
        }
        return line
    }

    @Test func `Parts never overlap or leave the window, and are in the same columns in every line`() {
        var random = SeededGenerator(stream: 2601)
        for round in 0..<20_000 {
            let lines = (0..<random.int(2...5)).map { _ in line(using: &random) }
            let room = random.int(1...160)
            var columns = RowColumns()
            let shared = columns.columns(of: lines, in: room, at: .zero)
            let order = round.isMultiple(of: 2) ? Part.allCases : Part.allCases.shuffled(using: &random)
            if let complaint = complaint(about: lines, in: shared, room, order) {
                Issue.record("seed \(SeededGenerator.seed), round \(round), \(lines) in \(room), \(order): \(complaint)")
                return
            }
        }
        SeededGenerator.report("laws: 20000 frames of several lines, seed \(SeededGenerator.seed): columns")
    }

    private func complaint(about lines: [Widths], in shared: Widths, _ room: Int, _ order: [Part]) -> String? {
        var starts: [Part: Int] = [:]
        var ends: [Part: Int] = [:]
        for line in lines {
            let places = places(line, in: shared, room, order)
            var end = -1
            for part in order {
                guard let place = places[part] else { continue }
                if place.lowerBound <= end || place.isEmpty { return "\(part) overlaps at \(place)" }
                if place.upperBound > room { return "\(part) leaves the window at \(place)" }
                if place.count > line[part], part != .bar, part != .label { return "\(part) is wider than it asked" }
                end = place.upperBound
            }
            guard line.intersects(shared) else {
                if places.isEmpty != (line.count == 0) { return "nothing of \(line) is shown" }
                continue
            }
            for part in Part.allCases {
                guard let place = places[part] else {
                    if line[part] > 0, shared[part] > 0 { return "no \(part)" }
                    continue
                }
                // Some parts start and others end at the same column, and bars do both.
                let (ending, starting) = (
                    [Part.bar, .percent, .count, .elapsed], [Part.indicator, .label, .bar, .rate, .remaining] + Part.texts
                )
                if starting.contains(part), starts[part] ?? place.lowerBound != place.lowerBound {
                    return "\(part) starts elsewhere"
                }
                if ending.contains(part), ends[part] ?? place.upperBound != place.upperBound { return "\(part) ends elsewhere" }
                (starts[part], ends[part]) = (place.lowerBound, place.upperBound)
            }
        }
        return nil
    }

    @Test func `A line alone is placed as if there were no columns`() {
        var random = SeededGenerator(stream: 2602)
        for _ in 0..<20_000 {
            let line = line(using: &random)
            let room = random.int(1...160)
            var columns = RowColumns()
            let own = columns.columns(of: line, in: room, at: .zero)
            // The parts follow each other, with a space between two.
            var expected: [Part: Range<Int>] = [:]
            var column = 0
            for (part, width) in InlineLayout.columns(of: line, in: room) {
                let start = column > 0 ? column + 1 : 0
                column = start + width
                expected[part] = start..<column
            }
            let found = places(line, in: own, room)
            guard found.mapValues(\.lowerBound) == expected.mapValues(\.lowerBound), found[.label] == expected[.label],
                found[.bar] == expected[.bar]
            else {
                Issue.record("seed \(SeededGenerator.seed), \(line) in \(room): \(found), not \(expected)")
                return
            }
        }
    }

    @Test func `While widths grow and shrink at random, columns only grow`() {
        var random = SeededGenerator(stream: 2603)
        for _ in 0..<300 {
            var columns = RowColumns()
            var last: Widths?
            for _ in 0..<30 {
                let lines = (0..<random.int(1...4)).map { _ in line(using: &random) }
                // In a window in which everything fits.
                let next = columns.columns(of: lines, in: 1000, at: .zero)
                if let last {
                    #expect(last.union(next) == next, "seed \(SeededGenerator.seed): \(next) after \(last)")
                }
                last = columns.state != .alone ? next : nil
            }
        }
    }
}
