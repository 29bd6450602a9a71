import HUDCore
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

@Suite struct SummaryTests {
    private func line(
        _ outcome: HUDOutcome?, label: String = "make -j8", seconds: Double = 102, columns: Int = 79, isUTF8: Bool = true,
        usage: HUDUsage? = nil
    ) -> String? {
        var snapshot = HUDSnapshot(label: label, elapsed: .seconds(seconds), outcome: outcome)
        snapshot.usage = usage
        return SummaryView(columns: columns, isUTF8: isUTF8, theme: .terminal).grid(for: snapshot)?.text(ofRow: 0)
    }

    private let usage = HUDUsage(userTime: .seconds(312.9), systemTime: .seconds(21), peakMemory: 812_900_000)

    @Test func `The line has mark, label, time and reason`() {
        #expect(line(.succeeded) == "✓ make -j8 1:42")
        #expect(line(.failed(reason: "status 2"), seconds: 12) == "✗ make -j8 0:12 status 2")
        #expect(line(.failed(reason: "SIGTERM"), seconds: 3725) == "✗ make -j8 1:02:05 SIGTERM")
        #expect(line(.failed()) == "✗ make -j8 1:42")
        #expect(line(.cancelled) == "! make -j8 1:42 cancelled")
    }

    /// The label was measured in all columns of the window, and then read as far as a text of one column may go.
    @Test(arguments: [10, 40, 79, 200])
    func `A label of many marks is shown as in the line`(columns: Int) {
        let label = "a" + String(repeating: "\u{301}", count: 5000)
        #expect(line(.succeeded, label: label, columns: columns) == "✓ a\(String(repeating: "\u{301}", count: 6)) 1:42")
    }

    @Test func `A time under ten seconds has a tenth, rounded down`() {
        #expect(line(.succeeded, seconds: 0.79) == "✓ make -j8 0.7 s")
        #expect(line(.succeeded, seconds: 9.999) == "✓ make -j8 9.9 s")
        #expect(line(.succeeded, seconds: 10) == "✓ make -j8 0:10")
        #expect(line(.succeeded, seconds: 0) == "✓ make -j8 0.0 s")
        #expect(line(.succeeded, seconds: -3) == "✓ make -j8 0.0 s")
        #expect(line(.succeeded, seconds: 2, columns: 7) == "✓ 2.0 s")
        #expect(line(.succeeded, seconds: 2, columns: 6) == "✓ 0:02")
    }

    @Test func `Without an outcome there is no line`() {
        #expect(line(nil) == nil)
    }

    @Test func `Without UTF-8 the line is ASCII`() {
        #expect(line(.succeeded, isUTF8: false) == "* make -j8 1:42")
        #expect(line(.failed(reason: "größer"), label: "日本", isUTF8: false) == "x ?? 1:42 gr??er")
    }

    @Test func `Without a label there is no gap`() {
        #expect(line(.failed(reason: "status 2"), label: "") == "✗ 1:42 status 2")
    }

    @Test func `The label is cut first`() {
        let label = "a label that goes on"
        #expect(line(.failed(reason: "status 2"), label: label, columns: 36) == "✗ a label that goes on 1:42 status 2")
        #expect(line(.failed(reason: "status 2"), label: label, columns: 35) == "✗ a label that goes … 1:42 status 2")
        #expect(line(.failed(reason: "status 2"), label: label, columns: 24) == "✗ a label… 1:42 status 2")
        #expect(line(.succeeded, label: label, columns: 12) == "✓ a la… 1:42")
    }

    @Test func `What the work has cost is behind the time and the reason`() {
        #expect(line(.succeeded, usage: usage) == "✓ make -j8 1:42 (5:12 user, 0:21 system, 812 MB)")
        #expect(line(.failed(reason: "status 2"), usage: usage) == "✗ make -j8 1:42 status 2 (5:12 user, 0:21 system, 812 MB)")
        #expect(line(.succeeded, isUTF8: false, usage: HUDUsage()) == "* make -j8 1:42 (0.0 s user, 0.0 s system, 0 B)")
        #expect(line(.succeeded, label: "", columns: 40, usage: usage) == "✓ 1:42 (5:12 user, 0:21 system, 812 MB)")
        #expect(line(.succeeded, label: "", columns: 38, usage: usage) == "✓ 1:42")
    }

    @Test func `A cost leaves a third of the room to the label, and is left out as a whole`() {
        let cost = " (5:12 user, 0:21 system, 812 MB)"
        #expect(line(.succeeded, columns: 15 + cost.utf8.count, usage: usage) == "✓ make -j8 1:42" + cost)
        #expect(line(.succeeded, columns: 14 + cost.utf8.count, usage: usage) == "✓ make -j8 1:42")
        let label = String(repeating: "x", count: 60)
        #expect(line(.succeeded, label: label, columns: 79, usage: usage) == "✓ \(label.prefix(38))… 1:42" + cost)
        #expect(line(.succeeded, label: label, columns: 56, usage: usage) == "✓ \(label.prefix(15))… 1:42" + cost)
        #expect(line(.succeeded, label: label, columns: 55, usage: usage) == "✓ \(label.prefix(47))… 1:42")
    }

    @Test func `The line fits any number of columns`() {
        for columns in 1...60 {
            for label in ["", "x", "make", "日本語日本語日本語", String(repeating: "x", count: 100)] {
                for reason in ["", "status 2", String(repeating: "日", count: 100)] {
                    let usage = columns % 2 == 0 ? usage : nil
                    let text = line(.failed(reason: reason), label: label, columns: columns, usage: usage) ?? ""
                    #expect(CellGrid.columns(of: text, isUTF8: true) <= columns, "\(label) \(reason) in \(columns)")
                    #expect(text.hasPrefix("✗"))
                    #expect(columns < 6 || text.contains("1:42"), "\(label) \(reason) in \(columns): \(text)")
                }
            }
        }
    }

