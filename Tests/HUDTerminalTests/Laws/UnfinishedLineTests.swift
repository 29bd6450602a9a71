import HUDCore
import HUDTesting
import SeededRandom
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// A HUD below a line that a job has not finished.
@Suite struct UnfinishedLineTests {
    private let entry = StackedLayout.Entry.text()

    private func replay(
        columns: Int = 20, rows: Int = 6, drawsBelow: Bool = true, reflows: Bool = true, name: String = "xterm-256color"
    ) throws -> RegionReplay {
        try RegionReplay(on: name, columns: columns, rows: rows, reflows: reflows) {
            $0.drawsBelowUnfinishedLines = drawsBelow
        }
    }

    /// A replay with a HUD.
    private func shown() throws -> RegionReplay {
        var replay = try replay()
        replay.add(entry)
        return replay
    }

    /// The rows of the screen with a HUD below a job's output.
    private func screen(after outputs: [String], rendersLast: Bool) throws -> [String] {
        var replay = try shown()
        for output in outputs { replay.passThrough(output) }
        if rendersLast { replay.render(0, entry) }
        let rows = replay.allRows
        replay.end()
        return rows
    }

    @Test(arguments: [
        // Dots.
        ([".", ".", "."], ["...", "HUD 0:00"]), (["one\n.", "."], ["one", "..", "HUD 0:00"]), ([".", "\n"], [".", "HUD 0:00"]),
        // A bar that returns to its start stays whole.
        (["\r 10%", "\r 20%", "\r 30%"], [" 30%", "HUD 0:00"]), (["a long line", "\rshort\u{1B}[K"], ["short", "HUD 0:00"]),
        (["10%\r", "20%\r", "done\n"], ["done", "HUD 0:00"]),
        // A prompt and its typed answer.
        (["Name? ", "B", "o", "b", "\u{8} \u{8}", "\r\n"], ["Name? Bo", "HUD 0:00"]),
        (["Name? ", "Bo"], ["Name? Bo", "HUD 0:00"]),
        // Wide characters count as two columns.
        (["界", "界", "a"], ["界界a", "HUD 0:00"]), (["e", "\u{301}", "x"], ["e\u{301}x", "HUD 0:00"])
    ])
    func `Output is above the HUD`(outputs: [String], rows: [String]) throws {
        #expect(try screen(after: outputs, rendersLast: false) == rows)
    }

    private static let full = String(repeating: "x", count: 20)
    private static let nearlyFull = String(repeating: "x", count: 18)

    @Test(
        arguments: [
            // While a job redraws its own rows, the HUD is off.
            (["a\nb\nc\n", "\u{1B}[3Ax"], ["x", "b", "c"]), (["a\nb\nc\n", "\u{1B}[3Ax\n"], ["x", "b", "c"]),
            (["a\nb\nc\n", "\u{1B}[3Ax\ny\nz\n"], ["x", "y", "z", "HUD 0:00"]),
            (["a\nb\nc", "\r\u{1B}[2Ax\ny\nz"], ["x", "y", "z", "HUD 0:00"]),
            // An escape sequence in two pieces stays whole.
            (["a\u{1B}[3", "1mb", "c\u{1B}[m"], ["abc", "HUD 0:00"]), (["a\u{1B}]0;t", "itle\u{7}b"], ["ab", "HUD 0:00"]),
            // A line that fills its row.
            ([full], [full, "HUD 0:00"]), ([full, "y"], [full, "y", "HUD 0:00"]), ([full, "\n"], [full, "HUD 0:00"]),
            ([full + full + "abc"], [full, full, "abc", "HUD 0:00"]),
            (["\r" + full, "\r" + full, "\r" + full], [full, "HUD 0:00"]),
            // A wide character is drawn again from its first column.
            ([nearlyFull + "界", "y"], [nearlyFull + "界", "y", "HUD 0:00"])
        ] as [([String], [String])])
    func `Output and the next frame show it above the HUD, or no HUD`(outputs: [String], rows: [String]) throws {
        #expect(try screen(after: outputs, rendersLast: true) == rows)
    }

    @Test func `A job that logs lines above two bars keeps the HUD below them`() throws {
        var replay = try shown()
        replay.passThrough("one\ntwo")
        for line in 1...30 {
            replay.passThrough("\r\u{1B}[A\u{1B}[Jline \(line)\none \(line)\ntwo \(line)")
            replay.render(0, entry)
            #expect(replay.allRows.suffix(3) == ["one \(line)", "two \(line)", "HUD 0:00"])
        }
        replay.end()
    }

