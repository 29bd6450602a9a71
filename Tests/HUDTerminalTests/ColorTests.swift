import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

@Suite struct TerminalColorTests {
    @Test func `Colors are mixed by their components`() {
        #expect(TerminalColor.rgb(10, 20, 30).mixed(with: .rgb(20, 0, 30), by: 0.5) == .rgb(15, 10, 30))
        #expect(TerminalColor.rgb(0, 255, 0).mixed(with: .rgb(255, 0, 0), by: 0.1) == .rgb(26, 229, 0))
        // xterm's values are used for the sixteen colors.
        #expect(TerminalColor.ansi(1).mixed(with: .rgb(0, 0, 0), by: 0.5) == .rgb(102, 0, 0))
    }

    @Test func `At the ends of the range a color is unchanged`() {
        for (part, mixed) in [(0, TerminalColor.ansi(1)), (1, .ansi(2)), (-1, .ansi(1)), (.nan, .ansi(1)), (2.0, .ansi(2))] {
            #expect(TerminalColor.ansi(1).mixed(with: .ansi(2), by: part) == mixed, "\(part)")
        }
    }

    @Test func `The default color can't be mixed: the nearer of the two is used`() {
        #expect(TerminalColor.default.mixed(with: .ansi(2), by: 0.49) == .default)
        #expect(TerminalColor.default.mixed(with: .ansi(2), by: 0.5) == .ansi(2))
        #expect(TerminalColor.ansi(2).mixed(with: .default, by: 0.49) == .ansi(2))
        #expect(TerminalColor.ansi(2).mixed(with: .default, by: 0.5) == .default)
    }

    @Test func `An index outside the sixteen colors is clamped`() {
        #expect(TerminalColor.ansi(-1) == .ansi(0))
        #expect(TerminalColor.ansi(.max) == .ansi(15))
    }

    @Test func `Text in the default color is dim as it fades, and never black on black`() {
        var grid = CellGrid(columns: 3, rows: 1)
        grid.write("abc", row: 0, column: 0, style: CellStyle(attributes: .bold))
        grid.write("b", row: 0, column: 1, style: CellStyle(foreground: .rgb(200, 100, 0)))
        let more = grid.faded(to: 0.5, theme: .terminal)
        #expect(more[0, 0].style == CellStyle(attributes: .bold))
        #expect(more[0, 1].style == CellStyle(foreground: .rgb(100, 50, 0)))
        let less = grid.faded(to: 0.25, theme: .terminal)
        #expect(less[0, 0].style == CellStyle(attributes: .dim))
        #expect(less[0, 1].style == CellStyle(foreground: .rgb(50, 25, 0)))
        #expect(grid.faded(to: 1, theme: .terminal) == grid)
        #expect(grid.faded(to: 0, theme: .terminal) == CellGrid(columns: 3, rows: 1))
    }
}

@Suite struct ColorDepthTests {
    @Test func `No other color of the palette is much nearer`() {
        for red in stride(from: 0, through: 255, by: 15) {
            for green in stride(from: 0, through: 255, by: 15) {
                for blue in stride(from: 0, through: 255, by: 15) {
                    let parts = (red, green, blue)
                    let found = Self.distance(Self.color(ColorDepth.paletteIndex(red: red, green: green, blue: blue)), parts)
                    let least = (16..<256).map { Self.distance(Self.color($0), parts) }.min() ?? 0
                    #expect(found == least, "\(parts)")
                }
            }
        }
    }

    @Test(arguments: [
        (0, 0, 0, 0), (255, 255, 255, 15), (200, 10, 10, 1), (250, 0, 0, 9), (128, 128, 128, 8), (88, 166, 255, 12),
        (0, 0, 200, 4),
        (230, 237, 243, 7)
    ])
    func `The nearest of xterm's sixteen`(red: Int, green: Int, blue: Int, index: Int) {
        #expect(ColorDepth.ansiIndex(red: red, green: green, blue: blue) == index)
    }

    /// xterm's palette, from its `256colres.h`.
    private static func color(_ index: Int) -> (Int, Int, Int) {
        if index >= 232 { return (8 + 10 * (index - 232), 8 + 10 * (index - 232), 8 + 10 * (index - 232)) }
        let steps = ((index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6)
        func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
        return (level(steps.0), level(steps.1), level(steps.2))
    }

    private static func distance(_ one: (Int, Int, Int), _ other: (Int, Int, Int)) -> Int {
        let (red, green, blue) = (one.0 - other.0, one.1 - other.1, one.2 - other.2)
        return red * red + green * green + blue * blue
    }
}
