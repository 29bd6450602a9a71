import SeededRandom
import Testing

@testable import HUDCore

/// A frame of a node with very many parts, of which it reads some.
@Suite struct PartSumsTests {
    /// More frames than a round over the parts of these tests has.
    private static let round = 16

    /// Starts parts with a total of ten. A part counts as finished when its node is released.
    private func start(_ count: Int, under node: ProgressNode) -> [ProgressNode] {
        (0..<count).map { _ in node.subprogress(assigningCount: 1).start(totalCount: 10) }
    }

    @Test func `A frame of a node with few parts reads all of them`() {
        let root = ProgressNode(totalCount: PartSums.most)
        let parts = start(PartSums.most, under: root)
        for part in parts { part.complete(count: 3) }
        #expect(root.tally.sampleForFrame() == root.sample())
        parts[1000].complete()
        #expect(root.tally.sampleForFrame() == root.sample())
    }

    @Test func `The first frame of a node with very many parts reads all of them, and the next ones in turns`() {
        let root = ProgressNode(totalCount: 5_000)
        let parts = start(5_000, under: root)
        for part in parts { part.complete(count: 5) }
        #expect(root.tally.sampleForFrame().fraction == 0.5)
        for part in parts { part.complete(count: 5) }
        // Half of each part, and the other half of four blocks of 512 parts more in each frame.
        let frames: [Double] = (0..<3).map { _ in (root.tally.sampleForFrame().fraction * 5_000).rounded() }
        #expect(frames == [3_524, 4_548, 5_000])
        withExtendedLifetime(parts) {}
    }

    @Test func `A part that ends counts at once`() {
        let root = ProgressNode(totalCount: 4_000)
        let parts = start(4_000, under: root)
        for part in parts { part.complete(count: 5) }
        _ = root.tally.sampleForFrame()
        for part in parts.suffix(100) { part.finish() }
        let sample = root.tally.sampleForFrame()
        #expect(sample.completedUnitCount == 100)
        #expect((sample.fraction * 4_000).rounded() == 2_050)
        withExtendedLifetime(parts) {}
    }

    @Test func `Parts of parts count in their turn`() {
        let root = ProgressNode(totalCount: 3_000)
        let parts = start(3_000, under: root)
        let below = parts.map { $0.subprogress(assigningCount: 10).start(totalCount: 2) }
        #expect(root.tally.sampleForFrame().fraction == 0)
        for part in below { part.complete() }
        for _ in 0..<Self.round { _ = root.tally.sampleForFrame() }
        #expect(root.tally.sampleForFrame().fraction == 0.5)
        below[17].finish()
        parts[17].finish()
        #expect((root.tally.sampleForFrame().fraction * 3_000).rounded(.down) == 1_500)
        withExtendedLifetime((parts, below)) {}
    }

    @Test func `The last snapshot of a HUD counts every part`() throws {
        let stage = Stage()
        stage.hud.work.totalCount = 4_000
        let parts = start(4_000, under: stage.hud.work)
        stage.hud.show()
        stage.go(to: 0.5)
        for part in parts { part.complete(count: 5) }
        stage.go(to: 0.6)
        let frame = try #require(stage.recorder.frames.last)
        #expect(frame.progress.fraction < 0.5)
        stage.hud.hide(animated: false)
        stage.go(to: 2)
        let last = try #require(stage.recorder.removals.last)
        #expect(last.progress.fraction == 0.5)
        withExtendedLifetime(parts) {}
    }

    /// Against a reading of the whole tree: a frame shows no more than that, never goes back, and shows all of it after a round.
    @Test func `Frames follow random trees`() {
        var random = SeededGenerator(stream: 31)
        for history in 0..<4 {
            let root = ProgressNode(totalCount: 20_000)
            var parts = start(2_500, under: root)
            var last = 0.0
            func check(_ step: Int, isWhole: Bool) -> Bool {
                let frame = root.tally.sampleForFrame().fraction
                let exact = root.fractionCompleted
                let isRight = frame >= last - 1e-9 && frame <= exact + 1e-9 && (!isWhole || frame >= exact - 1e-9)
                if !isRight {
                    Issue.record("seed \(SeededGenerator.seed), history \(history), step \(step): \(last), \(frame) of \(exact)")
                }
                last = frame
                return isRight
            }
            for step in 0..<60 {
                switch random.int(0..<6) {
                case 0: parts += start(random.int(0...800), under: root)
                case 1:
                    // Often so many that the gaps are closed, and now and then so many that all the others are read again.
                    for _ in 0..<random.int(0...parts.count * 2 / 3) {
                        let part = parts.remove(at: random.int(parts.indices))
                        if random.bool() { part.finish() } else { part.fail("") }
                    }
                    parts += start(random.int(0...1_500), under: root)
                case 2:
                    for part in parts where random.once(in: 9) && part.children.isEmpty {
                        parts.append(part.subprogress(assigningCount: 3).start(totalCount: 4))
                    }
                default: for part in parts where random.bool() { part.complete() }
                }
                if !check(step, isWhole: false) { return }
                if step % 8 == 7 {
                    for _ in 0..<Self.round * 4 { _ = root.tally.sampleForFrame() }
                    if !check(step, isWhole: true) { return }
                }
            }
        }
    }
}
