import HUDTesting
import SeededRandom
import Testing

/// Bytes of every kind.
@Suite struct ByteTests {
    private static func feed(_ bytes: some Sequence<UInt8>, columns: Int = 40) -> InMemoryTerminal {
        var terminal = InMemoryTerminal(columns: columns, rows: 2)
        terminal.feed(bytes)
        return terminal
    }

    @Test func `A character may be split between calls`() {
        var terminal = InMemoryTerminal(columns: 10, rows: 1)
        for byte in "é漢🚀\u{1B}[2Cx\u{1B}]2;tä\u{1B}\\".utf8 { terminal.feed([byte]) }
        #expect(terminal.screen == ["é漢🚀  x"])
        #expect(terminal.title == "tä")
    }

    @Test(
        arguments: [
            [0xFF], [0xC3], [0xC3, 0x28], [0xE6, 0xBC], [0xE6, 0xBC, 0x61], [0xC0, 0x80], [0xED, 0xA0, 0x80],
            [0xF4, 0x90, 0x80, 0x80],
            [0xF0, 0x9F, 0x9A, 0xC3, 0xA9], [0xE0, 0x80, 0x80], [0x80, 0xBF], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xE6, 0xFF, 0x61]
        ] as [[UInt8]])
    func `What is not UTF-8 becomes U+FFFD, as in Swift's strings`(_ bytes: [UInt8]) {
        #expect(Self.feed(bytes + [0x7A]).screen[0] == String(decoding: bytes + [0x7A], as: UTF8.self))
    }

    @Test func `Random bytes decode as Swift decodes them`() {
        let leads: [UInt8] = [0x41, 0x80, 0x9F, 0xA0, 0xBF, 0xC3, 0xE0, 0xED, 0xF0, 0xF4]
        var random = SeededGenerator(stream: 0)
        for _ in 0..<2000 {
            let bytes: [UInt8] = (0..<8).map { _ in random.pick(leads) }
            let expected = String(decoding: bytes + [0x41], as: UTF8.self)
            // C1 controls and marks are not drawn.
            guard expected.unicodeScalars.allSatisfy({ $0.value == 0xFFFD || $0.value == 0x41 }) else { continue }
            #expect(Self.feed(bytes + [0x41]).screen[0] == expected, "seed \(SeededGenerator.seed)")
        }
    }

    private static let pieces: [String] = [
        "\u{1B}", "\u{1B}[", "\u{1B}]", "\u{1B}P", "\u{1B}\\", "\u{07}", "\u{08}", "\t", "\r", "\n", "0", "1", "3", "9",
        "47", "1049", "99999999999", ";", ":", "?", "!", ">", " ", "h", "l", "m", "r", "A", "B", "C", "D", "H", "J", "K",
        "L", "M", "P", "S", "T", "X", "@", "b", "u", "s", "abc", "漢", "\u{301}", "👩\u{200D}🚀", "\u{9B}", "\u{1B}7",
        "\u{1B}8", "\u{1B}M", "\u{1B}(0", "\u{1B}c"
    ]

    @Test func `Random bytes do no harm`() {
        var random = SeededGenerator(stream: 0)
        for run in 0..<300 {
            let columns = random.int(-1...12)
            var terminal = InMemoryTerminal(columns: columns, rows: random.int(-1...6), scrollbackLimit: 20)
            for _ in 0..<150 {
                switch random.int(0..<20) {
                case 0:
                    terminal.resize(
                        columns: random.int(-1...12), rows: random.int(-1...6),
                        reflows: random.bool())
                case 1..<4: terminal.feed((0..<9).map { _ in UInt8.random(in: 0...255, using: &random) })
                default: terminal.feed(random.pick(Self.pieces))
                }
            }
            check(terminal, "run \(run), seed \(SeededGenerator.seed)")
        }
    }

    /// Invariants of every screen.
    private func check(_ terminal: InMemoryTerminal, _ comment: Comment) {
        #expect(terminal.screen.count == terminal.rows, comment)
        #expect((0..<terminal.rows).contains(terminal.cursor.row), comment)
        #expect((0..<terminal.columns).contains(terminal.cursor.column), comment)
        #expect((0..<terminal.rows).contains(terminal.scrollRegion.upperBound), comment)
        #expect(terminal.scrollback.count <= 20, comment)
        for row in 0..<terminal.rows {
            var column = 0
            while column < terminal.columns {
                let cell = terminal.cell(row: row, column: column)
                let isWhole = cell.width == 1 || cell.width == 2 && terminal.cell(row: row, column: column + 1).width == 0
                #expect(isWhole && !cell.text.isEmpty && column + cell.width <= terminal.columns, comment)
                guard isWhole else { return }
                column += cell.width
            }
        }
    }
}
