import SeededRandom
import Synchronization
import Testing

@testable import HUDCore

/// What a tree of progress adds up to, and when.
@Suite struct ProgressNodeTests {
    @Test func `A node without parts counts its own units`() {
        let node = ProgressNode(label: "Files", totalCount: 4)
        node.complete()
        node.complete(count: 2)
        #expect(node.completedCount == 3)
        #expect(node.fractionCompleted == 0.75)
        #expect(node.sample() == ProgressSample(completedUnitCount: 3, totalUnitCount: 4))
    }

    @Test(arguments: [nil, 0, -3]) func `Without a total the fraction is zero`(total: Int?) {
        let node = ProgressNode(totalCount: total)
        node.complete(count: 7)
        #expect(node.totalCount == nil)
        #expect(node.sample() == ProgressSample(completedUnitCount: 7, totalUnitCount: nil))
        node.totalCount = 10
        #expect(node.fractionCompleted == 0.7)
    }

    @Test func `More than the total is a fraction of one, and less than nothing is zero`() {
        let node = ProgressNode(totalCount: 2)
        node.complete(count: 5)
        #expect(node.fractionCompleted == 1)
        node.complete(count: -9)
        #expect(node.completedCount == 0)
        #expect(node.fractionCompleted == 0)
    }

    @Test func `A share that is never started counts when it is released`() {
        let root = ProgressNode(totalCount: 5)
        do {
            let share = root.subprogress(assigningCount: 3, label: "skipped")
            #expect(root.completedCount == 0)
            _ = consume share
        }
        #expect(root.completedCount == 3)
    }

    @Test func `A negative share counts as nothing`() {
        let root = ProgressNode(totalCount: 5)
        root.subprogress(assigningCount: -3).start().finish()
        #expect(root.completedCount == 0)
    }

    @Test func `A finished node is complete, whatever its parts do later`() {
        let root = ProgressNode(totalCount: 10)
        let part = root.subprogress(assigningCount: 4).start(totalCount: 2)
        let share = root.subprogress(assigningCount: 4)
        root.finish()
        let late = share.start(totalCount: 3)
        late.finish()
        part.finish()
        root.complete(count: 99)
        #expect(root.sample() == ProgressSample(completedUnitCount: 10, totalUnitCount: 10))
        #expect(root.children.isEmpty)
    }

    @Test func `A finished node without a total has a fraction of one`() {
        let node = ProgressNode()
        node.complete(count: 3)
        node.finish()
        #expect(node.fractionCompleted == 1)
        #expect(node.completedCount == 3)
    }

    @Test func `An adopted source counts by its share`() {
        let root = ProgressNode(totalCount: 4)
        let counter = ProgressNode(totalCount: 10)
        root.adopt(counter, assigningCount: 2, label: "Copying")
        counter.complete(count: 5)
        #expect(root.fractionCompleted == 0.25)
        counter.complete(count: 5)
        #expect(root.fractionCompleted == 0.5)
    }

    @Test func `An adopted node adds up with its own parts`() {
        let library = ProgressNode(totalCount: 2)
        let root = ProgressNode(totalCount: 4)
        root.adopt(library, assigningCount: 4)
        let part = library.subprogress(assigningCount: 1).start(totalCount: 2)
        part.complete()
        #expect(root.fractionCompleted == 0.25)
    }

    @Test func `Children are those that have not ended, in the order of their starts`() {
        let root = ProgressNode(totalCount: 100)
        var parts = (0..<100).map { root.subprogress(assigningCount: 1, label: "\($0)").start() }
        for index in stride(from: 0, to: 100, by: 3) { parts[index].finish() }
        #expect(root.children.map(\.label) == (0..<100).filter { $0 % 3 != 0 }.map(String.init))
        parts.removeAll()
        #expect(root.children.isEmpty)
        #expect(root.fractionCompleted == 1)
    }

    @Test func `A tree of a hundred thousand nodes is released without a stack overflow in its breadth`() {
        let root = ProgressNode(totalCount: 100_000)
        var parts = (0..<100_000).map { _ in root.subprogress(assigningCount: 1).start() }
        parts.removeAll()
        #expect(root.completedCount == 100_000)
    }

    // MARK: Under threads

    @Test func `Threads that add to one node lose nothing`() {
        let node = ProgressNode(totalCount: 8 * 10_000)
        onThreads(8) { _ in
            for _ in 0..<10_000 { node.complete() }
        }
        #expect(node.sample() == ProgressSample(completedUnitCount: 80_000, totalUnitCount: 80_000))
    }

    /// A random tree of work, played by a thread for each part of the root.
    private func play(_ share: consuming ProgressShare, depth: Int, random: inout SeededGenerator) {
        let units = random.int(1...6)
        let node = share.start(totalCount: units)
        var left = units
        while left > 0 {
            let count = random.int(1...left)
            left -= count
            switch random.int(0..<8) {
            case 0..<3: node.complete(count: count)
            case 3: _ = node.subprogress(assigningCount: count)
            case 4:
                let counter = ProgressNode(totalCount: 3)
                node.adopt(counter, assigningCount: count)
                counter.complete(count: 3)
            // An adopted source counts for as long as its node runs.
            default:
                if depth == 0 {
                    node.complete(count: count)
                } else {
                    play(node.subprogress(assigningCount: count), depth: depth - 1, random: &random)
                }
            }
        }
        switch random.int(0..<4) {
        case 0: node.finish()
        case 1: node.fail("status 1")
        case 2: node.cancel()
        default: break
        }
    }

    @Test func `Random trees on random threads never go back, and add up to exactly one`() {
        var random = SeededGenerator(stream: 0x7EE)
        for round in 0..<1000 {
            let shares = (0..<4).map { _ in random.int(0...5) }
            let root = ProgressNode(totalCount: max(1, shares.reduce(0, +)))
            let isOver = Atomic(false)
            let seeds = shares.map { _ in random.next() }
            onThreads(5) { thread in
                if thread < 4 {
                    var random = SeededGenerator(stream: UInt64(thread), seed: seeds[thread])
                    play(root.subprogress(assigningCount: shares[thread]), depth: 3, random: &random)
                    return
                }
                var last = 0.0
                for _ in 0..<200 where !isOver.load(ordering: .relaxed) {
                    let fraction = root.fractionCompleted
                    // Sums of products can differ in the last bit.
                    #expect(fraction >= last - 1e-12, "round \(round), seed \(SeededGenerator.seed)")
                    last = fraction
                }
            }
            isOver.store(true, ordering: .relaxed)
            let total = shares.reduce(0, +)
            #expect(root.completedCount == total, "round \(round), seed \(SeededGenerator.seed)")
            #expect(root.fractionCompleted == (total == 0 ? 0 : 1), "round \(round), seed \(SeededGenerator.seed)")
            #expect(root.children.isEmpty)
        }
    }

    @Test func `What is left of work without a total counts when it finishes, and nothing is running any more`() {
        let node = ProgressNode(unit: .bytes)
        let part = node.subprogress(assigningCount: 100).start(totalCount: 100, unit: .bytes)
        part.complete(count: 60)
        let source = ProgressNode(totalCount: 10, unit: .bytes)
        node.adopt(source, assigningCount: 10)
        node.runningCount = 4
        #expect(node.sample().completedUnitCount == 60)
        #expect(node.sample().runningUnitCount == 4)
        node.finish()
        #expect(node.sample().completedUnitCount == 110)
        #expect(node.sample().runningUnitCount == nil)
        part.finish()
        #expect(node.sample().completedUnitCount == 110)
    }
}
