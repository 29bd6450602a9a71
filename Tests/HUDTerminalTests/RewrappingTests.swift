import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

@Suite struct RewrappingTests {
    private func rows(_ texts: String..., columns: Int) -> Int {
        var grid = CellGrid(columns: 60, rows: texts.count)
        for (row, text) in texts.enumerated() { grid.write(text, row: row, column: 0) }
        return grid.rewrappedRows(in: columns)
    }

    @Test(arguments: [(60, 1), (11, 1), (10, 2), (6, 2), (5, 3), (1, 11), (0, 11), (-3, 11)])
    func `A line wraps at the end of the window, but trailing spaces don't`(columns: Int, expected: Int) {
        #expect(rows("Compressing", columns: columns) == expected)
    }

    @Test func `Rows are lines of their own`() {
        #expect(rows("Compressing", "film", "", columns: 6) == 4)
        #expect(rows("", columns: 1) == 1)
        #expect(CellGrid(columns: 10, rows: 0).rewrappedRows(in: 5) == 0)
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
        #expect(grid.rewrappedRows(in: 4) == 3)
    }
}
