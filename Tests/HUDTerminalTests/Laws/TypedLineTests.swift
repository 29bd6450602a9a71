import CTerminalSupport
import HUDCore
import HUDLibc
import SeededRandom
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// Lines that a person enters on a terminal with echo while HUDs are shown.
@Suite struct TypedLineTests {
    private func replay(
        _ columns: Int = 20, _ rows: Int = 6, drawsBelow: Bool = false, on name: String = "xterm-256color"
    ) throws -> RegionReplay {
        try RegionReplay(on: name, columns: columns, rows: rows) {
            $0.drawsBelowUnfinishedLines = drawsBelow
        }
    }

    @Test func `An entered line is an empty line above the HUD, and what was typed is gone`() throws {
        var replay = try replay()
        replay.log("one")
        replay.add(.text(1, details: "details"))
        replay.type("abc")
        replay.type("\n")
        #expect(replay.allRows == ["one", "abc 0:01", "details"])
        replay.render(0, .text(1, details: "details"))
        #expect(replay.allRows == ["one", "", "HUD 0:01", "details"])
        replay.log("two")
        replay.type("\n")
        replay.log("three")
        replay.render(0, .text(1))
        #expect(replay.allRows == ["one", "", "two", "", "three", "HUD 0:01"])
        replay.end()
    }

    @Test func `A line that is entered after an unfinished one ends it`() throws {
        var replay = try replay(drawsBelow: true)
        replay.add(.text(1, details: "details"))
        replay.passThrough("Name? ")
        replay.type("\n")
        replay.render(0, .text(1, details: "details"))
        #expect(replay.allRows == ["Name?", "HUD 0:01", "details"])
        replay.end()
    }

    @Test func `A line that a program has read is no new one, and the next one is`() throws {
        var replay = try replay()
        replay.add(.text(1))
        replay.type("\n")
        replay.render(0, .text(1))
        replay.readLine()
        replay.render(0, .text(2))
        #expect(replay.allRows == ["", "HUD 0:02"])
        replay.type("\n")
        replay.render(0, .text(3))
        #expect(replay.allRows == ["", "", "HUD 0:03"])
        replay.end()
    }

    @Test func `Lines that are entered faster than frames are drawn take no output off`() throws {
        var replay = try replay()
        replay.log("one")
        replay.add(.text(1, details: "details"))
        replay.type("\n\n\n")
        replay.render(0, .text(1, details: "details"))
        replay.remove(0, leaving: "left")
        #expect(replay.allRows.filter { $0 == "one" || $0 == "left" } == ["one", "left"])
    }

    @Test func `Beside random output, each entered line is one empty line`() throws {
        var random = SeededGenerator(stream: 71)
        for round in 0..<SeededGenerator.rounds(150) {
            let name = random.pick(["xterm-256color", "screen-256color", "tmux-256color"])
            let drawsBelow = random.bool()
            var replay = try replay(
                random.int(12...40), random.int(3...8), drawsBelow: drawsBelow, on: name)
            var complaint: String?
            replay.add(.text())
            var hasTyped = false
            for number in 0..<20 where complaint == nil {
                let step = random.int(hasTyped ? 2..<7 : 0..<7)
                hasTyped = step < 2
                switch step {
                case 0 where replay.isShown: replay.type(replay.isAtLineStart ? "ab\n" : "\n")
                case 1 where replay.isShown: replay.type("\n")
                case 2: replay.log("line \(number)")
                case 3: replay.passThrough("line \(number)\n")
                case 4: replay.passThrough(drawsBelow && replay.isAtLineStart ? "\(number) " : "\(number)\n")
                default: replay.render(0, .text(number, details: random.bool() ? "details" : ""))
                }
                guard random.bool() else { continue }
                replay.render(0, replay.members[0].entry)
                complaint = replay.complaintAboutPicture()
            }
            if complaint == nil { replay.remove(0) }
            if let complaint = complaint ?? replay.complaintAboutRest() {
                Issue.record("seed \(SeededGenerator.seed), \(name), round \(round): \(complaint)")
                return
            }
        }
    }
}

extension RegionReplay {
    fileprivate var isShown: Bool { region.state.withLock { $0.machine.picture != nil } }

    /// The bytes in lines that were typed and not read.
    private var unread: Int32 {
        var settings = termios()
        tcgetattr(pseudoTerminal.descriptor, &settings)
        return hud_unread_lines(pseudoTerminal.descriptor, &settings)
    }

    /// Types text on the terminal, which echoes it. The ends of lines are in the reference.
    fileprivate mutating func type(_ text: String) {
        let before = unread
        pseudoTerminal.type(text)
        // Linux takes in what is typed later, and echoes it then.
        while text.contains("\n"), unread == before { sched_yield() }
        for scalar in text.unicodeScalars where scalar == "\n" {
            reference.feed("\r\n")
            isAtLineStart = true
        }
        settle()
    }

    /// Reads a line, as a program does.
    fileprivate func readLine() {
        var buffer = [UInt8](repeating: 0, count: 64)
        _ = read(pseudoTerminal.descriptor, &buffer, buffer.count)
    }
}
