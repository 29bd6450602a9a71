import HUDCore
import HUDTesting
import SeededRandom
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// A HUD below several bars, of a job whose cursor rests above the lowest one between its updates.
@Suite struct CursorRestTests {
    /// An update of a bar: down to its row, and back up.
    private func update(_ bar: Int, _ text: String) -> [String] {
        [String(repeating: "\n", count: bar), "\r" + text, String(repeating: "\u{1B}[A", count: bar)]
    }

    /// A replay with a HUD.
    private func shown() throws -> RegionReplay {
        var replay = try RegionReplay.belowLines()
        replay.add(.text())
        return replay
    }

    /// Draws a number of bars.
    private func draw(_ bars: Int, in replay: inout RegionReplay) {
        for bar in 0..<bars { update(bar, "bar \(bar)").forEach { replay.passThrough($0) } }
    }

    @Test func `The HUD comes with the second frame, is not touched by updates, and goes below the last line`() throws {
        var replay = try shown()
        draw(3, in: &replay)
        #expect(replay.screen == ["bar 0", "bar 1", "bar 2", "", "", ""])
        replay.render(0, .text(1))
        #expect(replay.screen == ["bar 0", "bar 1", "bar 2", "", "", ""])
        replay.render(0, .text(1))
        #expect(replay.screen == ["bar 0", "bar 1", "bar 2", "", "", "HUD 0:01"])
        #expect(replay.terminal.cursor == (0, 5))
        replay.keepsBytes = true
        for bar in 0...2 {
            for bytes in update(bar, "BAR \(bar)") where !bytes.isEmpty {
                replay.passThrough(bytes)
                #expect(replay.keptBytes == bytes.utf8.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
            }
        }
        #expect(replay.screen == ["BAR 0", "BAR 1", "BAR 2", "", "", "HUD 0:01"])
        replay.passThrough("\n\n\ndone\n")
        replay.render(0, .text(2))
        #expect(replay.screen == ["BAR 0", "BAR 1", "BAR 2", "done", "", "HUD 0:02"])
        replay.wait(CursorRest.shortest)
        replay.render(0, .text(3))
        #expect(replay.screen == ["BAR 0", "BAR 1", "BAR 2", "done", "HUD 0:03", ""])
        replay.end()
    }

    @Test(arguments: zip(InMemoryTerminal.Emoji.allCases, [6, 7, 6]))
    func `A HUD below a line with an emoji is on the last row, and is not touched by updates of the line`(
        emoji: InMemoryTerminal.Emoji, end: Int
    ) throws {
        var replay = try RegionReplay.belowLines()
        replay.terminal = InMemoryTerminal(agreeingColumns: 20, rows: 6, emoji: emoji)
        replay.reference = replay.terminal
        for number in 1...6 { replay.passThrough("\(number)\n") }
        replay.add(.text())
        for second in 1...5 {
            let text = "\r❤\u{FE0F} \(second)0 %"
            replay.keepsBytes = second > 2
            replay.passThrough(text)
            if second > 2 { #expect(replay.keptBytes == Array(text.utf8)) }
            replay.keepsBytes = false
            replay.render(0, .text(second))
            let line = "❤\u{FE0F} \(second)0 %"
            #expect(
                replay.screen == (second > 1 ? [] : ["2"]) + ["3", "4", "5", "6", line]
                    + (second > 1 ? ["HUD 0:0\(second)"] : []))
            #expect(replay.terminal.cursor == (second > 1 ? 4 : 5, end))
        }
        replay.passThrough("\nlast")
        replay.remove(0, leaving: "left")
        #expect(replay.allRows.suffix(3) == ["❤\u{FE0F} 50 %", "last", "left"])
    }

    @Test(arguments: [6, 7, 9])
    func `After a line with an emoji, a block as high as the screen can be redrawn`(lines: Int) throws {
        var replay = try RegionReplay.belowLines()
        let block = (1...5).map { "row \($0)\n" }.joined()
        replay.add(.text())
        for number in 1..<lines { replay.passThrough("\(number)\n") }
        replay.passThrough("❤\u{FE0F} 10 %")
        for second in 1...2 { replay.render(0, .text(second)) }
        replay.passThrough("\r\n" + block)
        replay.render(0, .text(3))
        #expect(replay.screen.last == "HUD 0:03")
        replay.passThrough("\u{1B}[5A" + block)
        replay.render(0, .text(4))
        #expect(replay.screen == ["row 1", "row 2", "row 3", "row 4", "row 5", "HUD 0:04"])
        replay.end()
    }

