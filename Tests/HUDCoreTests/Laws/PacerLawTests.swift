import SeededRandom
import Synchronization
import Testing

@testable import HUDCore

/// The display link's grid: "frame k on that instant + k / fps, computed from the origin each time, so that no error
/// adds up."
@Suite struct PacerLawTests {
    private let second: Int128 = 1_000_000_000_000_000_000

    /// Origin + k / rate, rounded down to the attosecond, in exact integers.
    private func place(_ number: Int, _ rate: Int, from origin: HUDInstant) -> HUDInstant {
        origin.advanced(by: Duration(attoseconds: Int128(number) * second / Int128(rate)))
    }

    @Test(arguments: [60, 7])
    func `Millions of frames on time fall on the grid without drift`(rate: Int) {
        let count = Effort.scaled(10_000_000)
        let origin = HUDInstant(offset: Duration(attoseconds: 1_234_567_891_234_567_891))
        var pacer = FramePacer(origin: origin, framesPerSecond: rate)
        for number in 0..<count {
            let due = place(number, rate, from: origin)
            guard pacer.nextDeadline == due, let frame = pacer.frame(at: due), frame.number == number,
                frame.timestamp == due
            else {
                Issue.record("frame \(number) at \(rate) a second")
                return
            }
        }
        #expect(pacer.nextDeadline == place(count, rate, from: origin))
        SeededGenerator.report("pacer: \(count) frames at \(rate) a second")
    }

    @Test(arguments: [1, 7, 24, 60, 144, 999_999_937, 1_000_000_000])
    func `A late wake-up gives the latest frame due, and each number comes at most once`(rate: Int) {
        var random = SeededGenerator(stream: UInt64(rate))
        let origin = HUDInstant(offset: Duration(attoseconds: -second / 3))
        var pacer = FramePacer(origin: origin, framesPerSecond: rate, firstNumber: 5)
        var last = -1
        for _ in 0..<Effort.scaled(200_000) {
            // At a place of the grid, just before it, just after it, or anywhere.
            let number = last + random.int(0...4)
            let near = place(max(0, number), rate, from: origin)
            let within = second / Int128(rate)
            let shift = random.pick([-1, 0, 1, Int128.random(in: 0..<within, using: &random)])
            let now = near.advanced(by: Duration(attoseconds: shift))
            let next = place(last + 1, rate, from: origin)
            guard let frame = pacer.frame(at: now) else {
                if next <= now {
                    Issue.record("no frame \(last + 1) at \(now) and \(rate) a second")
                    return
                }
                continue
            }
            let index = frame.number - 5
            let isGood =
                index > last && frame.timestamp == place(index, rate, from: origin) && frame.timestamp <= now
                && now < frame.targetTimestamp && frame.targetTimestamp == place(index + 1, rate, from: origin)
                && frame.duration == frame.timestamp.duration(to: frame.targetTimestamp)
                && pacer.nextDeadline == frame.targetTimestamp
            if !isGood {
                Issue.record("\(frame) at \(now) and \(rate) a second")
                return
            }
            last = index
        }
        #expect(last > 0)
    }

    @Test func `A rate out of range is clamped`() {
        #expect(FramePacer(origin: .zero, framesPerSecond: 0).framesPerSecond == 1)
        #expect(FramePacer(origin: .zero, framesPerSecond: -5).framesPerSecond == 1)
        #expect(FramePacer(origin: .zero, framesPerSecond: .max).framesPerSecond == 1_000_000_000)
        #expect(FramePacer(origin: .zero, framesPerSecond: 60).framesPerSecond == 60)
    }

    @Test func `Extreme times never trap`() {
        var pacer = FramePacer(origin: .distantPast, framesPerSecond: 60)
        #expect(pacer.frame(at: .distantPast)?.number == 0)
        #expect(pacer.frame(at: .distantFuture)?.number == .max)
        #expect(pacer.frame(at: .distantFuture) == nil)

        var far = FramePacer(origin: .zero, framesPerSecond: 60)
        #expect(far.frame(at: HUDInstant(offset: .seconds(100_000_000_000_000_000)))?.number == 6_000_000_000_000_000_000)
        #expect(far.frame(at: HUDInstant(offset: .seconds(200_000_000_000_000_000)))?.number == .max)

        var last = FramePacer(origin: .zero, framesPerSecond: 1, firstNumber: .max)
        #expect(last.frame(at: at(5))?.number == .max)

        var late = FramePacer(origin: .distantFuture, framesPerSecond: 60)
        #expect(late.frame(at: .zero) == nil)
        #expect(late.nextDeadline == .distantFuture)
        #expect(late.frame(at: .distantFuture)?.number == 0)

        var year = FramePacer(origin: .zero, framesPerSecond: 1_000_000_000)
        #expect(year.frame(at: at(9_000_000_000))?.number == 9_000_000_000_000_000_000)
    }

    @Test func `A change of rate before the first frame leaves it where it was`() {
        let clock = ManualClock(now: at(2))
        let times = Mutex<[HUDInstant]>([])
        let link = DisplayLink(preferredFramesPerSecond: 1, clock: clock) { frame in
            times.withLock { $0.append(frame.timestamp) }
        }
        link.preferredFramesPerSecond = 10
        clock.advance(to: 2.2)
        link.invalidate()
        #expect(times.withLock { $0 } == [at(2), at(2.1), at(2.2)])
    }

    /// A link on a manual clock; the rate is changed between frames.
    @Test func `A change of rate keeps the numbers increasing and counts from the last frame`() {
        var random = SeededGenerator(stream: 6)
        for _ in 0..<Effort.scaled(2_000) {
            let clock = ManualClock(now: at(2))
            let frames = Mutex<[FramePacer.Frame]>([])
            let link = DisplayLink(preferredFramesPerSecond: 10, clock: clock) { frame in
                frames.withLock { $0.append(frame) }
            }
            // The expected grid: its rate, and the frame that it counts from.
            var rate = 10
            var origin = (number: 0, time: at(2))
            var expected: [(number: Int, time: HUDInstant)] = []
            var last = -1
            for _ in 0..<6 {
                let before = clock.now
                let now = before.advanced(by: .milliseconds(random.int(0...700)))
                clock.advance(to: now)
                func time(_ number: Int) -> HUDInstant { place(number - origin.number, rate, from: origin.time) }
                // Of the frames that a faster rate would have had by now, only the latest is drawn.
                while time(last + 2) <= before { last += 1 }
                while time(last + 1) <= now {
                    last += 1
                    expected.append((last, time(last)))
                }
                let newRate = random.pick([1, 7, 10, 60])
                link.preferredFramesPerSecond = newRate
                if newRate != rate, let frame = expected.last { origin = frame }
                rate = newRate
            }
            link.invalidate()
            let seen = frames.withLock { $0 }
            if seen.map(\.number) != expected.map(\.number) || seen.map(\.timestamp) != expected.map(\.time) {
                Issue.record("\(seen)\n\(expected)")
                return
            }
        }
    }
}
