import SeededRandom
import Synchronization
import Testing

@testable import HUDCore

/// What a snapshot says of its changes is true, and frames in which little has changed say so.
@Suite struct TickLawTests {
    /// Answers that depend only on the frame.
    private struct Answers {
        var salt: UInt64

        private func number(_ frame: Int, _ question: UInt64) -> Int {
            var random = SeededGenerator(
                stream: question, seed: salt &+ UInt64(truncatingIfNeeded: frame) &* 0x9E37_79B9_7F4A_7C15)
            return random.int(0..<1000)
        }

        func end(_ frame: Int, at time: HUDInstant) -> HUDInstant {
            let answer = number(frame, 2)
            return answer < 100 ? .distantPast : answer < 150 ? .distantFuture : time.advanced(by: .milliseconds(answer / 4))
        }

        /// What is called while the frame is drawn.
        func call(_ frame: Int) -> Int { number(frame, 3) }
    }

    /// Makes each frame from the one before and its changes, and compares it with the snapshot.
    private final class Updating: HUDRenderer, @unchecked Sendable {
        let answers: Answers
        // All are used only by the thread of the test, on which a manual clock makes its calls.
        var last: HUDSnapshot?
        var hud: HUD?
        var counts: [HUDSnapshot.Changes: Int] = [:]
        var complaint: String?
        let shown: HUDDisplay

        init(_ answers: Answers, _ shown: HUDDisplay) { (self.answers, self.shown) = (answers, shown) }

        var preferredAnimationDuration: Duration { .zero }
        var display: HUDDisplay { shown }

        func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
            let made = last.map { $0.updated(to: snapshot) } ?? snapshot
            if made != snapshot || last == nil && snapshot.changes != .everything {
                complaint = complaint ?? "\(snapshot)\nnot \(made)"
            }
            counts[snapshot.changes, default: 0] += 1
            last = snapshot
            call(snapshot.frame)
            return answers.end(snapshot.frame, at: snapshot.timestamp)
        }

        func remove(_ snapshot: HUDSnapshot) { last = nil }

