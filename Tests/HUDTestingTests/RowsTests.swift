import HUDTerminal
import HUDTesting
import SeededRandom
import Testing

/// The rows of a HUD's parts on the screen.
@Suite struct RowsTests {
    private let terminal = TestTerminal(columns: 80, rows: 14)
    private let hud: HUD

    init() {
        hud = HUD(label: "Building", renderer: terminal.renderer, clock: terminal.clock)
        hud.rows = .upTo(5)
        hud.work.totalCount = 5_000
        hud.show()
    }

    private func start(_ label: String, total: Int? = nil) -> ProgressNode {
        hud.work.subprogress(assigningCount: 1, label: label).start(totalCount: total)
    }

    @Test func `Rows are below the HUD, in its columns, and the last one counts the rest`() {
        let parts = (0..<7).map { start("part \($0)", total: $0 % 2 == 0 ? 100 : nil) }
        for (index, part) in parts.enumerated() { part.complete(count: 10 * index) }
        terminal.clock.advance(by: .milliseconds(499))
        #expect(terminal.lines.count == 1)
        terminal.clock.advance(by: .milliseconds(101))
        #expect(
            terminal.lines == [
                "⠧ Building ▕░░░░░░░░░░░░░░░░░░░░░░░░░░▏   0%    0/5000 0:00",
                "• part 0   ▕░░░░░░░░░░░░░░░░░░░░░░░░░░▏   0%     0/100 0:00",
                "• part 1                                            10 0:00",
                "• part 2   ▕█████▏░░░░░░░░░░░░░░░░░░░░▏  20%    20/100 0:00",
                "• part 3                                            30 0:00",
                "• part 4   ▕██████████▍░░░░░░░░░░░░░░░▏  40%    40/100 0:00",
                "… 4,995 more: 2 running, 4,993 waiting"
            ])
        parts[0].fail("status 2")
        parts[1].finish()
        parts[4].pause()
        terminal.clock.advance(by: .seconds(1))
        #expect(terminal.lines[0].hasPrefix("⠋ Building  1 failed ▕"))
        // Parts that wait take the place of the row that ended first, and that of a failed one if it is needed.
        #expect(terminal.lines[1].hasPrefix("• part 6"))
        #expect(terminal.lines[2].hasPrefix("• part 5"))
        #expect(terminal.lines[5].hasPrefix("• part 4  paused     ▕██████▍░"))
        #expect(terminal.lines[6] == "… 4,995 more: 1 failed, 1 done, 4,993 waiting")
        withExtendedLifetime(parts) {}
    }

    @Test func `An ended row says how it ended, dimmed, and when it leaves, an empty place stays at the bottom`() {
        let parts = ["a", "b", "c"].map { start($0) }
        terminal.clock.advance(by: .seconds(1))
        parts[1].finish()
        terminal.clock.advance(by: .milliseconds(500))
        #expect(terminal.lines[2].split(separator: " ") == ["✓", "b", "0:01"])
        #expect([0, 2, 58].allSatisfy { terminal.style(row: 2, column: $0).attributes.contains(.dim) })
        #expect(!terminal.style(row: 1, column: 2).attributes.contains(.dim))
        terminal.clock.advance(by: .milliseconds(600))
        #expect(terminal.lines.map { String($0.prefix(3)) } == ["⠦ B", "• a", "• c", "", "… 4"])
        let fourth = start("d")
        terminal.clock.advance(by: .seconds(1))
        #expect(terminal.lines[3].hasPrefix("• d"))
        withExtendedLifetime((parts, fourth)) {}
    }

    @Test func `Nothing of the rows is left when the HUD is gone`() {
        let parts = (0..<9).map { start("\($0)") }
        terminal.clock.advance(by: .seconds(1))
        #expect(terminal.lines.count == 7)
        hud.hide()
        #expect(terminal.lines.isEmpty)
        #expect(terminal.scrollback.isEmpty)
        #expect(terminal.isCursorVisible)
        withExtendedLifetime(parts) {}
    }

    @Test(arguments: [(80, 24, 7), (80, 6, 5), (40, 5, 4), (20, 4, 3), (80, 3, 1), (80, 1, 1)])
    func `There are never more rows than the window has, less one`(columns: Int, rows: Int, most: Int) {
        let parts = (0..<9).map { start("\($0)") }
        terminal.resize(columns: columns, rows: rows)
        terminal.clock.advance(by: .seconds(2))
        #expect(terminal.lines.count == most)
        #expect(terminal.scrollback.isEmpty)
        withExtendedLifetime(parts) {}
    }

    @Test func `Two HUDs have their rows below each of them`() {
        let other = HUD(label: "Testing", renderer: terminal.renderer, clock: terminal.clock)
        other.rows = .upTo(2)
        other.show()
        let parts = [start("a"), other.work.subprogress(assigningCount: 1, label: "b").start()]
        terminal.clock.advance(by: .seconds(1))
        #expect(terminal.lines.map { String($0.prefix(3)) } == ["⠹ B", "• a", "… 4", "⠹ T", "• b"])
        withExtendedLifetime((parts, other)) {}
    }

    @Test func `198 parts leave no row in the scrollback, and every printed line`() {
        var random = SeededGenerator(stream: 91)
        var running: [ProgressNode] = []
        var printed = 0
        for index in 0..<198 {
            running.append(start("part \(index)", total: 10))
            if running.count > 12 {
                let part = running.remove(at: random.int(running.indices))
                if random.once(in: 9) { part.fail("no") } else { part.finish() }
            }
            if index % 3 == 0 {
                terminal.print("line \(printed)")
                printed += 1
            }
            for part in running { part.complete(count: random.int(0...1)) }
            terminal.clock.advance(by: .milliseconds(random.int(0...200)))
            #expect(terminal.lines.count { $0.contains("part ") } <= 5)
        }
        running.removeAll()
        hud.hide()
        terminal.clock.advance(by: .seconds(1))
        #expect(terminal.scrollback + terminal.lines == (0..<printed).map { "line \($0)" }, "seed \(SeededGenerator.seed)")
    }

    @Test func `One changed row costs few bytes, and an unchanged frame none`() {
        let parts = (0..<5).map { start("part \($0)", total: 1_000) }
        for part in parts { part.complete(count: 100) }
        terminal.clock.advance(by: .milliseconds(1_001))
        // Between two frames of the spinner.
        let before = terminal.bytesWritten
        parts[2].complete()
        terminal.clock.advance(by: .milliseconds(34))
        #expect(terminal.bytesWritten - before <= 200)
        let unchanged = terminal.bytesWritten
        terminal.clock.advance(by: .milliseconds(34))
        #expect(terminal.bytesWritten - unchanged <= 60)
        withExtendedLifetime(parts) {}
    }

    @Test func `Labels of parts are data`() {
        let part = start("\u{1B}[31mred\u{07}\r\nnext")
        terminal.clock.advance(by: .seconds(1))
        #expect(terminal.lines.count == 3)
        #expect(!terminal.lines[1].contains("\u{1B}"))
        withExtendedLifetime(part) {}
    }
}
