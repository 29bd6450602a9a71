import HUDCore
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// Every color of every theme is visible on a dark and on a light background, with as many colors as a terminal has.
@Suite struct ThemeContrastTests {
    private static let black = TerminalColor.rgb(0, 0, 0)
    private static let white = TerminalColor.rgb(255, 255, 255)

    /// Terminals of all depths; `sixteen` has two kinds.
    private static let terminals: [TerminalCapabilities] = [0, 8, 16, 256, 1 << 24].map { count in
        var terminal = TerminalCapabilities(eraseToEndOfLine: [], isUTF8: true)
        terminal.styles.reset = Array("\u{1B}[m".utf8)
        terminal.colors.count = min(count, 256)
        terminal.colors.depth = count == 0 ? .none : count < 256 ? .sixteen : count == 256 ? .palette : .trueColor
        return terminal
    }

    /// The colored parts, and the bar at each of its columns.
    private static func colored(_ theme: Theme) -> [(String, TerminalColor)] {
        let parts: [(String, CellStyle)] = [
            ("indicator", theme.indicator), ("running", theme.barRunning), ("rest", theme.barRest), ("success", theme.success),
            ("failure", theme.failure), ("warning", theme.warning)
        ]
        return parts.map { ($0, $1.foreground) }
            + [40, 32, 20, 10, 3, 1].flatMap { (columns: Int) in
                (0..<columns).map { column in
                    ("bar", theme.bar.color(at: columns > 1 ? Double(column) / Double(columns - 1) : 1))
                }
            }
    }

    @Test func `The terminals have all depths`() {
        #expect(Set(Self.terminals.map(\.colors.depth)) == Set(ColorDepth.allCases))
    }

    @Test(arguments: Theme.builtIn)
    func `Bars, marks and spinners have 3 to 1 against black and white`(_ theme: Theme) {
        for terminal in Self.terminals {
            for (part, color) in Self.colored(theme.fitting(terminal)) {
                // The default color is the terminal's own foreground.
                guard let against = terminal.colors.shown(color).contrasts else { continue }
                #expect(against.allSatisfy { $0 >= 3 }, "\(theme.name) \(part) \(color) \(terminal.colors.count): \(against)")
            }
        }
    }

    @Test(arguments: Theme.builtIn)
    func `What people read has the terminal's own foreground`(_ theme: Theme) {
        for style in [theme.label, theme.details, theme.percent, theme.numbers] {
            #expect(style.foreground == .default)
            #expect(style.background == .default)
        }
        for style in [theme.indicator, theme.barRunning, theme.barRest, theme.success, theme.failure, theme.warning] {
            #expect(style.background == .default)
        }
        #expect((theme.bezel.background == .default) == (theme.bezel.foreground == .default), "a box sets both, or neither")
    }

    @Test(arguments: Theme.builtIn)
    func `Every cell of a line and of a bezel is visible`(_ theme: Theme) {
        var snapshot = HUDSnapshot(
            mode: .bar, label: "Copying", detailsLabel: "a file",
            progress: ProgressSample(completedUnitCount: 5, totalUnitCount: 9, runningUnitCount: 2), opacity: 1,
            remaining: .seconds(9))
        for terminal in Self.terminals {
            for outcome in [nil, HUDOutcome.succeeded, .failed(reason: "no"), .cancelled] {
                snapshot.outcome = outcome
                let line = InlineView(
                    columns: 79, rows: 3, isUTF8: true, look: InlineLook(theme: theme.fitting(terminal))
                ).grid(for: snapshot)
                let look = InlineLook(theme: theme.fitting(terminal, in: theme.bezel.background))
                let bezel = BezelView(columns: 80, rows: 24, isUTF8: true, look: look).frame(for: snapshot).grid
                for grid in [line, bezel] {
                    for style in grid.styles {
                        #expect(Self.isVisible(style, terminal), "\(theme.name) \(style) \(terminal.colors.count)")
                    }
                }
            }
        }
    }

    @Test func `A bezel with a color of the program's gets a readable text color`() {
        for (color, text) in [(Self.black, Self.white), (Self.white, Self.black), (.rgb(255, 220, 0), Self.black)] {
            var options = BezelOptions()
            options.color = color
            let look = InlineLook(theme: .terminal, options: options)
            let grid = BezelView(columns: 80, rows: 24, isUTF8: true, look: look)
                .frame(for: HUDSnapshot(mode: .text, label: "x", opacity: 1)).grid
            #expect(grid.styles.contains { $0.foreground == text && $0.background == color })
        }
    }

    @Test func `Text behind a bezel is dimmed on a light background too`() {
        for terminal in Self.terminals {
            let backdrop = BackdropView(options: BezelOptions(), isUTF8: true, dimmed: terminal.dimmedText)
                .grid(columns: 3, rows: 2, lines: ["abc"], draw: nil, opacity: 1)
            let style = backdrop[0, 0].style
            guard terminal.colors.count >= 16 else {
                #expect(style == CellStyle(attributes: .dim))
                continue
            }
            // Neither black nor white: dim, on either background.
            let against = terminal.colors.shown(style.foreground).contrasts
            #expect(against?.allSatisfy { $0 >= 3 && $0 <= 7 } == true)
        }
    }

    @Test func `A color of a program's own theme is left alone if it is meant for one background`() {
        var theme = Theme(name: "mine")
        theme.success = CellStyle(foreground: .rgb(200, 255, 200))
        theme.failure = CellStyle(foreground: .ansi(3))
        for terminal in Self.terminals {
            #expect(theme.fitting(terminal).success == theme.success)
            #expect(theme.fitting(terminal).failure == theme.failure)
        }
    }

    /// On its own background if it has one, on black and white otherwise.
    private static func isVisible(_ style: CellStyle, _ terminal: TerminalCapabilities) -> Bool {
        let background = terminal.colors.shown(style.background)
        let foreground = terminal.colors.shown(style.foreground)
        if foreground == .default { return background == .default }
        return foreground.isVisible(on: background == .default ? [black, white] : [background])
    }
}

extension TerminalColor {
    /// The contrast with black and with white; nil for the default color.
    fileprivate var contrasts: [Double]? {
        guard let black = contrast(with: .rgb(0, 0, 0)), let white = contrast(with: .rgb(255, 255, 255)) else { return nil }
        return [black, white]
    }
}

extension CellGrid {
    /// The styles of its characters.
    fileprivate var styles: Set<CellStyle> {
        var styles: Set<CellStyle> = []
        for row in 0..<rows {
            for column in 0..<columns where self[row, column].text != " " { styles.insert(self[row, column].style) }
        }
        return styles
    }
}
