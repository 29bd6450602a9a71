import SeededRandom
import Synchronization
import Testing

@testable import HUDCore

/// A HUD whose renderer draws ticks shows the same frames as one whose renderer draws every frame whole.
@Suite struct TickLawTests {
    /// Answers that depend only on the frame, so that two runs get the same ones.
    private struct Answers {
        var salt: UInt64

        private func number(_ frame: Int, _ question: UInt64) -> Int {
            var random = SeededGenerator(
                stream: question, seed: salt &+ UInt64(truncatingIfNeeded: frame) &* 0x9E37_79B9_7F4A_7C15)
            return .random(in: 0..<1000, using: &random)
        }

        func isPrepared(_ frame: Int) -> Bool { number(frame, 1) < 800 }

        func end(_ frame: Int, at time: HUDInstant) -> HUDInstant {
            let answer = number(frame, 2)
            return answer < 100 ? .distantPast : answer < 150 ? .distantFuture : time.advanced(by: .milliseconds(answer / 4))
        }

        /// What is called while the frame is drawn.
        func call(_ frame: Int) -> Int { number(frame, 3) }
    }

    /// Draws whole frames only.
    private class Whole: HUDRenderer, @unchecked Sendable {
        let answers: Answers
        // Both are used only by the thread of the test, on which a manual clock makes its calls.
        var frames: [HUDSnapshot] = []
        var hud: HUD?

        init(_ answers: Answers) { self.answers = answers }

        var preferredAnimationDuration: Duration { .zero }

        func draw(_ tick: HUDTick) -> HUDInstant? { nil }

        func render(_ snapshot: HUDSnapshot) {
            frames.append(snapshot)
            call(snapshot.frame)
        }

        func nextChange(after snapshot: HUDSnapshot) -> HUDInstant { answers.end(snapshot.frame, at: snapshot.timestamp) }

        func remove(_ snapshot: HUDSnapshot) { frames.append(snapshot) }

        func call(_ frame: Int) {
            switch answers.call(frame) {
            case 0..<30: hud?.label = "changed in \(frame)"
            case 30..<40: hud?.hide()
            case 40..<50: hud?.show()
            default: break
            }
        }
    }

    /// Draws most frames from their times alone.
    private final class Ticking: Whole, @unchecked Sendable {
        var ticks = 0

        override func draw(_ tick: HUDTick) -> HUDInstant? {
            guard answers.isPrepared(tick.frame), var last = frames.last else { return nil }
            last.frame = tick.frame
            last.timestamp = tick.timestamp
            last.elapsed = tick.elapsed
            last.timeOnScreen = tick.timeOnScreen
            frames.append(last)
            ticks += 1
            call(tick.frame)
            return answers.end(tick.frame, at: tick.timestamp)
        }
    }

    private func play(_ renderer: Whole, seed run: UInt64) -> [HUDSnapshot] {
        var random = SeededGenerator(stream: 2000 + run)
        let clock = ManualClock()
        let hud = HUD(
            graceTime: .milliseconds([0, 100].randomElement(using: &random) ?? 0), minimumShowTime: .milliseconds(400),
            animationDuration: .milliseconds([0, 0, 90].randomElement(using: &random) ?? 0), preferredFramesPerSecond: 50,
            renderer: renderer, clock: clock)
        let counter = ProgressCounter(totalUnitCount: 100)
        // Set, or asked for, before anything is shown: afterwards progress changes without notice.
        if Bool.random(using: &random) { hud.mode = .bar }
        let work = Bool.random(using: &random) ? hud.work : nil
        var parts: [ProgressNode] = []
        renderer.hud = hud
        defer { renderer.hud = nil }
        hud.show()
        for step in 0..<30 {
            clock.advance(upTo: clock.now.advanced(by: .milliseconds(.random(in: 0...300, using: &random))))
            switch Int.random(in: 0..<30, using: &random) {
            case 0: hud.label = String(step)
            case 1: hud.mode = HUDMode.allCases.randomElement(using: &random) ?? .bar
            case 2: hud.show()
            case 3: hud.hide()
            case 4: hud.hide(after: .milliseconds(150))
            case 5, 14: hud.progress = [0, 0.5].randomElement(using: &random) ?? 0
            case 6: hud.progressSource = Bool.random(using: &random) ? counter : nil
            case 9, 10: counter.increment(by: .random(in: 1...9, using: &random))
            case 7: hud.outcome = [nil, .succeeded].randomElement(using: &random) ?? nil
            case 8: hud.preferredFramesPerSecond = [10, 50].randomElement(using: &random) ?? 50
            case 11: parts.append((work ?? hud.work).subprogress(assigningCount: 1, label: "part \(step)").start(totalCount: 2))
            case 12: parts.last?.complete()
            case 13: _ = parts.popLast()
            default: break
            }
        }
        clock.advance(by: .seconds(1))
        hud.hide(animated: false)
        clock.advance(by: .seconds(1))
        // The identity is the only thing that differs between two HUDs.
        return renderer.frames.map { frame in
            var frame = frame
            frame.hudID = 0
            return frame
        }
    }

