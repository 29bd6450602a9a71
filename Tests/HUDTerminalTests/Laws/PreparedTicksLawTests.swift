import HUDCore
import HUDTesting
import SeededRandom
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// A machine that draws prepared frames makes the same bytes as one that renders every frame, whatever happens in between.
@Suite struct PreparedTicksLawTests {
    private let terminals = PseudoTerminal.capabilities(of: ["xterm-256color", "screen-256color", "vt100"])

    #if DEBUG
    private static let steps = 6000
    #else
    private static let steps = 300_000
    #endif
    private static let stepsInRun = 120

    /// Two machines with the same history. Only the first one draws ticks.
    private struct Twins {
        var ticking: RegionMachine
        var rendering: RegionMachine
        var facts = TerminalFacts()
        let member = RegionReplay.Identity()
        var snapshot = HUDSnapshot(label: "Compressing", detailsLabel: "film.mkv")
        var look = InlineLook(version: 1)
        /// The steps that were drawn: after a change of time alone, and after others that look the same.
        var ticks = 0
        var same = 0
        /// The first difference.
        var complaint: String?

        init(_ capabilities: TerminalCapabilities, _ options: TerminalOptions, columns: Int, rows: Int) {
            facts.window = WindowSize(columns: columns, rows: rows)
            ticking = RegionMachine(
                capabilities: capabilities, options: options,
                output: OutputTracker(window: facts.window, isUTF8: capabilities.isUTF8))
            rendering = ticking
        }

        var id: RegionMember { RegionMember(member) }

        /// Whether the driver would write a step that was prepared for these facts.
        private func hold(for step: RegionMachine.Step) -> Bool {
            facts.allowDrawing && facts.takesMore && facts.window == step.facts.window
                && facts.interruptions == step.facts.interruptions
        }

        /// Draws the next frame: one machine by a step if it can, the other one whole.
        ///
        /// - Parameter changes: What has changed since the last frame.
        mutating func draw(after time: Duration, _ changes: HUDSnapshot.Changes = .time) {
            snapshot.frame += 1
            snapshot.timestamp = snapshot.timestamp.advanced(by: time)
            snapshot.timeOnScreen += time
            snapshot.elapsed += time
            snapshot.changes = changes
            let entry = StackedLayout.Entry(snapshot: snapshot, look: look)
            guard let step = ticking.step(to: entry, of: id), hold(for: step) else { return render() }
            ticking.hasDrawn(entry, step)
            if changes == .time { ticks += 1 } else { same += 1 }
            let actions = rendering.render(entry, of: id, facts)
            let write = RegionWrite(bytes: step.bytes, interruptions: facts.interruptions)
            let drawn = write.bytes.isEmpty ? [] : [RegionAction.write(write)]
            if drawn != actions { complaint = complaint ?? "step \(drawn), not \(actions)" }
            checkNextChange(entry)
        }

        /// The next frame is due when a rendered frame's would be, or later if no part of the row changes before.
        private mutating func checkNextChange(_ entry: StackedLayout.Entry) {
            let (next, rendered) = (ticking.nextChange(after: entry, of: id), rendering.nextChange(after: entry, of: id))
            let isWide = (look.spinner ?? look.theme.spinner).columns(isUTF8: ticking.capabilities.isUTF8) > 1
            if isWide ? next < rendered : next != rendered { complaint = complaint ?? "next at \(next), not \(rendered)" }
        }

        mutating func render() {
            let entry = StackedLayout.Entry(snapshot: snapshot, look: look)
            let id = id
            both { $0.render(entry, of: id, $1) }
        }

        /// Gives both machines the same input.
        mutating func both(_ input: (inout RegionMachine, TerminalFacts) -> [RegionAction]) {
            let (one, other) = (input(&ticking, facts), input(&rendering, facts))
            if one != other { complaint = complaint ?? "after ticks \(one), not \(other)" }
            for case .beginSession in one { facts.interruptions = 0 }
            for case .endSession in one { facts.interruptions = 0 }
            for case .write(let write) in one where write.interruptions != facts.interruptions {
                both { machine, _ in machine.refused(write) }
            }
        }

        mutating func print(_ text: String) {
            var text = text
            text.withUTF8 { bytes in both { $0.print(UnsafeRawBufferPointer(bytes), $1) } }
        }
    }

    /// Two machines on a random terminal, with a window of a random size.
    private func twins(
        _ round: Int, _ options: TerminalOptions, using random: inout SeededGenerator
    ) -> (name: String, Twins)? {
        guard let (name, known) = terminals.randomElement(using: &random) else { return nil }
        var capabilities = known
        capabilities.isUTF8 = round % 5 > 0
        capabilities.features.hasTaskbarProgress = round % 3 == 0
        let (columns, rows) = (random.int(1...60), random.int(2...20))
        return (name, Twins(capabilities, options, columns: columns, rows: rows))
    }

