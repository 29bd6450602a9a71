import HUDCore
import Testing

/// Rate and remaining time on made-up runs.
@Suite struct ProgressEstimatorTests {
    private func isNear(_ value: Double?, _ expected: Double, within part: Double = 0.02) -> Bool {
        value.map { abs($0 - expected) <= part * expected } ?? false
    }

    // MARK: What is estimated

    @Test func `A steady run is known from two seconds on, up to its end`() {
        let moments = EstimatorRun.play([(60, 6000)])
        for moment in moments.dropLast() {
            guard moment.time >= 2 else {
                #expect(moment.rate == nil && moment.remaining == nil)
                continue
            }
            #expect(isNear(moment.rate, 100))
            #expect(abs((moment.remaining ?? .nan) - (60 - moment.time)) < 0.6)
        }
        #expect(moments.last == EstimatorRun.Moment(time: 60, rate: nil, remaining: nil))
    }

    @Test func `Between two distant items the remaining time counts down`() {
        let moments = EstimatorRun.play(Array(repeating: [(4.999, 0), (0.001, 1)], count: 20).flatMap { $0 })
        for moment in moments where moment.time > 11 && moment.time < 100 {
            #expect(isNear(moment.rate, 0.2))
            #expect(abs((moment.remaining ?? .nan) - (100 - moment.time)) < 1)
        }
    }

    @Test func `A count that goes back by a rounding error goes on`() {
        var estimator = ProgressEstimator(startedAt: at(0))
        for second in 0..<20 {
            // In every other second a unit less, and almost one of parts.
            let isShort = second % 2 == 1
            let count = 100 * (second / 2) - (isShort ? 1 : 0)
            let sample = ProgressSample(
                completedUnitCount: count, totalUnitCount: 10_000, partialUnits: isShort ? 1 - 1e-8 : 0, fraction: 0, unit: .items
            )
            estimator.record(sample, at: at(Double(second)))
        }
        #expect(isNear(estimator.rate(at: at(19)), 50, within: 0.2))
    }

    @Test func `Bursts do not change the rate`() {
        let moments = EstimatorRun.play(Array(repeating: [(0.2, 50), (2.8, 0)], count: 20).flatMap { $0 })
        for moment in moments where moment.time > 10 && moment.time < 57 {
            #expect(isNear(moment.rate, 50 / 3, within: 0.25), "\(moment)")
            #expect(abs((moment.remaining ?? .nan) - (60 - moment.time)) < 12, "\(moment)")
        }
    }

    @Test func `Time before the first step does not count for the rate`() {
        let moments = EstimatorRun.play([(10, 0), (50, 5000)])
        #expect(moments.allSatisfy { $0.time > 10 || $0.remaining == nil })
        for moment in moments where moment.time > 11 && moment.time < 60 { #expect(isNear(moment.rate, 100)) }
    }

    @Test func `The rate adapts after a slow start and after a change of speed`() {
        let slowStart = EstimatorRun.play([(10, 50), (50, 5000)])
        for moment in slowStart where moment.time > 35 && moment.time < 60 {
            #expect(isNear(moment.rate, 100, within: 0.2), "\(moment)")
        }
        let twoSpeeds = EstimatorRun.play([(30, 6000), (60, 3000)])
        for moment in twoSpeeds where moment.time > 60 && moment.time < 90 {
            #expect(isNear(moment.rate, 50, within: 0.3), "\(moment)")
        }
        #expect(isNear(twoSpeeds.first { $0.time == 30 }?.rate, 200))
    }

    @Test func `In a stall the rate falls and the remaining time rises smoothly, and after a minute there is no estimate`() {
        let moments = EstimatorRun.play([(30, 3000), (100, 0), (30, 3000)], to: 140)
        let stalled = moments.filter { $0.time > 31.1 && $0.time < 90 }
        for (one, next) in zip(stalled, stalled.dropFirst()) {
            guard let rate = one.rate, let nextRate = next.rate, let left = one.remaining, let nextLeft = next.remaining else {
                Issue.record("none at \(next.time)")
                return
            }
            #expect(nextRate < rate && nextRate > rate * 0.95)
            #expect(nextLeft > left && nextLeft < left + 0.1)
        }
        #expect(moments.allSatisfy { $0.time < 91 || $0.time > 130 || ($0.rate == nil && $0.remaining == nil) })
        // After the stall everything is as before: a single stall does not change the rate.
        for moment in moments where moment.time > 131 { #expect(isNear(moment.rate, 100, within: 0.1)) }
    }

    @Test func `A rewind starts a new estimate`() {
        var estimator = ProgressEstimator()
        func record(_ seconds: Double, _ count: Int) {
            estimator.record(.init(completedUnitCount: count, totalUnitCount: 1000), at: at(seconds))
        }
        for tenth in 0...100 { record(Double(tenth) / 10, 5 * tenth) }
        #expect(isNear(estimator.rate(at: at(10)), 50))
        record(10.1, 100)
        #expect(estimator.rate(at: at(10.1)) == nil)
        for tenth in 1...30 { record(10.1 + Double(tenth) / 10, 100 + tenth) }
        #expect(isNear(estimator.rate(at: at(13.1)), 10))
        #expect(isNear(estimator.remaining(at: at(13.1)).map { $0 / .seconds(1) }, 87))
    }

    @Test func `When the total changes the rate stays and the remaining time follows`() {
        var estimator = ProgressEstimator()
        func record(_ count: Int, of total: Int?) {
            estimator.record(.init(completedUnitCount: count, totalUnitCount: total), at: at(Double(count) / 10))
        }
        for count in 0...100 { record(count, of: nil) }
        #expect(isNear(estimator.rate(at: at(10)), 10))
        #expect(estimator.remaining(at: at(10)) == nil)
        for total in [200, 1100, 150] {
            record(100, of: total)
            #expect(isNear(estimator.rate(at: at(10)), 10))
            #expect(isNear(estimator.remaining(at: at(10)).map { $0 / .seconds(1) }, Double(total - 100) / 10))
        }
        record(100, of: 90)
        #expect(estimator.remaining(at: at(10)) == nil)
    }

    @Test func `A fraction has an estimate too`() {
        var estimator = ProgressEstimator(startedAt: at(0))
        for tenth in 5...300 { estimator.record(.init(fraction: Double(tenth) / 1000), at: at(Double(tenth) / 10)) }
        #expect(isNear(estimator.rate(at: at(30)), 0.01))
        #expect(isNear(estimator.remaining(at: at(30)).map { $0 / .seconds(1) }, 70))
    }

    @Test func `Progress before the first sample counts only if a start is given`() {
        let sample = ProgressSample(completedUnitCount: 30, totalUnitCount: 100)
        for (start, expected) in [(HUDInstant?.some(at(0)), 10.0), (nil, 0)] {
            var estimator = ProgressEstimator(startedAt: start)
            estimator.record(sample, at: at(3))
            estimator.record(sample, at: at(3.3))
            if expected > 0 {
                #expect(isNear(estimator.rate(at: at(3.3)), expected))
            } else {
                #expect(estimator.rate(at: at(6)) == nil)
            }
        }
    }
}
