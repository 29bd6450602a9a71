import HUDCore
import HUDTesting
import SeededRandom
import Testing

@testable import HUDTerminal

/// HUDs above which more is printed than they can be drawn anew for: they are pinned meanwhile.
@Suite struct FloodTests {
    private let terminals = PseudoTerminal.capabilities(of: ["xterm-256color", "vt100", "screen-256color", "tmux-256color"])

    private func replay(columns: Int = 20, rows: Int = 6, reflows: Bool = true, name: String = "xterm-256color") throws
        -> RegionReplay
    {
        try RegionReplay(on: name, columns: columns, rows: rows, reflows: reflows, terminals) {
            $0.drawsBelowUnfinishedLines = true
        }
    }

    private func entry(_ second: Int = 0, details: String = "") -> StackedLayout.Entry {
        .text(second, details: details)
    }

    /// One whose HUD is pinned.
    private func flooded(columns: Int = 20, rows: Int = 6) throws -> RegionReplay {
        var replay = try replay(columns: columns, rows: rows)
        replay.add(entry())
        replay.flood()
        replay.passThrough("first\n")
        #expect(replay.terminal.screen.last == "HUD 0:00")
        #expect(replay.terminal.scrollRegion == 0...rows - 2)
        return replay
    }

    @Test func `Lines scroll above the HUD, which is not touched`() throws {
        var replay = try flooded()
        defer { replay.close() }
        replay.keepsBytes = true
        for number in 0..<9 {
            replay.passThrough("line \(number)\n")
            #expect(replay.keptBytes == Array("line \(number)\r\n".utf8))
        }
        #expect(replay.terminal.screen == ["line 5", "line 6", "line 7", "line 8", "", "HUD 0:00"])
        #expect(replay.terminal.isCursorVisible)
        replay.remove(0)
        #expect(replay.complaintAboutRest() == nil)
    }

    @Test func `When less is printed it goes back below the last line`() throws {
        var replay = try flooded()
        defer { replay.close() }
        replay.passThrough("and more")
        replay.render(0, entry(1))
        #expect(replay.terminal.screen == ["first", "and more", "", "", "", "HUD 0:01"])
        replay.calm()
        replay.render(0, entry(2))
        #expect(replay.terminal.screen == ["first", "and more", "HUD 0:02", "", "", ""])
        #expect(replay.terminal.scrollRegion == 0...5)
        replay.remove(0)
        #expect(replay.complaintAboutRest() == nil)
    }

    @Test func `A frame is asked for until it has gone back`() throws {
        var replay = try flooded()
        defer { replay.close() }
        let id = ObjectIdentifier(replay.members[0].id)
        #expect(replay.region.owesFrame(to: id))
        replay.calm()
        replay.render(0, entry(1))
        #expect(!replay.region.owesFrame(to: id))
    }

    @Test(arguments: [
        [Array("\u{1B}[31".utf8), Array("mx".utf8)], [Array("\u{1B}".utf8), Array("[2Ax".utf8)],
        [Array("\u{1B}]0;title".utf8), Array("\u{7}x".utf8)], [[0xE7, 0x95], [0x8C]]
    ])
    func `A sequence or a character that comes in two is not divided`(parts: [[UInt8]]) throws {
        var replay = try flooded()
        defer { replay.close() }
        replay.passThrough(bytes: Array("\nab".utf8) + parts[0])
        replay.render(0, entry(1))
        #expect(replay.terminal.screen.last == "HUD 0:01")
        replay.passThrough(bytes: parts[1])
        replay.remove(0)
        #expect(replay.complaintAboutRest() == nil)
    }

    @Test func `The character that fills a row comes with the next, or when the flood is over`() throws {
        var replay = try flooded()
        defer { replay.close() }
        let row = String(repeating: "x", count: 19)
        replay.passThrough(row + "y")
        replay.render(0, entry(1))
        #expect(replay.terminal.screen == ["first", row, "", "", "", "HUD 0:01"])
        replay.passThrough("z")
        #expect(replay.terminal.screen == ["first", row + "y", "z", "", "", "HUD 0:01"])
        replay.passThrough("\n" + row + "y")
        replay.calm()
        replay.render(0, entry(2))
        #expect(replay.terminal.screen == ["first", row + "y", "z", row + "y", "", ""])
        replay.remove(0)
        #expect(replay.complaintAboutRest() == nil)
    }

    @Test func `What is kept comes when the program is stopped or asks for a password`() throws {
        for isStop in [true, false] {
            var replay = try flooded()
            defer { replay.close() }
            replay.passThrough("\u{1B}[31")
            if isStop {
                replay.suspend()
                replay.resume()
            } else {
                replay.pseudoTerminal.setsEcho(false)
                replay.render(0, entry(1))
            }
            #expect(replay.terminal.scrollRegion == 0...5)
            replay.passThrough("mred")
            replay.pseudoTerminal.setsEcho(true)
            replay.remove(0)
            #expect(replay.complaintAboutRest() == nil)
        }
    }

    @Test func `Where a terminal can't keep rows from scrolling the HUD waits for its frames`() throws {
        var capabilities = try #require(terminals.first).1
        capabilities.pinning = nil
        var replay = RegionReplay(columns: 20, rows: 6, capabilities)
        defer { replay.close() }
        replay.add(entry())
        replay.flood()
        replay.passThrough("one\n")
        #expect(replay.terminal.allRows == ["one"])
        replay.render(0, entry(1))
        #expect(replay.terminal.allRows == ["one", "HUD 0:01"])
        replay.passThrough("two\n")
        #expect(replay.terminal.allRows == ["one", "two"])
        replay.remove(0)
        #expect(replay.complaintAboutRest() == nil)
    }

    @Test func `In a window that is too low for it the HUD waits for its frames`() throws {
        var replay = try replay(rows: 2)
        defer { replay.close() }
        replay.add(entry())
        replay.flood()
        for number in 0..<5 {
            replay.passThrough("\(number)\n")
            replay.render(0, entry(number))
            #expect(replay.terminal.screen == ["\(number)", "HUD 0:0\(number)"])
            #expect(replay.terminal.scrollRegion == 0...1)
        }
        replay.remove(0)
        #expect(replay.complaintAboutRest() == nil)
    }

    @Test(arguments: [true, false])
    func `A window may change its size in a flood`(reflows: Bool) throws {
        var random = SeededGenerator(stream: reflows ? 99 : 100)
        var pinned = 0
        for round in 0..<150 {
            let name = terminals.randomElement(using: &random)?.name ?? ""
            var replay = try replay(columns: 40, rows: 20, reflows: reflows, name: name)
            defer { replay.close() }
            for number in 0..<30 { replay.passThrough("line \(number)\n") }
            replay.add(entry())
            for second in 0..<20 {
                switch Int.random(in: 0..<8, using: &random) {
                case 0...1: replay.flood()
                case 2: replay.calm()
                case 3:
                    let (columns, rows) = (Int.random(in: 20...60, using: &random), Int.random(in: 20...30, using: &random))
                    if (columns, rows) != (replay.terminal.columns, replay.terminal.rows) {
                        replay.resize(columns: columns, rows: rows)
                    }
                case 4...5: replay.render(0, entry(second))
                default: replay.passThrough(["one\n", "two\nthree\n", "word ", "."].randomElement(using: &random) ?? "")
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