    @Test func `On the alternate screen the HUD is off, and afterwards it returns to its place`() throws {
        var replay = try shown()
        replay.passThrough("ab")
        replay.passThrough("\u{1B}[?1049h\u{1B}[Hscreen\r\n")
        replay.render(0, entry)
        #expect(replay.screen == ["screen", "", "", "", "", ""])
        replay.passThrough("\u{1B}[?1049l")
        replay.render(0, entry)
        #expect(replay.allRows == ["ab", "HUD 0:00"])
        replay.end()
    }

    @Test func `Characters and an escape sequence stay whole byte by byte`() throws {
        var replay = try shown()
        for byte in Array("é界\u{1B}[1m!".utf8) { replay.passThrough(bytes: [byte]) }
        replay.render(0, entry)
        #expect(replay.allRows == ["é界!", "HUD 0:00"])
        replay.end()
    }

    @Test func `A job's colors continue after the HUD, which has its own`() throws {
        var replay = try shown()
        replay.passThrough("\u{1B}[1;31;44mred")
        replay.passThrough(" and")
        #expect(replay.terminal.cell(row: 1, column: 0).style.foreground == .default)
        replay.passThrough(" more\nnext")
        replay.remove(0)
        for column in 0..<4 { #expect(replay.terminal.cell(row: 1, column: column).style.background == .indexed(4)) }
        #expect(replay.complaintAboutRest() == nil)
    }

    @Test(arguments: [
        ("\u{1B}[3", "1mred"), ("ab\u{1B}[3", "1mred"), ("\u{1B}", "[31mred"), ("\u{1B}]0;ti", "tle\u{7}red"),
        ("\u{1B}[31", "mred")
    ])
    func `A log line waits for the end of an escape sequence`(first: String, second: String) throws {
        for isShown in [true, false] {
            var replay = try replay()
            if isShown { replay.add(entry) }
            replay.passThrough(first)
            replay.region.log("done")
            replay.passThrough(second + "\n")
            if isShown { replay.remove(0) }
            let unfinished = first.hasPrefix("ab") ? ["ab"] : []
            #expect(replay.allRows == unfinished + ["done", "red"])
            let style = replay.terminal.cell(row: unfinished.count + 1, column: 0).style.foreground
            #expect(style == (first.contains("]") ? .default : .indexed(1)))
            #expect(replay.terminal.unknownSequences == [])
        }
    }

    @Test func `A log line waits for the end of a character`() throws {
        var replay = try shown()
        let bytes = Array("界".utf8)
        replay.passThrough(bytes: Array(bytes[..<2]))
        replay.region.log("done")
        replay.passThrough(bytes: Array(bytes[2...]))
        replay.render(0, entry)
        #expect(replay.allRows == ["界", "done", "HUD 0:00"])
    }

    @Test func `A log line in an escape sequence that never ends is printed when the HUD disappears`() throws {
        var replay = try shown()
        replay.passThrough("one\n\u{1B}[3")
        replay.region.log("done")
        replay.remove(0)
        #expect(replay.allRows == ["one", "done"])
    }

    @Test(arguments: ["4:3", "1;4:5", "4:2;31", "4:3;58:2::1:2:3"])
    func `A styled underline continues after the HUD is redrawn`(codes: String) throws {
        var replay = try shown()
        replay.keepsBytes = true
        replay.passThrough("\u{1B}[\(codes)mcurly")
        replay.passThrough(" and\nnext")
        let written = String(decoding: replay.keptBytes, as: UTF8.self)
        let shape = codes.split(separator: ";").first { $0.hasPrefix("4:") } ?? ""
        #expect(written.contains(shape), "\(written.debugDescription)")
        #expect(replay.allRows == ["curly and", "next", "HUD 0:00"])
    }

    @Test(arguments: ["4:0", "24", "0", ""])
    func `The codes that end an underline end a styled one too`(codes: String) {
        var style = PrintedStyle()
        style.apply(Array("4:3".utf8))
        #expect(style.bytes == Array("\u{1B}[4:3m".utf8))
        style.apply(Array(codes.utf8))
        #expect(style == PrintedStyle())
    }

    @Test func `Without the option, nothing is drawn below an unfinished line`() throws {
        var replay = try replay(drawsBelow: false)
        replay.add(entry)
        for output in ["Name? ", "x"] {
            replay.passThrough(output)
            replay.render(0, entry)
        }
        #expect(replay.allRows == ["Name? x"])
        #expect(replay.terminal.isCursorVisible)
    }

    @Test func `Escape sequences after a line end do not begin a line`() throws {
        var replay = try shown()
        replay.passThrough("one\n\u{1B}[?25l\u{1B}[m\u{1B}[?25h")
        replay.log("logged")
        #expect(replay.allRows == ["one", "logged", "HUD 0:00"])
        replay.passThrough("two\n\u{1B}[?25h")
        replay.remove(0, leaving: "left")
        #expect(replay.allRows == ["one", "logged", "two", "left"])
    }

    @Test func `A dot is a few bytes, and no row of the HUD is written`() throws {
        var replay = try shown()
        replay.passThrough(".")
        for count in 2...8 {
            Array(".".utf8).withUnsafeBytes { replay.region.passThrough($0) }
            let bytes = replay.pseudoTerminal.newBytes()
            replay.terminal.feed(bytes)
            #expect(bytes.count <= 16)
            #expect(replay.allRows == [String(repeating: ".", count: count), "HUD 0:00"])
        }
    }

    @Test func `If the terminal can't move the cursor up or right, the HUD waits for the end of the line`() {
        var capabilities = TerminalCapabilities.xterm
        capabilities.moves.right = nil
        var replay = RegionReplay(columns: 20, rows: 6, capabilities) { $0.drawsBelowUnfinishedLines = true }
        replay.add(entry)
        replay.passThrough("ab")
        replay.render(0, entry)
        #expect(replay.allRows == ["ab"])
    }

    @Test(arguments: [true, false])
    func `A resize keeps the unfinished line`(reflows: Bool) throws {
        for columns in [5, 9, 15, 30] {
            var replay = try replay(reflows: reflows)
            replay.add(entry)
            replay.passThrough("one\nabcdefg")
            replay.resize(columns: columns, rows: 7)
            replay.rest()
            #expect(replay.allRows.contains("HUD 0:00") == (columns > 7) || columns == 5)
            guard reflows || columns > 7 else { continue }
            replay.passThrough("hi")
            replay.render(0, entry)
            replay.remove(0)
            #expect(replay.complaintAboutRest() == nil, "\(columns)")
        }
    }

    @Test(arguments: [true, false])
    func `A question stays when the window becomes narrower than it`(reflows: Bool) throws {
        for columns in 3...9 {
            var replay = try replay(reflows: reflows)
            replay.add(entry)
            replay.passThrough("one\nabcdef?")
            for narrower in stride(from: 10, through: columns, by: -1) {
                replay.resize(columns: narrower, rows: 7)
                replay.render(0, entry)
            }
            replay.passThrough("hi")
            replay.render(0, entry)
            replay.remove(0)
            #expect(replay.complaintAboutRest() == nil, "\(columns)")
        }
    }

    @Test(arguments: [false, true])
    func `After random output in pieces, the screen shows that output and nothing else`(floods: Bool) throws {
        var random = SeededGenerator(stream: floods ? 98 : 95)
        var pinned = 0
        for round in 0..<SeededGenerator.rounds(250) {
            let (columns, rows) = (random.int(9...40), random.int(8...14))
            let name = random.pick(["xterm-256color", "screen-256color", "tmux-256color"])
            var replay = try replay(columns: columns, rows: rows, drawsBelow: round % 4 > 0, name: name)
            var script: [String] = []
            for _ in 0..<40 {
                if floods { flood(&replay, &script, using: &random) }
                if let complaint = step(&replay, &script, using: &random) ?? complaintAboveHUD(replay) {
                    Issue.record(
                        "seed \(SeededGenerator.seed), round \(round), \(name) \(columns)×\(rows): \(complaint)\n\(script)")
                    return
                }
                if replay.terminal.scrollRegion.count < rows, replay.screen[rows - 1].hasPrefix("HUD") { pinned += 1 }
            }
            while !replay.members.isEmpty { replay.remove(0) }
            #expect(replay.terminal.scrollRegion == 0...rows - 1)
            if replay.reference.isAlternateScreen { replay.passThrough("\u{1B}[?1049l") }
            if let complaint = replay.complaintAboutRest() {
                Issue.record("seed \(SeededGenerator.seed), round \(round), \(name) \(columns)×\(rows): \(complaint)\n\(script)")
                return
            }
        }
        #expect((pinned > SeededGenerator.rounds(500)) == floods, "\(pinned)")
    }

    @Test(arguments: [false, true])
    func `A job that addresses rows by number or restores the cursor finds its own text there`(floods: Bool) throws {
        var random = SeededGenerator(stream: floods ? 101 : 96)
        var shown = 0
        for round in 0..<SeededGenerator.rounds(80) {
            var entry = entry
            if round % 2 == 0 { entry.snapshot.detailsLabel = "more" }
            var replay = try replay(columns: 20, rows: 13)
            var script = ["\u{1B}[H"]
            replay.passThrough(script[0])
            replay.add(entry)
            // Too few lines to scroll the addressed rows away, which would let the HUD return.
            for _ in 0..<25 {
                let text =
                    random.pick([
                        ".", "word ", "\n", "\n", "\r", "\u{1B}7", "\u{1B}8", "\u{1B}[2;3H", "\u{1B}[H", "\u{1B}[99;1H",
                        "\u{1B}[3d",
                        "\u{1B}[99;5Hprompt", "\u{1B}[J", "\u{1B}[99;1H\n", "\u{1B}[8;1H\u{1B}[J", "x\u{1B}[K", "\u{1B}7.\u{1B}8"
                    ])
                // Without a saved position of the job, the terminal would restore the region's.
                if floods, text == "\u{1B}8", !script.contains("\u{1B}7".debugDescription) { continue }
                if floods { flood(&replay, &script, using: &random) }
                script.append(text.debugDescription)
                replay.passThrough(text)
                if random.bool() { replay.render(0, entry) }
                if replay.screen.contains(where: { $0.hasPrefix("HUD") }) { shown += 1 }
            }
            replay.remove(0)
            if let complaint = replay.complaintAboutRest() {
                Issue.record("seed \(SeededGenerator.seed), round \(round): \(complaint)\n\(script)")
                return
            }
        }
        #expect(shown > SeededGenerator.rounds(100), "\(shown)")
    }

    private func flood(_ replay: inout RegionReplay, _ script: inout [String], using random: inout SeededGenerator) {
        switch random.int(0..<10) {
        case 0...1:
            replay.flood()
            script.append("flood")
        case 2:
            replay.calm()
            script.append("calm")
        case 3...4: if !replay.members.isEmpty { replay.render(0, entry) }
        default: break
        }
    }

    private func step(_ replay: inout RegionReplay, _ script: inout [String], using random: inout SeededGenerator) -> String? {
        switch random.int(0..<12) {
        case 0 where replay.members.count < 2: replay.add(entry)
        case 1 where replay.members.count > 1: replay.remove(0)
        case 2: if !replay.members.isEmpty { replay.render(0, entry) }
        case 3 where random.once(in: 4):
            replay.suspend()
            replay.resume()
        default:
            let text =
                random.pick([
                    ".", "word ", "\n", "\n", "\r", "\rbar 10%", "a long line of text, is it not?", "界", "界界界界界", "\t",
                    "e\u{301}",
                    "\u{1B}[31m", "\u{1B}[1;44m", "\u{1B}[m", "\u{1B}[K", "\r\u{1B}[K", "\u{8}", "\u{1B}[3C", "\u{1B}[5G",
                    "\u{1B}[2D",
                    "\u{1B}]0;t\u{7}", "a\nb\nc\nd\n\u{1B}[3Ax\n\n\n", "\n\n\n\u{1B}[2A\u{1B}[2B", "\u{1B}[J",
                    "\u{1F469}\u{200D}\u{1F4BB}", "❤\u{FE0F}",
                    "\r\u{1B}[36m" + String(repeating: "#", count: replay.reference.columns) + "\u{1B}[m",
                    "\r" + String(repeating: "-", count: replay.reference.columns - 2) + "界",
                    "\u{1B}[?1049h\u{1B}[H\u{1B}[2Jfull\u{1B}[?1049l", "\u{1B}[?25l\u{1B}[?25h", "\u{FFFD}"
                ])
            let bytes = Array(text.utf8)
            let cut = random.bool() ? bytes.count : random.int(0...bytes.count)
            script.append(text.debugDescription + (cut < bytes.count ? "|\(cut)" : ""))
            for part in [bytes[..<cut], bytes[cut...]] { replay.passThrough(bytes: Array(part)) }
        }
        return nil
    }

    /// The first difference in the rows above a HUD (all rows if there is none), or in the cursor if it is visible.
    private func complaintAboveHUD(_ replay: RegionReplay) -> String? {
        let reference = replay.reference
        var terminal = replay.terminal
        // A character that fills a row, or an incomplete sequence, is kept until the next output.
        terminal.feed(replay.region.state.withLock { $0.machine.outbox.kept })
        guard !reference.isAlternateScreen else { return nil }
        var rows = terminal.allRows
        while let last = rows.last, last.isEmpty || last.hasPrefix("HUD") { rows.removeLast() }
        guard rows == reference.allRows else { return "rows \(rows)\nnot  \(reference.allRows)" }
        guard terminal.isCursorVisible else { return nil }
        let places = [terminal, reference].map { "\($0.scrollback.count + $0.cursor.row), \($0.cursor.column)" }
        return places[0] == places[1] ? nil : "cursor \(places[0]) not \(places[1])"
    }
}
