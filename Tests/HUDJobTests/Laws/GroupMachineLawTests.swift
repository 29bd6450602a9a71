import HUDCore
import SeededRandom
import Testing

@testable import HUDJob

/// Laws of ``GroupMachine`` on random histories against a model.
@Suite struct GroupMachineLawTests {
    #if DEBUG
    private static let steps = 60_000
    #else
    private static let steps = 1_500_000
    #endif

    @Test func `Whatever happens to a group in whatever order, it keeps the laws and ends`() {
        var random = SeededGenerator(stream: 121)
        var steps = 0
        var runs = 0
        while steps < SeededGenerator.steps ?? Self.steps {
            var group = SimulatedGroup(using: &random)
            for _ in 0..<random.int(0...200) where group.wrong == nil && !group.isOver {
                group.step(using: &random)
            }
            group.bringToAnEnd(using: &random)
            steps += group.steps
            runs += 1
            if let wrong = group.wrong {
                Issue.record(
                    "run \(runs), seed \(SeededGenerator.seed): \(wrong)\n\(group.log.suffix(40).joined(separator: "\n"))")
                return
            }
        }
        SeededGenerator.report("group machine: \(steps) steps in \(runs) runs, seed \(SeededGenerator.seed)")
    }
}
