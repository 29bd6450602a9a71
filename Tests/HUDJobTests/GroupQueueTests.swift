import Testing

@testable import HUDJob

/// The order in which the jobs of a group start.
@Suite struct GroupQueueTests {
    @Test func `An empty queue gives no job, before and after its jobs`() {
        var queue = GroupQueue(sorts: false)
        #expect(queue.take() == nil && queue.isEmpty)
        queue.append(0, expected: nil)
        #expect(queue.take() == 0)
        #expect(queue.take() == nil && queue.isEmpty)
    }

    @Test func `Tens of thousands of jobs come in their order, also while more arrive`() {
        var queue = GroupQueue(sorts: false)
        for job in 0..<20_000 { queue.append(job, expected: nil) }
        var wrong: [Int] = []
        for job in 0..<20_000 {
            if queue.take() != job { wrong.append(job) }
            if job % 2 == 0 { queue.append(20_000 + job / 2, expected: nil) }
        }
        for job in 20_000..<30_000 where queue.take() != job { wrong.append(job) }
        #expect(wrong == [] && queue.isEmpty)
    }

    @Test func `A job that is put back comes before all others`() {
        var queue = GroupQueue(sorts: true)
        for (job, time) in [Duration?.none, .seconds(1), .seconds(2)].enumerated() { queue.append(job, expected: time) }
        queue.close()
        #expect(queue.take() == 2)
        queue.putBack(2)
        #expect([queue.take(), queue.take(), queue.take(), queue.take()] == [2, 1, 0, nil])
    }
}
