import HUDCore
import SeededRandom
import Testing

@testable import HUDTerminal
@testable import HUDTesting

/// Windows whose size changes faster than the region looks at it, in terminals that re-wrap or cut rows each in their own way.
@Suite struct SizeStormTests {
    private static let terminals = PseudoTerminal.capabilities(of: ["xterm-256color", "tmux-256color"])

    private func entry(_ label: String) -> StackedLayout.Entry {
        .text(label: label)
    }

    private func replay(columns: Int, _ kind: InMemoryTerminal.Resizing) throws -> RegionReplay {
        var (name, capabilities) = try #require(Self.terminals.first)
        if kind == .tmux, let last = Self.terminals.last { (name, capabilities) = last }
        capabilities.features.keepsCutCells = kind == .xterm
        try #require(name.hasPrefix(kind == .tmux ? "tmux" : "xterm"))
        return RegionReplay(columns: columns, rows: 24, capabilities)
    }

    /// In tmux the rows may take two rows of the terminal each, more would not fit into the window: what tmux moves to its history stays there.
    @Test(arguments: InMemoryTerminal.Resizing.allCases)
    func `Any sequence of sizes, seen or not, leaves nothing of the rows and all of the output`(_ kind: InMemoryTerminal.Resizing)
        throws
    {
        var random = SeededGenerator(stream: 120)
        var drawn = 0
        for round in 0..<SeededGenerator.rounds(120) {
            var replay = try replay(columns: 100, kind)
            var script: [String] = []
            for number in 0..<30 { replay.passThrough("line \(number)\n") }
            for number in 0..<random.int(1...6) {
                replay.add(entry("\(number) " + String(repeating: "x", count: random.int(0...48))))
            }
            for number in 0..<30 {
                switch random.int(0..<6) {
                case 0...2:
                    let (columns, rows) = (random.int(30...120), random.int(12...30))
                    replay.resize(columns: columns, rows: rows, as: kind)
                    script.append("\(columns)×\(rows)")
                case 3:
                    replay.render(0, replay.members[0].entry)
                    script.append("frame")
                case 4:
                    replay.rest()
                    if replay.screen.contains(where: { $0.contains("xx") }) { drawn += 1 }
                    script.append("rest")
                default:
                    replay.passThrough("out \(number)\n")
                    script.append("output")
                }
            }
            while !replay.members.isEmpty { replay.remove(0) }
            if let complaint = replay.complaintAboutRest() {
                Issue.record("seed \(SeededGenerator.seed), round \(round): \(complaint)\n\(script)")
                return
            }
        }
        #expect(drawn > SeededGenerator.rounds(120))
    }

    @Test func `While the window changes its size the rows are off, and they come back after half a second in their new width`()
        throws
    {
        var replay = try replay(columns: 100, .vte)
        replay.add(entry("HUD"))
        func frame(_ milliseconds: Int) -> Bool {
            var entry = entry("HUD")
            entry.snapshot.timestamp = HUDInstant.zero.advanced(by: .milliseconds(milliseconds))
            replay.render(0, entry)
            return replay.screen.contains { $0.hasPrefix("HUD") }
        }
        replay.resize(columns: 60, rows: 20, as: .vte)
        #expect(!frame(100) && !frame(500))
        replay.resize(columns: 61, rows: 20, as: .vte)
        #expect(!frame(550) && !frame(1049))
        #expect(frame(1050))
        // Back at the size that it was drawn for: the terminal has still re-wrapped it in between.
        replay.resize(columns: 20, rows: 5, as: .vte)
        #expect(!frame(1100))
    }

    @Test func `Beside lines that were printed where xterm has cut a row, nothing of the row comes back`() throws {
        var replay = try replay(columns: 100, .xterm)
        for number in 0..<30 { replay.passThrough("line \(number)\n") }
        for number in 0..<4 { replay.add(entry("\(number) " + String(repeating: "x", count: 80))) }
        replay.resize(columns: 40, rows: 24, as: .xterm)
        for number in 0..<3 { replay.passThrough("out \(number)\n") }
        replay.resize(columns: 60, rows: 24, as: .xterm)
        replay.passThrough("a line of more than forty columns, of more than forty\n")
        replay.resize(columns: 100, rows: 24, as: .xterm)
        replay.rest()
        while !replay.members.isEmpty { replay.remove(0) }
        #expect(!replay.allRows.contains { $0.contains("x") })
        #expect(
            replay.allRows.suffix(4) == [
                "out 0", "out 1", "out 2", "a line of more than forty columns, of more than forty"
            ])
        #expect(replay.complaintAboutRest() == nil)
    }
}
