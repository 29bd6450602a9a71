import HUDCore
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

private let terminal: TerminalCapabilities = {
    var terminal = TerminalCapabilities(eraseToEndOfLine: Array("<el>".utf8), isUTF8: true)
    terminal.moves.right = "<cuf%p1%d>$<3>"
    terminal.moves.up = "<cuu%p1%d>"
    terminal.moves.down = "<cud%p1%d>"
    return terminal
}()

/// A grid with these rows.
private func grid(_ rows: String..., columns: Int = 60) -> CellGrid {
    var grid = CellGrid(columns: columns, rows: rows.count)
    for (row, text) in rows.enumerated() { grid.write(text, row: row, column: 0) }
    return grid
}

@Suite struct CellDiffTests {
    private func bytes(_ old: CellGrid, _ new: CellGrid, rewriting leading: Int = 0) -> String {
        var encoder = CellEncoder(terminal)
        encoder.apply(CellDiff.changes(from: old, to: new, rewriting: leading), of: new)
        return String(decoding: encoder.finish(), as: UTF8.self)
    }

    private func bytes(_ old: String, _ new: String) -> String { bytes(grid(old), grid(new)) }

    @Test func `An unchanged grid writes nothing`() {
        #expect(bytes("same", "same") == "")
        #expect(bytes("", "") == "")
        #expect(bytes(grid("one", "two"), grid("one", "two")) == "")
    }

    @Test func `A new grid is written completely, and the cursor returns to its start`() {
        var encoder = CellEncoder(terminal)
        encoder.writeAll(grid("hello", "there"))
        #expect(String(decoding: encoder.finish(), as: UTF8.self) == "hello\r\n<el>there\r<cuu1>")
    }

    @Test func `A spinner's tick writes its cell`() {
        #expect(bytes("⠋ make 0:01", "⠙ make 0:01") == "\r⠙\r")
    }

    @Test func `Columns that input may have overwritten are rewritten`() {
        let line = grid("⠋ make 0:01")
        #expect(bytes(line, line, rewriting: 4) == "\r⠋ ma\r")
        #expect(bytes(grid(""), grid(""), rewriting: 4) == "")
        #expect(bytes(grid("ab"), grid("ab"), rewriting: 20) == "\rab<el>\r")
    }

    @Test func `A change further on is reached by the shorter way`() {
        #expect(bytes("ab 1", "ab 2") == "\rab 2\r")
        #expect(bytes("a long label here 0:01", "a long label here 0:02") == "\r<cuf21>2\r")
    }

    @Test func `A shorter row is overwritten and then erased to the end`() {
        #expect(bytes("hello there", "hello") == "\rhello<el>\r")
        #expect(bytes("abc", "") == "\r<el>")
    }

    @Test func `A wide character is written completely, and the cell that it covered is rewritten`() {
        #expect(bytes("a界b", "a世b") == "\ra世\r")
        #expect(bytes("a界b", "axyb") == "\raxy\r")
        #expect(bytes("axyb", "a界b") == "\ra界\r")
    }

    @Test func `The cursor moves to a changed row and returns`() {
        #expect(bytes(grid("one", "two"), grid("one", "tvo")) == "\r\ntv\r<cuu1>")
    }

    @Test func `Removed rows are erased, and new rows are created`() {
        #expect(bytes(grid("one", "two"), grid("one")) == "\r\n<el><cuu1>")
        #expect(bytes(grid("one"), grid("one", "two")) == "\r\n<el>two\r<cuu1>")
        #expect(bytes(grid("one", "two"), grid("one", "two", "", "four")) == "\r\n\n<el>\r\n<el>four\r<cuu3>")
    }
}

@Suite struct InlineViewTests {
    private func draw(_ snapshot: HUDSnapshot, _ columns: Int, isUTF8: Bool = true) -> String {
        InlineView(columns: max(1, columns - 1), rows: 5, isUTF8: isUTF8, look: InlineLook()).grid(for: snapshot).lines.joined(
            separator: "\n")
    }

    private let snapshot = HUDSnapshot(label: "Compressing", elapsed: .seconds(7), timeOnScreen: .milliseconds(160))

    @Test func `Spinner, label and elapsed time are on one line`() {
        #expect(draw(snapshot, 80) == "⠹ Compressing 0:07")
        #expect(draw(snapshot, 80, isUTF8: false) == "/ Compressing 0:07")
    }

    @Test func `No line reaches the last column`() {
        for columns in 1...200 {
            for label in ["x", String(repeating: "label ", count: 60), String(repeating: "界", count: 500)] {
                for mode in HUDMode.allCases {
                    var wide = snapshot
                    wide.label = label
                    wide.mode = mode
                    let layout = StackedLayout(columns: columns, rows: 24, canStack: true, isUTF8: true)
                    let grid = layout.grid(of: [.init(snapshot: wide, look: InlineLook())])
                    #expect(grid.end(ofRow: 0) <= max(1, columns - 1))
                }
            }
        }
    }

    @Test func `Empty lines in the details indent no line further`() {
        for details in ["one\n\ntwo\n\nthree\n\n\nfour", "\n\none\ntwo\nthree\n\nfour"] {
            var several = snapshot
            several.detailsLabel = details
            #expect(draw(several, 80) == "⠹ Compressing 0:07\n  one\n  two\n  three\n  four")
        }
        var trailing = snapshot
        trailing.detailsLabel = "one\ntwo\nthree\n\n\n"
        #expect(draw(trailing, 80) == "⠹ Compressing 0:07\n  one\n  two\n  three")
    }

    @Test func `The bar keeps its width and its fill when rate and remaining time appear`() {
        for unit in [ProgressUnit.items, .bytes, .binaryBytes, .named("files")] {
            for columns in 10...140 {
                var early = snapshot
                early.mode = .bar
                early.progress = ProgressSample(completedUnitCount: 2_000_000, totalUnitCount: 9_000_000, unit: unit)
                var late = early
                late.rate = 123_456
                late.remaining = .seconds(725)
                let (before, after) = (draw(early, columns), draw(late, columns))
                if let bar = after.bar { #expect(before.bar == bar, "\(columns) columns") }
                // Nothing waits for them: there is no gap in the line.
                #expect(!before.contains("  0:07"))
            }
        }
    }
}

extension String {
    /// The bar in a line.
    fileprivate var bar: Substring? {
        guard let start = firstIndex(of: "▕"), let end = firstIndex(of: "▏") else { return nil }
        return self[start...end]
    }
}
