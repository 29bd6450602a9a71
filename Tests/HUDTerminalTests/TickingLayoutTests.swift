import HUDCore
import SeededRandom
import Testing

@testable import HUDTerminal

@Suite struct TickingLayoutTests {
    @Test func `The cached grid is always the one that would be drawn`() {
        var random = SeededGenerator(stream: 7)
        let spinners = [Spinner.dots, Spinner.named("bouncingBar") ?? .dots, Spinner.named("moon") ?? .dots]
        var ticking = TickingLayout()
        var look = InlineLook(version: 1)
        var snapshot = HUDSnapshot(label: "Compressing", detailsLabel: "film.mkv")
        var layout = StackedLayout(columns: 80, rows: 24, canStack: true, isUTF8: true)
        for round in 0..<4000 {
            // Usually a tick, and sometimes another change.
            snapshot.frame += 1
            snapshot.timeOnScreen += .milliseconds(Int.random(in: 1...90, using: &random))
            snapshot.elapsed += .milliseconds(Int.random(in: 1...90, using: &random))
            switch Int.random(in: 0..<30, using: &random) {
            case 0: snapshot.label = ["", "x", "Compressing", "界界界"].randomElement(using: &random) ?? ""
            case 1: snapshot.detailsLabel = ["", "two\nlines"].randomElement(using: &random) ?? ""
            case 2: snapshot.mode = HUDMode.allCases.randomElement(using: &random) ?? .bar
            case 3: snapshot.mode = .indeterminate
            case 4: snapshot.outcome = [nil, .succeeded].randomElement(using: &random) ?? nil
            case 5: snapshot.opacity = [1, 0.4].randomElement(using: &random) ?? 1
            case 6: layout.columns = Int.random(in: 1...90, using: &random)
            case 7: layout.rows = Int.random(in: 1...5, using: &random)
            case 8:
                look.spinner = spinners.randomElement(using: &random)
                look.version += 1
            case 9: snapshot.outcome = nil
            case 10:
                snapshot.mode = .bar
                snapshot.progress = ProgressSample(
                    completedUnitCount: .random(in: 0...9, using: &random),
                    totalUnitCount: [nil, 9].randomElement(using: &random) ?? nil)
            case 11:
                look.theme.parts = Bool.random(using: &random) ? .all : [.label, .bar, .elapsed]
                look.version += 1
            case 12: layout.meter = Bool.random(using: &random) ? [] : ["\(round) fps, and more words than fit", "\(round)"]
            default: break
            }
            let entries = [StackedLayout.Entry(snapshot: snapshot, look: look)]
            if ticking.grid(of: entries, by: layout) != layout.grid(of: entries) {
                Issue.record("seed \(SeededGenerator.seed), round \(round): \(snapshot)")
                return
            }
        }
    }
}
