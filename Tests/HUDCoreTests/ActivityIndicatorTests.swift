import Synchronization
import Testing

@testable import HUDCore

@Suite struct ActivityIndicatorTests {
    private final class Log: Sendable {
        private let entries = Mutex<[Bool]>([])
        var all: [Bool] { entries.withLock { $0 } }
        func add(_ entry: Bool) { entries.withLock { $0.append(entry) } }
    }

    @Test func `It follows the parts of a work while they run`() {
        let clock = ManualClock()
        let log = Log()
        let activity = ActivityIndicator(activationDelay: .zero, completionDelay: .seconds(1), clock: clock) { log.add($0) }
        let work = ProgressNode(totalCount: 4)
        let early = work.part()
        activity.follow(work)
        #expect(activity.count == 1)
        let waiting = work.subprogress(assigningCount: 1).enqueue()
        #expect(activity.count == 1)
        let late = work.part()
        let inner = late.part()
        #expect(activity.count == 2)
        clock.advance(to: 0.1)
        #expect(activity.isActive && log.all == [true])
        early.pause()
        #expect(activity.count == 1)
        early.resume()
        late.fail("no")
        #expect(activity.count == 1)
        early.finish()
        early.finish()
        #expect(activity.count == 0)
        clock.advance(to: 2)
        #expect(log.all == [true, false])
        withExtendedLifetime((waiting, inner)) {}
    }

    @Test func `A work forgets the indicators that are gone`() {
        let work = ProgressNode()
        let last = ActivityIndicator(clock: ManualClock()) { _ in }
        for _ in 0..<100 { ActivityIndicator(clock: ManualClock()) { _ in }.follow(work) }
        last.follow(work)
        #expect(work.tally.parts.withLock { $0.extras.followers.count } == 1)
        #expect(work.part().state == .running)
        #expect(last.count == 0)
    }

    @Test func `It shows and hides a HUD`() {
        let stage = Stage(animation: 0)
        let activity = ActivityIndicator(hud: stage.hud, clock: stage.clock)
        activity.begin()
        activity.begin()
        stage.go(to: 2)
        activity.end()
        stage.go(to: 3)
        activity.end()
        stage.go(to: 4)
        #expect(stage.events == [appear(1), disappear(3.17), hidden(3.17)])
    }

    @Test func `Its callback may call back in`() {
        let clock = ManualClock()
        let log = Log()
        let held = Mutex<ActivityIndicator?>(nil)
        let activity = ActivityIndicator(clock: clock) { isActive in
            log.add(isActive)
            if isActive { held.withLock { $0 }?.end() }
        }
        held.withLock { $0 = activity }
        activity.begin()
        clock.advance(to: 9)
        #expect(log.all == [true, false])
        held.withLock { $0 = nil }
    }
}
