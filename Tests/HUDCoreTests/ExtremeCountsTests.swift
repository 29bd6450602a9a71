import SeededRandom
import Testing

@testable import HUDCore

/// Counts that do not fit an `Int`, in any order: nothing traps, and a fraction stays one.
@Suite struct ExtremeCountsTests {
    private static let counts = [Int.min, .min + 1, -1, 0, 1, 2, .max / 2, .max - 1, .max]

    @Test func `The sum of counts of tasks does not overflow`() {
        #expect(RowTaskCounts(waiting: .max, finished: 1).total == .max)
        #expect(RowTaskCounts(running: 1, skipped: .max).total == .max)
        #expect(RowTaskCounts(failed: -1, skipped: .min).total == .min)
        #expect(RowTaskCounts(waiting: -3, running: 5).total == 2)
    }

    @Test func `A scope can have more parts than an Int counts`() {
        let hud = withHUD("", total: .max, renderer: Recorder(), clock: ManualClock()) { hud in
            hud.work.part().finish()
            hud.work.completedCount = 0
            return hud
        }
        #expect(hud.outcome == .succeeded)
    }

    @Test func `A part's count of millions of units is exact in the whole`() {
        var random = SeededGenerator(stream: 0xC2)
        for count in [100, 100_000_000, 700_000_000_000] {
            let work = ProgressNode(totalCount: count, unit: .bytes)
            let part = work.subprogress(assigningCount: count).start(totalCount: count, unit: .bytes)
            for _ in 0..<Effort.scaled(2_000) {
                let done = random.int(0...count)
                part.completedCount = done
                #expect(work.sample().completedUnitCount == done, "seed \(SeededGenerator.seed)")
            }
        }
    }

    @Test func `Any counts can be given to a tree`() {
        var random = SeededGenerator(stream: 0xC0)
        for run in 0..<Effort.scaled(2_000) {
            let clock = ManualClock()
            let recorder = Recorder()
            let hud = HUD(label: "", renderer: recorder, clock: clock)
            hud.rows = .upTo(3)
            hud.show()
            var nodes = [hud.work]
            for _ in 0..<12 {
                let node = random.pick(nodes)
                let count = random.pick(Self.counts)
                switch random.int(0..<10) {
                case 0: node.totalCount = count
                case 1, 2: node.complete(count: count)
                case 3: nodes.last?.begin(at: count)
                case 4: node.runningCount = count
                case 5: nodes.append(node.subprogress(assigningCount: max(0, count)).start(totalCount: count))
                case 6: nodes.append(node.part())
                case 7: node.fail("reason")
                case 8: node.finish()
                default: node.skip(count)
                }
                if random.bool() { node.retry() }
                clock.advance(by: 0.2)
                for node in nodes {
                    let sample = node.sample()
                    #expect((0...1).contains(sample.fraction), "seed \(SeededGenerator.seed), run \(run)")
                    _ = ProgressText.count(sample)
                }
                _ = recorder.frames.last?.unlisted.total
            }
        }
    }
}
