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
                    switch Int.random(in: 0..<8, using: &state.random) {
                    case 0: .distantPast
                    case 1: .distantFuture
                    // At places of the grid as well as between them.
                    case 2, 3, 4:
                        snapshot.timestamp.advanced(by: .milliseconds(20 * Int.random(in: -1...20, using: &state.random)))
                    default: snapshot.timestamp.advanced(by: .milliseconds(Int.random(in: -50...400, using: &state.random)))
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
                    animationDuration: .milliseconds([0, 30, 90].randomElement(using: &random) ?? 0)),
                preferredFramesPerSecond: 50,
                renderer: oracle, clock: clock)
            // The last of several changes is the only one that is seen.
            var changes: [HUDInstant] = []
            hud.show()
            changes.append(clock.now)
            for step in 0..<12 {
                let pause =
                    Bool.random(using: &random)
                    ? 20 * Int.random(in: 0...15, using: &random) : .random(in: 0...300, using: &random)
                // In one step or in several, with calls before frames.
                let end = clock.now.advanced(by: .milliseconds(pause))
                if Bool.random(using: &random) { clock.advance(upTo: clock.now.advanced(by: .milliseconds(pause / 2))) }
                clock.advance(upTo: end)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: hud.label = String(step)
                case 1: hud.mode = HUDMode.allCases.randomElement(using: &random) ?? .bar
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
