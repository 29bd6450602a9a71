import HUDCore
import SeededRandom
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

@Suite struct TextCellsTests {
    /// The cells of a text by its whole harmless form, which is how a text was drawn before only its beginning was read.
    private static func model(_ text: String, isUTF8: Bool, limit: Int) -> [String] {
        guard limit > 0 else { return [] }
        var cells: [(text: String, width: Int)] = []
        var columns = 0
        for character in HarmlessText.of(text, isUTF8: isUTF8) {
            let width = min(TextWidth.of(character), 2)
            if columns + width > limit {
                while columns > limit - 1, let last = cells.popLast() { columns -= last.width }
                return cells.map(\.text) + [isUTF8 ? "…" : "~"]
            }
            cells.append((String(character), width))
            columns += width
        }
        return cells.map(\.text)
    }

    private func cut(_ cells: TextCells, to room: Int) -> [String] {
        let (count, hasEllipsis) = cells.fitting(room)
        return cells.cells.prefix(count).map(\.text) + (hasEllipsis ? [cells.ellipsis.text] : [])
    }

    @Test func `The beginning of a text gives the cells that the whole text would give`() {
        var random = SeededGenerator(stream: 51)
        for round in 0..<1500 {
            let text = RandomText.next(most: 300, using: &random)
            let isUTF8 = random.int(0..<4) > 0
            let limit = random.int(0...200)
            let cells = TextCells(text, isUTF8: isUTF8, limit: limit)
            for room in [limit, random.int(0...max(1, limit))] where room <= limit {
                let expected = Self.model(text, isUTF8: isUTF8, limit: room)
                let given = cut(cells, to: room)
                guard given.map({ Array($0.utf8) }) == expected.map({ Array($0.utf8) }) else {
                    Issue.record(
                        "seed \(SeededGenerator.seed), round \(round): \(room) of \(limit) columns: \(text.debugDescription)")
                    return
                }
            }
            let whole = HarmlessText.of(text, isUTF8: isUTF8).reduce(0) { $0 + min(TextWidth.of($1), 2) }
            guard cells.width == min(whole, limit + 1) || limit == 0 else {
                Issue.record("seed \(SeededGenerator.seed), round \(round): width \(cells.width): \(text.debugDescription)")
                return
            }
        }
        SeededGenerator.report("laws: 1500 texts, seed \(SeededGenerator.seed): the beginning gives the cells of the whole")
    }

    @Test func `A text whose beginning is invisible is cut after a bounded number of scalars`() {
        let most = TextCells.mostScalars(for: 10)
        let hidden = String(repeating: "\u{AD}", count: most)
        #expect(cut(TextCells("ab" + hidden + "c", isUTF8: true, limit: 10), to: 10) == ["a", "…"])
        #expect(cut(TextCells("ab" + hidden.dropLast(3) + "c", isUTF8: true, limit: 10), to: 10) == ["a", "b", "c"])
        // One character of a megabyte.
        let syllables = String(repeating: "\u{1100}", count: 300_000)
        #expect(TextCells(syllables, isUTF8: true, limit: 10).width == 11)
        // As many of a text are read for the columns that it takes as for those of the window in which it was measured.
        #expect(TextCells.mostScalars(for: 1) == TextCells.mostScalars(for: 200))
    }

    @Test func `Cells are made again when their text changes and not before`() {
        var cache = TextCache()
        func text(_ label: String, _ appendix: String = "", limit: Int = 10, isUTF8: Bool = true) -> [String] {
            cut(cache.cells(of: label, appendix, at: 2, isUTF8: isUTF8, limit: limit), to: limit)
        }
        #expect(text("é") == ["é"])
        // Equal by `==`, but drawn with other bytes.
        #expect(text("e\u{301}").map { Array($0.utf8) } == [Array("e\u{301}".utf8)])
        #expect(text("é", isUTF8: false) == ["?"])
        #expect(text("abc", limit: 2) == ["a", "…"])
        #expect(text("abc", limit: 3) == ["a", "b", "c"])
        #expect(text("a", "b") == ["a", " ", " ", "b"])
        #expect(text("", "b") == ["b"])
        #expect(text("a", "\u{301}") == ["a", " ", " \u{301}"])
    }
}

/// The texts that are carried from frame to frame make no difference.
@Suite struct InlineTextsTests {
    @Test(arguments: [
        ("", []), ("one", ["one"]), ("one\ntwo", ["one", "two"]), ("\n\none\n\n\ntwo\n", ["one", "two"]),
        ("1\n2\n3\n4\n5\n", ["1", "2", "3", "4\n5\n"]), ("1\n2\n3\n\n\n4\n5", ["1", "2", "3", "4\n5"]),
        ("a\r\nb\nc", ["a", "b", "c"]), ("a\rb\r\n", ["a\rb"]), ("1\r\n2\r\n3\r\n4\r\n5", ["1", "2", "3", "4\r\n5"]),
        ("\r\n\n\u{301}b", ["\u{301}b"]), ("\n", [])
    ])
    func `Details are split into at most four lines`(text: String, lines: [String]) {
        var texts = InlineTexts()
        #expect(texts.lines(ofDetails: text) == lines)
    }

