import HUDTesting
import SeededRandom
import Testing

@testable import HUDScreen
@testable import HUDTerminal

/// The tracker's claims, compared with a terminal in memory that receives the same bytes.
@Suite struct OutputTrackerLawTests {
    /// A random piece of a job's output.
    private static func piece(using random: inout SeededGenerator) -> [UInt8] {
        func number() -> String { random.pick(["", "", "0", "1", "2", "3", "7", "24", "999"]) }
        let text = [
            "a", "word ", "a line of some length", "界", "界界界界", "e\u{301}", "ä", "\u{1F469}\u{200D}\u{1F4BB}", "❤\u{FE0F}", "."
        ]
        let clusters = ["❤\u{FE0F}", "\u{1F1E9}\u{1F1EA}", "\u{1F44D}\u{1F3FD}", "1\u{FE0F}\u{20E3}", "ᄒ\u{1161}\u{11AB}", "界"]
        switch random.int(0..<40) {
        case 0: return Array(random.pick(clusters).utf8)
        case 1..<12: return Array(random.pick(text).utf8)
        case 12..<18: return Array("\n".utf8)
        case 18..<21: return Array("\r".utf8)
        case 21: return Array("\r\n\n".utf8)
        case 22:
            return random.pick([[0x08], [0x09], [0x0B], [0x0C], [0x07], [0x00], [0x7F], [0x0E], [0x0F], [0x18]])
        case 23:
            return random.pick([[0xFF], [0xC3], [0xE7, 0x95], [0xF0, 0x9F], [0x9B], [0xED, 0xA0, 0x80]])
        case 24:
            let controls = ["\u{85}", "\u{9B}2J", "\u{9B}5D", "\u{9D}0;t\u{9C}", "\u{84}", "\u{8D}", "\u{90}q\u{9C}"]
            return Array(random.pick(controls).utf8)
        case 25, 26:
            let escapes = ["7", "8", "D", "E", "M", "c", "=", "(B", "(0", "#8", "H", "%G", "\\"]
            return Array("\u{1B}\(random.pick(escapes))".utf8)
        case 27:
            let strings = [
                "]0;title\u{7}", "]8;;http://x\u{1B}\\", "Pq#1\u{1B}\\", "_Gx\u{1B}\\", "]2;broken\u{1B}[A", "^x\u{1B}\\",
                "]0;a\u{18}"
            ]
            return Array("\u{1B}\(random.pick(strings))".utf8)
        case 28, 29:
            let modes =
                ["?7l", "?7h", "?7h", "?25l", "?25h", "?1049h", "?1049l", "?1049l", "?47h", "?47l", "?1047l", "?1048h", "?1048l"]
                + ["?6h", "?6l", "4h", "4l", "20h", "20l", "?2026h", "?1;1049h", "!p", "?2004h"]
            return Array("\u{1B}[\(random.pick(modes))".utf8)
        case 30, 31:
            let styles = ["", "0", "31", "1;4", "38;5;200", "48;2;1;2;3", "39", "49", "22", "4:3", "0;7", "38:5:9", "24", "55"]
            return Array("\u{1B}[\(random.pick(styles))m".utf8)
        case 32:
            return Array("\u{1B}[\(number());\(number())\(random.pick(["H", "f", "r", "r"]))".utf8)
        case 33:
            let pieces = [
                "\u{1B}[H\u{1B}[2J", "\u{1B}[r", "\u{1B}[;5r", "\u{1B}[J", "\u{1B}[2K\u{1B}[A", "\u{1B}[2K\u{1B}[A", "\u{1B}[K\n",
                "\n\n\n",
                "\r\u{1B}[K\n\u{1B}[K\n\u{1B}[K\u{1B}[2A"
            ]
            return Array(random.pick(pieces).utf8)
        case 34: return Array("\u{1B}[3\n1C\u{1B}[4é;7mx".utf8)
        default:
            let final = random.pick(Array("ABCDEFGHIJKLMPSTXZ@`abdefgsu"))
            return Array("\u{1B}[\(number())\(final)".utf8)
        }
    }