    @Test func `The line contains no control characters`() {
        #expect(line(.failed(reason: "\u{1B}[31m"), label: "one\ntwo\u{7}") == "✗ one two␇ 1:42 ␛[31m")
    }

    @Test func `The mark has the theme's color, and the reason that of the label`() {
        let grid = SummaryView(columns: 40, isUTF8: true, theme: .terminal).grid(
            for: HUDSnapshot(label: "L", elapsed: .seconds(60), outcome: .failed(reason: "SIGTERM")))
        #expect(grid?[0, 0].style == Theme.terminal.failure)
        #expect(grid?[0, 2].style == Theme.terminal.label)
        #expect(grid?[0, 4].style == Theme.terminal.numbers)
        #expect(grid?[0, 9].style == Theme.terminal.label)
    }

    @Test func `The line and the removal of the HUD are one write`() {
        let replay = RegionReplay(columns: 40, rows: 5)
        let id = RegionReplay.Identity()
        replay.region.render(.init(snapshot: HUDSnapshot(mode: .text, label: "L"), look: .init()), of: RegionMember(id))
        _ = replay.pseudoTerminal.newBytes()
        replay.region.remove(RegionMember(id)) { columns in
            var grid = CellGrid(columns: columns, rows: 1)
            grid.write("done", row: 0, column: 0)
            return grid
        }
        let bytes = String(decoding: replay.pseudoTerminal.newBytes(), as: UTF8.self)
        #expect(bytes == "\r\u{1B}[K\u{1B}[?7ldone\u{1B}[?7h\r\r\n\u{1B}[?25h")
    }

    /// A summary line with `text`.
    private func line(_ text: String) -> (Int) -> CellGrid? {
        { columns in
            var grid = CellGrid(columns: columns, rows: 1)
            grid.write(text, row: 0, column: 0)
            return grid
        }
    }

    @Test func `The line is not lost if another HUD has not been drawn yet`() {
        var replay = RegionReplay(columns: 40, rows: 5)
        let (first, second) = (RegionReplay.Identity(), RegionReplay.Identity())
        // In the middle of a line nothing is drawn, so no session has begun.
        replay.passThrough("unfinished")
        replay.region.render(.text(), of: RegionMember(first))
        replay.region.render(.text(1), of: RegionMember(second))
        replay.region.remove(RegionMember(first), leaving: line("done"))
        replay.settle()
        #expect(replay.allRows == ["unfinished", "done", "HUD 0:01"])
    }

    @Test func `The line is not lost if the session refuses the write`() {
        var output = OutputTracker(window: .unknown)
        output.newlineReturns = true
        var machine = RegionMachine(capabilities: .xterm, options: .init(), output: output)
        let (first, second) = (RegionReplay.Identity(), RegionReplay.Identity())
        var facts = TerminalFacts()
        _ = machine.render(.text(), of: RegionMember(first), facts)
        _ = machine.render(.text(1), of: RegionMember(second), facts)
        var written: [UInt8] = []
        for action in machine.remove(RegionMember(first), leaving: line("done")(79), facts) {
            guard case .write(let write) = action else { continue }
            for case .print(let bytes) in machine.refused(write) { written += bytes }
        }
        #expect(String(decoding: written, as: UTF8.self).contains("done"))
        // The rows are off for a while.
        facts.interruptions = 1
        #expect(machine.picture == nil)
        #expect(!machine.render(.text(2), of: RegionMember(second), facts).isEmpty)
    }
}

@Suite struct PaneTests {
    private func rows(_ pane: [String], rows: Int = 24, columns: Int = 30, details: String = "") -> [String] {
        var look = InlineLook()
        look.pane = pane
        let grid = InlineView(columns: columns, rows: rows, isUTF8: true, look: look).grid(
            for: HUDSnapshot(mode: .text, label: "L", detailsLabel: details))
        return grid.lines
    }

    @Test func `The pane is below the HUD and its details`() {
        #expect(rows(["one", "two"]) == ["L 0:00", "one", "two"])
        #expect(rows(["one", "two"], details: "more") == ["L 0:00", "more", "one", "two"])
        #expect(rows([]) == ["L 0:00"])
    }

    @Test func `If there is no room for all lines, the last ones are shown`() {
        let many = (1...100).map { String($0) }
        #expect(rows(many, rows: 4) == ["L 0:00", "98", "99", "100"])
        #expect(rows(many, rows: 1) == ["L 0:00"])
        #expect(rows(many, rows: 3, details: "one\ntwo\nthree") == ["L 0:00", "one", "two"])
        #expect(rows(many, rows: 200).count == 101)
    }

    @Test func `Lines of the pane are harmless, and cut to the window`() {
        #expect(rows(["\u{1B}[2Jx", "0123456789012345678901234567890"]) == ["L 0:00", "␛[2Jx", "01234567890123456789012345678…"])
    }

    @Test func `Blank lines do not count among the last lines`() {
        var lines = PrintedLines()
        Array("one\n\n  \ntwo\r\nthree\u{1B}[31m red\nhalf".utf8).withUnsafeBytes { lines.append($0) }
        #expect(lines.last(2) == ["three red", "half"])
        #expect(lines.last(100) == ["one", "two", "three red", "half"])
        #expect(lines.last(0) == [])
    }
}
