import HUDCore
import HUDTesting
import Testing

@testable import HUDTerminal

/// A HUD below an unfinished line, in a window that gets another size.
@Suite struct UnfinishedLineResizeTests {
    private let entry = StackedLayout.Entry.text()

    /// Prints a full screen and `line`, resizes the window, and goes on with the line.
    private func complaint(line: String, columns: Int, rows: Int, reflows: Bool = true, name: String = "xterm-256color") throws
        -> String?
    {
        var replay = try RegionReplay.belowLines(columns: 20, rows: 10, reflows: reflows, name: name)
        replay.add(entry)
        replay.passThrough((1...12).map { "\($0)\n" }.joined() + line)
        #expect(replay.screen.contains { $0.hasPrefix("HUD") })
        replay.resize(columns: columns, rows: rows)
        replay.render(0, entry)
        replay.passThrough(" gone")
        replay.passThrough(" on\nnext\n")
        replay.render(0, entry)
        replay.remove(0)
        return replay.complaintAboutRest()
    }

    @Test(arguments: ["xterm-256color", "screen-256color", "tmux-256color"])
    func `A line of two rows goes on in its place when the window loses the row of the HUD`(name: String) throws {
        for reflows in [true, false] {
            for rows in 4...12 {
                #expect(
                    try complaint(line: "an unfinished line of two rows", columns: 20, rows: rows, reflows: reflows, name: name)
                        == nil, "\(rows) rows, \(reflows)")
            }
        }
    }

    @Test func `A line of any length goes on in its place in a window of any size`() throws {
        // Each line in each of 20 × 5 windows: in debug, 14 of the 43 lines.
        #if DEBUG
        let step = 3
        #else
        let step = 1
        #endif
        for length in stride(from: 1, through: 45, by: step) where length % 20 != 0 {
            for columns in 11...30 {
                // A wrap that is pending now is lost if a row has to be added below the cursor.
                for rows in length % columns == 0 ? [10, 12] : [5, 8, 9, 10, 12] {
                    let line = String(repeating: "abcdefghi ", count: 5).prefix(length)
                    #expect(
                        try complaint(line: String(line), columns: columns, rows: rows)
                            == nil,
                        "\(length) columns at \(columns)×\(rows)")
                }
            }
        }
    }

    @Test func `A bar whose cursor is at its start stays whole when the window loses the row of the HUD`() throws {
        for rows in 4...12 {
            for columns in [15, 20, 30] {
                #expect(
                    try complaint(line: "[####     ]\r", columns: columns, rows: rows)
                        == nil,
                    "\(columns)×\(rows)")
            }
        }
    }
}