    @Test func `At the end of the screen the bars make room`() throws {
        var replay = try RegionReplay.belowLines()
        for number in 1...6 { replay.passThrough("\(number)\n") }
        draw(2, in: &replay)
        replay.add(.text())
        replay.render(0, .text())
        #expect(replay.screen == ["4", "5", "6", "bar 0", "bar 1", "HUD 0:00"])
        replay.render(0, .text(1, details: "more"))
        #expect(replay.screen == ["5", "6", "bar 0", "bar 1", "HUD 0:01", "more"])
        update(1, "BAR 1").forEach { replay.passThrough($0) }
        #expect(replay.screen == ["5", "6", "bar 0", "BAR 1", "HUD 0:01", "more"])
        replay.end()
    }

    @Test func `One frame amid the update of a block does not move the HUD`() throws {
        var replay = try shown()
        replay.passThrough("a\nb\n")
        for second in 1...5 {
            replay.passThrough("\u{1B}[2A")
            replay.render(0, .text(second))
            #expect(!replay.screen.contains { $0.hasPrefix("HUD") })
            replay.passThrough("a\(second)\nb\(second)\n")
            replay.render(0, .text(second))
            #expect(replay.screen == ["a\(second)", "b\(second)", "HUD 0:0\(second)", "", "", ""])
        }
        replay.end()
    }

