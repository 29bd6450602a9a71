import HUDCore
import HUDTesting
import Testing

@testable import HUDScreen
@testable import HUDTerminal

/// A HUD below an unfinished line that is as wide as the window, so that a wrap is pending.
@Suite struct FullRowTests {
    private let entry = StackedLayout.Entry.text()

    @Test func `The character that fills a row keeps its color, and the next one goes to the next row`() throws {
        var replay = try RegionReplay.belowLines()
        replay.add(entry)
        replay.passThrough("\u{1B}[31m" + String(repeating: "=", count: 19) + "\u{1B}[1;32m>\u{1B}[m")
        replay.render(0, entry)
        #expect(replay.allRows == [String(repeating: "=", count: 19) + ">", "HUD 0:00"])
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
        #expect(replay.allRows.count == 1)
        replay.passThrough("y")
        replay.end()
    }

    @Test func `On a terminal that wraps at once, there is no HUD below a full row`() {
        var capabilities = TerminalCapabilities.xterm
        capabilities.wrapsLate = false
        var replay = RegionReplay(columns: 20, rows: 6, capabilities) { $0.drawsBelowUnfinishedLines = true }
        replay.add(entry)
        replay.passThrough(String(repeating: "x", count: 20))
        replay.render(0, entry)
        #expect(replay.allRows.count == 1)
    }
}
