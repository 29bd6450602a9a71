import HUDCore
import SeededRandom
import Testing

@testable import HUDJob

/// Laws of ``JobMachine`` on random runs against a simulated job, terminal and user.
@Suite struct JobMachineLawTests {
    #if DEBUG
    private static let steps = 40_000
    #else
    private static let steps = 1_000_000
    #endif

    @Test func `Whatever happens in whatever order, each run keeps the laws and ends`() {
        var random = SeededGenerator(stream: 71)
        var steps = 0
        var runs = 0
        while steps < Self.steps {
            var world = SimulatedJob(using: &random)
            for _ in 0..<random.int(0...60) where world.wrong == nil && !world.isOver {
                world.step(using: &random)
            }
            world.bringToAnEnd(using: &random)
            steps += world.steps
            runs += 1
            if let wrong = world.wrong {
                Issue.record(
                    "run \(runs), seed \(SeededGenerator.seed): \(wrong)\n\(world.log.suffix(30).joined(separator: "\n"))")
                return
            }
        }
        SeededGenerator.report("job machine: \(steps) steps in \(runs) runs")
    }
}
