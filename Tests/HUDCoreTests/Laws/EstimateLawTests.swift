import HUDCore
import SeededRandom
import Testing

/// Properties of the estimates of every run.
@Suite struct EstimateLawTests {
    @Test(arguments: [1.0, 7, 24, 60, 144, 240])
    func `The frame rate makes no difference`(fps: Double) {
        // At these seconds the run has just changed, so a difference of one frame matters.
        let runs: [(EstimatorRun.Pieces, tolerance: Double, finding: ClosedRange<Double>?)] = [
            ([(60, 6000)], 0.01, nil),
            ([(60, 4_000_000_000)], 0.01, nil),
            (Array(repeating: [(3.999, 0), (0.001, 1)], count: 15).flatMap { $0 }, 0.01, nil),
            ([(10, 0), (50, 5000)], 0.05, nil),
            ([(20, 200), (40, 4000)], 0.2, 20...24),
            ([(20, 2000), (15, 0), (25, 2500)], 0.1, 35...38),
            ((0..<60).map { (1, [50, 150, 100][$0 % 3]) }, 0.1, nil)
        ]
        for (number, run) in runs.enumerated() {
            func atWholeSeconds(_ fps: Double) -> [EstimatorRun.Moment] {
                EstimatorRun.play(run.0, fps: fps).filter { $0.time == $0.time.rounded() && $0.time > 15 }
            }
            for (one, other) in zip(atWholeSeconds(fps), atWholeSeconds(30)) where run.finding?.contains(one.time) != true {
                #expect((one.rate == nil) == (other.rate == nil), "run \(number) at \(one.time)")
                guard let rate = one.rate, let otherRate = other.rate else { continue }
                #expect(abs(rate - otherRate) <= run.tolerance * otherRate, "run \(number) at \(one.time): \(rate), \(otherRate)")
                guard let left = one.remaining, let otherLeft = other.remaining else { continue }
                // The resolution is the duration of a frame.
                #expect(
                    abs(left - otherLeft) <= run.tolerance * otherLeft + 1 / fps + 0.1,
                    "run \(number) at \(one.time): \(left), \(otherLeft)")
            }
        }
    }

    @Test func `Irregular frames give the same estimate as regular ones`() {
        var random = SeededGenerator(stream: 41)
        for _ in 0..<20 {
            let speed = Double.random(in: 1...1000, using: &random)
            var estimator = ProgressEstimator(startedAt: at(0))
            var time = 0.0
            while time < 20 {
                time += Double.random(in: 0...1, using: &random) < 0.1 ? .random(in: 0.1...0.9, using: &random) : 0.01
                estimator.record(.init(completedUnitCount: Int(speed * time), totalUnitCount: nil), at: at(time))
            }
            let rate = estimator.rate(at: at(time)) ?? 0
            #expect(abs(rate - speed) < 0.08 * speed, "seed \(SeededGenerator.seed): \(speed), \(rate)")
        }
    }

    @Test func `No input leads to NaN or infinity`() {
        var random = SeededGenerator(stream: 42)
        let counts = [0, 1, 2, 1000, .max - 1, .max, .min, -1]
        let fractions = [0, .leastNonzeroMagnitude, 0.5, 1 - 1e-16, 1, .nan, .infinity]
        let instants: [HUDInstant] = [.distantPast, .zero, at(-1), at(1), at(100), at(1e9), .distantFuture]
        var estimates = 0
        for _ in 0..<Effort.scaled(100_000) {
            let start = random.bool() ? random.pick(instants) : nil
            var estimator = ProgressEstimator(startedAt: start)
            var display = RemainingTimeDisplay()
            let isCounted = random.int(0..<4) > 0
            let isRising = random.bool()
            var count = 0
            var now = random.pick(instants)
            for _ in 0..<30 {
                switch random.int(0..<8) {
                case 0: now = random.pick(instants)
                case 1: break
                case 2: now = now.advanced(by: .init(attoseconds: .random(in: -2...2, using: &random)))
                default: now = now.advanced(by: .milliseconds(random.int(-100...900)))
                }
                count = isRising ? count + random.int(0...100) : random.pick(counts)
                let total = random.bool() ? 5000 : random.pick(counts)
                let isOdd = random.once(in: 20)
                let sample =
                    isCounted != isOdd
                    ? ProgressSample(completedUnitCount: count, totalUnitCount: total)
                    : ProgressSample(fraction: random.pick(fractions))
                estimator.record(sample, at: now)
                let asked = random.bool() ? now : random.pick(instants)
                let rate = estimator.rate(at: asked)
                let remaining = estimator.remaining(at: asked)
                let shown = display.shown(remaining, at: asked)
                estimates += remaining == nil ? 0 : 1
                let holds =
                    rate.map { $0.isFinite && $0 >= 0 } ?? (remaining == nil)
                    && [remaining, shown].allSatisfy { $0.map { $0 >= .zero && $0 <= .seconds(440_000) } ?? true }
                if !holds {
                    Issue.record(
                        "seed \(SeededGenerator.seed): \(sample) at \(now): \(String(describing: rate)), \(String(describing: remaining))"
                    )
                    return
                }
            }
        }
        #expect(estimates > 1000)
        SeededGenerator.report(
            "laws: \(Effort.scaled(100_000) * 30) samples, seed \(SeededGenerator.seed): estimates (\(estimates) shown)")
    }

    // MARK: What is shown of it

    @Test func `The displayed remaining time counts down, and follows an estimate only if it differs noticeably`() {
        var display = RemainingTimeDisplay()
        func shown(_ estimate: Double?, at time: Double) -> Double? {
            display.shown(estimate.map { .seconds($0) }, at: at(time)).map { $0 / .seconds(1) }
        }
        #expect(shown(100, at: 0) == 100)
        #expect(shown(103, at: 1) == 99)
        #expect(shown(90, at: 2) == 98)
        #expect(shown(110, at: 3) == 110)
        #expect(shown(80, at: 4) == 80)
        #expect(shown(5, at: 78) == 6)
        #expect(shown(0.5, at: 84) == 0)
        #expect(shown(1.5, at: 84.5) == 1.5)
        #expect(shown(nil, at: 85) == nil)
        #expect(shown(7, at: 86) == 7)
    }
}
