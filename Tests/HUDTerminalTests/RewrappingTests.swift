import HUDCore
import Testing

@testable import HUDTerminal

@Suite struct RewrappingTests {
    private func rows(_ texts: String..., columns: Int) -> Int {
        var grid = CellGrid(columns: 60, rows: texts.count)
        for (row, text) in texts.enumerated() { grid.write(text, row: row, column: 0) }
        return Rewrapping.rows(of: grid, columns: columns)
    }

    @Test(arguments: [(60, 1), (11, 1), (10, 2), (6, 2), (5, 3), (1, 11), (0, 11), (-3, 11)])
    func `A line wraps at the end of the window, but trailing spaces don't`(columns: Int, expected: Int) {
        #expect(rows("Compressing", columns: columns) == expected)
    }

    @Test func `Rows are lines of their own`() {
        #expect(rows("Compressing", "film", "", columns: 6) == 4)
        #expect(rows("", columns: 1) == 1)
        #expect(Rewrapping.rows(of: CellGrid(columns: 10, rows: 0), columns: 5) == 0)
    }

    @Test func `A wide character is not cut`() {
        #expect(rows("a界b", columns: 4) == 1)
        #expect(rows("a界b", columns: 3) == 2)
        #expect(rows("a界b", columns: 2) == 3)
        #expect(rows("界界界", columns: 3) == 3)
        #expect(rows("界界界", columns: 2) == 3)
    }

    @Test func `A wide character in a window of one column takes one row`() {
        #expect(rows("界", columns: 1) == 1)
        #expect(rows("界界a", columns: 1) == 3)
    }

    @Test func `Spaces with a background count as text`() {
        let grid = CellGrid(columns: 10, rows: 1, style: CellStyle(background: .ansi(4)))
        #expect(Rewrapping.rows(of: grid, columns: 4) == 3)
    }

    private let second = HUDInstant.zero.advanced(by: .seconds(1))

    @Test(arguments: [(200, 100), (79, 40), (60, 30), (40, 20), (30, 20), (20, 20), (19, 19), (1, 1)])
    func `Rows stay short while a window is made narrower`(columns: Int, expected: Int) {
        var width = RowWidth()
        width.noteResize(from: WindowSize(columns: columns + 1, rows: 24), to: WindowSize(columns: columns, rows: 24), at: second)
        #expect(width.columns(of: columns, at: second.advanced(by: .milliseconds(499))) == expected)
        #expect(width.columns(of: columns, at: second.advanced(by: .milliseconds(500))) == columns)
    }

    @Test func `A window that only grows, or changes its height, has rows of its width`() {
        var width = RowWidth()
        width.noteResize(from: WindowSize(columns: 79, rows: 24), to: WindowSize(columns: 80, rows: 24), at: second)
        width.noteResize(from: WindowSize(columns: 80, rows: 24), to: WindowSize(columns: 80, rows: 20), at: second)
        #expect(width.columns(of: 80, at: second) == 80)
    }

    @Test func `A window that goes back and forth has short rows until it keeps its size`() {
        var width = RowWidth()
        width.noteResize(from: WindowSize(columns: 80, rows: 24), to: WindowSize(columns: 79, rows: 24), at: second)
        let later = second.advanced(by: .milliseconds(400))
        width.noteResize(from: WindowSize(columns: 79, rows: 24), to: WindowSize(columns: 80, rows: 24), at: later)
        #expect(width.columns(of: 80, at: second.advanced(by: .milliseconds(899))) == 40)
        #expect(width.columns(of: 80, at: second.advanced(by: .milliseconds(900))) == 80)
    }
}
