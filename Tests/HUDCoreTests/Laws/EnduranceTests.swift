import HUDCore
import SeededRandom
import Synchronization
import Testing

/// Long runs and many threads.
@Suite struct EnduranceTests {
    #if DEBUG
    private static let hours = 1
    private static let updates = 400_000
    #else
    private static let hours = 24
    private static let updates = 10_000_000
    #endif

    /// Counts and checks frames without storing them.
    private final class Inspector: HUDRenderer {
        struct Tally {
            var frames = 0
            var faults = 0
            var lastCount = 0
            var final: Int?
        }

        let tally = Mutex(Tally())

        func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
            tally.withLock { tally in
                // Frame k of a 60 Hz grid: k/60 s, rounded down to the attosecond, computed independently in integers.
                let expected = Int128(tally.frames) * 1_000_000_000_000_000_000 / 60
                let count = snapshot.progress.completedUnitCount ?? -1
                if snapshot.frame != tally.frames || snapshot.timestamp.offset.attoseconds != expected || count < tally.lastCount
                {
                    tally.faults += 1
                }
                tally.frames += 1
                tally.lastCount = count
            }
            return .distantPast
        }

        func remove(_ snapshot: HUDSnapshot) {
            tally.withLock { $0.final = snapshot.progress.completedUnitCount }
        }
    }

    @Test func `A simulated day at 60 frames a second, with ten million progress updates sampled into it`() {
        let clock = ManualClock()
        let inspector = Inspector()
        let counter = ProgressNode(totalCount: Self.updates)
        let hud = HUD(timing: .still, preferredFramesPerSecond: 60, renderer: inspector, clock: clock)
        hud.progressSource = counter
        hud.show()
        let seconds = Self.hours * 3600
        for second in 1...seconds {
            clock.advance(upTo: HUDInstant(offset: .seconds(second)))
            for _ in 0..<(Self.updates / seconds) { counter.complete() }
        }
        counter.complete(count: Self.updates % seconds)
        hud.hide()
        let tally = inspector.tally.withLock { $0 }
        // The frame at the last instant would come after the hide, so it is not drawn.
        #expect(tally.frames == seconds * 60)
        #expect(tally.faults == 0)
        #expect(tally.final == Self.updates)
        SeededGenerator.report("simulated \(Self.hours) h: \(tally.frames) frames, \(Self.updates) updates")
    }

    @Test func `A label set a million times costs no draw`() {
        let stage = Stage(fps: 10)
        stage.hud.show()
        stage.go(to: 0)
        #if DEBUG
        let count = 20_000
        #else
        let count = 1_000_000
        #endif
        for number in 0..<count { stage.hud.label = "file \(number)" }
        #expect(stage.recorder.frames.count == 1)
        stage.go(to: 0.1)
        #expect(stage.recorder.frames.map(\.label) == ["", "file \(count - 1)"])
    }

    @Test func `Show, hide and progress from eight threads at once`() async throws {
        #if DEBUG
        let rounds = 500
        #else
        let rounds = 5_000
        #endif
        for clock in [ManualClock() as any HUDClock, LiveClock()] {
            let recorder = Recorder()
            let hud = HUD(
                timing: HUDTiming(
                    graceTime: .nanoseconds(1), minimumShowTime: .nanoseconds(1), animationDuration: .nanoseconds(1)),
                preferredFramesPerSecond: 1000, renderer: recorder, clock: clock)
            recorder.follow(hud)
            let counter = ProgressNode(totalCount: 8 * rounds)
            hud.progressSource = counter
            onThreads(8) { thread in
                for round in 0..<rounds {
                    switch (thread + round) % 8 {
                    case 0, 1: hud.show(animated: round % 2 == 0)
                    case 2: hud.hide(animated: round % 3 == 0)
                    case 3: hud.hide(after: .nanoseconds(round % 5))
                    case 4: hud.label = "round \(round)"
                    case 5: hud.graceTime = .nanoseconds(round % 2)
                    case 6: hud.progress = Double(round) / Double(rounds)
                    default: (clock as? ManualClock)?.advance(by: .microseconds(100))
                    }
                    counter.complete()
                }
            }
            hud.minimumShowTime = .zero
            hud.graceTime = .zero
            (clock as? ManualClock)?.advance(by: .seconds(1))
            // One more call, whose completion comes after all others.
            hud.show()
            #expect(try await hud.hideAndWait(animated: false))
            #expect(counter.completedCount == 8 * rounds)
            #expect(hud.phase == .hidden)
            #expect(recorder.overlapCount == 0)
            expectOrder(of: recorder)
        }
    }

    /// The order that a single thread would see: each appearance is followed by one disappearance and one completion, and nothing is drawn afterwards.
    private func expectOrder(of recorder: Recorder) {
        var isOnScreen = false
        var completions: [Bool] = []
        for event in recorder.events {
            switch event.kind {
            case .appear: isOnScreen = true
            case .disappear: #expect(isOnScreen)
            case .hidden(let shown):
                #expect(shown == isOnScreen)
                isOnScreen = false
                completions.append(shown)
            }
        }
        #expect(!isOnScreen)
        #expect(recorder.completions == completions)
        #expect(recorder.removals.count == completions.count { $0 })
        let times = recorder.events.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test func `Increments from eight threads are all counted`() {
        let counter = ProgressNode(totalCount: 80_000)
        onThreads(8) { _ in
            for _ in 0..<10_000 { counter.complete() }
        }
        #expect(counter.completedCount == 80_000)
        #expect(counter.fractionCompleted == 1)
    }
}