    @Test func `Details are split as their characters are`() {
        var random = SeededGenerator(stream: 53)
        var texts = InlineTexts()
        for _ in 0..<1000 {
            let text = RandomText.next(most: 12, using: &random)
            func isLineBreak(_ character: Character) -> Bool { ["\n", "\r\n"].contains(character) }
            var expected = text.split(maxSplits: 3, whereSeparator: isLineBreak).map { $0.drop(while: isLineBreak) }
            expected.removeAll(where: \.isEmpty)
            #expect(texts.lines(ofDetails: text) == expected.map(String.init), "seed \(SeededGenerator.seed)")
        }
    }

    @Test func `A layout with the lines of the last frame draws what one without them draws`() {
        var random = SeededGenerator(stream: 52)
        for run in 0..<25 {
            // Shared columns are carried in any case.
            var shared = RowColumns()
            var cache = LineCache()
            var layout = StackedLayout(columns: 80, rows: 24, canStack: true, isUTF8: true)
            var entries = [StackedLayout.Entry(snapshot: HUDSnapshot(), look: InlineLook(version: 1))]
            var version = 1
            for round in 0..<40 {
                Self.change(&entries, &layout, &version, using: &random)
                let expected = layout.grid(of: entries, in: &shared)
                guard Self.isSame(layout.grid(of: entries, with: &cache), expected) else {
                    Issue.record(
                        "seed \(SeededGenerator.seed), run \(run), round \(round): \(layout), \(entries.map(\.snapshot))")
                    return
                }
            }
        }
        SeededGenerator.report("laws: 1000 frames, seed \(SeededGenerator.seed): kept lines make no difference")
    }

    private static func isSame(_ grid: CellGrid, _ other: CellGrid) -> Bool {
        guard grid == other else { return false }
        return (0..<grid.rows).allSatisfy { row in
            (0..<grid.columns).allSatisfy { grid[row, $0].text.utf8.elementsEqual(other[row, $0].text.utf8) }
        }
    }

    private static func change(
        _ entries: inout [StackedLayout.Entry], _ layout: inout StackedLayout, _ version: inout Int,
        using random: inout SeededGenerator
    ) {
        let index = random.int(0..<entries.count)
        for _ in 0..<random.int(0...3) {
            switch random.int(0..<13) {
            case 0, 1: entries[index].snapshot.label = RandomText.next(most: 60, using: &random)
            case 2, 3: entries[index].snapshot.detailsLabel = RandomText.next(most: 30, using: &random)
            case 4:
                entries[index].look.pane = (0..<random.int(0...6)).map { _ in
                    RandomText.next(most: 20, using: &random)
                }
                version += 1
                entries[index].look.version = version
            case 5:
                entries[index].look.theme = random.pick(Theme.builtIn)
                version += 1
                entries[index].look.version = version
            case 6: layout.columns = random.int(1...200)
            case 7: layout.rows = random.int(1...8)
            case 8: layout.isUTF8.toggle()
            case 9: entries[index].snapshot.mode = random.pick(HUDMode.allCases)
            case 10:
                entries[index].snapshot.outcome =
                    random.pick([nil, nil, .succeeded, .failed(reason: "no")])
                entries[index].snapshot.opacity = random.pick([1, 1, 0.4])
            case 11 where entries.count < 4:
                version += 1
                entries.insert(.init(snapshot: HUDSnapshot(label: "new"), look: InlineLook(version: version)), at: index)
            case 12 where entries.count > 1: return _ = entries.remove(at: index)
            default: break
            }
        }
        let total = random.pick([nil, 10, 12_345, 9_000_000_000])
        let units: [ProgressUnit] = [.items, .bytes, .binaryBytes]
        entries[index].snapshot.progress = ProgressSample(
            completedUnitCount: random.int(0...12_345), totalUnitCount: total,
            runningUnitCount: random.pick([nil, 3]), unit: random.pick(units))
        entries[index].snapshot.rate = random.pick([nil, 0.01, 1234.5])
        entries[index].snapshot.remaining = random.pick([nil, .seconds(77)])
        entries[index].snapshot.elapsed += .milliseconds(random.int(0...1500))
        entries[index].snapshot.timeOnScreen += .milliseconds(random.int(0...1500))
    }

    @Test func `What is left of a grid is not written`() {
        var grid = CellGrid(columns: 5, rows: 1)
        let column = grid.write("0123456789", row: 0, column: -3)
        #expect(column == 5)
        #expect(grid.text(ofRow: 0) == "3456…")
        for text in ["abc", "\u{5E9}\u{5DC}"] {
            let end = grid.write(text, row: 0, column: .min)
            #expect(end == .min)
        }
        #expect(grid.text(ofRow: 0) == "3456…")
    }
}
