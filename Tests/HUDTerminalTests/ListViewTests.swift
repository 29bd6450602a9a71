import HUDCore
import Testing

@testable import HUDScreen
@testable import HUDTerminal

/// A list of rows on a screen of its own.
@Suite struct ListViewTests {
    private func lines(
        _ snapshot: HUDSnapshot, _ columns: Int, _ rows: Int, isUTF8: Bool = true, hints: [String] = [], notice: String = ""
    ) -> [String] {
        let spinner = Spinner(name: "still", interval: .seconds(60), frames: ["*"], asciiFrames: ["*"])
        let view = ListView(
            columns: columns, rows: rows, isUTF8: isUTF8, look: InlineLook(spinner: spinner), hints: hints, notice: notice)
        let frame = view.frame(for: snapshot)
        #expect(frame.row == 0 && frame.column == 0 && frame.grid.columns == columns && frame.grid.rows == rows)
        return (0..<rows).map { frame.grid.text(ofRow: $0) }
    }

    private func snapshot(_ labels: [String], of count: Int, from first: Int = 0) -> HUDSnapshot {
        var snapshot = HUDSnapshot(label: "Jobs")
        snapshot.rows = labels.map { HUDRow(label: $0, elapsed: .seconds(3)) }
        snapshot.rowWindow = HUDRowWindow(first: first, count: count)
        return snapshot
    }

    @Test func `A list has the HUD's line, its rows, and what is not shown in the last row`() {
        var snapshot = snapshot(["b", "c"], of: 1200, from: 1000)
        snapshot.rows[1]?.isSelected = true
        snapshot.unlisted = RowTaskCounts(waiting: 4, finished: 3)
        let seen = lines(snapshot, 44, 5)
        #expect(seen.map { String($0.prefix(6).filter { $0 != " " }) } == ["*Jobs", "•b", "▸c", "", "1,001–"])
        #expect(seen[1].hasSuffix("0:03") && seen[2].hasSuffix("0:03"))
        #expect(seen[4] == "1,001–1,002 of 1,200  … 7 more: 3 done")
        #expect(lines(snapshot, 44, 5, isUTF8: false).last == "1,001-1,002 of 1,200  ... 7 more: 3 done")
        #expect(lines(snapshot, 22, 5).last == "1,001–1,002 of 1,200")
        #expect(
            lines(snapshot, 60, 4, hints: ["Enter output", "q end"]).last == "1,001–1,002 of 1,200  … 7 more: 3 done, 4 waiting")
    }

    @Test func `Hints are on the right as far as they fit, and a message takes the place of the counts`() {
        let all = snapshot(["a"], of: 1)
        let hints = ["Enter output", "q end"]
        #expect(lines(all, 20, 3, hints: hints).last == "Enter output  q end".leftPadded(to: 20))
        #expect(lines(all, 18, 3, hints: hints).last == "Enter output".leftPadded(to: 18))
        #expect(lines(all, 11, 3, hints: hints).last == "")
        #expect(lines(all, 40, 3, hints: hints, notice: "no pager").last == "no pager" + "Enter output  q end".leftPadded(to: 32))
    }

    @Test func `Failures that are out of sight are counted in the HUD's line`() {
        var snapshot = snapshot(["a"], of: 9, from: 3)
        snapshot.rowWindow?.failed = 5
        snapshot.unlisted.failed = 2
        #expect(lines(snapshot, 40, 3)[0].hasPrefix("* Jobs  7 failed"))
    }

    @Test(arguments: 0...4, 0...4)
    func `No size is too small`(columns: Int, rows: Int) {
        _ = lines(snapshot(["a", "b"], of: 9), columns, rows, hints: ["q end"], notice: "x")
    }
}

extension String {
    fileprivate func leftPadded(to width: Int) -> String { String(repeating: " ", count: width - count) + self }
}
