import HUDCore
import HUDTesting
import SeededRandom
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// The encoder's bytes, replayed in an independent terminal.
@Suite struct ReplayTests {
    private static let names = ["xterm-256color", "vt100", "linux", "screen-256color", "tmux-256color", "xterm", "ansi"]

    /// The capabilities of real terminals, the same with 24-bit colors, and some with missing capabilities.
    private static let terminals: [(name: String, capabilities: TerminalCapabilities)] = {
        var all: [(name: String, capabilities: TerminalCapabilities)] = PseudoTerminal.capabilities(of: names)
        for (name, capabilities) in all {
            for lack in ["true colour", "cuf", "cud", "rmam", "sgr0"] {
                var capabilities = capabilities
                switch lack {
                case "cuf": capabilities.moves.right = nil
                case "cud": capabilities.moves.down = nil
                case "rmam": capabilities.autowrap = .init()
                case "sgr0": capabilities.styles.reset = []
                default:
                    guard capabilities.colors.foreground != nil else { continue }
                    capabilities.colors.depth = .trueColor
                }
                all.append((name + ", " + lack, capabilities))
            }
        }
        return all
    }()

    /// A terminal with a region, and the expected content.
    private struct Replay {
        var terminal: InMemoryTerminal
        let capabilities: TerminalCapabilities
        /// The rows, from the start of the scrollback.
        var rows: [String]
        /// The index of the region's first row in them.
        let top: Int
        var old: CellGrid?

        init(columns: Int, rows height: Int, top: Int, _ capabilities: TerminalCapabilities) {
            terminal = InMemoryTerminal(agreeingColumns: columns, rows: height)
            self.capabilities = capabilities
            self.top = top
            rows = (0..<height).map { $0 == top ? "" : String("\($0)#########".prefix(columns)) }
            terminal.feed("\u{1B}[?7l" + rows.joined(separator: "\r\n") + "\u{1B}[?7h\u{1B}[\(top + 1);1H")
        }

        /// Draws a grid there; returns the difference to the expected screen.
        mutating func show(_ grid: CellGrid) -> String? {
            var encoder = CellEncoder(capabilities)
            if let old {
                encoder.apply(CellDiff.changes(from: old, to: grid), of: grid)
            } else {
                encoder.writeAll(grid)
            }
            let bytes = encoder.finish()
            if grid == old, !bytes.isEmpty { return "an unchanged grid took \(bytes.count) bytes" }
            let texts = (0..<grid.rows).reduce(0) { sum, row in
                (0..<grid.columns).reduce(sum) { $0 + grid[row, $1].text.utf8.count }
            }
            let height = max(grid.rows, old?.rows ?? 0)
            // For a cell: a reset, four attributes and two RGB colors. For a row: a movement each way and an erasure.
            let bound = texts + 64 * grid.rows * grid.columns + 32 * height + 32
            if bytes.count > bound { return "\(bytes.count) bytes where \(bound) should do" }
            terminal.feed(bytes)
            while rows.count < top + grid.rows { rows.append("") }
            for row in 0..<height {
                rows[top + row] = row < grid.rows ? grid.text(ofRow: row) : ""
                while rows[top + row].last == " " { rows[top + row].removeLast() }
            }
            old = grid
            return complaint(about: grid)
        }

        private func complaint(about grid: CellGrid) -> String? {
            let found = terminal.scrollback + terminal.screen
            if found != rows { return "rows \(found), not \(rows)" }
            let first = top - terminal.scrollback.count
            if terminal.cursor != (first, 0) { return "cursor at \(terminal.cursor), not in row \(first)" }
            if terminal.currentStyle != InMemoryTerminal.Style() { return "style \(terminal.currentStyle)" }
            if terminal.privateModes != [7, 25] { return "modes \(terminal.privateModes)" }
            if !terminal.unknownSequences.isEmpty { return "unknown: \(terminal.unknownSequences)" }
            return terminal.complaint(about: grid, at: first, capabilities)
        }
    }

    @Test func `There are terminals to test`() {
        #expect(Self.terminals.contains { $0.name == "xterm-256color" })
        #expect(Self.terminals.contains { $0.name == "vt100" })
    }

    @Test func `Any grid can replace any other, and nothing else is touched`() {
        var random = SeededGenerator(stream: 60)
        for round in 0..<400 {
            guard let (name, capabilities) = Self.terminals.randomElement(using: &random) else { return }
            let columns = random.int(1...40)
            let height = random.int(1...8)
            var replay = Replay(columns: columns, rows: height, top: random.int(0..<height), capabilities)
            let width = max(1, columns - 1)
            var grid = CellGrid(columns: width, rows: 0)
            for step in 0..<6 {
                switch random.int(0..<4) {
                case 0 where grid.rows > 0: grid.scribble(row: random.int(0..<grid.rows), using: &random)
                case 1 where grid.rows > 0: break
                default:
                    let rows = capabilities.canMoveUp ? random.int(1...max(1, height - 1)) : 1
                    grid = .random(columns: width, rows: rows, using: &random)
                }
                if let complaint = replay.show(grid) {
                    Issue.record(
                        "seed \(SeededGenerator.seed), \(name), \(columns)×\(height), round \(round), step \(step): \(complaint)")
                    return
                }
            }
        }
    }

    @Test func `Any HUDs can replace any others`() {
        var random = SeededGenerator(stream: 61)
        for round in 0..<200 {
            guard let (name, capabilities) = Self.terminals.randomElement(using: &random) else { return }
            let columns = random.int(1...100)
            let height = random.int(1...8)
            var replay = Replay(columns: columns, rows: height, top: random.int(0..<height), capabilities)
            let layout = StackedLayout(
                columns: columns, rows: height, canStack: capabilities.canMoveUp, isUTF8: random.bool())
            var entries = [StackedLayout.Entry.random(using: &random)]
            for step in 0..<6 {
                let index = random.int(0..<entries.count)
                switch random.int(0..<4) {
                case 0: entries.append(.random(using: &random))
                case 1 where entries.count > 1: entries.remove(at: index)
                case 2: entries[index].snapshot.timeOnScreen += .milliseconds(100)
                default: entries[index] = .random(using: &random)
                }
                let grid = layout.grid(of: entries)
                #expect(grid.rows <= max(1, height - 1))
                if let complaint = replay.show(grid) {
                    Issue.record(
                        "seed \(SeededGenerator.seed), \(name), \(columns)×\(height), round \(round), step \(step): \(complaint)")
                    return
                }
            }
        }
    }

    @Test(arguments: Theme.builtIn)
    func `A spinner's tick is a few bytes`(theme: Theme) throws {
        var look = InlineLook()
        look.theme = theme
        let view = InlineView(columns: 79, rows: 1, isUTF8: true, look: look)
        for depth in [ColorDepth.palette, .trueColor] {
            var capabilities = try #require(Self.terminals.first { $0.name == "xterm-256color" }).capabilities
            capabilities.colors.depth = depth
            for frame in 0..<theme.spinner.frames.count {
                let times = [frame, frame + 1].map { theme.spinner.interval * $0 }
                let grids = times.map {
                    view.grid(for: HUDSnapshot(label: "Compressing", elapsed: .seconds(3), timeOnScreen: $0))
                }
                var encoder = CellEncoder(capabilities)
                encoder.apply(CellDiff.changes(from: grids[0], to: grids[1]), of: grids[1])
                let bytes = encoder.finish()
                let isOfThePalette = theme.indicator.foreground.parts == nil || theme.indicator.foreground.code >> 24 == 1
                #expect(bytes.count < (isOfThePalette ? 16 : 32), "\(theme.name): \(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }
}
