import HUDTesting
import SeededRandom
import Testing

/// Laws of ``ScreenComparison``, on random screens.
@Suite struct ScreenComparisonLawTests {
    /// Characters of one column and of two, with and without marks.
    private static let narrow = ["a", "b", " ", "█", "░", "e\u{301}", "é", "\u{A0}", "-", "–"]
    private static let wide = ["字", "語", "🙂"]

    private func row(_ random: inout SeededGenerator) -> [String] {
        (0..<random.int(0...20)).map { _ in
            random.pick(random.once(in: 4) ? Self.wide : Self.narrow)
        }
    }

    private func columns(of character: String) -> Int { Self.wide.contains(character) ? 2 : 1 }

    @Test func `A screen does not differ from itself, whatever blanks follow`() {
        var random = SeededGenerator(stream: 0x5C8EE)
        for _ in 0..<500 {
            let rows = (0..<random.int(0...5)).map { _ in row(&random).joined() }
            let padded = rows.map { $0 + String(repeating: " ", count: random.int(0...3)) }
            let longer = padded + Array(repeating: "  ", count: random.int(0...2))
            #expect(ScreenComparison.text(expected: longer, found: rows) == nil, "seed \(SeededGenerator.seed)")
            #expect(ScreenComparison.text(expected: rows, found: longer) == nil)
        }
    }

    @Test func `Each change of one character is marked at its columns, in its row, and nothing else is`() {
        var random = SeededGenerator(stream: 0x5C8EF)
        for _ in 0..<2000 {
            var rows = (0..<random.int(1...5)).map { _ in row(&random) }
            guard let index = rows.indices.randomElement(using: &random),
                let column = rows[index].indices.randomElement(using: &random)
            else { continue }
            let before = rows
            let old = rows[index][column]
            let others = columns(of: old) == 2 ? Self.wide : Self.narrow
            guard let new = others.filter({ $0 != old }).randomElement(using: &random) else { continue }
            rows[index][column] = new
            let start = rows[index][..<column].reduce(0) { $0 + columns(of: $1) }
            // The second column of a wide character holds none.
            let carets = String(repeating: " ", count: start) + "^"
            let text = ScreenComparison.text(expected: before.map { $0.joined() }, found: rows.map { $0.joined() })
            let lines = text?.split(separator: "\n").map(String.init) ?? []
            let marked = lines.indices.filter { lines[$0].hasPrefix("  │") }
            #expect(marked.map { lines[$0] } == ["  │\(carets)", "  │\(carets)"], "seed \(SeededGenerator.seed): \(text ?? "")")
            #expect(marked.allSatisfy { lines[$0 - 1].hasPrefix("\(index) │") })
            // What looks the same is named.
            let looksSame = [["\u{A0}", " "], ["-", "–"]].contains { $0.contains(old) && $0.contains(new) }
            #expect(lines.contains { $0.hasPrefix("row \(index), column \(start): ") } == looksSame)
        }
    }

    @Test func `Columns are those of the terminal`() {
        var random = SeededGenerator(stream: 0x5C8F0)
        for _ in 0..<500 {
            let terminal = TestTerminal(columns: 80, rows: 2)
            let text = row(&random).joined()
            terminal.print(text + "x", terminator: "")
            let difference = ScreenComparison.text(expected: [text + "y"], found: terminal.lines)
            let carets = String(repeating: " ", count: terminal.cursor.column - 1) + "^"
            #expect(difference?.hasSuffix("\n  │\(carets)") == true, "seed \(SeededGenerator.seed)")
        }
    }
}
