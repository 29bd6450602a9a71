import SeededRandom
import Testing

@testable import HUDCore

@Suite struct BinaryHeapTests {
    @Test func `The smallest element is at the top, also after some were removed`() {
        var random = SeededGenerator(stream: 33)
        for round in 0..<200 {
            var heap = BinaryHeap<Int>()
            var sorted: [Int] = []
            for _ in 0..<random.int(0...40) {
                let element = random.int(0...99)
                heap.insert(element)
                sorted.append(element)
            }
            if round % 2 == 0 {
                heap.drop(moreThan: -1) { $0 % 3 == 0 }
                sorted.removeAll { $0 % 3 == 0 }
            }
            sorted.sort()
            #expect(heap.count == sorted.count)
            var taken: [Int] = []
            while let top = heap.top {
                taken.append(top)
                #expect(heap.removeTop() == top)
            }
            guard taken == sorted else {
                Issue.record("seed \(SeededGenerator.seed), round \(round): \(taken) instead of \(sorted)")
                return
            }
        }
    }
}