    @Test func `Ticks give the frames that a renderer of whole frames draws`() {
        var (ticks, frames) = (0, 0)
        for run in 0..<UInt64(Effort.scaled(1_000)) {
            let answers = Answers(salt: SeededGenerator.seed &+ run)
            let (whole, ticking) = (Whole(answers), Ticking(answers))
            let (expected, drawn) = (play(whole, seed: run), play(ticking, seed: run))
            if expected != drawn {
                let index = zip(expected, drawn).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? -1
                Issue.record(
                    "seed \(SeededGenerator.seed), run \(run), frame \(index): \(expected.dropFirst(index).first as Any), not \(drawn.dropFirst(index).first as Any)"
                )
                return
            }
            ticks += ticking.ticks
            frames += drawn.count
        }
        #expect(ticks * 4 > frames, "only \(ticks) of \(frames) frames were ticks")
    }

    /// Notes whether the thread that samples is marked as acting for a HUD.
    private final class Marked: ProgressSource {
        let samples = Mutex<[Bool]>([])

        func sample() -> ProgressSample {
            samples.withLock { $0.append(ActingThread.isCurrent) }
            return .zero
        }
    }

    /// Draws every tick.
    private final class Steady: HUDRenderer {
        let frames = Atomic<Int>(0)
        let ticks = Atomic<Int>(0)

        func render(_ snapshot: HUDSnapshot) { frames.add(1, ordering: .relaxed) }
        func remove(_ snapshot: HUDSnapshot) {}

        func draw(_ tick: HUDTick) -> HUDInstant? {
            ticks.add(1, ordering: .relaxed)
            return .distantPast
        }
    }

    @Test func `A source is sampled once a frame, by a thread that waits for no removal`() {
        let renderer = Steady()
        let (clock, source) = (ManualClock(), Marked())
        let hud = HUD(animationDuration: .zero, preferredFramesPerSecond: 50, renderer: renderer, clock: clock)
        hud.progressSource = source
        hud.show()
        clock.advance(by: .seconds(20))
        let (frames, ticks) = (renderer.frames.load(ordering: .relaxed), renderer.ticks.load(ordering: .relaxed))
        #expect((frames, ticks) == (1, 1000))
        #expect(source.samples.withLock { $0 } == Array(repeating: true, count: frames + ticks))
        hud.hide(animated: false)
    }

    @Test func `Progress that is taken back after the job has ended is drawn`() {
        let renderer = Steady()
        let clock = ManualClock()
        let hud = HUD(
            mode: .bar, minimumShowTime: .seconds(10), animationDuration: .zero, preferredFramesPerSecond: 50,
            renderer: renderer, clock: clock)
        hud.show()
        clock.advance(by: .seconds(1))
        hud.hide()
        clock.advance(by: .seconds(1))
        for progress in [0.5, 0] {
            hud.progress = progress
            let frames = renderer.frames.load(ordering: .relaxed)
            clock.advance(by: .seconds(1))
            #expect(renderer.frames.load(ordering: .relaxed) == frames + 1, "\(progress)")
        }
        hud.hide(animated: false)
    }
}
