import HUDCore
import HUDTesting
import Synchronization
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

@Suite struct InlineCustomViewTests {
    /// A HUD in mode `custom` whose view writes the row's number and width into each row.
    private func rows(
        columns: Int, rows: Int, view inlineColumns: Int, _ inlineRows: Int, _ change: (inout HUDSnapshot) -> Void = { _ in }
    )
        -> [String]
    {
        var look = InlineLook()
        look.customView = CustomView(columns: 1, rows: 1, inlineColumns: inlineColumns, inlineRows: inlineRows) { grid, _, _ in
            for row in 0..<grid.rows { grid.write("\(row):\(grid.columns)", row: row, column: 0) }
        }
        var snapshot = HUDSnapshot(mode: .custom, label: "Label")
        change(&snapshot)
        let grid = InlineView(columns: columns, rows: rows, isUTF8: true, look: look).grid(for: snapshot)
        return grid.lines
    }

    @Test func `A view of one row is part of the line`() {
        #expect(rows(columns: 30, rows: 5, view: 4, 1) == ["0:4  Label 0:00"])
    }

    @Test func `A view of several rows is above the line`() {
        #expect(rows(columns: 30, rows: 5, view: 10, 3) == ["0:10", "1:10", "2:10", "Label 0:00"])
        #expect(rows(columns: 30, rows: 5, view: 10, 2) { $0.detailsLabel = "more" } == ["0:10", "1:10", "Label 0:00", "  more"])
    }

    @Test func `A view that is larger than the window is cut, and leaves the line its row`() {
        #expect(rows(columns: 8, rows: 3, view: 100, 100) == ["0:8", "1:8", "La… 0:00"])
        #expect(rows(columns: 20, rows: 1, view: 10, 3) == ["Label 0:00"])
    }

    @Test func `A view that replaces its grid gets no other size or character set`() {
        var look = InlineLook()
        for rows in [1, 2] {
            look.customView = CustomView(columns: 4, rows: 2, inlineColumns: 4, inlineRows: rows) { grid, _, _ in
                grid = CellGrid(columns: 50, rows: 50)
                for row in 0..<50 { grid.write("é界abcdef", row: row, column: 0) }
            }
            let grid = InlineView(columns: 20, rows: 5, isUTF8: false, look: look).grid(for: HUDSnapshot(mode: .custom))
            #expect(grid.lines == (rows == 1 ? ["?? a 0:00"] : ["?? a", "?? a", "0:00"]))
        }
        let backdrop = BackdropView(options: .init(), isUTF8: false).grid(
            columns: 3, rows: 2, lines: [],
            draw: {
                $0 = CellGrid(columns: 9, rows: 9, style: .plain); $0.fill(row: 1, columns: 0..<9, with: "界")
            }, opacity: 1)
        #expect(backdrop.columns == 3 && backdrop.rows == 2 && backdrop.text(ofRow: 1) == "? ?")
    }

    @Test func `A fill ends at the end of the row`() {
        var grid = CellGrid(columns: 5, rows: 1)
        grid.fill(row: 0, columns: .min ..< .max, with: "=")
        #expect(grid.text(ofRow: 0) == "=====")
        grid.fill(row: 0, columns: 1 ..< .max, with: "界")
        #expect(grid.text(ofRow: 0) == "=界界")
        grid.fill(row: 0, columns: 7..<9, with: "=")
        #expect(grid.text(ofRow: 0) == "=界界")
    }

    @Test func `The outcome replaces a view of several rows`() {
        #expect(rows(columns: 20, rows: 5, view: 10, 3) { $0.outcome = .succeeded } == ["✓ Label 0:00"])
    }

    @Test func `Invalid sizes are clamped`() {
        let view = CustomView(columns: .min, rows: .max, inlineColumns: .max, inlineRows: .min) { _, _, _ in }
        #expect([view.columns, view.rows, view.inlineColumns, view.inlineRows] == [1, 40, 1000, 1])
    }

    @Test func `A count without a total is shown once it is not zero`() {
        func line(_ count: Int) -> String {
            let progress = ProgressSample(completedUnitCount: count, totalUnitCount: nil)
            let snapshot = HUDSnapshot(mode: .determinate, label: "Label", progress: progress)
            return InlineView(columns: 30, rows: 1, isUTF8: true, look: InlineLook()).grid(for: snapshot).text(ofRow: 0)
        }
        #expect(line(0) == "⠋ Label 0:00")
        #expect(line(1) == "⠋ Label 1 0:00")
        func bezel(_ count: Int) -> String {
            let progress = ProgressSample(completedUnitCount: count, totalUnitCount: nil)
            let snapshot = HUDSnapshot(mode: .bar, label: "Label", progress: progress)
            let grid = BezelView(columns: 40, rows: 12, isUTF8: true, look: InlineLook()).frame(for: snapshot).grid
            return grid.lines.joined()
        }
        #expect(!bezel(0).contains("0") && bezel(1).contains("1"))
    }

    @Test func `A spinner that is wider than the window takes one column`() {
        let look = InlineLook(spinner: .named("pong"))
        let view = InlineView(columns: 9, rows: 1, isUTF8: true, look: look)
        #expect(view.grid(for: HUDSnapshot(mode: .indeterminate, label: "ab")).text(ofRow: 0) == "⠋ ab 0:00")
    }

    @Test func `With less motion the segment of a bar is at one end or the other`() {
        func starts(reducesMotion: Bool) -> Set<Int> {
            var bar = BarView(theme: .dark, isUTF8: true, columns: 40, reducesMotion: reducesMotion)
            let progress = ProgressSample(completedUnitCount: 1, totalUnitCount: nil)
            return Set(
                (0..<40).map { step in
                    var grid = CellGrid(columns: 40, rows: 1, isUTF8: true)
                    bar.draw(progress, after: .milliseconds(100 * step), in: &grid, row: 0, columns: 0..<40)
                    return grid.text(ofRow: 0).prefix { $0 != "█" }.count
                })
        }
        #expect(starts(reducesMotion: true).count == 2 && starts(reducesMotion: false).count > 4)
    }

    @Test(arguments: [false, true]) func `A custom view may hide the HUD of the scope that it is in`(isBezel: Bool) {
        _ = PseudoTerminal.isXterm
        let terminal = PseudoTerminal(columns: 40, rows: 10)
        defer { terminal.close() }
        let clock = ManualClock()
        let hides = Mutex<(@Sendable () -> Void)?>(nil)
        let view = CustomView(columns: 1, rows: 1) { _, _, _ in hides.withLock { $0 }?() }
        let inline = InlineRenderer(fileDescriptor: terminal.descriptor)
        let bezel = BezelRenderer(fileDescriptor: terminal.descriptor, takesKeyboard: false)
        (inline.customView, bezel.customView) = (view, view)
        let timing = HUDTiming(graceTime: .zero, minimumShowTime: .zero)
        withHUD("x", timing: timing, renderer: isBezel ? bezel : inline, clock: clock) { hud in
            hud.mode = .custom
            hides.withLock { $0 = { hud.hide() } }
            clock.advance(by: 1)
            #expect(!hud.isOnScreen)
            hides.withLock { $0 = nil }
        }
    }
}
