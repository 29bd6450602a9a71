import HUDCore
import Synchronization
import Testing

@Suite struct ManualClockTests {
    private let clock = ManualClock()

    /// Records what happened and when.
    private final class Diary: Sendable {
        private let entries = Mutex<[String]>([])
        var all: [String] { entries.withLock { $0 } }
        func write(_ entry: String) { entries.withLock { $0.append(entry) } }
    }

    @Test func `Deadlines are processed in order, each at its own instant`() {
        let diary = Diary()
        let late = clock.makeAlarm { diary.write("late at \(clock.now)") }
        let early = clock.makeAlarm { diary.write("early at \(clock.now)") }
        late.set(at(2))
        early.set(at(1))
        withExtendedLifetime((late, early)) { clock.advance(by: 10) }
        #expect(diary.all == ["early at 1", "late at 2"])
        #expect(clock.now == at(10))
    }

    @Test func `An alarm that is set during an advance rings in the same advance if it is due`() {
        let diary = Diary()
        let second = clock.makeAlarm { diary.write("second at \(clock.now)") }
        let third = clock.makeAlarm { diary.write("third at \(clock.now)") }
        let first = clock.makeAlarm {
            second.set(at(2))
            third.set(at(4))
        }
        first.set(at(1))
        withExtendedLifetime(first) { clock.advance(to: 3) }
        #expect(diary.all == ["second at 2"])
        #expect(clock.nextDeadline == at(4))
    }

    @Test func `An advance to the past processes what is due now`() {
        for advance in [{ $0.advance(by: .seconds(-1)) }, { $0.advance(to: at(1)) }] as [(ManualClock) -> Void] {
            let clock = ManualClock(now: at(10))
            let diary = Diary()
            let alarm = clock.makeAlarm { diary.write("rings at \(clock.now)") }
            alarm.set(at(10))
            advance(clock)
            #expect(diary.all == ["rings at 10"])
        }
    }

    @Test func `An alarm set in the past is due at the next advance, and not before`() {
        let clock = ManualClock(now: at(5))
        let diary = Diary()
        let alarm = clock.makeAlarm { diary.write("at \(clock.now)") }
        alarm.set(at(1))
        #expect(diary.all == [])
        withExtendedLifetime(alarm) { clock.advance(by: 0) }
        #expect(diary.all == ["at 5"])
    }

    @Test func `Advancing up to an instant leaves what is due at it`() {
        let diary = Diary()
        let alarm = clock.makeAlarm { diary.write("rang") }
        alarm.set(at(1))
        clock.advance(upTo: at(1))
        #expect(clock.now == at(1))
        #expect(diary.all == [])
        withExtendedLifetime(alarm) { clock.advance(to: 1) }
        #expect(diary.all == ["rang"])
    }

    @Test func `Time does not go back`() {
        let clock = ManualClock(now: at(5))
        clock.advance(to: 3)
        clock.advance(by: .seconds(-2))
        clock.advance(upTo: at(1))
        #expect(clock.now == at(5))
    }

    @Test func `A released alarm does not ring`() {
        let diary = Diary()
        do {
            let alarm = clock.makeAlarm { diary.write("rang") }
            alarm.set(at(1))
        }
        #expect(clock.nextDeadline == nil)
        clock.advance(to: 2)
        #expect(diary.all == [])
    }

    @Test func `Advancing the clock wakes a sleeping task`() async throws {
        let nap = Task {
            try await Task.sleep(until: at(3), clock: clock)
            return clock.now
        }
        await clock.waitForSleepers(1)
        clock.advance(to: 2.999)
        #expect(clock.nextDeadline == at(3))
        clock.advance(to: 3)
        #expect(clock.nextDeadline == nil)
        #expect(try await nap.value == at(3))
    }

    @Test func `A sleep until a past instant returns at once`() async throws {
        let clock = ManualClock(now: at(5))
        try await clock.sleep(until: at(5))
        try await clock.sleep(until: at(1))
        try await clock.sleep(for: .zero)
    }

