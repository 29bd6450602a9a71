import HUDCore

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

extension Picture {
    /// The line of a HUD in each mode.
    static func modes() -> Film {
        lines(HUDMode.allCases.map { (name: "\($0)", snapshot: sample($0), look: InlineLook(theme: .terminal)) })
    }

    /// A bar and a spinner in each theme.
    static func themes() -> Film {
        lines(
            Theme.builtIn.flatMap { theme in
                [HUDMode.bar, .indeterminate].map { mode in
                    (name: mode == .bar ? theme.name : "", snapshot: sample(mode), look: InlineLook(theme: theme))
                }
            })
    }

    /// The bezel in each mode.
    static func bezels() -> Film {
        let (columns, rows) = (30, 10)
        var sheet = CellGrid(columns: 3 * columns, rows: 2 * rows)
        for (index, mode) in HUDMode.allCases.enumerated() {
            var snapshot = sample(mode)
            snapshot.detailsLabel = mode == .text ? "nothing else is shown" : ""
            let view = BezelView(columns: columns, rows: rows, isUTF8: true, look: InlineLook())
            var texts = BezelTexts()
            let bezel = view.frame(for: snapshot, with: &texts)
            sheet.paste(bezel.grid, row: index / 3 * rows + bezel.row, column: index % 3 * columns + bezel.column)
        }
        return Film(Screen(sheet))
    }

    /// The spinners that are built in, some of their frames one after the other.
    static func spinners() -> Film {
        let spinners = Spinner.builtIn
        let columns = 3
        let count = (spinners.count + columns - 1) / columns
        var sheet = CellGrid(columns: 28 * columns, rows: count)
        for (index, spinner) in spinners.enumerated() {
            let column = index / count * 28
            _ = sheet.write(spinner.name, row: index % count, column: column, limit: 14, style: CellStyle(attributes: .dim))
            var x = column + 15
            for frame in spinner.frames where x + frame.count < column + 27 {
                x += sheet.write(frame, row: index % count, column: x, style: CellStyle(foreground: .rgb(0, 135, 135))) + 1
            }
        }
        return Film(Screen(sheet))
    }

    /// One job in the styles of lines.
    static func lines() -> Film {
        let view = PlainView(isUTF8: true)
        var bar = sample(.bar)
        bar.detailsLabel = ""
        var end = bar
        end.outcome = .succeeded
        return text([view.appearance(of: bar), view.heartbeat(of: bar), view.end(of: end)])
    }

    private static func sample(_ mode: HUDMode) -> HUDSnapshot {
        var snapshot = HUDSnapshot(
            mode: mode, label: "Compressing", progress: ProgressSample(completedUnitCount: 129, totalUnitCount: 345),
            elapsed: .seconds(41), timeOnScreen: .milliseconds(160))
        snapshot.detailsLabel = mode == .indeterminate || mode == .text ? "holiday.mkv" : ""
        snapshot.rate = 3.2
        snapshot.remaining = .seconds(68)
        return snapshot
    }

    private static func lines(_ lines: [(name: String, snapshot: HUDSnapshot, look: InlineLook)]) -> Film {
        var sheet = CellGrid(columns: 88, rows: lines.count)
        for (row, line) in lines.enumerated() {
            _ = sheet.write(line.name, row: row, column: 0, style: CellStyle(attributes: .dim))
            let grid = InlineView(columns: 72, rows: 1, isUTF8: true, look: line.look).grid(for: line.snapshot)
            sheet.paste(grid, row: row, column: 16)
        }
        return Film(Screen(sheet))
    }

    private static func text(_ lines: [String]) -> Film {
        var sheet = CellGrid(columns: 72, rows: lines.count)
        for (row, line) in lines.enumerated() { _ = sheet.write(line, row: row, column: 0) }
        return Film(Screen(sheet))
    }
}