    @Test func `A HUD stays at the end of the screen for a while although the cursor is in the lowest row now and then`() throws {
        var replay = try shown()
        for number in 0..<6 {
            replay.passThrough("epoch \(number)\n")
            replay.render(0, .text(number))
            if number > 1 { #expect(replay.screen.last == "HUD 0:0\(number)") }
            update(1, "bar").forEach { replay.passThrough($0) }
            replay.wait(CursorRest.shortest / 2)
            replay.render(0, .text(number))
            replay.render(0, .text(number))
            #expect(replay.screen.last == "HUD 0:0\(number)")
        }
        replay.end()
    }

    @Test func `What stays of the HUD is below the lowest bar`() throws {
        for end in ["", "\n", "\n\n", "\nx", "\n\nx\u{1B}[A"] {
            for isPinned in [false, true] {
                var replay = try shown()
                draw(3, in: &replay)
                if isPinned { for second in 1...2 { replay.render(0, .text(second)) } }
                replay.passThrough(end)
                replay.remove(0, leaving: "left")
                #expect(replay.screen[3...] == ["left", "", ""], "\(end.debugDescription)")
                #expect(replay.terminal.cursor == (4, 0))
            }
        }
    }

    @Test func `The HUD is off before output of a program that has turned echo off is printed`() throws {
        var replay = try shown()
        draw(2, in: &replay)
        for second in 1...2 { replay.render(0, .text(second)) }
        replay.pseudoTerminal.setsEcho(false)
        replay.passThrough("\n\n1\n2\n3\n:")
        #expect(replay.screen == ["bar 0", "bar 1", "1", "2", "3", ":"])
        #expect(replay.terminal.scrollRegion == 0...5)
        replay.pseudoTerminal.setsEcho(true)
        replay.end()
    }

    @Test(arguments: ["\u{1B}[T\n", "\u{1B}[L\n", "\u{1B}M\u{1B}M\u{1B}M\u{1B}M\n", "\u{1B}[9A\n"])
    func `The screen is scrolled only for rows that are there`(text: String) throws {
        var replay = try RegionReplay.belowLines(rows: 12)
        for number in 0..<12 { replay.passThrough("line \(number)\n") }
        replay.add(.text())
        draw(3, in: &replay)
        for second in 1...2 { replay.render(0, .text(second)) }
        replay.passThrough(text)
        let scrolled = replay.reference.scrollback.count
        for second in 3...6 {
            replay.passThrough("\n")
            replay.render(0, .text(second))
            #expect(replay.terminal.scrollback.count <= max(scrolled, replay.reference.scrollback.count) + 1)
        }
        replay.remove(0)
    }

    @Test func `Without scroll regions the HUD is off`() {
        var capabilities = TerminalCapabilities.xterm
        capabilities.pinning = nil
        var replay = RegionReplay(columns: 20, rows: 6, capabilities)
        replay.add(.text())
        draw(2, in: &replay)
        for second in 1...3 {
            replay.render(0, .text(second))
            #expect(replay.allRows == ["bar 0", "bar 1"])
        }
        replay.end()
    }

    @Test func `Nothing is drawn where the bars leave no room`() throws {
        for bars in 1...6 {
            var replay = try RegionReplay.belowLines()
            draw(bars, in: &replay)
            replay.add(.text())
            for second in 1...3 { replay.render(0, .text(second)) }
            #expect(replay.screen.contains { $0.hasPrefix("HUD") } == (bars <= 4), "\(bars) bars")
            replay.remove(0)
            #expect(replay.complaintAboutRest() == nil, "\(bars) bars")
        }
    }

    /// How the window changes its size.
    enum Change: CaseIterable {
        case none, higher, widths, any
    }

    /// A lower window drops rows below the cursor. With the HUD there are more of them, so rows of the job can be left that would be gone without it.
    @Test(arguments: Change.allCases, [true, false])
    func `Random updates of bars are what is on the screen in the end`(change: Change, reflows: Bool) throws {
        var random = SeededGenerator(stream: 140 + (reflows ? 1 : 0))
        var pinned = 0
        for round in 0..<SeededGenerator.rounds(60) {
            let name = RegionReplay.terminals.randomElement(using: &random)?.name ?? ""
            var replay = try RegionReplay.belowLines(columns: 30, rows: 14, reflows: reflows, name: name)
            var script: [String] = []
            func pass(_ text: String) {
                script.append(text.debugDescription)
                replay.passThrough(text)
            }
            for number in 0..<random.int(0...16) { pass("line \(number)\n") }
            var bars = random.int(1...4)
            for bar in 0..<bars { pass(update(bar, "bar \(bar)").joined()) }
            replay.add(.text())
            for number in 0..<40 {
                switch random.int(0..<16) {
                case 0..<6:
                    let parts = update(
                        random.int(0..<bars), "value \(number)" + (random.bool() ? "" : "\u{1B}[K")
                    )
                    if random.bool() { parts.forEach { pass($0) } } else { pass(parts.joined()) }
                case 6:
                    pass(
                        "\rprinted \(number)\u{1B}[K\n\u{1B}[J" + (1...bars).map { "bar \($0)" }.joined(separator: "\n")
                            + String(repeating: "\u{1B}[A", count: bars - 1))
                case 7 where bars < 4:
                    pass(update(bars, "new bar").joined())
                    bars += 1
                case 8:
                    pass(String(repeating: "\n", count: bars) + "line \(number)\n")
                    bars = 1
                case 9:
                    let rows =
                        switch change {
                        case .none, .widths: 14
                        case .higher: replay.terminal.rows + random.int(0...5)
                        case .any: random.int(12...20)
                        }
                    let columns = [.widths, .any].contains(change) ? random.int(20...50) : 30
                    guard (columns, rows) != (replay.terminal.columns, replay.terminal.rows) else { break }
                    script.append("\(columns)×\(rows)")
                    replay.resize(columns: columns, rows: rows)
                    // A job learns of the size as late as the HUD does.
                    replay.render(0, .text(number))
                case 10: replay.rest()
                default:
                    script.append("frame")
                    replay.render(0, .text(number, details: random.once(in: 8) ? "more" : ""))
                }
                if replay.terminal.scrollRegion.count < replay.terminal.rows { pinned += 1 }
            }
            pass(String(repeating: "\n", count: bars))
            replay.remove(0)
            #expect(replay.terminal.scrollRegion == 0...replay.terminal.rows - 1)
            var complaint = replay.complaintAboutRest()
            if change == .any {
                let rows = replay.allRows
                var rest = rows[...]
                let isKept = replay.reference.allRows.filter { !$0.isEmpty }.allSatisfy { row in
                    guard let index = rest.firstIndex(of: row) else { return false }
                    rest = rest[(index + 1)...]
                    return true
                }
                complaint =
                    isKept && !rows.contains { $0.hasPrefix("HUD") } ? nil : "rows \(rows)\nnot  \(replay.reference.allRows)"
            }
            if let complaint {
                Issue.record("seed \(SeededGenerator.seed), \(name), round \(round): \(complaint)\n\(script)")
                return
            }
        }
        #expect(pinned > SeededGenerator.rounds(200), "\(pinned)")
    }
}
