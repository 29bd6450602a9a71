import HUDLibc
import SeededRandom

extension SeededGenerator {
    /// Approximately normal: the sum of twelve uniform numbers.
    fileprivate mutating func normal() -> Double {
        (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &self) }
    }
}

extension Trace {
    /// Items that are completed one after the other. Each takes about `median` seconds; `spread` is the standard deviation of the logarithm.
    private static func items(_ count: Int, median: Double, spread: Double, seed: UInt64) -> [(Double, Double)] {
        var numbers = SeededGenerator(stream: 0, seed: seed)
        return (0..<count).flatMap { _ in [(median * exp(spread * numbers.normal()), 0.0), (1e-6, 1.0)] }
    }

    /// A speed that wanders from second to second: by how much, and how much of the deviation is left a second later.
    private static func wander(_ seconds: Int, _ step: Double, _ left: Double, seed: UInt64) -> [(Double, Double)] {
        var numbers = SeededGenerator(stream: 0, seed: seed)
        var logarithm = 0.0
        return (0..<seconds).map { _ in
            logarithm = logarithm * left + step * numbers.normal()
            return (1, 1_000_000 * exp(logarithm))
        }
    }

    static let all = [
        Trace("steady", [(60, 6000)]),
        Trace("short", [(8, 800)]),
        Trace("even items", items(40, median: 1.5, spread: 0, seed: 0)),
        Trace("few items", items(8, median: 10, spread: 0, seed: 0)),
        Trace("uneven items", items(100, median: 0.5, spread: 1, seed: 1)),
        Trace("very uneven items", items(300, median: 1, spread: 1.5, seed: 2)),
        Trace("bursts", (0..<20).flatMap { _ in [(0.2, 50), (2.8, 0)] }),
        Trace("slow start", [(10, 50), (50, 5000)]),
        Trace("nothing at first", [(10, 0), (50, 5000)]),
        Trace("a stall", [(20, 2000), (15, 0), (25, 2500)]),
        Trace("slower", [(30, 6000), (60, 3000)]),
        Trace("faster", [(60, 3000), (30, 6000)]),
        Trace("slower and slower", (0..<120).map { (1, 100 / (1 + Double($0) / 30)) }),
        Trace("network", wander(120, 0.3, 0.9, seed: 3)),
        Trace("wild network", wander(300, 0.6, 0.9, seed: 4)),
        Trace("drift", wander(600, 0.05, 0.999, seed: 5)),
        Trace("hours", framesPerSecond: 5, wander(7200, 0.1, 0.99, seed: 6)),
        Trace("hours, slower", framesPerSecond: 5, [(3600, 36e6), (3600, 12e6)])
    ]
}
