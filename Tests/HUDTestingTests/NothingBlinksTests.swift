import HUDTerminal
import HUDTesting
import Testing

/// Steps of one second each, one after the other: no frame has fewer rows than the one before.
@Suite struct NothingBlinksTests {
    /// Counts the rows on the screen, in frames of 10 ms and after each call in between.
    private final class Rows {
        let terminal = TestTerminal(columns: 60, rows: 14)
        private(set) var counts: [Int] = []
        private var last: [String] = []

        func look(_ sourceLocation: SourceLocation = #_sourceLocation) {
            // The place of a row that has left stays empty.
            let lines = terminal.lines.filter { !$0.isEmpty }
            let screens: Comment = "\(last) became \(lines) at \(terminal.clock.now)"
            #expect(lines.count >= last.count, screens, sourceLocation: sourceLocation)
            if counts.last != lines.count { counts.append(lines.count) }
            last = lines
        }

        func second(_ sourceLocation: SourceLocation = #_sourceLocation) {
            for _ in 0..<100 {
                terminal.clock.advance(by: .milliseconds(10))
                look(sourceLocation)
            }
        }
    }

    private let rows = Rows()

    @Test(arguments: [1, 4]) func `Parts`(limit: Int) {
        withHUD(
            "Building", total: 5, rows: .upTo(limit), renderer: rows.terminal.renderer, clock: rows.terminal.clock
        ) { hud in
            for step in 0..<5 {
                let part = hud.work.subprogress(assigningCount: 1, label: "step \(step)").start()
                rows.look()
                rows.second()
                if step > 0 { #expect(rows.terminal.lines.contains { $0.hasPrefix("• step \(step)") }) }
                part.finish()
                rows.look()
            }
        }
        #expect(rows.counts == [0, 3])
        #expect(rows.terminal.lines.isEmpty)
    }

    @Test func `Scopes in a scope`() {
        withHUD("Building", total: 5, renderer: rows.terminal.renderer, clock: rows.terminal.clock) { hud in
            for step in 0..<5 {
                withHUD("step \(step)", renderer: rows.terminal.renderer) { _ in
                    rows.look()
                    rows.second()
                }
                rows.look()
                hud.work.complete()
                rows.look()
            }
        }
        #expect(rows.counts == [0, 2])
        #expect(rows.terminal.lines.isEmpty)
    }
}
