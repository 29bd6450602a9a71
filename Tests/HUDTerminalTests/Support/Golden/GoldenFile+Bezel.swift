import HUDCore

@testable import HUDScreen
@testable import HUDTerminal

extension GoldenFile {
    /// A bezel at each size, cropped to the box.
    static var bezelSizes: GoldenFile {
        var frames: [String] = []
        for look in GoldenLook.mostAndLeast {
            var last: (grid: CellGrid, size: GoldenSize)?
            for size in GoldenSize.ladder {
                let bezel = bezel(HUDMode.bar.goldenSnapshot, size, look)
                // Only the position differs here.
                let same = last.flatMap { $0.grid == bezel.grid ? "as at " + $0.size.name : nil }
                frames.append(frame(HUDMode.bar.goldenName, bezel, size, look, insteadOfRows: same))
                if same == nil { last = (bezel.grid, size) }
            }
        }
        return GoldenFile(name: "bezel-sizes", frames: frames)
    }

    /// The bezel of each mode with each look.
    static var bezelModes: GoldenFile {
        let frames = HUDMode.allCases.flatMap { mode in
            GoldenLook.all.flatMap { look in
                [GoldenSize(80, 24), GoldenSize(20, 5)].map { size in
                    frame(mode.goldenName, bezel(mode.goldenSnapshot, size, look), size, look)
                }
            }
        }
        return GoldenFile(name: "bezel-modes", frames: frames)
    }

    private static func frame(
        _ name: String, _ bezel: BezelFrame, _ size: GoldenSize, _ look: GoldenLook, insteadOfRows same: String? = nil
    ) -> String {
        let rows = same.map { [$0] } ?? GoldenText.rows(of: bezel.grid) + GoldenText.styles(of: bezel.grid)
        return frame([name, size.name, look.name, place(of: bezel)], rows)
    }

    /// All states of a HUD in a window of 80×24, and the options.
    static var bezelStates: GoldenFile {
        let size = GoldenSize(80, 24)
        var states = HUDSnapshot.goldenStates.map { ($0.name, $0.snapshot, BezelOptions()) }
        let ring = HUDMode.annular.goldenSnapshot
        func add(_ name: String, _ snapshot: HUDSnapshot, _ change: (inout BezelOptions) -> Void) {
            var options = BezelOptions()
            change(&options)
            states.append((name, snapshot, options))
        }
        add("a button", ring) { $0.button = "Cancel" }
        add("in a corner", ring) { ($0.horizontalOffset, $0.verticalOffset) = (.max, .min) }
        add("square", ring) { $0.isSquare = true }
        add("at least 40×14, no margin", ring) { ($0.minimumColumns, $0.minimumRows, $0.margin) = (40, 14, 0) }
        add("coloured", ring) { ($0.color, $0.contentColor) = (.rgb(20, 40, 80), .rgb(255, 220, 100)) }
        add("zooming in, half way", ring.with { $0.opacity = 0.5 }) { $0.animation = .zoomIn }
        add(
            "zooming out, half way",
            ring.with {
                $0.opacity = 0.5; $0.isDisappearing = true
            }
        ) { $0.animation = .zoomIn }
        let frames = GoldenLook.mostAndLeast.flatMap { look in
            states.map { name, snapshot, options in
                frame(name, bezel(snapshot, size, look, options), size, look)
            }
        }
        return GoldenFile(name: "bezel-states", frames: frames)
    }

    /// Whole screens: a bezel in front of the output.
    static var screens: GoldenFile {
        let printed = (1...80).map { "cc -O2 -c part\($0).c -o part\($0).o" }
        let wide = [
            (GoldenSize(80, 24), GoldenLook.mostAndLeast[0], HUDMode.indeterminate),
            (GoldenSize(80, 24), GoldenLook.mostAndLeast[1], .determinate), (GoldenSize(20, 5), GoldenLook.all[0], .annular),
            (GoldenSize(200, 60), GoldenLook.all[0], .annular), (GoldenSize(200, 60), GoldenLook.all[3], .bar)
        ]
        let frames = wide.map { size, look, mode in
            let bezel = bezel(mode.goldenSnapshot, size, look)
            var screen = BackdropView(options: BezelOptions(), isUTF8: look.isUTF8)
                .grid(columns: size.columns, rows: size.rows, lines: printed, draw: nil, opacity: 1)
            screen.paste(bezel.grid, row: bezel.row, column: bezel.column)
            return frame([mode.goldenName, size.name, look.name, place(of: bezel)], GoldenText.rows(of: screen))
        }
        return GoldenFile(name: "screens", frames: frames)
    }

    private static func bezel(
        _ snapshot: HUDSnapshot, _ size: GoldenSize, _ look: GoldenLook, _ options: BezelOptions = .init()
    ) -> BezelFrame {
        BezelView(
            columns: size.columns, rows: size.rows, isUTF8: look.isUTF8, look: InlineLook(theme: look.theme, options: options)
        ).frame(for: snapshot)
    }

    private static func place(of bezel: BezelFrame) -> String {
        "\(bezel.grid.columns)×\(bezel.grid.rows) at row \(bezel.row) column \(bezel.column)"
    }
}
