import HUDCore
import Testing

@testable import HUDTerminal

@Suite struct InlineLayoutTests {
    /// `⠹ Compressing ▕▌      ▏   3%  12/345 3.2/s 0:07 1:44 left`
    private let all: InlineLayout.Widths = [
        .indicator: 1, .label: 11, .bar: 20, .percent: 4, .count: 7, .rate: 5, .elapsed: 4, .remaining: 9
    ]

    private func columns(_ widths: InlineLayout.Widths, _ room: Int) -> [Int?] {
        let columns = InlineLayout.columns(of: widths, in: room)
        return InlineLayout.Part.allCases.map { part in columns.first { $0.part == part }?.columns }
    }

    // Each row: the narrowest and the widest window in which these parts are shown.
    @Test(arguments: [
        // room, indicator, label, bar, percent, count, rate, elapsed, remaining
        (500, [1, 11, 40, 4, 7, 5, 4, 9]), (88, [1, 11, 40, 4, 7, 5, 4, 9]), (87, [1, 11, 39, 4, 7, 5, 4, 9]),
        (58, [1, 11, 10, 4, 7, 5, 4, 9]),
        (57, [1, 11, 15, 4, 7, nil, 4, 9]), (52, [1, 11, 10, 4, 7, nil, 4, 9]),
        (51, [1, 11, 17, 4, nil, nil, 4, 9]), (41, [1, 8, 10, 4, nil, nil, 4, 9]),
        (40, [1, 8, 19, 4, nil, nil, 4, nil]), (31, [1, 8, 10, 4, nil, nil, 4, nil]),
        (30, [1, 11, nil, 4, nil, nil, 4, nil]), (16, [1, 4, nil, 4, nil, nil, 4, nil]),
        (15, [1, 8, nil, 4, nil, nil, nil, nil]), (9, [1, 2, nil, 4, nil, nil, nil, nil]),
        (8, [1, nil, nil, 4, nil, nil, nil, nil]), (6, [1, nil, nil, 4, nil, nil, nil, nil]),
        (5, [1, nil, nil, nil, nil, nil, nil, nil]), (1, [1, nil, nil, nil, nil, nil, nil, nil]),
        (0, [0, nil, nil, nil, nil, nil, nil, nil]), (-5, [0, nil, nil, nil, nil, nil, nil, nil])
    ])
    func `The width ladder gives up parts in order`(room: Int, expected: [Int?]) {
        #expect(columns(all, room) == expected)
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
        #expect(columns([.label: 11, .elapsed: 4], 3) == [nil, 3, nil, nil, nil, nil, nil, nil])
        #expect(columns([.elapsed: 4], 2) == [nil, nil, nil, nil, nil, nil, 2, nil])
    }
}

@Suite struct StackedLayoutTests {
    private func text(_ count: Int, _ columns: Int, _ rows: Int, isUTF8: Bool = true, canStack: Bool = true) -> [String] {
        let entries = (0..<count).map {
            StackedLayout.Entry(snapshot: HUDSnapshot(mode: .text, label: "\($0)"), look: InlineLook())
        }
        let grid = StackedLayout(columns: columns, rows: rows, canStack: canStack, isUTF8: isUTF8).grid(of: entries)
        return (0..<grid.rows).map { grid.text(ofRow: $0) }
    }

    @Test func `HUDs without a row are counted in the last row`() {
        #expect(text(3, 80, 24) == ["0 0:00", "1 0:00", "2 0:00"])
        #expect(text(3, 80, 4) == ["0 0:00", "1 0:00", "2 0:00"])
        #expect(text(3, 80, 3) == ["0 0:00", "… and 2 more"])
        #expect(text(3, 80, 3, isUTF8: false) == ["0 0:00", "... and 2 more"])
        #expect(text(3, 80, 2) == ["0 0:00"])
        #expect(text(3, 80, 24, canStack: false) == ["0 0:00"])
    }

    @Test func `A narrow window counts in fewer words`() {
        #expect(text(30, 14, 3).last == "… and 29 more")
        #expect(text(30, 9, 3).last == "+29 more")
        #expect(text(30, 8, 3).last == "+29")
        #expect(text(30, 4, 3).last == "+29")
        #expect(text(30, 3, 3).last == "+")
    }
}
