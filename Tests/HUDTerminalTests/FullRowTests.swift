import HUDCore
import HUDTesting
import Testing

@testable import HUDScreen
@testable import HUDTerminal

/// A HUD below an unfinished line that is as wide as the window, so that a wrap is pending.
@Suite struct FullRowTests {
    private let entry = StackedLayout.Entry(snapshot: HUDSnapshot(mode: .text, label: "HUD"), look: InlineLook())

    /// The rows of the screen with a HUD below a job's output.
    private func screen(after outputs: String...) throws -> [String] {
        var replay = try RegionReplay.belowLines()
        replay.add(entry)
        for output in outputs { replay.passThrough(output) }
        replay.render(0, entry)
        let rows = replay.terminal.allRows
        replay.end()
        return rows
    }

    @Test func `A HUD stays below an unfinished line that fills its row`() throws {
        let wide = String(repeating: "x", count: 20)
        #expect(try screen(after: wide) == [wide, "HUD 0:00"])
        #expect(try screen(after: wide, "y") == [wide, "y", "HUD 0:00"])
        #expect(try screen(after: wide, "\n") == [wide, "HUD 0:00"])
        #expect(try screen(after: wide + wide + "abc") == [wide, wide, "abc", "HUD 0:00"])
        #expect(try screen(after: "\r" + wide, "\r" + wide, "\r" + wide) == [wide, "HUD 0:00"])
        // A wide character is drawn again from its first column.
        #expect(try screen(after: wide.dropLast(2) + "界", "y") == [wide.dropLast(2) + "界", "y", "HUD 0:00"])
    }

    @Test func `The character that fills a row keeps its color, and the next one goes to the next row`() throws {
        var replay = try RegionReplay.belowLines()
        replay.add(entry)
        replay.passThrough("\u{1B}[31m" + String(repeating: "=", count: 19) + "\u{1B}[1;32m>\u{1B}[m")
        replay.render(0, entry)
        #expect(replay.terminal.allRows == [String(repeating: "=", count: 19) + ">", "HUD 0:00"])
        #expect(replay.terminal.cell(row: 0, column: 19).style == replay.reference.cell(row: 0, column: 19).style)
        #expect(replay.terminal.isWrapPending)
        replay.passThrough("next")
        #expect(replay.terminal.cell(row: 1, column: 0).style == InMemoryTerminal.Style())
        replay.end()
    }

    @Test(arguments: ["e\u{301}", "\u{1B}(0q\u{1B}(B"])
    func `The HUD is off while the last character of a full row can't be drawn again`(last: String) throws {
        let wide = String(repeating: "x", count: 19)
        var replay = try RegionReplay.belowLines()
        replay.add(entry)
        replay.passThrough(wide + last + "\u{1B}[m")
        replay.render(0, entry)
        #expect(replay.terminal.allRows.count == 1)
        replay.passThrough("y")
        replay.end()
    }

    @Test func `On a terminal that wraps at once, there is no HUD below a full row`() throws {
        var options = TerminalOptions()
        options.drawsBelowUnfinishedLines = true
        var capabilities = try #require(RegionReplay.terminals.first).1
        capabilities.wrapsLate = false
        var replay = RegionReplay(columns: 20, rows: 6, capabilities, options)
        replay.add(entry)
        replay.passThrough(String(repeating: "x", count: 20))
        replay.render(0, entry)
        #expect(replay.terminal.allRows.count == 1)
    }
}
