import HUDCore
import HUDTesting
import SeededRandom
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// HUDs that are pinned while the output exceeds the redraw budget.
@Suite struct FloodTests {
    /// A replay whose HUD is pinned.
    private func flooded(columns: Int = 20, rows: Int = 6) throws -> RegionReplay {
        var replay = try RegionReplay.belowLines(columns: columns, rows: rows)
        replay.add(.text())
        replay.flood()
        replay.passThrough("first\n")
        #expect(replay.screen.last == "HUD 0:00")
        #expect(replay.terminal.scrollRegion == 0...rows - 2)
        return replay
    }

    @Test func `Lines scroll above the pinned HUD, whose rows are not written`() throws {
        var replay = try flooded()
        replay.keepsBytes = true
        for number in 0..<9 {
            replay.passThrough("line \(number)\n")
            #expect(replay.keptBytes == Array("line \(number)\r\n".utf8))
        }
        #expect(replay.screen == ["line 5", "line 6", "line 7", "line 8", "", "HUD 0:00"])
        #expect(replay.terminal.isCursorVisible)
        replay.end()
    }

    @Test func `After a flood the HUD returns to below the last line`() throws {
        var replay = try flooded()
        replay.passThrough("and more")
        replay.render(0, .text(1))
        #expect(replay.screen == ["first", "and more", "", "", "", "HUD 0:01"])
        replay.calm()
        replay.render(0, .text(2))
        #expect(replay.screen == ["first", "and more", "HUD 0:02", "", "", ""])
        #expect(replay.terminal.scrollRegion == 0...5)
        replay.end()
    }

    @Test func `A pinned HUD asks for frames until it has returned`() throws {
        var replay = try flooded()
        let id = RegionMember(replay.members[0].id)
        #expect(replay.isFramePending(of: id))
        replay.calm()
        replay.render(0, .text(1))
        #expect(!replay.isFramePending(of: id))
    }

    @Test(arguments: [
        [Array("\u{1B}[31".utf8), Array("mx".utf8)], [Array("\u{1B}".utf8), Array("[2Ax".utf8)],
        [Array("\u{1B}]0;title".utf8), Array("\u{7}x".utf8)], [[0xE7, 0x95], [0x8C]]
    ])
    func `An escape sequence or a character in two pieces stays whole`(parts: [[UInt8]]) throws {
        var replay = try flooded()
        replay.passThrough(bytes: Array("\nab".utf8) + parts[0])
        replay.render(0, .text(1))
        #expect(replay.screen.last == "HUD 0:01")
        replay.passThrough(bytes: parts[1])
        replay.end()
    }

    @Test func `A character that fills a row is written with the next one, or after the flood`() throws {
        var replay = try flooded()
        let row = String(repeating: "x", count: 19)
        replay.passThrough(row + "y")
        replay.render(0, .text(1))
        #expect(replay.screen == ["first", row, "", "", "", "HUD 0:01"])
        replay.passThrough("z")
        #expect(replay.screen == ["first", row + "y", "z", "", "", "HUD 0:01"])
        replay.passThrough("\n" + row + "y")
        replay.calm()
        replay.render(0, .text(2))
        #expect(replay.screen == ["first", row + "y", "z", row + "y", "HUD 0:02", ""])
        replay.end()
    }

    @Test func `Kept bytes are written when the program is stopped or reads a password`() throws {
        for isStop in [true, false] {
            var replay = try flooded()
            replay.passThrough("\u{1B}[31")
            if isStop {
                replay.suspend()
                replay.resume()
            } else {
                replay.pseudoTerminal.setsEcho(false)
                replay.render(0, .text(1))
            }
            #expect(replay.terminal.scrollRegion == 0...5)
            replay.passThrough("mred")
            replay.pseudoTerminal.setsEcho(true)
            replay.end()
        }
    }

    @Test func `In a flood, output that reaches the HUD's rows finds out within 5 ms that echo is off`() throws {
        var replay = try flooded()
        replay.passThrough("a\n")
        replay.pseudoTerminal.setsEcho(false)
        replay.wait(InlineRegion.longestAgeInFlood)
        replay.passThrough("\u{1B}[2JPassword: ")
        #expect(!replay.screen.contains("HUD 0:00"))
        #expect(replay.terminal.scrollRegion == 0...5)
        replay.pseudoTerminal.setsEcho(true)
        replay.end()
    }

