import SeededRandom
import Testing

@testable import HUDCore
@testable import HUDDrawing
@testable import HUDFrame
@testable import HUDScreen
@testable import HUDTerminal

/// What a frame keeps for the next one makes no difference to the bytes.
@Suite struct PreparedFrameTests {
    private static func randomStyle(using random: inout SeededGenerator) -> CellStyle {
        func color() -> TerminalColor {
            switch random.int(0..<4) {
            case 0, 1: .default
            case 2: .ansi(random.int(0...15))
            default: .rgb(.random(in: 0...255, using: &random), .random(in: 0...255, using: &random), 9)
            }
        }
        return CellStyle(
            foreground: color(), background: color(), attributes: .init(rawValue: .random(in: 0...15, using: &random)))
    }

    private static func randomChange(of grid: CellGrid, using random: inout SeededGenerator) -> CellGrid {
        var grid = grid
        for _ in 0..<random.int(0...6) {
            let text = RandomText.next(most: 4, using: &random)
            let (row, column) = (random.int(0..<3), random.int(-1...40))
            let style = randomStyle(using: &random)
            switch random.int(0..<3) {
            case 0: grid.write(text, row: row, column: column, limit: random.int(0...30), style: style)
            case 1: grid.fill(row: row, columns: column..<column + 5, with: text, style: style)
            default:
                var figure = Figure()
                figure.append(random.int(0...99_999))
                grid.write(figure, row: row, column: column, limit: random.int(0...6), style: style)
            }
        }
        return grid
    }

    @Test func `An encoder that is used again writes the bytes of a new one`() {
        var random = SeededGenerator(stream: 71)
        for depth in [ColorDepth.none, .sixteen, .palette, .trueColor] {
            for lack in 0..<3 {
                var capabilities = GoldenLook(isUTF8: true, theme: .terminal, colors: depth).capabilities
                if lack == 1 { capabilities.moves.right = nil }
                if lack == 2 { capabilities.styles.reset = [] }
                var encoder = CellEncoder(capabilities)
                var old = CellGrid(columns: 40, rows: 3)
                for round in 0..<60 {
                    let new = Self.randomChange(of: old, using: &random)
                    let leading = random.pick([0, 0, 5, .max])
                    let changes = CellDiff.changes(from: old, to: new, rewriting: leading)
                    var fresh = CellEncoder(capabilities)
                    fresh.apply(changes, of: new)
                    encoder.begin()
                    encoder.apply(changes, of: new)
                    let bytes = (encoder.finish(), fresh.finish())
                    guard bytes.0 == bytes.1 else {
                        Issue.record("seed \(SeededGenerator.seed), \(depth), round \(round): \(GoldenText.escaped(bytes.0))")
                        return
                    }
                    old = new
                }
            }
        }
    }

    @Test func `Terminfo expands a string once for each number`() {
        var strings = ExpandedStrings()
        var expanded: [Int] = []
        func string(_ number: Int) -> [UInt8]? {
            strings.string(for: number, of: .xterm) { _ in
                expanded.append(number)
                return Array("\(number)".utf8)
            }
        }
        let cyan = Int(TerminalColor.ansi(6).code)
        for _ in 0..<3 { #expect(string(cyan) == Array("\(cyan)".utf8)) }
        #expect(expanded == [cyan])
        // Numbers that share a place replace each other.
        let many = (0...255).map { Int(TerminalColor.rgb(UInt8($0), 1, 2).code) }
        for color in many + many { #expect(string(color) == Array("\(color)".utf8)) }
        for color in many { #expect(string(~color) == Array("\(~color)".utf8)) }
    }

    @Test func `A bar that is drawn again looks like a new one`() {
        var random = SeededGenerator(stream: 72)
        for theme in Theme.builtIn {
            for isUTF8 in [true, false] {
                var bar = BarView(theme: theme, isUTF8: isUTF8, columns: 60)
                for _ in 0..<40 {
                    let progress = ProgressSample(
                        completedUnitCount: random.int(0...100),
                        totalUnitCount: random.pick([nil, 100]),
                        runningUnitCount: random.int(0...9))
                    let start = random.int(0...50)
                    let columns = start..<random.int(start...60)
                    let time = Duration.milliseconds(random.int(0...4000))
                    let empty = CellGrid(columns: 60, rows: 1, isUTF8: isUTF8)
                    var (grid, other) = (empty, empty)
                    bar.draw(progress, after: time, in: &grid, row: 0, columns: columns)
                    var new = BarView(theme: theme, isUTF8: isUTF8, columns: 60)
                    new.draw(progress, after: time, in: &other, row: 0, columns: columns)
                    #expect(grid == other, "seed \(SeededGenerator.seed), \(theme.name), \(columns)")
                }
            }
        }
    }

    @Test func `Copies of a look do not share changes`() {
        let look = InlineLook(theme: .dark, pane: ["one"], version: 1)
        var other = look
        other.pane = ["two"]
        other.theme = .light
        other.spinner = .line
        other.reducesMotion = true
        #expect(look.pane == ["one"] && look.theme == .dark && look.spinner == nil && !look.reducesMotion)
        #expect(other.pane == ["two"] && other.theme == .light && other.spinner == .line && other.reducesMotion)
    }
}

@Suite struct FigureTests {
    private func figure(_ number: Int, least: Int = 1) -> String {
        var figure = Figure()
        figure.append(number, least: least)
        return figure.text
    }

    @Test func `A number has its digits`() {
        for number in [0, 1, 9, 10, 99, 100, 12_345, 999_999_999, .max] { #expect(figure(number) == String(number)) }
        #expect(figure(7, least: 2) == "07")
        #expect(figure(0, least: 3) == "000")
        #expect(figure(123, least: 2) == "123")
    }

    @Test func `Figures are padded on the left`() {
        var five = Figure()
        five.append("5%")
        #expect(five.padded(to: 4).text == "  5%")
        #expect(five.padded(to: 1).text == "5%")
        five.append(five)
        #expect(five.text == "5%5%")
    }

    @Test func `A full figure stays as it is`() {
        var figure = Figure()
        for _ in 0..<Figure.capacity { figure.append(UInt8(ascii: "x")) }
        let full = figure.text
        figure.append(12)
        figure.append("more")
        figure.append(0x21)
        #expect(figure.text == full && full.utf8.count == 64)
        #expect(figure.padded(to: 100).count == 64)
    }

    @Test func `A figure that does not fit is cut like text`() {
        var figure = Figure()
        figure.append(12_345)
        for room in 0...6 {
            var (grid, other) = (CellGrid(columns: 8, rows: 1), CellGrid(columns: 8, rows: 1))
            #expect(grid.write(figure, row: 0, column: 2, limit: room) == other.write("12345", row: 0, column: 2, limit: room))
            #expect(grid == other)
        }
        var narrow = CellGrid(columns: 4, rows: 1)
        #expect(narrow.write(figure, row: 0, column: 1) == 4)
        #expect(narrow.text(ofRow: 0) == " 12…")
        #expect(narrow.write(figure, row: 1, column: 1) == 1)
    }
}