    /// The first claim that is not true.
    private func complaint(_ tracker: OutputTracker, _ terminal: InMemoryTerminal) -> String? {
        if tracker.isAlternateScreen != terminal.isAlternateScreen { return "alternate screen \(tracker.isAlternateScreen)" }
        if tracker.isCursorVisible != terminal.isCursorVisible { return "cursor visible: \(tracker.isCursorVisible)" }
        if let column = tracker.column {
            if column != terminal.cursor.column { return "column \(column), not \(terminal.cursor.column)" }
            if tracker.isWrapPending != terminal.isWrapPending { return "wrap pending: \(tracker.isWrapPending)" }
        }
        if tracker.isColumnVague, let most = tracker.cursor.position {
            let possible = max(0, most - tracker.cursor.slack)...most
            if !possible.contains(terminal.cursor.column) || terminal.isWrapPending {
                return "column \(terminal.cursor.column)\(terminal.isWrapPending ? ", full" : ""), not in \(possible)"
            }
        }
        if tracker.isAtLowestRow {
            let below = terminal.screen[(terminal.cursor.row + 1)...]
            if below.contains(where: { $0 != "" }) { return "lowest row \(terminal.cursor.row), but \(below)" }
            if terminal.scrollRegion != 0...terminal.rows - 1 { return "region \(terminal.scrollRegion)" }
        }
        if tracker.around.below > terminal.rows - 1 - terminal.cursor.row {
            return "\(tracker.around.below) rows below row \(terminal.cursor.row)"
        }
        if tracker.around.above > terminal.cursor.row { return "\(tracker.around.above) rows above row \(terminal.cursor.row)" }
        if tracker.column == 0, tracker.row.extent == 0, terminal.screen[terminal.cursor.row] != "" {
            return "the row is not empty"
        }
        if tracker.style.isKnown {
            var plain = InMemoryTerminal(columns: 10, rows: 2)
            plain.feed(tracker.style.bytes)
            if plain.currentStyle != terminal.currentStyle {
                return
                    "style \(String(decoding: tracker.style.bytes, as: UTF8.self).debugDescription), not \(terminal.currentStyle)"
            }
        }
        if !tracker.isInSequence {
            var copy = terminal
            copy.feed("\rQ")
            if copy.cell(row: copy.cursor.row, column: 0).text != "Q" { return "in a sequence" }
        }
        return nil
    }

    @Test(arguments: [false, true])
    func `Every claim about the cursor is true`(resizes: Bool) {
        var random = SeededGenerator(stream: resizes ? 91 : 90)
        var claims = (columns: 0, vague: 0, rows: 0, free: 0, bottom: 0, all: 0)
        for round in 0..<SeededGenerator.rounds(3000) {
            let (columns, rows) = (random.int(2...30), random.int(1...8))
            let emoji = InMemoryTerminal.Emoji.allCases[round % 3]
            var terminal = InMemoryTerminal(agreeingColumns: columns, rows: rows, emoji: emoji)
            var tracker = OutputTracker(window: WindowSize(columns: columns, rows: rows))
            let reflows = random.bool()
            var script: [String] = ["\(columns)×\(rows)"]
            let returns = random.int(0..<4) > 0
            tracker.newlineReturns = returns
            for _ in 0..<random.int(1...40) {
                let bytes = Self.piece(using: &random)
                let cut = random.int(0...bytes.count)
                for part in [bytes[..<cut], bytes[cut...]] {
                    Array(part).withUnsafeBytes { tracker.feed($0) }
                    for byte in part {
                        if byte == 0x0A, returns { terminal.feed([0x0D]) }
                        terminal.feed([byte])
                    }
                    script.append(String(decoding: part, as: UTF8.self).debugDescription)
                    if let complaint = complaint(tracker, terminal) {
                        Issue.record(
                            "seed \(SeededGenerator.seed), round \(round): \(complaint)\n\(script.joined(separator: " "))")
                        return
                    }
                    claims.all += 1
                    if tracker.column != nil { claims.columns += 1 }
                    if tracker.isColumnVague { claims.vague += 1 }
                    if tracker.isAtLowestRow { claims.rows += 1 }
                    if tracker.around.below > 0 { claims.free += 1 }
                    if tracker.around.above == rows - 1 { claims.bottom += 1 }
                }
                guard resizes, random.once(in: 6) else { continue }
                let new = WindowSize(columns: random.int(2...30), rows: random.int(1...8))
                tracker.resize(to: new)
                terminal.resize(columns: new.columns, rows: new.rows, reflows: reflows)
                script.append("\(new.columns)×\(new.rows)\(reflows ? "" : " cut")")
                if let complaint = complaint(tracker, terminal) {
                    Issue.record("seed \(SeededGenerator.seed), round \(round): \(complaint)\n\(script.joined(separator: " "))")
                    return
                }
            }
        }
        // Without claims, the test would pass as well.
        #expect(claims.columns * 3 > claims.all, "\(claims)")
        #expect(claims.vague * 50 > claims.all, "\(claims)")
        #expect(claims.rows * 8 > claims.all, "\(claims)")
        #expect(claims.free * 50 > claims.all, "\(claims)")
        #expect(claims.bottom * 20 > claims.all, "\(claims)")
    }

