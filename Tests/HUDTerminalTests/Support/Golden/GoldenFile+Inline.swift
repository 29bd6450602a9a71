import HUDCore

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

extension GoldenFile {
    /// A line at each size. A frame that uses all available room ends one column before the window does.
    static var inlineSizes: GoldenFile {
        GoldenFile(
            name: "inline-sizes",
            frames: GoldenLook.mostAndLeast.flatMap { look in GoldenSize.ladder.map { frame(of: .bar, $0, look) } })
    }

    /// Each mode on a line with each look.
    static var inlineModes: GoldenFile {
        let frames = HUDMode.allCases.flatMap { mode in
            GoldenLook.all.flatMap { look in [GoldenSize(80, 24), GoldenSize(20, 5)].map { frame(of: mode, $0, look) } }
        }
        return GoldenFile(name: "inline-modes", frames: frames)
    }

    private static func frame(of mode: HUDMode, _ size: GoldenSize, _ look: GoldenLook) -> String {
        let grid = grid([mode.goldenSnapshot], size, look)
        var lines = GoldenText.rows(of: grid) + GoldenText.styles(of: grid)
        if size.columns <= 20 { lines.append(look.bytes(drawing: grid)) }
        return frame([mode.goldenName, size.name, look.name], lines)
    }

    /// All states of a HUD at 80 columns, and the bytes for the next frame of a spinner.
    static var inlineStates: GoldenFile {
        let size = GoldenSize(80, 24)
        let frames = GoldenLook.mostAndLeast.flatMap { look in
            HUDSnapshot.goldenStates.map { name, snapshot in
                let grid = grid([snapshot], size, look)
                let next = self.grid([snapshot.with { $0.timeOnScreen += .milliseconds(130) }], size, look)
                return frame(
                    [name, size.name, look.name],
                    GoldenText.rows(of: grid) + GoldenText.styles(of: grid) + [
                        "130 ms later: " + look.bytes(from: grid, to: next)
                    ])
            }
        }
        return GoldenFile(name: "inline-states", frames: frames)
    }

    /// The frame for each width, one column less each time.
    static var inlineLadder: GoldenFile {
        var bar = HUDMode.bar.goldenSnapshot
        bar.detailsLabel = ""
        let ring = HUDMode.annular.goldenSnapshot.with { $0.detailsLabel = "" }
        let spinner = HUDMode.indeterminate.goldenSnapshot.with { $0.detailsLabel = "" }
        var frames: [String] = []
        for (name, snapshot, widest) in [("bar", bar, 92), ("annular", ring, 60), ("indeterminate", spinner, 22)] {
            for look in GoldenLook.mostAndLeast {
                let lines = (1...widest).reversed().map { columns in
                    let number = String(columns)
                    let rows = GoldenText.rows(of: grid([snapshot], GoldenSize(columns, 24), look))
                    return String(repeating: " ", count: 3 - number.count) + number + " " + rows.joined()
                }
                frames.append(frame([name, "every width", look.name], lines))
            }
        }
        return GoldenFile(name: "inline-ladder", frames: frames)
    }

    /// Several HUDs below each other, and more HUDs than rows.
    static var inlineStack: GoldenFile {
        let snapshots = HUDMode.allCases.map { mode in
            mode.goldenSnapshot.with { $0.detailsLabel = mode == .indeterminate ? "holiday.mkv\npass 1 of 2" : "" }
        }
        let sizes = [(80, 24), (80, 8), (80, 5), (80, 3), (80, 2), (20, 5), (8, 4), (3, 3), (1, 1)].map { GoldenSize($0, $1) }
        let frames = GoldenLook.mostAndLeast.flatMap { look in
            sizes.map { size in
                let grid = grid(snapshots, size, look)
                var lines = GoldenText.rows(of: grid) + GoldenText.styles(of: grid)
                if size.columns <= 20 { lines.append(look.bytes(drawing: grid)) }
                return frame(["six HUDs", size.name, look.name], lines)
            }
        }
        return GoldenFile(name: "inline-stack", frames: frames)
    }

    private static func grid(_ snapshots: [HUDSnapshot], _ size: GoldenSize, _ look: GoldenLook) -> CellGrid {
        StackedLayout(columns: size.columns, rows: size.rows, canStack: true, isUTF8: look.isUTF8)
            .grid(of: snapshots.map { .init(snapshot: $0, look: InlineLook(theme: look.theme)) })
    }
}
