import HUDCore
import SeededRandom
import Synchronization
import Testing

/// Frames that are left out, compared with a model that steps through the grid place by place.
@Suite struct RestLawTests {
    /// Random answers, and the frames for which they were given.
    private final class Oracle: HUDRenderer {
        struct State {
            var random: SeededGenerator
            var frames: [(number: Int, time: HUDInstant, answer: HUDInstant, isFading: Bool)] = []
        }

        let state: Mutex<State>

        init(_ random: SeededGenerator) {
            state = Mutex(State(random: random))
        }

        func remove(_ snapshot: HUDSnapshot) {}

        func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
            state.withLock { state in
                let answer: HUDInstant =
                    switch state.random.int(0..<8) {
                    case 0: .distantPast
                    case 1: .distantFuture
                    // At places of the grid as well as between them.
                    case 2, 3, 4:
                        snapshot.timestamp.advanced(by: .milliseconds(20 * state.random.int(-1...20)))
                    default: snapshot.timestamp.advanced(by: .milliseconds(state.random.int(-50...400)))
                    }
                let isFading = snapshot.opacity < 1 || snapshot.isDisappearing
                state.frames.append((snapshot.frame, snapshot.timestamp, answer, isFading))
                return answer
            }
        }
    }

    private static func place(_ number: Int) -> HUDInstant { HUDInstant(offset: .milliseconds(20 * number)) }

    @Test func `The drawn frames are exactly those that the renderer asked for, that follow a change, or that belong to a fade`()
    {
        var random = SeededGenerator(stream: 31)
        var drawn = 0
        var leftOut = 0
        for run in 0..<Effort.scaled(2_000) {
            let oracle = Oracle(SeededGenerator(stream: 1000 + UInt64(run)))
            let clock = ManualClock()
            let hud = HUD(
                timing: HUDTiming(
                    graceTime: .zero, minimumShowTime: .zero,
                    animationDuration: .milliseconds(random.pick([0, 30, 90]))),
                preferredFramesPerSecond: 50,
                renderer: oracle, clock: clock)
            // The last of several changes is the only one that is seen.
            var changes: [HUDInstant] = []
            hud.show()
            changes.append(clock.now)
            for step in 0..<12 {
                let pause =
                    random.bool()
                    ? 20 * random.int(0...15) : random.int(0...300)
                // In one step or in several, with calls before frames.
                let end = clock.now.advanced(by: .milliseconds(pause))
                if random.bool() { clock.advance(upTo: clock.now.advanced(by: .milliseconds(pause / 2))) }
                clock.advance(upTo: end)
                switch random.int(0..<4) {
                case 0: hud.label = String(step)
                case 1: hud.mode = random.pick(HUDMode.allCases)
                case 2: hud.show()
                default: continue
                }
                changes.append(clock.now)
            }
            let end = clock.now.advanced(by: .milliseconds(250))
            clock.advance(to: end)
            let frames = oracle.state.withLock { $0.frames }
            var expected: [Int] = []
            var due = HUDInstant.distantPast
            var left = changes[...]
            for number in 0... {
                let time = Self.place(number)
                if time > end { break }
                let isChanged = left.first.map { $0 <= time } ?? false
                left = left.drop { $0 <= time }
                guard isChanged || due <= time else {
                    leftOut += 1
                    continue
                }
                expected.append(number)
                // The answer that was given for the frame at that place. If it was not drawn, the numbers differ anyway.
                guard let frame = frames.first(where: { $0.number == number }) else { break }
                due = frame.isFading ? .distantPast : frame.answer
            }
            drawn += expected.count
            if frames.map(\.number) != expected || frames.contains(where: { $0.time != Self.place($0.number) }) {
                Issue.record("seed \(SeededGenerator.seed), run \(run)\n\(frames)\n\(expected)\n\(changes)")
                return
            }
        }
        #expect(leftOut > drawn / 2)
        SeededGenerator.report("rest: \(drawn) frames, \(leftOut) left out, seed \(SeededGenerator.seed)")
    }
}
