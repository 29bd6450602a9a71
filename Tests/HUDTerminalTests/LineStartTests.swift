import HUDCore
import HUDTesting
import Testing

@testable import HUDTerminal

/// A HUD that appears while the cursor's column is not known.
@Suite struct LineStartTests {
    @Test(arguments: [0, 4], ["", "abc", String(repeating: "x", count: 19), String(repeating: "x", count: 20)])
    func `An unfinished line before the first frame stays whole`(above: Int, text: String) {
        var replay = RegionReplay(columns: 20, rows: 5) {
            $0.cursorMayFollowText = true
            $0.drawsBelowUnfinishedLines = true
        }
        let lines = (0..<above).map { "line \($0)" }
        replay.foreign(lines.map { $0 + "\n" }.joined() + text)
        replay.add(.text())
        let rows = lines + (text.isEmpty ? [] : [text])
        #expect(replay.allRows == rows + ["HUD 0:00"])
        replay.passThrough("one\n")
        #expect(replay.allRows == rows + ["one", "HUD 0:00"])
        replay.remove(0)
        #expect(replay.allRows == rows + ["one"])
    }
}