    @Test func `A cancelled sleep throws, and leaves nothing behind`() async {
        let nap = Task { try await clock.sleep(until: at(3)) }
        await clock.waitForSleepers(1)
        nap.cancel()
        await #expect(throws: CancellationError.self) { try await nap.value }
        #expect(clock.nextDeadline == nil)
    }

    @Test func `A wait for sleepers ends when its task is cancelled`() async {
        let early = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await clock.waitForSleepers(1)
        }
        await early.value
        let waiting = Task { await clock.waitForSleepers(1) }
        waiting.cancel()
        await waiting.value
        let nap = Task { try await clock.sleep(until: at(3)) }
        await clock.waitForSleepers(1)
        clock.advance(by: 3)
        await #expect(throws: Never.self) { try await nap.value }
    }

    @Test func `A sleep that was cancelled before it began throws at once`() async {
        let nap = Task {
            // The task cancels itself, so that the cancellation is certainly before the sleep.
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(until: at(3))
        }
        await #expect(throws: CancellationError.self) { try await nap.value }
        #expect(clock.nextDeadline == nil)
    }
}

@Suite struct HUDInstantTests {
    @Test func `Arithmetic saturates and never traps`() {
        #expect(HUDInstant.distantFuture.advanced(by: .seconds(1)) == .distantFuture)
        #expect(HUDInstant.distantPast.advanced(by: .seconds(-1)) == .distantPast)
        #expect(HUDInstant.distantPast.duration(to: .distantFuture) == HUDInstant.distantFuture.offset)
        #expect(HUDInstant.distantFuture.duration(to: .distantPast) == HUDInstant.distantPast.offset)
        #expect(at(1).advanced(by: .milliseconds(500)) == at(1.5))
        #expect(at(1).duration(to: at(3)) == .seconds(2))
    }

    @Test(
        arguments: [
            ("0", 0), ("1", 1_000_000_000), ("0.5", 500_000_000), (".5", 500_000_000), ("0.000000001", 1), ("007", 7_000_000_000),
            ("31536000", 31_536_000_000_000_000), ("1.100000000", 1_100_000_000)
        ] as [(String, Int64)])
    func `Decimal seconds are read to the nanosecond`(text: String, nanoseconds: Int64) {
        #expect(Duration(decimalSeconds: text) == .nanoseconds(nanoseconds))
    }

    @Test func `More digits than those of nanoseconds count for nothing where they may be given`() {
        #expect(Duration(decimalSeconds: "0.30000000000000004", roundsDown: true) == .milliseconds(300))
        #expect(Duration(decimalSeconds: "1.9999999999", roundsDown: true) == .nanoseconds(1_999_999_999))
        for text in ["1.0000000001x", "1.0000000001.", "1e-10"] {
            #expect(Duration(decimalSeconds: text, roundsDown: true) == nil)
        }
    }

    @Test(arguments: [
        "", ".", "1.", "-1", "+1", "1e3", "1.0000000001", "0x1", "1,5", "1.2.3", " 1", "1 ", "nan", "inf", "٣",
        "99999999999999999999"
    ])
    func `Invalid decimal seconds are rejected`(text: String) {
        #expect(Duration(decimalSeconds: text) == nil)
    }

    @Test(arguments: [
        (Duration.zero, "0"), (.seconds(2), "2"), (.milliseconds(1500), "1.5"), (.nanoseconds(1), "0.000000001"),
        (Duration(attoseconds: 333_333_333_999_999_999), "0.333333333"), (.seconds(31_536_000), "31536000"),
        (Duration(attoseconds: -1), "-0.000000001")
    ])
    func `Seconds are written in their shortest form, rounded down to the nanosecond`(duration: Duration, text: String) {
        #expect(duration.decimalSeconds == text)
    }

    @Test func `A timer's nanoseconds are rounded up, so that it never fires early`() {
        #expect(Duration(attoseconds: 1).nanosecondsRoundedUp == 1)
        #expect(Duration.nanoseconds(7).nanosecondsRoundedUp == 7)
        #expect(HUDInstant.distantFuture.offset.nanosecondsRoundedUp == .max)
    }
}
