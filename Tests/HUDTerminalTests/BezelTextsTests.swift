import HUDCore
import SeededRandom
import Testing

@testable import HUDDrawing
@testable import HUDTerminal

/// The texts that a bezel keeps for its next frame make no difference.
@Suite struct BezelTextsTests {
    @Test func `A bezel with the texts of the last frame looks like one without them`() {
        var random = SeededGenerator(stream: 54)
        for run in 0..<30 {
            var texts = BezelTexts()
            var snapshot = HUDSnapshot.anything(using: &random)
            var view = BezelView(columns: 60, rows: 20, isUTF8: true, look: InlineLook())
            for round in 0..<20 {
                switch random.int(0..<8) {
                case 0: snapshot.label = RandomText.next(most: 40, using: &random)
                case 1: snapshot.detailsLabel = RandomText.next(most: 120, using: &random)
                case 2: snapshot = HUDSnapshot.anything(using: &random)
                case 3: view.look = .random(using: &random)
                case 4: view.columns = random.int(1...120)
                case 5: view.rows = random.int(1...30)
                case 6: view.isUTF8.toggle()
                default: snapshot.timeOnScreen += .milliseconds(90)
                }
                guard view.frame(for: snapshot, with: &texts) == view.frame(for: snapshot) else {
                    Issue.record("seed \(SeededGenerator.seed), run \(run), round \(round): \(snapshot)")
                    return
                }
            }
        }
    }
}
