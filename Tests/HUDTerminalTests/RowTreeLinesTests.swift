import HUDCore
import Testing

@testable import HUDDrawing
@testable import HUDTerminal

/// How the rows of a tree are indented.
@Suite struct RowTreeLinesTests {
    private static func row(_ label: String, _ completed: Int? = nil, depth: Int = 0, state: TaskState = .running)
        -> HUDRow
    {
        let progress = completed.map { ProgressSample(completedUnitCount: $0, totalUnitCount: 10) } ?? .zero
        return HUDRow(label: label, state: state, progress: progress, elapsed: .seconds(3), depth: depth)
    }

    private func lines(_ rows: [HUDRow?], columns: Int, height: Int = 24, isUTF8: Bool = true, parts: [LinePart] = .all)
        -> [String]
    {
        var snapshot = HUDSnapshot(mode: .bar, label: "Building", elapsed: .seconds(3))
        snapshot.rows = rows
        var look = InlineLook()
        look.theme.parts = parts
        let layout = StackedLayout(columns: columns, rows: height, canStack: true, isUTF8: isUTF8)
        return GoldenText.rows(of: layout.grid(of: [StackedLayout.Entry(snapshot: snapshot, look: look)]))
    }

    private static let tree = [
        row("Core", 5), row("Parser", 2, depth: 1), row("optimize", 4, depth: 2), nil, row("Net", depth: 0),
        row("Socket", depth: 1, state: .failed(reason: "status 2"))
    ]

    @Test func `The mark and the label of a row are indented by two columns for each level`() {
        #expect(
            lines(Self.tree, columns: 60) == [
                "|⠋ Building  1 failed ▕░░░░░░░░▏   0%       0:03            |",
                "|• Core               ▕████░░░░▏  50%  5/10 0:03            |",
                "|  • Parser           ▕█▌░░░░░░▏  20%  2/10 0:03            |",
                "|    • optimize       ▕███▏░░░░▏  40%  4/10 0:03            |",
                "|                                                           |",
                "|• Net                                      0:03            |",
                "|  ✗ Socket  status 2                       0:03            |"
            ])
    }

    @Test func `Where there is room for one row there is one, though rows are left out`() {
        for height in [1, 2] { #expect(lines(Self.tree, columns: 60, height: height).count == 1) }
    }

    @Test func `The same in ASCII`() {
        #expect(
            lines(Self.tree, columns: 60, isUTF8: false) == [
                "|| Building  1 failed [........]   0%       0:03            |",
                "|- Core               [####....]  50%  5/10 0:03            |",
                "|  - Parser           [#.......]  20%  2/10 0:03            |",
                "|    - optimize       [###.....]  40%  4/10 0:03            |",
                "|                                                           |",
                "|- Net                                      0:03            |",
                "|  x Socket  status 2                       0:03            |"
            ])
    }

    @Test(arguments: [
        (
            30,
            [
                "|⠋ Buildi…  1 failed   0% 0:03|",
                "|• Core               50% 0:03|",
                "|  • Parser           20% 0:03|",
                "|    • optimize       40% 0:03|",
                "|                             |",
                "|• Net                    0:03|",
                "|  ✗ Socket  status 2     0:03|"
            ]
        ),
        (
            20,
            [
                "|⠋ B…  1 failed 0:03|",
                "|• Core         0:03|",
                "|  • Parser     0:03|",
                "|    • optimize 0:03|",
                "|                   |",
                "|• Net          0:03|",
                "|  ✗ Socket  s… 0:03|"
            ]
        ),
        (
            12,
            [
                "|⠋ 1✗   0:03|",
                "|• Core 0:03|",
                "|  • P… 0:03|",
                "|  • o… 0:03|",
                "|           |",
                "|• Net  0:03|",
                "|  ✗ S… 0:03|"
            ]
        ),
        (
            8,
            [
                "|⠋ 1✗   |",
                "|• Core |",
                "|  • Pa…|",
                "|  • op…|",
                "|       |",
                "|• Net  |",
                "|  ✗ So…|"
            ]
        ),
        (
            5,
            [
                "|⠋ 1✗|",
                "|• C…|",
                "| • …|",
                "| • …|",
                "|    |",
                "|• N…|",
                "| ✗ …|"
            ]
        ),
        (
            2,
            [
                "|⠋|",
                "|•|",
                "|•|",
                "|•|",
                "| |",
                "|•|",
                "|✗|"
            ]
        )
    ])
    func `In a narrow window the label keeps half of its columns, and failures are counted`(columns: Int, expected: [String]) {
        #expect(lines(Self.tree, columns: columns) == expected)
    }

    @Test func `A line without indicators or labels has no room to indent`() {
        #expect(
            lines(Array(Self.tree.prefix(3)), columns: 40, parts: [.label, .percent]) == [
                "|Building       0%                      |",
                "|Core          50%                      |",
                "|  Parser      20%                      |",
                "|    optimize  40%                      |"
            ])
        #expect(
            lines(Array(Self.tree.prefix(3)), columns: 40, parts: [.indicator, .percent]) == [
                "|⠋   0%                                 |",
                "|•  50%                                 |",
                "|•  20%                                 |",
                "|•  40%                                 |"
            ])
    }

    @Test func `More than eight levels are indented as eight`() {
        let rows = (0...10).map { Self.row("\($0)", depth: $0) }
        #expect(
            lines(rows, columns: 40).suffix(3).map { $0.prefix(22) } == [
                "|                • 8  ", "|                • 9  ", "|                • 10 "
            ])
    }
}
