import HUDCore
import HUDTesting
import SeededRandom
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// Laws of the region's machine on random runs: prints, frames, floods, stops, bezels, stuck terminals and background, in any order.
///
/// At all times: nothing is written to a stuck terminal, behind a bezel, while suspended or in the background; and a session is open exactly
/// while rows are on the terminal. In the end: the terminal shows what the job alone would have left, and every session has ended.
@Suite struct RegionMachineLawTests {
    private let terminals = PseudoTerminal.capabilities(of: ["xterm-256color", "screen-256color", "tmux-256color"])

    #if DEBUG
    private static let steps = SeededGenerator.steps ?? 6000
    #else
    private static let steps = SeededGenerator.steps ?? 1_000_000
    #endif
    private static let stepsInRun = 40

    private static let texts = [
        ".", "word ", "\n", "\n", "\r", "\rbar 10%", "a long line of text, is it not?", "界", "界界界界界", "\t", "e\u{301}",
        "\u{1B}[31m",
        "\u{1B}[1;44m", "\u{1B}[4:3m", "\u{1B}[m", "\u{1B}[K", "\r\u{1B}[K", "\u{8}", "\u{1B}[3C", "\u{1B}[5G", "\u{1B}[2D",
        "\u{1B}]0;t\u{7}", "a\nb\nc\nd\n\u{1B}[3Ax\n\n\n", "\n\n\n\u{1B}[2A\u{1B}[2B", "\u{1B}[J", "\u{1F469}\u{200D}\u{1F4BB}",
        "\u{1B}[?1049h\u{1B}[H\u{1B}[2Jfull\u{1B}[?1049l", "\u{1B}[?25l\u{1B}[?25h", "\u{FFFD}", "❤\u{FE0F} ",
        "\r\u{1F1E9}\u{1F1EA}"
    ]

    private func entry(_ second: Int, using random: inout SeededGenerator) -> StackedLayout.Entry {
        .text(second, details: random.once(in: 8) ? "more" : "")
    }

    /// - Parameter most: The most HUDs.
    private func step(_ number: Int, _ run: inout RegionSimulation, most: Int = 3, using random: inout SeededGenerator) {
        switch random.int(0..<45) {
        // Leaving a state in which the HUDs are off is more likely than entering it.
        case 40..<43:
            run.resume()
            run.uncover()
            run.setForeground(true)
        case 43..<45: run.hold(false)
        case 0 where run.members.count < most: run.add(entry(number, using: &random))
        case 1 where !run.members.isEmpty:
            let text = random.bool() ? "left \(number)" : nil
            run.remove(random.int(0..<run.members.count), leaving: text)
        case 2...6:
            if !run.members.isEmpty {
                run.render(random.int(0..<run.members.count), entry(number, using: &random))
            }
        case 7: run.log("line \(number)")
        case 8: random.int(0...2) < run.suspensions ? run.resume() : run.suspend()
        case 9: run.isCovered ? run.uncover() : run.cover()
        case 10: run.hold(run.facts.takesMore)
        case 11 where run.members.isEmpty: run.add(entry(number, using: &random))
        case 12: run.setForeground(!run.facts.isForeground)
        case 13: run.ask()
        case 14...15: run.flood()
        case 16: run.calm()
        case 17: run.refusesNext = run.farewell != nil
        default:
            let text = random.pick(Self.texts)
            let bytes = Array(text.utf8)
            // A frame between the scalars of an emoji keeps the terminal from joining them.
            let isWhole = text.unicodeScalars.contains { $0.value == 0xFE0F || $0.value == 0x200D } || random.bool()
            let cut = isWhole ? bytes.count : random.int(0...bytes.count)
            run.print(Array(bytes[..<cut]))
            if random.once(in: 3), !run.members.isEmpty { run.render(0, run.members[0].entry) }
            run.print(Array(bytes[cut...]))
        }
    }

    @Test func `After random inputs, the screen shows what the job has printed and nothing else`() {
        var random = SeededGenerator(stream: 110)
        var seen: [String: Int] = [:]
        var passedOn = 0
        for round in 0..<Self.steps / Self.stepsInRun {
            guard let (name, capabilities) = terminals.randomElement(using: &random) else { return }
            let (columns, rows) = (random.int(8...40), random.int(8...14))
            var run = RegionSimulation(
                columns: columns, rows: rows, capabilities, emoji: InMemoryTerminal.Emoji.allCases[round % 3]
            ) { $0.drawsBelowUnfinishedLines = round % 4 > 0 }
            for number in 0..<Self.stepsInRun {
                // A block of four rows, as in the texts, has room above the HUDs, with two rows each.
                step(number, &run, most: rows < 10 ? 2 : 3, using: &random)
                seen[run.machine.state.name, default: 0] += 1
                if run.complaint != nil { break }
            }
            run.finish()
            passedOn += run.passedOn
            if let complaint = run.complaint ?? run.complaintAboutRest() {
                Issue.record(
                    "seed \(SeededGenerator.seed), round \(round), \(name) \(columns)×\(rows): \(complaint)\n\(run.script)")
                return
            }
        }
        guard SeededGenerator.isUsual else { return }
        #expect(passedOn * 200 > Self.steps, "\(passedOn) outputs were passed on in \(Self.steps) steps")
        for state in ["absent", "here", "below", "pinned", "heldBack", "suspended", "covered"] {
            #expect(seen[state, default: 0] * 500 > Self.steps, "\(state) was seen too rarely: \(seen)")
        }
    }

    @Test(arguments: [true, false])
    func `Resizes at any time leave no session open and write nothing to a stuck terminal`(reflows: Bool) {
        var random = SeededGenerator(stream: reflows ? 111 : 112)
        var rests = 0
        for round in 0..<Self.steps / Self.stepsInRun / 4 {
            guard let (name, capabilities) = terminals.randomElement(using: &random) else { return }
            var run = RegionSimulation(columns: 40, rows: 12, capabilities) {
                $0.drawsBelowUnfinishedLines = round % 4 > 0
                $0.sharesTerminal = round % 5 == 0
            }
            for number in 0..<Self.stepsInRun where run.complaint == nil {
                if random.once(in: 6) {
                    run.resize(
                        columns: random.int(1...50), rows: random.int(1...20), reflows: reflows)
                }
                step(number, &run, using: &random)
                if case .resting = run.machine.state { rests += 1 }
            }
            run.finish()
            if run.begun != run.ended { run.complaint = "\(run.begun) sessions, of which \(run.ended) ended" }
            if let complaint = run.complaint {
                Issue.record("seed \(SeededGenerator.seed), round \(round), \(name): \(complaint)\n\(run.script)")
                return
            }
        }
        #expect(rests > 0)
    }
}

extension RegionMachine.State {
    /// The name by which a run counts the state.
    fileprivate var name: String {
        switch self {
        case .absent: "absent"
        case .shown(let picture):
            switch picture.placement {
            case .here: "here"
            case .below: "below"
            case .pinned: "pinned"
            }
        case .heldBack: "heldBack"
        case .resting: "resting"
        case .suspended: "suspended"
        case .covered: "covered"
        }
    }
}