    /// Makes a change of which the next snapshot does not say what it is.
    private func changeContent(_ twins: inout Twins, using random: inout SeededGenerator) {
        let snapshot = twins.snapshot
        switch random.int(0..<12) {
        case 0: twins.snapshot.mode = random.pick(HUDMode.allCases)
        case 1, 2, 3:
            twins.snapshot.progress = ProgressSample(completedUnitCount: random.int(0...2), totalUnitCount: 2)
        // Of rates and times that are close to each other, some look the same.
        case 4: twins.snapshot.rate = random.pick([nil, 2.41, 2.42, 2.61])
        case 5:
            twins.snapshot.remaining =
                random.pick([nil, .milliseconds(4100), .milliseconds(4900), .seconds(70)])
        case 6: twins.snapshot.rows = random.bool() ? [] : [HUDRow(label: "a part"), nil]
        case 7: twins.snapshot.opacity = random.pick([1, 1, 1, 0.4])
        case 8: if !snapshot.rows.isEmpty { twins.snapshot.rows[0]?.label = random.pick(["a part", "b"]) }
        default: break
        }
    }

    private func change(_ twins: inout Twins, using random: inout SeededGenerator) {
        switch random.int(0..<24) {
        case 0: twins.snapshot.label = random.pick(["", "x", "界界界", "Compressing"])
        case 1: twins.snapshot.detailsLabel = random.pick(["", "two\nlines"])
        case 2:
            twins.snapshot.mode = random.pick([.indeterminate, .bar, .bar, .text])
            let total = random.bool() ? 9 : nil
            twins.snapshot.progress = ProgressSample(
                completedUnitCount: random.int(0...9), totalUnitCount: total)
        case 3: twins.snapshot.outcome = random.pick([nil, .succeeded])
        case 4, 5, 6:
            if random.bool() { twins.snapshot.mode = .indeterminate }
            twins.snapshot.outcome = nil
            twins.facts.isForeground = true
            twins.facts.isEchoing = true
            twins.facts.takesMore = true
            twins.both { $0.resume(isOnNewLine: false, $1) }
        case 7:
            let spinners = [Spinner.dots, .line, Spinner.named("moon") ?? .dots, Spinner.named("bouncingBar") ?? .dots]
            twins.look.spinner = random.pick(spinners)
            twins.look.version += 1
        case 8:
            twins.facts.window = WindowSize(
                columns: random.int(1...60), rows: random.int(1...20))
        case 9: twins.facts.isForeground.toggle()
        case 10: twins.facts.isEchoing.toggle()
        case 11: twins.facts.takesMore.toggle()
        case 12: twins.facts.interruptions += 1
        case 13: twins.both { $0.suspend($1) }
        case 14: twins.both { $0.log(Array("a line\r\n".utf8), $1) }
        case 15:
            let id = twins.id
            twins.both { $0.remove(id, leaving: nil, $1) }
        case 16:
            twins.look.reducesMotion.toggle()
            twins.look.version += 1
        default:
            twins.print(
                random.pick(["text", "line\n", "\u{1B}[31m", "\u{1B}[?25l", "\u{1B}[?25h", "\n", "界"]))
        }
        // A change of the content needs a whole frame, as the HUD draws one.
        twins.render()
    }

    @Test func `Prepared frames are byte for byte those that would be rendered`() {
        var random = SeededGenerator(stream: 140)
        var (ticks, same) = (0, 0)
        for round in 0..<Self.steps / Self.stepsInRun {
            var options = TerminalOptions()
            options.drawsBelowUnfinishedLines = round % 4 > 0
            options.sharesTerminal = round % 11 == 0
            guard let (name, made) = twins(round, options, using: &random) else { return }
            var twins = made
            twins.render()
            for step in 0..<Self.stepsInRun {
                let time = random.pick([80, 80, 80, 80, 80, 80, 80, 33, 33, 16, 16, 100, 250, 1000, 7000])
                let isTold = random.once(in: 3)
                if isTold { changeContent(&twins, using: &random) }
                twins.draw(after: .milliseconds(time), isTold ? .everything : .time)
                if random.once(in: 6) { change(&twins, using: &random) }
                if let complaint = twins.complaint {
                    Issue.record(
                        "seed \(SeededGenerator.seed), round \(round), step \(step), \(name), \(twins.facts): \(complaint)")
                    return
                }
            }
            ticks += twins.ticks
            same += twins.same
        }
        guard SeededGenerator.isUsual else { return }
        #expect(ticks * 7 > Self.steps, "only \(ticks) of \(Self.steps) frames were prepared")
        #expect(same * 25 > Self.steps, "only \(same) of \(Self.steps) frames looked the same")
    }
}
