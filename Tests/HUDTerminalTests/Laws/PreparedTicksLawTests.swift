import HUDCore
import HUDTesting
import SeededRandom
import Testing

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
        var ticks = 0
        /// The first difference.
        var complaint: String?

        init(_ capabilities: TerminalCapabilities, _ options: TerminalOptions, columns: Int, rows: Int) {
            facts.window = WindowSize(columns: columns, rows: rows)
            ticking = RegionMachine(
                capabilities: capabilities, options: options,
                output: OutputTracker(window: facts.window, isUTF8: capabilities.isUTF8))
            rendering = ticking
        }

        var id: RegionMember { ObjectIdentifier(member) }

        /// Whether the driver would write a frame that was prepared for these facts.
        private func hold(for frame: PreparedTicks.Frame) -> Bool {
            facts.allowDrawing && facts.takesMore && facts.window == frame.window && facts.interruptions == frame.interruptions
        }

        /// Draws the next frame: one machine from its times if it can, the other one whole.
        mutating func draw(after time: Duration) {
            snapshot.frame += 1
            snapshot.timestamp = snapshot.timestamp.advanced(by: time)
            snapshot.timeOnScreen += time
            snapshot.elapsed += time
            let tick = HUDTick(
                hudID: snapshot.hudID, frame: snapshot.frame, timestamp: snapshot.timestamp, elapsed: snapshot.elapsed,
                timeOnScreen: snapshot.timeOnScreen)
            guard let frame = ticking.frame(of: tick, of: id, look: look.version), hold(for: frame) else { return render() }
            ticking.hasDrawn(tick, frame)
            ticks += 1
            let actions = rendering.render(StackedLayout.Entry(snapshot: snapshot, look: look), of: id, facts)
            let write = RegionWrite(bytes: frame.bytes ?? [], interruptions: facts.interruptions)
            let drawn = write.bytes.isEmpty ? [] : [RegionAction.write(write)]
            if drawn != actions { complaint = complaint ?? "tick \(drawn), not \(actions)" }
            checkNextChange(frame.next)
        }

        /// The next frame is due when a rendered frame's would be, or later if no part of the row changes before.
        private mutating func checkNextChange(_ next: HUDInstant) {
            let isUTF8 = ticking.capabilities.isUTF8
            guard let time = look.timeUntilChange(of: snapshot, isUTF8: isUTF8) else { return }
            let rendered = snapshot.timestamp.advanced(by: min(time, .milliseconds(100)))
            let isWide = (look.spinner ?? look.theme.spinner).columns(isUTF8: isUTF8) > 1
            if isWide ? next < rendered : next != rendered { complaint = complaint ?? "next at \(next), not \(rendered)" }
        }

        /// Whether the last frame was said to look the same.
        var isSame = false

        /// Renders the next frame. If it is said to look the same, nothing may be written.
        mutating func complaintAboutSameness(after time: Duration) -> String? {
            snapshot.timestamp = snapshot.timestamp.advanced(by: time)
            snapshot.timeOnScreen += time
            snapshot.elapsed += time
            let entry = StackedLayout.Entry(snapshot: snapshot, look: look)
            isSame =
                facts.allowDrawing && facts.takesMore && facts.window == rendering.picture?.window
                && rendering.shows(entry, of: id, interruptions: facts.interruptions)
            let machine = rendering
            render()
            guard isSame else { return nil }
            var copy = machine
            let actions = copy.render(entry, of: id, facts)
            return actions.isEmpty ? nil : "writes \(actions)"
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
        capabilities.hasTaskbarProgress = round % 3 == 0
        let (columns, rows) = (Int.random(in: 1...60, using: &random), Int.random(in: 2...20, using: &random))
        return (name, Twins(capabilities, options, columns: columns, rows: rows))
    }

    private func change(_ twins: inout Twins, using random: inout SeededGenerator) {
        switch Int.random(in: 0..<24, using: &random) {
        case 0: twins.snapshot.label = ["", "x", "界界界", "Compressing"].randomElement(using: &random) ?? ""
        case 1: twins.snapshot.detailsLabel = ["", "two\nlines"].randomElement(using: &random) ?? ""
        case 2:
            twins.snapshot.mode = [.indeterminate, .bar, .bar, .text].randomElement(using: &random) ?? .bar
            let total = Bool.random(using: &random) ? 9 : nil
            twins.snapshot.progress = ProgressSample(
                completedUnitCount: .random(in: 0...9, using: &random), totalUnitCount: total)
        case 3: twins.snapshot.outcome = [nil, .succeeded].randomElement(using: &random) ?? nil
        case 4, 5, 6:
            if Bool.random(using: &random) { twins.snapshot.mode = .indeterminate }
            twins.snapshot.outcome = nil
            twins.facts.isForeground = true
            twins.facts.isEchoing = true
            twins.facts.takesMore = true
            twins.both { $0.resume(isOnNewLine: false, $1) }
        case 7:
            let spinners = [Spinner.dots, .line, Spinner.named("moon") ?? .dots, Spinner.named("bouncingBar") ?? .dots]
            twins.look.spinner = spinners.randomElement(using: &random)
            twins.look.version += 1
        case 8:
            twins.facts.window = WindowSize(
                columns: .random(in: 1...60, using: &random), rows: .random(in: 1...20, using: &random))
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
                ["text", "line\n", "\u{1B}[31m", "\u{1B}[?25l", "\u{1B}[?25h", "\n", "界"].randomElement(using: &random) ?? "")
        }
        // A change of the content needs a whole frame, as the HUD draws one.
        twins.render()
    }

    @Test func `A frame that is said to look the same writes nothing`() {
        var random = SeededGenerator(stream: 141)
        var same = 0
        for round in 0..<Self.steps / Self.stepsInRun {
            guard let (name, made) = twins(round, TerminalOptions(), using: &random) else { return }
            var twins = made
            for step in 0..<Self.stepsInRun {
                if step % 3 == 0 {
                    twins.snapshot.progress = ProgressSample(
                        completedUnitCount: .random(in: 0...2, using: &random), totalUnitCount: 2)
                }
                if step % 7 == 0 { twins.snapshot.mode = HUDMode.allCases.randomElement(using: &random) ?? .bar }
                if let complaint = twins.complaintAboutSameness(
                    after: .milliseconds([16, 33, 80].randomElement(using: &random) ?? 16))
                {
                    Issue.record(
                        "seed \(SeededGenerator.seed), round \(round), step \(step), \(name), \(twins.facts): \(complaint)")
                    return
                }
                if twins.isSame { same += 1 }
                if Int.random(in: 0..<8, using: &random) == 0 { change(&twins, using: &random) }
            }
        }
        #expect(same * 15 > Self.steps, "only \(same) of \(Self.steps) frames were the same")
    }

    @Test func `Prepared frames are byte for byte those that would be rendered`() {
        var random = SeededGenerator(stream: 140)
        var ticks = 0
        for round in 0..<Self.steps / Self.stepsInRun {
            var options = TerminalOptions()
            options.drawsBelowUnfinishedLines = round % 4 > 0
            options.sharesTerminal = round % 11 == 0
            guard let (name, made) = twins(round, options, using: &random) else { return }
            var twins = made
            twins.render()
            for step in 0..<Self.stepsInRun {
                let time = [80, 80, 80, 33, 16, 100, 250, 1000, 7000].randomElement(using: &random) ?? 80
                twins.draw(after: .milliseconds(time))
                if Int.random(in: 0..<6, using: &random) == 0 { change(&twins, using: &random) }
                if let complaint = twins.complaint {
                    Issue.record(
                        "seed \(SeededGenerator.seed), round \(round), step \(step), \(name), \(twins.facts): \(complaint)")
                    return
                }
            }
            ticks += twins.ticks
        }
        #expect(ticks * 5 > Self.steps, "only \(ticks) of \(Self.steps) frames were prepared")
    }
}
