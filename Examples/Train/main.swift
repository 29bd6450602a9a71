// A view of one's own: a train that runs from station to station. A view is a pure function that draws a snapshot of the HUD into cells; the theme says
// in which style.
//
//     swift run train-example             # one line
//     swift run train-example bezel       # a box in the middle of the screen
import HUDTerminal

func drawTrain(in grid: inout CellGrid, snapshot: HUDSnapshot, theme: Theme) {
    let train = grid.isUTF8 ? "▟█▙▶" : "[#]>"
    let rail = grid.isUTF8 ? "─" : "-"
    let row = grid.rows / 2
    let start = Int(snapshot.progress.fraction * Double(max(0, grid.columns - train.count)))
    for column in 0..<grid.columns {
        let position = Double(column) / Double(grid.columns)
        let style = column < start ? CellStyle(foreground: theme.bar.color(at: position)) : theme.barRest
        grid.write(rail, row: row, column: column, style: style)
    }
    grid.write(train, row: row, column: start, limit: grid.columns - start, style: theme.indicator)
    if grid.rows > 2 {
        grid.write(grid.isUTF8 ? "⌂" : "^", row: row - 1, column: 0, style: theme.details)
        grid.write(grid.isUTF8 ? "⌂" : "^", row: row - 1, column: grid.columns - 1, style: theme.details)
    }
}

let view = CustomView(columns: 32, rows: 3, inlineColumns: 24, inlineRows: 1, draw: drawTrain)

func makeRenderer() -> any HUDRenderer {
    if CommandLine.arguments.dropFirst().first == "bezel" {
        let bezel = BezelRenderer()
        bezel.customView = view
        return bezel
    }
    let inline = InlineRenderer()
    inline.customView = view
    return inline
}

let timing = HUDTiming(graceTime: .milliseconds(200))
try await withHUD("Traveling", total: 50, timing: timing, renderer: makeRenderer()) { hud in
    hud.mode = .custom
    for _ in 1...50 {
        try await Task.sleep(for: .milliseconds(40))
        hud.work.complete()
    }
}
print("arrived")
