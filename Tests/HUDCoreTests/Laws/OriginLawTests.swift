import SeededRandom
import Synchronization
import Testing

@testable import HUDCore

/// Units that were complete before the work began do not count for its rate.
@Suite struct OriginLawTests {
    private enum Place: CaseIterable { case work, part, partOfPart, partOfOtherUnit }

    private func makeStage() -> Stage {
        let stage = Stage(animation: 0, fps: 10)
        stage.hud.rows = .upTo(4, graceTime: .zero)
        stage.hud.show()
        return stage
    }

    /// Sets up what counts to `total` with `position` done before. The last node counts; those before have it as a part.
    private func begin(_ place: Place, _ hud: HUD, total: Int, at position: Int) -> [ProgressNode] {
        let node = hud.work
        var nodes = [node]
        func part(of node: ProgressNode, unit: ProgressUnit = .items) -> ProgressNode {
            node.subprogress(assigningCount: total, label: "part").start(totalCount: total, unit: unit)
        }
        switch place {
        case .work: node.totalCount = total
        case .part, .partOfOtherUnit:
            node.totalCount = 2 * total
            nodes.append(part(of: node, unit: place == .part ? .items : .bytes))
        case .partOfPart:
            node.totalCount = 2 * total
            nodes.append(part(of: node))
            nodes.append(part(of: nodes[1]))
        }
        if position > 0 { nodes.last?.begin(at: position) }
        return nodes
    }

    private func isClose(_ one: Double?, _ other: Double?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return abs(one - other) <= 1e-6 * abs(other)
    }

    @Test(arguments: [0.0, 3, 10])
    func `An origin changes neither the rate of the HUD nor that of a row`(beginning: Double) {
        var random = SeededGenerator(stream: 0x0716)
        for (round, place) in (0..<5).flatMap({ round in Place.allCases.map { (round, $0) } }) {
            let context = Comment(rawValue: "round \(round) of \(place), seed \(SeededGenerator.seed)")
            let total = random.int(10_000...10_000_000)
            let position = random.int(1...total / 2)
            // The same units are done, in works of the same total, so that only what was done before differs.
            let (resumed, fresh) = (makeStage(), makeStage())
            for stage in [resumed, fresh] { stage.go(to: beginning) }
            let nodes = (begin(place, resumed.hud, total: total, at: position), begin(place, fresh.hud, total: total, at: 0))
            #expect(nodes.0.last?.completedCount == position, context)
            var time = beginning
            for _ in 0..<40 {
                let count = random.int(total / 200...total / 100)
                time += Double(random.int(1...9)) / 10
                for (stage, nodes) in [(resumed, nodes.0), (fresh, nodes.1)] {
                    stage.stopJustBefore(time)
                    nodes.last?.complete(count: count)
                    stage.go(to: time)
                }
            }
            let frames = (resumed.recorder.frames, fresh.recorder.frames)
            #expect(frames.0.count == frames.1.count, context)
            var rates = 0
            for (one, other) in zip(frames.0, frames.1) {
                #expect(isClose(one.rate, other.rate), context)
                #expect(zip(one.rows, other.rows).allSatisfy { isClose($0?.rate, $1?.rate) }, context)
                #expect((one.remaining == nil) == (other.remaining == nil), context)
                if one.rate != nil || one.rows.contains(where: { $0?.rate != nil }) { rates += 1 }
            }
            #expect(rates > 10, context)
        }
    }

    @Test func `The remaining time of resumed work is that of the work that is left`() {
        var random = SeededGenerator(stream: 0x0717)
        for round in 0..<50 {
            let context = Comment(rawValue: "round \(round), seed \(SeededGenerator.seed)")
            let left = random.int(10_000...10_000_000)
            let position = random.int(1...left)
            let (resumed, fresh) = (ProgressNode(totalCount: position + left), ProgressNode(totalCount: left))
            resumed.begin(at: position)
            var estimators = (ProgressEstimator(startedAt: at(0)), ProgressEstimator(startedAt: at(0)))
            for step in 1...30 {
                let count = random.int(left / 100...left / 50)
                resumed.complete(count: count)
                fresh.complete(count: count)
                let now = at(Double(step) / 2)
                estimators.0.record(resumed.sample(), at: now)
                estimators.1.record(fresh.sample(), at: now)
                #expect(estimators.0.rate(at: now) == estimators.1.rate(at: now), context)
                #expect(estimators.0.remaining(at: now) == estimators.1.remaining(at: now), context)
            }
            #expect(estimators.0.remaining(at: at(15)) != nil, context)
        }
    }

    @Test func `A part at an offset does not change the rate of the parts beside it, and its end doesn't either`() {
        let stage = Stage(animation: 0, fps: 10)
        stage.hud.work.totalCount = 20_000
        stage.hud.show()
        let steady = stage.hud.work.part(assigning: 10_000, total: 10_000)
        var resumed: ProgressNode?
        for second in 1...40 {
            steady.complete(count: 100)
            switch second {
            case 10:
                resumed = stage.hud.work.part(assigning: 10_000)
                resumed?.begin(at: 9_000)
            // The total can be known later.
            case 15: resumed?.totalCount = 10_000
            case 20: resumed?.fail("no connection")
            default: break
            }
            stage.go(to: Double(second))
        }
        let rates = stage.recorder.frames.filter { $0.elapsed > .seconds(4) }.map { $0.rate ?? 0 }
        #expect(!rates.isEmpty && rates.allSatisfy { abs($0 - 100) < 10 }, "\(rates.max() ?? 0)")
        #expect(stage.hud.work.fractionCompleted == 13_000.0 / 20_000)
    }

