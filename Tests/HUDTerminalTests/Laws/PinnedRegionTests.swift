import HUDCore
import HUDTesting
import SeededRandom
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// A HUD on a terminal to which other programs write directly.
@Suite struct PinnedRegionTests {
    private func replay(columns: Int = 20, rows: Int = 6, reflows: Bool = true, name: String = "xterm-256color") throws
        -> RegionReplay
    {
        try RegionReplay(on: name, columns: columns, rows: rows, reflows: reflows) {
            $0.sharesTerminal = true
        }
    }

    /// The bytes that `change` writes to the terminal.
    private func bytes(_ replay: inout RegionReplay, _ change: (inout RegionReplay) -> Void) -> String {
        let before = replay.terminal
        replay.keepsBytes = true
        change(&replay)
        #expect(replay.terminal.unknownSequences == before.unknownSequences)
        return String(decoding: replay.keptBytes, as: UTF8.self)
    }

    @Test func `The bytes of appearing, ticking and disappearing`() throws {
        var replay = try replay()
        let plain = "\u{1B}(B\u{1B}[m"
        let reset = String(decoding: replay.capabilities.styles.reset, as: UTF8.self)
        #expect([plain, "\u{1B}[m"].contains(reset))
        #expect(
            bytes(&replay) { $0.add(.text()) }
                == "\u{1B}D\u{1B}[1A\u{1B}7\(reset)\u{1B}[1;5r\u{1B}[999;1H\u{1B}[J\u{1B}[?7lHUD \u{1B}[2m0:00\(reset)\u{1B}[?7h\u{1B}8"
        )
        #expect(bytes(&replay) { $0.render(0, .text()) } == "")
        #expect(bytes(&replay) { $0.passThrough("one\n") } == "one\r\n")
        // Once per second everything is drawn, because other programs may have overwritten it.
        #expect(
            bytes(&replay) { $0.render(0, .text(1)) }
                == "\u{1B}7\(reset)\u{1B}[999;1H\r\u{1B}[?7lHUD \u{1B}[2m0:01\(reset)\u{1B}[K\u{1B}[?7h\u{1B}8")
        #expect(bytes(&replay) { $0.remove(0) } == "\u{1B}7\(reset)\u{1B}[r\u{1B}[999;1H\u{1B}[J\u{1B}8")
        #expect(replay.complaintAboutRest() == nil)
    }

    @Test func `Output of other programs scrolls above the HUD, and the cursor stays where they left it`() throws {
        var replay = try replay(rows: 5)
        replay.foreign("$ job\n")
        replay.add(.text())
        for number in 1...9 { replay.foreign("line \(number)\n") }
        replay.foreign("\u{1B}[31mred")
        replay.render(0, .text(1))
        #expect(replay.screen == ["line 7", "line 8", "line 9", "red", "HUD 0:01"])
        #expect(replay.terminal.scrollback == ["$ job"] + (1...6).map { "line \($0)" })
        #expect(replay.terminal.cursor == (3, 3))
        #expect(replay.terminal.currentStyle.foreground == .indexed(1))
        #expect(replay.terminal.isCursorVisible)
        replay.remove(0)
        #expect(replay.terminal.scrollRegion == 0...4)
        #expect(replay.complaintAboutRest() == nil)
    }

    @Test func `The number of pinned rows grows and shrinks`() throws {
        var replay = try replay(rows: 6)
        replay.foreign("1\n2\n3\n4\n5\n6")
        replay.add(.text())
        #expect(replay.screen == ["2", "3", "4", "5", "6", "HUD 0:00"])
        replay.render(0, .text(details: "more"))
        #expect(replay.screen == ["3", "4", "5", "6", "HUD 0:00", "more"])
        #expect(replay.terminal.cursor == (3, 1))
        replay.add(.text(2))
        #expect(replay.screen == ["4", "5", "6", "HUD 0:00", "more", "HUD 0:02"])
        replay.remove(0)
        #expect(replay.screen == ["4", "5", "6", "", "", "HUD 0:02"])
        #expect(replay.terminal.scrollRegion == 0...4)
        replay.end()
    }

    @Test func `A summary begins on a new line, wherever other programs have left the cursor`() throws {
        for (text, rows) in [
            ("", ["left"]), ("one\n", ["one", "left"]), ("one", ["one", "left"]),
            ("one\ntwo three", ["one", "two three", "left"]),
            (String(repeating: "x", count: 20), [String(repeating: "x", count: 20), "left"])
        ] {
            for lines in [3, 6] {
                var replay = try replay(rows: lines)
                replay.add(.text())
                replay.foreign(text)
                replay.remove(0, leaving: "left")
                #expect(replay.allRows == rows)
                #expect(replay.terminal.cursor.column == 0)
                #expect(replay.terminal.scrollRegion == 0...lines - 1)
            }
        }
    }

    @Test func `A second HUD is drawn again below the summary of the first`() throws {
        var replay = try replay()
        replay.add(.text())
        replay.add(.text(1))
        replay.foreign("one\n")
        replay.remove(0, leaving: "left")
        #expect(replay.screen == ["one", "left", "", "", "", "HUD 0:01"])
        replay.remove(0)
        #expect(replay.complaintAboutRest() == nil || replay.allRows == ["one", "left"])
    }

    @Test func `Nothing is drawn if no row would be left for other programs`() throws {
        for rows in 1...3 {
            var replay = try replay(rows: rows)
            replay.add(.text(details: "more"))
            #expect(replay.screen.contains { $0.hasPrefix("HUD") } == (rows == 3))
            replay.foreign("one\ntwo\n")
            replay.end()
        }
    }

    @Test func `While echo is off, the screen belongs to another program`() throws {
        var replay = try replay()
        replay.foreign("one\n")
        replay.add(.text())
        replay.pseudoTerminal.setsEcho(false)
        replay.render(0, .text(1))
        #expect(replay.screen == ["one", "", "", "", "", ""])
        #expect(replay.terminal.scrollRegion == 0...5)
        replay.foreign("\u{1B}[?1049h\u{1B}[Hfull\u{1B}[?1049l")
        replay.pseudoTerminal.setsEcho(true)
        replay.render(0, .text(2))
        #expect(replay.screen == ["one", "", "", "", "", "HUD 0:02"])
        replay.end()
    }

    @Test(arguments: ["\u{1B}[?1049h\u{1B}[Hfull", "\u{1B}[1;3r", "\u{1B}7", "\u{1B}[s"])
    func `A job that uses the alternate screen, a scroll region or a saved cursor has the whole screen`(text: String) throws {
        var replay = try replay()
        replay.passThrough("one\ntwo\n")
        replay.add(.text())
        replay.passThrough(text)
        replay.render(0, .text(1))
        #expect(!replay.screen.contains { $0.hasPrefix("HUD") })
        #expect(replay.terminal.scrollRegion == replay.reference.scrollRegion)
        #expect(replay.screen == replay.reference.screen)
        // Without a saved position, restoring the cursor is not compared.
        if text.hasSuffix("7") || text.hasSuffix("s") { replay.passThrough("\u{1B}8") }
        replay.remove(0)
        #expect(replay.terminal.cursor == replay.reference.cursor)
    }

    @Test func `A job that erases everything below its line does not erase the HUD`() throws {
        var replay = try replay()
        replay.add(.text())
        for text in ["one\n", "two", "\r\u{1B}[Jthree", "\n\u{1B}[1A\u{1B}[Jfour\n"] {
            replay.passThrough(text)
            #expect(replay.screen.last == "HUD 0:00")
        }
        replay.end()
    }

    @Test func `An escape sequence or a character of the job in two pieces stays whole`() throws {
        var replay = try replay()
        replay.add(.text())
        for (second, byte) in Array("é界\u{1B}[1;31m!\u{1B}]0;t\u{7}\u{1B}[m".utf8).enumerated() {
            replay.passThrough(bytes: [byte])
            replay.render(0, .text(second))
        }
        #expect(replay.screen.first == "é界!")
        replay.end()
    }

    @Test func `While other programs have output waiting, there is one frame per second`() throws {
        var replay = try replay()
        replay.add(.text())
        replay.readers.areBehind.store(true, ordering: .relaxed)
        var changed = StackedLayout.Entry.text()
        changed.snapshot.label = "other"
        #expect(bytes(&replay) { $0.render(0, changed) } == "")
        #expect(replay.isFramePending(of: RegionMember(replay.members[0].id)))
        replay.render(0, .text(1))
        #expect(replay.screen.last == "HUD 0:01")
        replay.readers.areBehind.store(false, ordering: .relaxed)
        replay.render(0, changed)
        #expect(replay.screen.last == "other 0:00")
        replay.end()
    }

    @Test func `After a resize nothing is drawn until the window has kept its size for 0.5 s`() throws {
        var replay = try replay()
        replay.foreign("one\ntwo")
        replay.add(.text())
        var soon = StackedLayout.Entry.text()
        replay.resize(columns: 20, rows: 9)
        for milliseconds in [0, 100, 300, 499, 500] {
            soon.snapshot.timestamp = HUDInstant.zero.advanced(by: .milliseconds(milliseconds))
            replay.render(0, soon)
            #expect(replay.screen.prefix(2) == ["one", "two"])
            #expect((replay.screen.last == "HUD 0:00") == (milliseconds == 500))
            #expect((replay.terminal.scrollRegion == 0...8) == (milliseconds < 500))
        }
        replay.end()
    }

    @Test(arguments: [true, false])
    func `A resize keeps what other programs have written`(reflows: Bool) throws {
        var random = SeededGenerator(stream: 98)
        for round in 0..<SeededGenerator.rounds(120) {
            var script: [String] = []
            var replay = try replay(
                columns: 30, rows: 8, reflows: reflows, name: round % 2 == 0 ? "xterm-256color" : "tmux-256color")
            for number in 0..<random.int(0...20) { replay.foreign("\(number) words\n") }
            replay.add(.text(details: random.bool() ? "more" : ""))
            for number in 0..<random.int(0...9) { replay.foreign("\(number) is it\n") }
            if random.bool() { replay.foreign("unfinished") }
            for second in 1...3 {
                // Not narrower than the longest line, which xterm would cut.
                let (columns, rows) = (random.int(15...50), random.int(4...14))
                // If the size does not change, this is no resize, and the scroll region stays.
                if (columns, rows) == (replay.terminal.columns, replay.terminal.rows) { continue }
                replay.resize(columns: columns, rows: rows)
                replay.render(0, .text(second, details: random.bool() ? "more" : ""))
                script.append("\(replay.terminal.columns)×\(replay.terminal.rows): \(replay.screen)")
                replay.foreign(" \(second)\nand \(second)")
            }
            replay.remove(0)
            let complaint = replay.complaintAboutRest()
            #expect(complaint == nil, "seed \(SeededGenerator.seed), round \(round): \(script)")
            #expect(replay.terminal.scrollRegion == 0...replay.terminal.rows - 1)
            if complaint != nil { return }
        }
    }

    @Test func `After random output of other programs, the screen shows that output and nothing else`() throws {
        var random = SeededGenerator(stream: 97)
        for round in 0..<SeededGenerator.rounds(250) {
            let (columns, rows) = (random.int(8...40), random.int(6...14))
            let name = RegionReplay.terminals.randomElement(using: &random)?.name ?? ""
            var replay = try replay(columns: columns, rows: rows, name: name)
            var script: [String] = []
            for second in 0..<40 {
                step(second, &replay, &script, using: &random)
                if let complaint = complaintWhilePinned(replay) {
                    Issue.record(
                        "seed \(SeededGenerator.seed), round \(round), \(name) \(columns)×\(rows): \(complaint)\n\(script)")
                    return
                }
            }
            while !replay.members.isEmpty { replay.remove(0) }
            #expect(replay.terminal.scrollRegion == 0...rows - 1)
            if let complaint = replay.complaintAboutRest() {
                Issue.record("seed \(SeededGenerator.seed), round \(round), \(name) \(columns)×\(rows): \(complaint)\n\(script)")
                return
            }
        }
    }

    private func step(_ second: Int, _ replay: inout RegionReplay, _ script: inout [String], using random: inout SeededGenerator)
    {
        let now = StackedLayout.Entry.text(second, details: random.once(in: 8) ? "more" : "")
        // While a wrap is pending, a HUD must not appear or change its height: the pending wrap would be lost.
        let isFull = replay.terminal.isWrapPending
        let isPinned = replay.terminal.scrollRegion.count < replay.terminal.rows
        switch random.int(0..<14) {
        case 0 where replay.members.count < 2 && !isFull: replay.add(now)
        case 1 where replay.members.count > 1: replay.remove(0)
        case 2...4 where isPinned || !isFull:
            if !replay.members.isEmpty { replay.render(0, isFull ? replay.members[0].entry : now) }
        case 5 where !isFull:
            replay.suspend()
            replay.resume()
        default:
            let text =
                random.pick([
                    ".", "word ", "\n", "\n", "\n", "one\ntwo\nthree\n", "\rbar 10%", "a long line of text, is it not?", "界界界界界",
                    "\t",
                    "\u{1B}[31m", "\u{1B}[1;44m", "\u{1B}[m", "\u{1B}[K", "\r\u{1B}[K", "\u{8}", "\u{1B}[3C", "\u{1B}[5G",
                    "e\u{301}",
                    (1...20).map { "\($0)\n" }.joined()
                ])
            script.append(text.debugDescription)
            if random.once(in: 4) { replay.passThrough(text) } else { replay.foreign(text) }
        }
    }

    /// The first difference in the rows above the HUD or in the cursor.
    private func complaintWhilePinned(_ replay: RegionReplay) -> String? {
        let (terminal, reference) = (replay.terminal, replay.reference)
        var rows = terminal.scrollback + terminal.screen.prefix(terminal.scrollRegion.count)
        while rows.last == "" { rows.removeLast() }
        guard rows == reference.allRows else { return "rows \(rows)\nnot  \(reference.allRows)" }
        guard terminal.currentStyle == reference.currentStyle else { return "style \(terminal.currentStyle)" }
        let places = [terminal, reference].map { "\($0.scrollback.count + $0.cursor.row), \($0.cursor.column)" }
        return places[0] == places[1] ? nil : "cursor \(places[0]) not \(places[1])"
    }

    @Test func `A farewell erases the rows and resets the scroll region`() throws {
        var replay = try replay()
        replay.foreign("one\ntwo")
        var grid = CellGrid(columns: 19, rows: 2)
        grid.write("HUD", row: 0, column: 0)
        replay.terminal.feed(replay.capabilities.pinning(2, of: 6, insteadOf: 0, below: 0, Array("HUD".utf8)))
        let output = OutputTracker(window: WindowSize(columns: 20, rows: 6))
        let placement = try #require(HUDPlacement(pinnedIn: output, height: 2))
        let farewell = RegionMachine.Session(rows: grid.rows, placement: placement).farewell(replay.capabilities)
        #expect(farewell.count <= TerminalSession.farewellCapacity)
        replay.terminal.feed(farewell)
        #expect(replay.terminal.scrollRegion == 0...5)
        #expect(replay.complaintAboutRest() == nil)
    }

    @Test func `Without scroll regions nothing is drawn`() throws {
        #expect(try #require(PseudoTerminal.capabilities(of: ["vt100"]).first).1.pinning != nil)
        for (_, capabilities) in PseudoTerminal.capabilities(of: ["ansi", "vt52", "cygwin"]) where capabilities.savedCursor == nil
        {
            #expect(capabilities.pinning == nil)
        }
        if let ansi = PseudoTerminal.capabilities(of: ["ansi"]).first { #expect(ansi.1.pinning == nil) }
    }
}