    /// Plain text with line feeds and carriage returns leaves nothing unknown.
    @Test func `After plain text, everything is known`() {
        var random = SeededGenerator(stream: 92)
        for round in 0..<500 {
            let (columns, rows) = (random.int(2...30), random.int(1...8))
            var terminal = InMemoryTerminal(agreeingColumns: columns, rows: rows)
            var tracker = OutputTracker(window: WindowSize(columns: columns, rows: rows))
            for _ in 0..<30 {
                let texts = [
                    "word ", "\n", "\r", "a long line of text, is it not?", "界", "\t", "\u{1B}[31m", "é", "\r\u{1B}[K", "\u{7}"
                ]
                let text = random.pick(texts)
                if terminal.isWrapPending, text == "\t" || text.hasSuffix("K") { continue }
                Array(text.utf8).withUnsafeBytes { tracker.feed($0) }
                for byte in text.utf8 { terminal.feed(byte == 0x0A ? [0x0D, 0x0A] : [byte]) }
                if tracker.column == nil || !tracker.isAtLowestRow || complaint(tracker, terminal) != nil {
                    Issue.record("seed \(SeededGenerator.seed), round \(round): \(text.debugDescription) \(tracker)")
                    return
                }
            }
        }
    }

    /// Byte by byte, the fast path for whole lines is used at most for a line's last byte, and never if line feeds do not return the cursor.
    @Test func `Whole lines have the same effect as their bytes one by one`() {
        var random = SeededGenerator(stream: 93)
        var skipped = 0
        for round in 0..<SeededGenerator.rounds(3000) {
            let window = WindowSize(columns: random.int(2...100), rows: random.int(1...8))
            var (whole, single) = (OutputTracker(window: window), OutputTracker(window: window))
            (whole.newlineReturns, single.newlineReturns) = (false, false)
            for _ in 0..<random.int(1...6) {
                if random.once(in: 4) {
                    whole.loseUnfinishedLine()
                    single.loseUnfinishedLine()
                }
                if random.once(in: 4) {
                    let rows = random.int(1...3)
                    whole.noteHUD(rowsBelow: rows)
                    single.noteHUD(rowsBelow: rows)
                }
                var bytes: [UInt8] = random.once(in: 4) ? Array("\u{1B}[44m".utf8) : []
                for _ in 0..<random.int(1...20) {
                    let isLine = random.int(0..<4) > 0
                    let line = Array(
                        repeating: UInt8.random(in: 0x20...0x7E, using: &random), count: random.int(0...90))
                    bytes +=
                        isLine
                        ? line + Array((random.int(0..<9) > 0 ? "\r\n" : "\n").utf8)
                        : Self.piece(using: &random)
                }
                let before = (whole.counts.rowChanges, single.counts.rowChanges)
                bytes.withUnsafeBytes { whole.feed($0) }
                for byte in bytes { withUnsafeBytes(of: byte) { single.feed($0) } }
                #expect((whole.counts.rowChanges > before.0) == (single.counts.rowChanges > before.1))
                if whole.counts.rowChanges - before.0 < single.counts.rowChanges - before.1 { skipped += 1 }
                if whole.claims != single.claims
                    || whole.around.linesUntilWrappedRowsAreGone < single.around.linesUntilWrappedRowsAreGone
                {
                    Issue.record("seed \(SeededGenerator.seed), round \(round): \(whole), not \(single)")
                    return
                }
            }
        }
        #expect(skipped > SeededGenerator.rounds(1000))
    }
}

extension OutputTracker {
    /// The whole state except the number of row changes, of which only a change since a saved position matters, a character that no longer fills
    /// its row, and wrapped rows, of which whole lines may leave more than there are.
    fileprivate var claims: String {
        var copy = self
        copy.counts.rowChanges = 0
        copy.around.linesUntilWrappedRowsAreGone = 0
        copy.saved.main?.around.linesUntilWrappedRowsAreGone = 0
        copy.saved.cursor?.around.linesUntilWrappedRowsAreGone = 0
        copy.cursor.filling = fillingCharacter
        copy.saved.cursor?.rowChanges = saved.cursor?.rowChanges == counts.rowChanges ? 0 : 1
        copy.saved.main?.rowChanges = saved.main?.rowChanges == counts.rowChanges ? 0 : 1
        return "\(copy)"
    }
}
