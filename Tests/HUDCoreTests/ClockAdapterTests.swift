import SeededRandom
import Synchronization
import Testing

@testable import HUDCore

/// HUDs on any Swift clock. The clock under the adapter is a manual one, taken as a plain `Clock`, so no test waits for real time.
@Suite struct ClockAdapterTests {
    private let base = ManualClock(now: at(5))
    private let clock: ClockAdapter<ManualClock>

    init() { clock = ClockAdapter(base) }

    /// An alarm that reports when it rings.
    private final class Rings: Sendable {
        let times: AsyncStream<HUDInstant>
        private let continuation: AsyncStream<HUDInstant>.Continuation
        init() { (times, continuation) = AsyncStream.makeStream(of: HUDInstant.self) }
        func report(_ time: HUDInstant) { continuation.yield(time) }
    }

    private func makeAlarm(_ rings: Rings) -> any HUDAlarm {
        clock.makeAlarm { [clock] in rings.report(clock.now) }
    }

    @Test func `Time begins with the adapter`() {
        #expect(clock.now == .zero)
        base.advance(by: 3)
        #expect(clock.now == at(3))
    }

    @Test func `An alarm rings once at its deadline, and the last one that was set counts`() async {
        let rings = Rings()
        let alarm = makeAlarm(rings)
        alarm.set(at(9))
        alarm.set(at(2))
        await base.waitForSleepers(1)
        base.advance(by: 2)
        var times = rings.times.makeAsyncIterator()
        #expect(await times.next() == at(2))
        alarm.set(at(4))
        await base.waitForSleepers(1)
        base.advance(by: 2)
        #expect(await times.next() == at(4))
        // The deadline at 9 s was replaced.
        base.advance(by: 10)
        alarm.set(at(15))
        await base.waitForSleepers(1)
        base.advance(by: 1)
        #expect(await times.next() == at(15))
    }

    @Test func `A deadline that is cleared or moved and set again rings, though its first sleeper was cancelled`() async {
        let rings = Rings()
        var times = rings.times.makeAsyncIterator()
        for other in [nil, at(30)] + [HUDInstant?](repeating: nil, count: 20) {
            let alarm = makeAlarm(rings)
            let deadline = clock.now.advanced(by: .seconds(1))
            for time in [deadline, other, deadline] { alarm.set(time) }
            base.advance(by: 1)
            #expect(await times.next() == deadline)
        }
    }

    @Test(arguments: [HUDInstant.distantPast, .zero, at(1)])
    func `A deadline that has passed is due at once`(deadline: HUDInstant) async {
        base.advance(by: 1)
        let rings = Rings()
        let alarm = makeAlarm(rings)
        alarm.set(deadline)
        var times = rings.times.makeAsyncIterator()
        #expect(await times.next() == at(1))
        withExtendedLifetime(alarm) {}
    }

    @Test(arguments: [nil, HUDInstant.distantFuture])
    func `A deadline that is cleared or never comes rings nothing`(deadline: HUDInstant?) async {
        let rings = Rings()
        let alarm = makeAlarm(rings)
        alarm.set(at(1))
        await base.waitForSleepers(1)
        alarm.set(deadline)
        base.advance(by: 100)
        alarm.set(at(101))
        await base.waitForSleepers(1)
        base.advance(by: 1)
        var times = rings.times.makeAsyncIterator()
        #expect(await times.next() == at(101))
    }

    @Test func `A released alarm rings nothing`() async {
        let rings = Rings()
        var alarm: (any HUDAlarm)? = makeAlarm(rings)
        alarm?.set(at(1))
        await base.waitForSleepers(1)
        alarm = nil
        let other = makeAlarm(rings)
        base.advance(by: 2)
        other.set(at(3))
        await base.waitForSleepers(1)
        base.advance(by: 1)
        var times = rings.times.makeAsyncIterator()
        #expect(await times.next() == at(3))
    }

    /// Random calls on a HUD on the adapter and on one directly on a manual clock: the same events at the same instants.
    @Test(arguments: 300..<320 as Range<UInt64>)
    func `A HUD has the events that it has on a manual clock`(stream: UInt64) async {
        var random = SeededGenerator(stream: stream)
        let timing = HUDTiming(animationDuration: .milliseconds(200))
        let manual = ManualClock()
        let model = HUD(label: "Model", timing: timing, clock: manual)
        let hud = HUD(label: "Adapted", timing: timing, clock: clock)
        let expected = Mutex<[HUDEvent]>([])
        model.onEvent = { event in expected.withLock { $0.append(event) } }
        let (events, continuation) = AsyncStream.makeStream(of: HUDEvent.self)
        hud.onEvent = { continuation.yield($0) }
        var iterator = events.makeAsyncIterator()
        var compared = 0

        for _ in 0..<40 {
            switch random.int(0..<4) {
            case 0:
                model.show()
                hud.show()
            case 1:
                model.hide()
                hud.hide()
            case 2:
                let delay = Duration.milliseconds(random.int(0...900))
                model.hide(after: delay)
                hud.hide(after: delay)
            default: break
            }
            let end = manual.now.advanced(by: .milliseconds(random.int(0...700)))
            // One deadline at a time, because the adapter's task sets the next one when it has run.
            while let deadline = manual.nextDeadline, deadline <= end {
                await base.waitForSleepers(1)
                manual.advance(to: deadline)
                base.advance(to: at(5).advanced(by: deadline.offset))
                await compare()
            }
            manual.advance(to: end)
            base.advance(to: at(5).advanced(by: end.offset))
            await compare()
        }

        /// Compares what the model has reported since the last comparison.
        func compare() async {
            for event in expected.withLock({ Array($0[compared...]) }) {
                #expect(await iterator.next() == event, "seed \(SeededGenerator.seed), stream \(stream)")
                compared += 1
            }
        }
    }

    @Test func `The end of a HUD waits on the clock`() async {
        let hud = HUD(timing: HUDTiming(grace: 0.5, minimumShow: 0.3), clock: clock)
        let events = hud.events
        hud.show()
        // The ends of the grace time, of the minimum show time and of the animation.
        async let moves: Void = moveToDeadlines(3)
        for await event in events where event.kind == .appear(animated: true) { break }
        await hud.finish()
        await moves
        #expect(clock.now == at(1.1))
    }

    private func moveToDeadlines(_ count: Int) async {
        for _ in 0..<count {
            await base.waitForSleepers(1)
            base.advance(to: base.nextDeadline ?? base.now)
        }
    }
}
