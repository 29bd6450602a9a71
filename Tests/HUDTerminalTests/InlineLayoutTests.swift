import HUDCore
import Testing

@testable import HUDDrawing
@testable import HUDTerminal

@Suite struct InlineLayoutTests {
    /// `⠹ Compressing ▕▌░░░░░░▏   3%  12/345 3.2/s 0:07, 1:44 left`
    private let all: InlineLayout.Widths = [
        .indicator: 1, .label: 11, .bar: 20, .percent: 4, .count: 7, .rate: 5, .elapsed: 4, .remaining: 10
    ]

    private func columns(_ widths: InlineLayout.Widths, _ room: Int) -> [Int?] {
        let columns = InlineLayout.columns(of: widths, in: room)
        return InlineLayout.Part.allCases.prefix(8).map { part in columns.first { $0.part == part }?.columns }
    }

    @Test func `A part that fits a window fits every wider one, and no line is too long`() {
        for label in [0, 1, 3, 7, 12, 40, 300] {
            var widths = all
            widths[.label] = label
            var parts: Set<InlineLayout.Part> = []
            for room in 1...200 {
                let columns = InlineLayout.columns(of: widths, in: room)
                #expect(columns.reduce(-1) { $0 + $1.columns + 1 } <= room)
                #expect(parts.isSubset(of: columns.map(\.part)), "label \(label), room \(room)")
                parts = Set(columns.map(\.part))
            }
        }
    }

    @Test func `An absent part takes no room`() {
        #expect(columns([.label: 11, .elapsed: 4, .count: 0], 16) == [nil, 11, nil, nil, nil, nil, 4, nil])
        #expect(columns([:], 80) == Array(repeating: nil, count: 8))
    }

    @Test func `The last part that is left is cut`() {
        #expect(columns([.label: 11, .elapsed: 4], 3) == [nil, nil, nil, nil, nil, nil, 3, nil])
        #expect(columns([.elapsed: 4], 2) == [nil, nil, nil, nil, nil, nil, 2, nil])
    }

    // `⠹ Compressing  2 failed ▕▌ …`
    @Test(arguments: [
        // room, indicator, label with failures, bar, percent, count, rate, elapsed, remaining
        (69, [1, 21, 10, 4, 7, 5, 4, 10]), (68, [1, 21, 15, 4, 7, nil, 4, 10]), (52, [1, 18, 10, 4, nil, nil, 4, 10]),
        (26, [1, 14, nil, 4, nil, nil, 4, nil]), (25, [1, 18, nil, nil, nil, nil, 4, nil]),
        (19, [1, 12, nil, nil, nil, nil, 4, nil]),
        (18, [1, 11, nil, nil, nil, nil, 4, nil]), (15, [1, 8, nil, nil, nil, nil, 4, nil]),
        (14, [1, 7, nil, nil, nil, nil, 4, nil]), (9, [1, 2, nil, nil, nil, nil, 4, nil]),
        (8, [1, 6, nil, nil, nil, nil, nil, nil]), (4, [1, 2, nil, nil, nil, nil, nil, nil]),
        (3, [1, nil, nil, nil, nil, nil, nil, nil]), (1, [1, nil, nil, nil, nil, nil, nil, nil])
    ])
    func `The number of failures is never given up`(room: Int, expected: [Int?]) {
        var widths = all
        widths.failures = 10
        widths[.label] += 10
        #expect(columns(widths, room) == expected)
    }

    @Test func `A bar has the width that it has when the estimates are known, and nothing else waits for them`() {
        for label in [3, 11, 30] {
            for room in 1...160 {
                var early: InlineLayout.Widths = [.indicator: 1, .label: label, .bar: 20, .percent: 4, .count: 7, .elapsed: 4]
                var late = early
                (late[.rate], late[.remaining]) = (7, 11)
                early.expect(.rate, columns: 7)
                early.expect(.remaining, columns: 11)
                let (before, after) = (InlineLayout.fitting(early, in: room), InlineLayout.fitting(late, in: room))
                if after[.bar] > 0 { #expect(before[.bar] == after[.bar], "label \(label), room \(room)") }
                #expect(before[.rate] == 0 && before[.remaining] == 0)
                #expect(before[.label] >= after[.label] && before[.count] >= after[.count], "label \(label), room \(room)")
                #expect(before.columns <= room || before.count == 1)
            }
        }
    }
}

@Suite struct StackedLayoutTests {
    private func text(_ count: Int, _ columns: Int, _ rows: Int, isUTF8: Bool = true, canStack: Bool = true) -> [String] {
        let entries = (0..<count).map {
            StackedLayout.Entry.text(label: "\($0)")
        }
        let grid = StackedLayout(columns: columns, rows: rows, canStack: canStack, isUTF8: isUTF8).grid(of: entries)
        return grid.lines
    }

    @Test func `A narrow window counts in fewer words, and one without a way up has one row`() {
        #expect(text(3, 80, 24, canStack: false) == ["0 0:00"])
        #expect(text(30, 14, 3).last == "… and 29 more")
        #expect(text(30, 9, 3).last == "+29 more")
        #expect(text(30, 8, 3).last == "+29")
        #expect(text(30, 4, 3).last == "+29")
        #expect(text(30, 3, 3).last == "+")
    }
}