    /// The units that are complete in a sample, without those of its origin.
    private func made(_ sample: ProgressSample) -> Double {
        Double(sample.completedUnitCount ?? 0) + sample.partialUnits - sample.originUnits
    }

    @Test func `A frame that sees an origin before its count does not change the estimate`() {
        let work = ProgressNode(totalCount: 20_000)
        let steady = work.part(assigning: 10_000, total: 10_000)
        let resumed = work.part(assigning: 10_000, total: 1_000)
        var estimator = ProgressEstimator(startedAt: at(0))
        for second in 1...40 {
            steady.complete(count: 100)
            // As `begin(at:)` does it, with a frame after each step.
            switch second {
            case 10: resumed.tally.addToOrigin(900)
            case 11:
                #expect(made(work.sample()) < 0)
                resumed.tally.completed.set(900)
            default: break
            }
            estimator.record(work.sample(), at: at(Double(second)))
            if second > 3 { #expect(estimator.rate(at: at(Double(second))).map { abs($0 - 100) < 1 } == true, "\(second)") }
        }
        #expect(made(work.sample()) == 4_000)
    }

    @Test func `An estimate that has waited for the count of an origin for a second starts again`() {
        let work = ProgressNode(totalCount: 20_000)
        var estimator = ProgressEstimator(startedAt: at(0))
        for second in 1...10 {
            work.complete(count: 100)
            estimator.record(work.sample(), at: at(Double(second)))
        }
        work.begin(at: 10_000)
        estimator.record(work.sample(), at: at(10.5))
        #expect(estimator.rate(at: at(10.5)) != nil)
        estimator.record(work.sample(), at: at(11.5))
        #expect(estimator.rate(at: at(11.5)) == nil)
    }

    @Test func `What was complete before never looks like progress, whenever it is read`() {
        let work = ProgressNode(totalCount: 100_000)
        let parts = Mutex<[ProgressNode]>([])
        let isOver = Atomic(false)
        let highest = Mutex(0.0)
        onThreads(2) { thread in
            if thread == 0 {
                for number in 0..<400 {
                    let part = work.subprogress(assigningCount: 100).start(totalCount: number % 2 == 0 ? 10 : nil)
                    part.begin(at: 5)
                    part.totalCount = 10
                    // A part that is released ends.
                    parts.withLock { $0.append(part) }
                }
                isOver.store(true, ordering: .releasing)
            } else {
                while !isOver.load(ordering: .acquiring) {
                    let units = made(work.sample())
                    highest.withLock { $0 = max($0, units) }
                }
            }
        }
        #expect(highest.withLock { $0 } < 1e-6)
        #expect(parts.withLock { $0.count } == 400)
    }

    @Test func `A part at an offset is known at once to nodes with very many parts, at any depth`() {
        let work = ProgressNode(totalCount: 6_000)
        let others = (0..<3_000).map { _ in work.part(total: 1) }
        let branch = work.part(assigning: 3_000, total: 3_000)
        let parts = (0..<3_000).map { _ in branch.part(total: 10) }
        // From here on, frames read the parts in turns, and begin with the first ones.
        #expect(made(work.tally.sampleForFrame()) == 0)
        parts[2_999].begin(at: 5)
        let sample = work.tally.sampleForFrame()
        #expect(abs(sample.originUnits - 0.5) < 1e-9 && abs(made(sample)) < 1e-9)
        // A part that is released ends.
        withExtendedLifetime((others, branch, parts)) {}
    }

    @Test func `A node that is tried again begins at nothing`() {
        let work = ProgressNode(totalCount: 100)
        let part = work.part(assigning: 50, total: 10)
        part.retryHandler = { _ in }
        part.begin(at: 4)
        #expect(work.sample().originUnits == 20 && part.sample().originUnits == 4)
        part.fail("no connection")
        #expect(work.sample().originUnits == 20)
        part.retry()
        #expect(work.sample().originUnits == 0 && part.sample().originUnits == 0)
        part.begin(at: 2)
        part.begin(at: 5)
        #expect(work.sample().originUnits == 25 && part.completedCount == 5)
    }

    @Test func `A node that waits begins, at its position`() {
        let work = ProgressNode(totalCount: 2)
        let part = work.subprogress(assigningCount: 1).enqueue(totalCount: 10)
        part.begin(at: 5)
        #expect(part.state == .running && work.fractionCompleted == 0.25)
        part.begin(at: -3)
        #expect(part.completedCount == 0 && work.sample().originUnits == 0)
    }

    @Test func `Origins of any size are safe`() {
        let work = ProgressNode(totalCount: .max)
        var estimator = ProgressEstimator(startedAt: at(0))
        for (second, position) in [Int.max, 0, .min, .max / 2, .max].enumerated() {
            work.begin(at: position)
            estimator.record(work.sample(), at: at(Double(second)))
        }
        #expect(estimator.rate(at: at(5)) == nil)
    }
}
