import Testing

@testable import HUDScreen
@testable import HUDTerminal

/// Fast paths for printable ASCII.
@Suite struct PlainTextTests {
    private func row(_ text: String, limit: Int, isUTF8: Bool = true) -> String {
        var grid = CellGrid(columns: 20, rows: 1, isUTF8: isUTF8)
        let end = grid.write(text, row: 0, column: 1, limit: limit)
        return grid.text(ofRow: 0) + " \(end)"
    }

    @Test func `Plain text is cut like any other text`() {
        #expect(row("Compressing", limit: 11) == " Compressing 12")
        #expect(row("Compressing", limit: 10) == " Compressi… 11")
        #expect(row("Compressing", limit: 10, isUTF8: false) == " Compressi~ 11")
        #expect(row("Compressing", limit: 1) == " … 2")
        #expect(row("Compressing", limit: 0) == " 1")
        #expect(row("", limit: 5) == " 1")
        #expect(row("a long line that does not fit", limit: .max) == " a long line that d… 20")
        // The same with a character that needs the general path.
        #expect(row("Compr\u{E9}ssing", limit: 10) == " Compréssi… 11")
    }

    @Test func `The width of plain text is its length`() {
        #expect(CellGrid.columns(of: "Compressing", isUTF8: true) == 11)
        #expect(CellGrid.columns(of: "", isUTF8: true) == 0)
        #expect(CellGrid.columns(of: "a\tb", isUTF8: true) == 3)
    }
}
