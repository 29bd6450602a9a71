import HUDCore
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// Text that is written from right to left does not reorder the rest of its row.
@Suite struct DirectionTests {
    private static let hebrew = "\u{5E9}\u{5DC}\u{5D5}\u{5DD}"
    private let mark = "\u{200E}"

    private func line(_ label: String, columns: Int = 60, isUTF8: Bool = true) -> String {
        let snapshot = HUDSnapshot(
            mode: .bar, label: label, progress: ProgressSample(completedUnitCount: 10, totalUnitCount: 20), rate: 5)
        let grid = InlineView(columns: columns, rows: 1, isUTF8: isUTF8, look: InlineLook()).grid(for: snapshot)
        return grid.text(ofRow: 0)
    }

    @Test(arguments: [hebrew, "\u{627}\u{644}", "\u{FE8D}", "\u{1E900}", "a \(hebrew)", "\(hebrew) 12"])
    func `A left-to-right mark is before and after a label from right to left`(_ label: String) {
        #expect(line(label).hasPrefix("⠋ \(mark)\(label)\(mark) ▕"))
    }

    @Test func `The marks take no column`() {
        let plain = line("abcd")
        let marked = line(Self.hebrew)
        #expect(marked.replacing(mark, with: "").replacing(Self.hebrew, with: "abcd") == plain)
    }

    @Test func `A label that is cut ends with the mark too`() {
        #expect(line(String(repeating: Self.hebrew, count: 20), columns: 20).contains("…\(mark)  50%"))
    }

    @Test(arguments: ["abc", "\u{65E5}\u{672C}", "gr\u{F6}\u{DF}e", "\u{E01}"])
    func `Other labels have no marks`(_ label: String) {
        #expect(!line(label).contains(mark))
    }

    @Test func `Without UTF-8 there is nothing to mark`() {
        #expect(line(Self.hebrew, isUTF8: false).hasPrefix("| ???? ["))
    }

    @Test func `Rows, details and summaries are marked as labels are`() {
        var snapshot = HUDSnapshot(mode: .bar, label: "x", detailsLabel: Self.hebrew)
        snapshot.rows = [HUDRow(label: Self.hebrew)]
        let layout = StackedLayout(columns: 60, rows: 24, canStack: true, isUTF8: true)
        let grid = layout.grid(of: [.init(snapshot: snapshot, look: InlineLook())])
        let rows = grid.lines
        #expect(rows.count == 3 && rows[1...].allSatisfy { $0.contains("\(mark)\(Self.hebrew)\(mark)") })
        snapshot.outcome = .succeeded
        snapshot.label = Self.hebrew
        let summary = SummaryView(columns: 60, isUTF8: true, theme: .terminal).grid(for: snapshot)
        #expect(summary?.text(ofRow: 0) == "✓ \(mark)\(Self.hebrew)\(mark) 0.0 s")
    }

    @Test func `Drawing again adds no second mark, and a new text takes the mark away`() {
        var grid = CellGrid(columns: 8, rows: 1)
        for _ in 0..<2 { grid.write(Self.hebrew, row: 0, column: 2) }
        #expect(grid.text(ofRow: 0) == "  \(mark)\(Self.hebrew)\(mark)")
        grid.write("  abcd", row: 0, column: 0)
        #expect(grid.text(ofRow: 0) == "  abcd")
    }
}