    @Test func `In a flood, the settings are read again only after 5 ms, and with the next frame`() throws {
        var replay = try flooded()
        replay.passThrough("a\n")
        replay.pseudoTerminal.setsEcho(false)
        replay.wait(InlineRegion.longestAgeInFlood - .nanoseconds(1))
        replay.passThrough("\u{1B}[2Jb\n")
        #expect(replay.screen.last == "HUD 0:00")
        replay.render(0, .text(1))
        #expect(!replay.screen.contains { $0.hasPrefix("HUD") })
        replay.pseudoTerminal.setsEcho(true)
        replay.end()
    }

    @Test func `In a flood, a new window size is seen with the next output`() throws {
        var replay = try flooded()
        replay.passThrough("a\n")
        replay.resize(columns: 20, rows: 8)
        replay.passThrough("b\n")
        #expect(!replay.screen.contains("HUD 0:00"))
        #expect(replay.terminal.scrollRegion == 0...7)
        replay.end()
    }

    @Test func `In a flood without newlines, the output is passed on at once and the next frame pins the HUD`() {
        var options = TerminalOptions()
        options.drawsBelowUnfinishedLines = true
        var facts = TerminalFacts(window: WindowSize(columns: 80, rows: 24))
        var machine = RegionMachine(
            capabilities: .xterm, options: options,
            output: OutputTracker(window: facts.window))
        let id = RegionMember(RegionReplay.Identity())
        // The first 80 pages end in each column once.
        let page = [UInt8](repeating: UInt8(ascii: "x"), count: 1023)
        for frame in 0..<4 {
            _ = machine.render(.text(frame), of: id, facts)
            #expect((machine.picture?.placement.isPinned == true) == (frame > 0), "frame \(frame)")
            var decided: [Int] = []
            for number in 0..<8010 {
                facts.now = facts.now.advanced(by: .microseconds(10))
                page.withUnsafeBytes { page in
                    let hasKept = !machine.outbox.kept.isEmpty
                    if machine.passOn(page, facts) != nil { return }
                    if !hasKept { decided.append(number) }
                    _ = machine.print(page, facts)
                }
            }
            // Those that the budget has redraws for, and the one that finds it used up.
            #expect(decided == Array(0..<(frame == 0 ? RedrawBudget.most + 1 : 0)))
        }
    }

    @Test func `Without scroll regions, the HUD is off between its frames during a flood`() {
        var capabilities = TerminalCapabilities.xterm
        capabilities.pinning = nil
        var replay = RegionReplay(columns: 20, rows: 6, capabilities)
        replay.add(.text())
        replay.flood()
        replay.passThrough("one\n")
        #expect(replay.allRows == ["one"])
        replay.render(0, .text(1))
        #expect(replay.allRows == ["one", "HUD 0:01"])
        replay.passThrough("two\n")
        #expect(replay.allRows == ["one", "two"])
        replay.end()
    }

    @Test func `In a low window, the HUD is off between its frames during a flood`() throws {
        var replay = try RegionReplay.belowLines(rows: 2)
        replay.add(.text())
        replay.flood()
        for number in 0..<5 {
            replay.passThrough("\(number)\n")
            replay.render(0, .text(number))
            #expect(replay.screen == ["\(number)", "HUD 0:0\(number)"])
            #expect(replay.terminal.scrollRegion == 0...1)
        }
        replay.end()
    }

    @Test(arguments: [true, false])
    func `A resize of the window during a flood loses no output and leaves no row`(reflows: Bool) throws {
        var random = SeededGenerator(stream: reflows ? 99 : 100)
        var pinned = 0
        for round in 0..<150 {
            let name = RegionReplay.terminals.randomElement(using: &random)?.name ?? ""
            var replay = try RegionReplay.belowLines(columns: 40, rows: 20, reflows: reflows, name: name)
            for number in 0..<30 { replay.passThrough("line \(number)\n") }
            replay.add(.text())
            for second in 0..<20 {
                switch random.int(0..<8) {
                case 0...1: replay.flood()
                case 2: replay.calm()
                case 3:
                    let (columns, rows) = (random.int(20...60), random.int(20...30))
                    if (columns, rows) != (replay.terminal.columns, replay.terminal.rows) {
                        replay.resize(columns: columns, rows: rows)
                    }
                case 4...5: replay.render(0, .text(second))
                default: replay.passThrough(random.pick(["one\n", "two\nthree\n", "word ", "."]))
                }
                if replay.terminal.scrollRegion.count < replay.terminal.rows { pinned += 1 }
            }
            replay.remove(0)
            #expect(replay.terminal.scrollRegion == 0...replay.terminal.rows - 1)
            if let complaint = replay.complaintAboutRest() {
                Issue.record("seed \(SeededGenerator.seed), \(name), round \(round): \(complaint)")
                return
            }
        }
        #expect(pinned > 300, "\(pinned)")
    }
}
