import HUDCore
import Testing

@testable import HUDTerminal

/// The numbers of a bezel.
@Suite struct BezelFiguresTests {
    private func rows(_ mode: HUDMode, label: String = "Copying", details: String = "a file", columns: Int = 80) -> CellGrid {
        let snapshot = HUDSnapshot(
            mode: mode, label: label, detailsLabel: details,
            progress: ProgressSample(completedUnitCount: 5, totalUnitCount: 10), remaining: .seconds(65))
        return BezelView(columns: columns, rows: 24, isUTF8: true, look: BezelLook()).frame(for: snapshot).grid
    }

    private func firstRow(with text: String, in grid: CellGrid) -> (row: Int, text: String)? {
        (0..<grid.rows).lazy.map { ($0, grid.text(ofRow: $0)) }.first { $0.1.contains(text) }
    }

    @Test(arguments: [HUDMode.bar, .determinate, .annular], ["", "a file"])
    func `Count, percentage and remaining time are shown, with details too`(mode: HUDMode, details: String) throws {
        let grid = rows(mode, details: details)
        let row = try #require(firstRow(with: "50%", in: grid))
        #expect(row.text.contains(" 5/10 ") && row.text.contains(" 1:05 left "))
    }

    @Test(arguments: [HUDMode.bar, .determinate, .annular])
    func `The percentage is bold and in the middle`(_ mode: HUDMode) throws {
        let grid = rows(mode)
        let row = try #require(firstRow(with: "50%", in: grid))
        let column = try #require((0..<grid.columns).first { grid[row.row, $0].text == "5" && grid[row.row, $0 + 2].text == "%" })
        #expect(grid[row.row, column].style.attributes.contains(.bold))
        #expect(abs(column - (grid.columns - (column + 3))) <= 1, "\(row.text)")
    }

    @Test func `In a narrow bezel the count goes first, and the percentage stays`() throws {
        let narrow = try #require(firstRow(with: "50%", in: rows(.bar, columns: 24)))
        #expect(!narrow.text.contains("5/10"))
        #expect(firstRow(with: "50%", in: rows(.bar, columns: 12)) != nil)
    }
}
