import HUDCore
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// Which ticks are drawn from prepared bytes, and which bytes these are.
@Suite struct SpinnerStepsTests {
    private let member = RegionReplay.Identity()
    private var id: RegionMember { RegionMember(member) }

    /// A machine that has drawn the first frame of an indeterminate HUD.
    private func machine(_ look: InlineLook, columns: Int = 60, taskbar: Bool = false) -> RegionMachine {
        var capabilities = TerminalCapabilities.xterm
        capabilities.isUTF8 = false
        capabilities.features.hasTaskbarProgress = taskbar
        capabilities.colors.depth = .none
        var facts = TerminalFacts()
        facts.window = WindowSize(columns: columns, rows: 20)
        var machine = RegionMachine(
            capabilities: capabilities, options: TerminalOptions(), output: OutputTracker(window: facts.window, isUTF8: false))
        let actions = machine.render(StackedLayout.Entry(snapshot: HUDSnapshot(label: "Waiting"), look: look), of: id, facts)
        #expect(!actions.isEmpty)
        return machine
    }

    private func tick(at time: Duration, elapsed: Duration = .zero, look: InlineLook = line) -> StackedLayout.Entry {
        var snapshot = HUDSnapshot(
            label: "Waiting", frame: 1, timestamp: .zero.advanced(by: time), elapsed: elapsed, timeOnScreen: time)
        snapshot.changes = .time
        return StackedLayout.Entry(snapshot: snapshot, look: look)
    }

    private static let line = InlineLook(spinner: .line, version: 1)

    /// The bytes of the next tick, which is drawn; nil if it is not prepared.
    private func draw(_ tick: StackedLayout.Entry, _ machine: inout RegionMachine) -> String? {
        guard let step = machine.step(to: tick, of: id) else { return nil }
        machine.hasDrawn(tick, step)
        return String(decoding: step.bytes, as: UTF8.self)
    }

    @Test func `A look without a version is not prepared, because it can't be told from another one`() {
        let interval = Spinner.line.interval
        var versioned = machine(InlineLook(spinner: .line, version: 1))
        #expect(draw(tick(at: interval), &versioned) == "\r/\r")
        var unversioned = machine(InlineLook(spinner: .line, version: 0))
        #expect(draw(tick(at: interval, look: InlineLook(spinner: .line, version: 0)), &unversioned) == nil)
    }

    @Test func `A spinner that is wider than the window is replaced in ticks too`() {
        let wide = Spinner(name: "wide", interval: .milliseconds(80), frames: ["[=   ]", "[ =  ]"])
        var narrow = machine(InlineLook(spinner: wide, version: 1), columns: 5)
        #expect(narrow.picture?.grid.text(ofRow: 0) == "|")
        #expect(draw(tick(at: Spinner.dots.asciiInterval), &narrow) == "\r/\r")
    }

    @Test func `No tick is prepared for the instant at which the taskbar's progress has to be sent again`() {
        var machine = machine(InlineLook(spinner: .line, version: 1), taskbar: true)
        #expect(draw(tick(at: .milliseconds(4999)), &machine) != nil)
        #expect(draw(tick(at: .seconds(5)), &machine) == nil)
    }

    @Test func `The bytes of each step are made once, also of the step from the last frame to the first`() {
        let interval = Spinner.line.interval
        let count = Spinner.line.frames.count
        var machine = machine(InlineLook(spinner: .line, version: 1))
        var first: [String?] = []
        for step in 1...count {
            #expect(machine.lines.steps?[step - 1, step % count] == nil, "step \(step) is not made yet")
            first.append(draw(tick(at: interval * step), &machine))
        }
        #expect(first == ["\r/\r", "\r-\r", "\r\\\r", "\r|\r"])
        for step in 1...count {
            let kept = machine.lines.steps?[step - 1, step % count]
            #expect(kept.map { String(decoding: $0, as: UTF8.self) } == first[step - 1], "step \(step) is kept")
            #expect(draw(tick(at: interval * (count + step)), &machine) == first[step - 1])
        }
    }

    @Test func `The bytes of a step that leaves frames out are not kept`() {
        let interval = Spinner.line.interval
        var machine = machine(InlineLook(spinner: .line, version: 1))
        #expect(draw(tick(at: interval * 2), &machine) == "\r-\r")
        #expect(draw(tick(at: interval * 4), &machine) == "\r|\r")
        #expect(draw(tick(at: interval * 5), &machine) == "\r/\r")
    }

    @Test func `Another HUD that appears does not turn the spinner back`() {
        var machine = machine(InlineLook(spinner: .line, version: 1))
        #expect(draw(tick(at: Spinner.line.interval * 2), &machine) == "\r-\r")
        let other = RegionReplay.Identity()
        var facts = TerminalFacts()
        facts.window = WindowSize(columns: 60, rows: 20)
        _ = machine.render(tick(at: .zero), of: RegionMember(other), facts)
        #expect(machine.picture?.grid.text(ofRow: 0) == "- Waiting 0:00")
    }

    @Test func `After a step of a wide spinner, the next frame is that of its next step`() {
        let wide = Spinner(name: "wide", interval: .milliseconds(90), frames: ["[=   ]", "[ =  ]"])
        let look = InlineLook(spinner: wide, version: 1)
        var machine = machine(look)
        let tick = tick(at: .milliseconds(90), look: look)
        // In a rendered frame the dots may replace it.
        #expect(machine.nextChange(after: tick, of: id) == .zero.advanced(by: .milliseconds(130)))
        #expect(draw(tick, &machine) != nil)
        #expect(machine.nextChange(after: tick, of: id) == .zero.advanced(by: .milliseconds(180)))
    }
}
