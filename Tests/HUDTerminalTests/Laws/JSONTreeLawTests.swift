import HUDCore
import SeededRandom
import Testing

@testable import HUDTerminal

/// Random histories of trees: what their stream must say.
@Suite struct JSONTreeLawTests {
    private static let rowGrace = Duration.milliseconds(300)
    private static let runs = SeededGenerator.steps ?? 120

    /// What a test does with a part, kept apart from the renderer.
    private struct Model {
        let node: ProgressNode
        let parent: Int?
        let begun: Duration
        /// When it ended, or the first part that it is in, and how a stream tells it.
        var end: (time: Duration, outcome: String)?
    }

    /// A history, and the lines that it had written.
    private struct Run {
        var parts: [Model] = []
        var lines: [JSONTreeLine] = []
        /// When it was over.
        var now = Duration.zero

        init(using random: inout SeededGenerator) {
            let clock = ManualClock()
            let output = WrittenLines()
            let hud = HUD(
                label: "L", timing: HUDTiming(graceTime: .milliseconds(100), minimumShowTime: .zero, animationDuration: .zero),
                preferredFramesPerSecond: 10,
                renderer: output.json(clock), clock: clock)
            hud.rows = .upTo(3, graceTime: JSONTreeLawTests.rowGrace)
            hud.show()
            now = .milliseconds(100)
            clock.advance(by: now)
            for _ in 0..<120 {
                switch random.int(0..<10) {
                case 0...3:
                    let parent = random.once(in: 4) ? nil : open(using: &random)
                    let above = parent.map { parts[$0].node } ?? hud.work
                    let node = above.subprogress(assigningCount: 1, label: "part \(parts.count)").start()
                    parts.append(Model(node: node, parent: parent, begun: now))
                case 4: if let index = open(using: &random) { end(index, "succeeded") { $0.finish() } }
                case 5: if let index = open(using: &random) { end(index, "failed") { $0.fail("why") } }
                case 6: if let index = open(using: &random) { end(index, "cancelled") { $0.cancel() } }
                // One that has ended may be told so again.
                case 7: parts.filter { $0.end != nil }.randomElement(using: &random)?.node.fail("again")
                default:
                    let step = Duration.milliseconds(random.int(1...400))
                    now += step
                    clock.advance(by: step)
                }
            }
            now += .milliseconds(150)
            clock.advance(by: 0.15)
            hud.hide()
            for part in parts { part.node.finish() }
            lines = output.newLines().compactMap { JSONTreeLine($0) }
        }

        private func open(using random: inout SeededGenerator) -> Int? {
            parts.indices.filter { parts[$0].end == nil }.randomElement(using: &random)
        }

        func isIn(_ index: Int, _ ancestor: Int) -> Bool {
            parts[index].parent.map { $0 == ancestor || isIn($0, ancestor) } ?? false
        }

        private mutating func end(_ index: Int, _ outcome: String, _ call: (ProgressNode) -> Void) {
            for part in parts.indices where parts[part].end == nil && isIn(part, index) {
                parts[part].end = (now, outcome == "succeeded" ? "succeeded" : "cancelled")
            }
            parts[index].end = (now, outcome)
            call(parts[index].node)
        }
    }

    @Test func `The stream of a tree tells each part below the one that it is in`() {
        var appeared = 0
        var deep = 0
        for number in 0..<Self.runs {
            var random = SeededGenerator(stream: 1100 + UInt64(number))
            let run = Run(using: &random)
            let label = "seed \(SeededGenerator.seed), run \(number)"
            // By the number of the job: its name, and the number of its parent.
            var running: [Int: (name: String, parent: Int?)] = [:]
            var numbers: [String: Int] = [:]
            var events: [String: [String]] = [:]
            var outcomes: [String: String] = [:]
            for line in run.lines where line.event.hasPrefix("job-") {
                guard let job = line.integer("job"), let name = line.text("name") else {
                    Issue.record("\(label): a line without a job")
                    return
                }
                let parent = line.integer("parent")
                events[name, default: []].append(line.event)
                switch line.event {
                case "job-start":
                    #expect(running[job] == nil && numbers[name] == nil, "\(label): \(name) starts twice")
                    if let parent { #expect(running[parent] != nil, "\(label): \(name) in \(parent), which does not run") }
                    running[job] = (name, parent)
                    numbers[name] = job
                case "job-end":
                    #expect(running[job]?.name == name && running[job]?.parent == parent, "\(label): the end of \(name)")
                    #expect(!running.values.contains { $0.parent == job }, "\(label): \(name) ends before its parts")
                    running[job] = nil
                    outcomes[name] = line.text("outcome")
                default: #expect(running[job]?.name == name && running[job]?.parent == parent, "\(label): \(name)")
                }
            }
            for (index, part) in run.parts.enumerated() {
                let name = "part \(index)"
                let told = events[name] ?? []
                let context = "\(label), \(name): \(told)"
                let ran = (part.end?.time ?? run.now) - part.begun
                let isAppeared = told.contains("job-appear")
                // A tenth of a second is the time to the next frame.
                if ran >= Self.rowGrace + .milliseconds(100) { #expect(isAppeared, "\(context)") }
                if ran < Self.rowGrace { #expect(!isAppeared, "\(context)") }
                let hasFailedPart = run.parts.indices.contains { run.isIn($0, index) && run.parts[$0].end?.outcome == "failed" }
                let isTold = isAppeared || part.end?.outcome == "failed" || hasFailedPart
                let hasAppearedPart = run.parts.indices.contains {
                    run.isIn($0, index) && events["part \($0)"]?.contains("job-appear") == true
                }
                #expect(told.isEmpty == !(isTold || hasAppearedPart), "\(context)")
                guard !told.isEmpty else { continue }
                #expect(told.first == "job-start", "\(context)")
                #expect(outcomes[name] == part.end?.outcome, "\(context)")
                #expect(told.count { $0 == "job-appear" } <= 1 && (told.last == "job-end") == (part.end != nil), "\(context)")
                let parent = part.parent.flatMap { numbers["part \($0)"] }
                #expect(part.parent == nil || parent != nil, "\(context)")
                let own = run.lines.first { $0.event == "job-start" && $0.text("name") == name }
                #expect(own?.integer("parent") == parent, "\(context)")
                if isAppeared { appeared += 1 }
                if parent != nil { deep += 1 }
            }
            let totals = run.lines.last?.object("jobs") ?? [:]
            let top = run.parts.filter { $0.parent == nil }
            for outcome in ["succeeded", "failed", "cancelled"] {
                #expect(totals[outcome] == top.count { $0.end?.outcome == outcome }, "\(label): \(totals)")
            }
            #expect(totals["running"] == top.count { $0.end == nil }, "\(label): \(totals)")
        }
        #expect(appeared > Self.runs && deep > Self.runs)
    }
}
