import HUDCore
import SeededRandom
import Testing

@testable import HUDTerminal

/// What a test does with a part, kept apart from the renderer.
private struct Model {
    enum Ending: String { case succeeded, failed, cancelled }

    let node: ProgressNode
    var begun: Duration
    /// How long it has run, without pauses, until `since`.
    var ran = Duration.zero
    /// When it began or was resumed; nil while it is paused.
    var since: Duration?
    var ending: Ending?

    func elapsed(at now: Duration) -> Duration { ran + (since.map { now - $0 } ?? .zero) }
}

/// Random histories of parts: what their stream must say.
@Suite struct JSONRowsLawTests {
    private static let rowGrace = Duration.milliseconds(500)

    @Test func `The stream of a HUD with rows is in order, complete and bounded`() throws {
        let seed = SeededGenerator.seed
        var appearances = 0
        for run in 0..<SeededGenerator.rounds(150) {
            var random = SeededGenerator(stream: 900 + UInt64(run))
            let clock = ManualClock()
            let output = WrittenLines()
            let hud = HUD(
                label: "L", timing: HUDTiming(graceTime: .milliseconds(300), minimumShowTime: .zero, animationDuration: .zero),
                preferredFramesPerSecond: 10,
                renderer: output.json(clock),
                clock: clock)
            hud.rows = .upTo(3, graceTime: Self.rowGrace)
            hud.show()
            var parts: [Model] = []
            var now = Duration.zero
            func open() -> Int? { parts.indices.filter { parts[$0].ending == nil }.randomElement(using: &random) }
            func end(_ index: Int, _ ending: Model.Ending) {
                parts[index].ran = parts[index].elapsed(at: now)
                parts[index].since = nil
                parts[index].ending = ending
                switch ending {
                case .succeeded: parts[index].node.finish()
                case .failed: parts[index].node.fail("why")
                case .cancelled: parts[index].node.cancel()
                }
            }
            for _ in 0..<120 {
                switch random.int(0..<10) {
                case 0, 1:
                    let node = hud.work.subprogress(assigningCount: 1, label: "part \(parts.count)").start(totalCount: 100)
                    parts.append(Model(node: node, begun: now, since: now))
                case 2:
                    guard let index = open(), let since = parts[index].since else { break }
                    parts[index].ran += now - since
                    parts[index].since = nil
                    parts[index].node.pause()
                case 3:
                    guard let index = open(), parts[index].since == nil else { break }
                    parts[index].since = now
                    parts[index].node.resume()
                case 4: if let index = open() { end(index, .succeeded) }
                case 5: if let index = open() { end(index, random.pick([.failed, .cancelled])) }
                case 6: if let index = open() { parts[index].node.complete(count: random.int(0...9)) }
                default:
                    let step = Duration.milliseconds(random.int(1...700))
                    now += step
                    clock.advance(by: step)
                }
            }
            // Time for everything to be written.
            now += .seconds(2)
            clock.advance(by: 2)
            let counts = parts.map { (fraction: $0.node.fractionCompleted, isPaused: $0.since == nil && $0.ending == nil) }
            let expected = parts
            hud.hide()
            for index in parts.indices where parts[index].ending == nil { end(index, .succeeded) }
            let lines = try output.newLines().map { try #require(JSONTreeLine($0), "seed \(seed), run \(run): \($0)") }
            let label = "seed \(seed), run \(run)"

            // In order: one start, one finish, and times that never go back.
            #expect(lines.first?.event == "start" && lines.last?.event == "finish", "\(label)")
            #expect(lines.count { ["start", "finish"].contains($0.event) } == 2, "\(label)")
            let times = lines.compactMap { $0.number("t") }
            #expect(times == times.sorted() && times.count == lines.count, "\(label)")

            // Complete: how each part stands in the end follows from its lines, or it was too short to have any.
            var byName: [String: [JSONTreeLine]] = [:]
            for line in lines { if let name = line.text("name") { byName[name, default: []].append(line) } }
            for (index, part) in expected.enumerated() {
                let told = byName["part \(index)"] ?? []
                let events = told.map(\.event)
                let isAppeared = events.contains("job-appear")
                if isAppeared { appearances += 1 }
                let name = "\(label), part \(index): \(events)"
                if let begin = told.first(where: { $0.event == "job-appear" }) {
                    #expect(
                        (begin.number("t") ?? 0) * 1e9 >= Double((part.begun + Self.rowGrace).nanosecondsRoundedDown) - 1,
                        "\(name)")
                    #expect((begin.number("elapsed") ?? 0) >= 0.5, "\(name)")
                }
                // A tenth of a second is the time to the next frame. Nothing is reported before the HUD's own grace time.
                if part.elapsed(at: now) >= Self.rowGrace + .milliseconds(100), part.ending == nil, part.since != nil {
                    #expect(isAppeared, "\(name)")
                }
                if part.elapsed(at: now) < Self.rowGrace { #expect(!isAppeared, "\(name)") }
                if isAppeared || part.ending == .failed {
                    #expect(events.first == "job-start" && events.count { $0 == "job-start" } == 1, "\(name)")
                    #expect(events.count { $0 == "job-end" } == (part.ending == nil ? 0 : 1), "\(name)")
                    #expect(part.ending == nil || told.last?.text("outcome") == part.ending?.rawValue, "\(name)")
                } else {
                    #expect(told.isEmpty, "\(name)")
                }
                if isAppeared, part.ending == nil {
                    #expect(told.last?.text("state") == (counts[index].isPaused ? "paused" : "running"), "\(name)")
                    #expect(told.last?.number("fraction") == counts[index].fraction, "\(name)")
                }
                // Bounded: progress has a tenth of a second between two lines, unless the state has changed.
                for (one, next) in zip(told, told.dropFirst())
                where next.event == "job-progress" && one.text("state") == next.text("state") {
                    #expect((next.number("t") ?? 0) - (one.number("t") ?? 0) >= 0.0999, "\(name)")
                }
            }
            let totals = lines.last?.object("jobs") ?? [:]
            for ending in [Model.Ending.succeeded, .failed, .cancelled] {
                #expect(totals[ending.rawValue] == expected.count { $0.ending == ending }, "\(label): \(totals)")
            }
            #expect(totals["running"] == expected.count { $0.ending == nil && $0.since != nil }, "\(label): \(totals)")
            #expect(totals["paused"] == expected.count { $0.ending == nil && $0.since == nil }, "\(label): \(totals)")
        }
        #expect(appearances > SeededGenerator.rounds(300))
        SeededGenerator.report("laws: 150 runs, seed \(seed): the streams of \(appearances) parts")
    }
}
