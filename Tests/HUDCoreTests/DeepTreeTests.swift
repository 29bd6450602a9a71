import HUDCore
import Testing

/// Trees of parts that are as deep as recursive work may make them.
@Suite struct DeepTreeTests {
    @Test func `The clock's thread reads a tree of a thousand levels`() async {
        let work = ProgressNode(totalCount: 1)
        var levels = [work]
        for level in 1...1000 {
            levels.append(levels[level - 1].part("\(level)", total: 1))
        }
        levels[1000].complete()
        let clock = LiveClock.shared
        let (fractions, found) = AsyncStream.makeStream(of: Double.self)
        let alarm = clock.makeAlarm { found.yield(work.fractionCompleted) }
        alarm.set(clock.now)
        #expect(await fractions.first { _ in true } == 1)
        withExtendedLifetime(alarm) {}
    }
}
