import HUDTerminal
import HUDTesting
import SeededRandom
import Testing

/// Scopes inside scopes, in memory: whatever they do, the program's own lines are left.
@Suite struct ScopeNestingLawTests {
    private struct Failed: Error {}

    /// A program of random scopes, and the lines that it prints.
    private struct Program {
        let terminal: TestTerminal
        var random: SeededGenerator
        var printed: [String] = []

        mutating func run(depth: Int, hud: HUD?) throws {
            for _ in 0..<random.int(1...6) {
                switch UInt8.random(in: 0..<10, using: &random) {
                case 0..<3: log(on: hud)
                case 3..<6:
                    terminal.clock.advance(by: .milliseconds(random.int(0...700)))
                case 6: suspend(hud)
                case 7 where depth > 0: throw Failed()
                default: if depth < 5 { try? nest(depth: depth + 1) }
                }
            }
        }

        private mutating func nest(depth: Int) throws {
            let timing = HUDTiming(
                graceTime: .milliseconds(random.pick([0, 100, 500])),
                minimumShowTime: .milliseconds(random.pick([0, 300])))
            let total = random.pick([nil, 4])
            try withHUD("scope \(depth)", total: total, timing: timing, renderer: terminal.renderer, clock: terminal.clock) {
                hud in
                hud.detailsLabel = depth % 2 == 0 ? "details" : ""
                hud.work.complete(count: random.int(0...4))
                try run(depth: depth, hud: hud)
            }
        }

        private mutating func log(on hud: HUD?) {
            let line = "line \(printed.count) " + String(repeating: "x", count: random.int(0...60))
            if let hud { hud.log(line) } else { terminal.print(line) }
            printed.append(line)
        }

        private mutating func suspend(_ hud: HUD?) {
            guard let hud else { return }
            let line = "asked \(printed.count)"
            hud.suspended { terminal.print(line) }
            printed.append(line)
        }
    }

    @Test func `Random nestings of scopes leave the screen as the program alone would`() throws {
        for run in 0..<UInt64(SeededGenerator.steps ?? 60) {
            let terminal = TestTerminal(columns: 30, rows: 6)
            var program = Program(terminal: terminal, random: SeededGenerator(stream: 0x5C0B &+ run))
            try program.run(depth: 0, hud: nil)
            let alone = TestTerminal(columns: 30, rows: 6)
            for line in program.printed { alone.print(line) }
            let comment: Comment = "seed \(SeededGenerator.seed), run \(run)"
            #expect(terminal.scrollback + terminal.lines == alone.scrollback + alone.lines, comment)
            #expect(terminal.cursor.column == 0, comment)
            #expect(terminal.isCursorVisible && terminal.clock.nextDeadline == nil, comment)
        }
    }
}