        private func call(_ frame: Int) {
            switch answers.call(frame) {
            case 0..<30: hud?.label = "changed in \(frame)"
            case 30..<40: hud?.hide()
            case 40..<50: hud?.show()
            default: break
            }
        }
    }

    private func play(_ renderer: Updating, seed run: UInt64) {
        var random = SeededGenerator(stream: 2000 + run)
        let clock = ManualClock()
        let hud = HUD(
            timing: HUDTiming(
                graceTime: .milliseconds(random.pick([0, 100])), minimumShowTime: .milliseconds(400),
                animationDuration: .milliseconds(random.pick([0, 0, 90]))), preferredFramesPerSecond: 50,
            renderer: renderer, clock: clock)
        let counter = ProgressNode(totalCount: 100)
        // Set, or asked for, before anything is shown: afterwards progress changes without notice.
        if random.bool() { hud.mode = .bar }
        let work = random.bool() ? hud.work : nil
        var parts: [ProgressNode] = []
        if run % 9 == 0 { hud.rows = .upTo(4, graceTime: .zero, minimumShowTime: .zero) }
        renderer.hud = hud
        defer { renderer.hud = nil }
        hud.show()
        for step in 0..<30 {
            clock.advance(upTo: clock.now.advanced(by: .milliseconds(random.int(0...300))))
            switch random.int(0..<30) {
            case 0: hud.label = String(step)
            case 1: hud.mode = random.pick(HUDMode.allCases)
            case 2: hud.show()
            case 3: hud.hide()
            case 4: hud.hide(after: .milliseconds(150))
            case 5, 14: hud.progress = random.pick([0, 0.5])
            case 6: hud.progressSource = random.bool() ? counter : nil
            case 9, 10: counter.complete(count: random.int(1...9))
            case 7: hud.outcome = random.pick([nil, .succeeded])
            case 8: hud.preferredFramesPerSecond = random.pick([10, 50])
            case 11, 15, 16:
                let share = (work ?? hud.work).subprogress(assigningCount: 1, label: "part \(step)")
                parts.append(share.start(totalCount: 2))
            case 12, 17, 18, 19: parts.last?.complete()
            case 13, 20: _ = parts.popLast()
            default: break
            }
        }
        clock.advance(by: 2)
        hud.hide(animated: false)
        clock.advance(by: 1)
    }

    @Test func `Each frame is the one before with the changes that its snapshot names`() {
        var counts: [HUDSnapshot.Changes: Int] = [:]
        for run in 0..<UInt64(Effort.scaled(1_000)) {
            let display = run % 5 == 0 ? HUDDisplay(.parent, parts: .tree(atMost: 3)) : HUDDisplay()
            let renderer = Updating(Answers(salt: SeededGenerator.seed &+ run), display)
            play(renderer, seed: run)
            if let complaint = renderer.complaint {
                Issue.record("seed \(SeededGenerator.seed), run \(run): \(complaint)")
                return
            }
            counts.merge(renderer.counts, uniquingKeysWith: +)
        }
        guard SeededGenerator.isUsual else { return }
        let all = counts.values.reduce(0, +)
        let (ticks, others) = (counts[.time, default: 0], counts[.everything, default: 0])
        #expect(ticks * 5 > all && others * 3 < all, "\(counts) of \(all)")
        let kinds: [HUDSnapshot.Changes] = [[.time, .progress], [.time, .progress, .text], [.time, .rows]]
        for changes in kinds { #expect(counts[changes, default: 0] > 0, "\(changes): \(counts)") }
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

        func remove(_ snapshot: HUDSnapshot) {}

        func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
            if snapshot.changes == .time { ticks.add(1, ordering: .relaxed) } else { frames.add(1, ordering: .relaxed) }
            return .distantPast
        }
    }

    @Test func `A source is sampled once a frame, by a thread that waits for no removal`() {
        let renderer = Steady()
        let (clock, source) = (ManualClock(), Marked())
        let hud = HUD(timing: .still, preferredFramesPerSecond: 50, renderer: renderer, clock: clock)
        hud.progressSource = source
        hud.show()
        clock.advance(by: 20)
        let (frames, ticks) = (renderer.frames.load(ordering: .relaxed), renderer.ticks.load(ordering: .relaxed))
        #expect((frames, ticks) == (1, 1000))
        #expect(source.samples.withLock { $0 } == Array(repeating: true, count: frames + ticks))
        hud.hide(animated: false)
    }

    @Test func `A HUD without a mode of its own shows a bar as long as its progress is known`() {
        let renderer = Recorder()
        let clock = ManualClock()
        let hud = HUD(timing: .still, preferredFramesPerSecond: 50, renderer: renderer, clock: clock)
        hud.show()
        for (progress, mode) in [(0.5, HUDMode.bar), (0, .indeterminate), (1, .bar)] {
            hud.progress = progress
            clock.advance(by: 1)
            #expect(renderer.frames.last?.mode == mode, "\(progress)")
        }
        hud.hide(animated: false)
    }

    @Test func `A HUD with rows has every frame, because its parts begin without notice`() {
        let renderer = RestingRenderer()
        let clock = ManualClock()
        let hud = HUD(timing: .still, preferredFramesPerSecond: 50, renderer: renderer, clock: clock)
        hud.rows = .upTo(4)
        hud.show()
        clock.advance(by: 1)
        #expect(renderer.frames == 51)
        hud.hide(animated: false)
    }

    @Test func `Progress that is taken back after the job has ended is drawn`() {
        let renderer = Steady()
        let clock = ManualClock()
        let hud = HUD(
            mode: .bar, timing: HUDTiming(minimumShow: 10, animation: 0),
            preferredFramesPerSecond: 50,
            renderer: renderer, clock: clock)
        hud.show()
        clock.advance(by: 1)
        hud.hide()
        clock.advance(by: 1)
        for progress in [0.5, 0] {
            hud.progress = progress
            let frames = renderer.frames.load(ordering: .relaxed)
            clock.advance(by: 1)
            #expect(renderer.frames.load(ordering: .relaxed) == frames + 1, "\(progress)")
        }
        hud.hide(animated: false)
    }
}

extension HUDSnapshot {
    /// The snapshot with what has changed in another one, as that says.
    fileprivate func updated(to new: HUDSnapshot) -> HUDSnapshot {
        if new.changes == .everything { return new }
        var made = self
        made.changes = new.changes
        if new.changes.contains(.time) {
            (made.frame, made.timestamp) = (new.frame, new.timestamp)
            (made.elapsed, made.timeOnScreen) = (new.elapsed, new.timeOnScreen)
        }
        if new.changes.contains(.progress) {
            (made.progress, made.mode) = (new.progress, new.mode)
            (made.rate, made.remaining) = (new.rate, new.remaining)
        }
        if new.changes.contains(.text) { (made.label, made.detailsLabel) = (new.label, new.detailsLabel) }
        if new.changes.contains(.rows) {
            (made.rows, made.unlisted, made.rowWindow, made.parts) = (new.rows, new.unlisted, new.rowWindow, new.parts)
        }
        return made
    }
}
