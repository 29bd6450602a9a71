import HUDCore
import Testing

@testable import HUDTerminal

/// Which ticks are drawn from prepared bytes, and which bytes these are.
@Suite struct PreparedTicksTests {
    private let member = RegionReplay.Identity()
    private var id: RegionMember { ObjectIdentifier(member) }

    /// A machine that has drawn the first frame of an indeterminate HUD.
    private func machine(_ look: InlineLook, columns: Int = 60, taskbar: Bool = false) throws -> RegionMachine {
        var (_, capabilities) = try #require(PseudoTerminal.capabilities(of: ["xterm-256color"]).first)
        capabilities.isUTF8 = false
        capabilities.hasTaskbarProgress = taskbar
        capabilities.colorDepth = .none
        var facts = TerminalFacts()
        facts.window = WindowSize(columns: columns, rows: 20)
        var machine = RegionMachine(
            capabilities: capabilities, options: TerminalOptions(), output: OutputTracker(window: facts.window, isUTF8: false))
        let actions = machine.render(StackedLayout.Entry(snapshot: HUDSnapshot(label: "Waiting"), look: look), of: id, facts)
        #expect(!actions.isEmpty)
        return machine
    }

    private func tick(at time: Duration, elapsed: Duration = .zero) -> HUDTick {
        HUDTick(hudID: 0, frame: 1, timestamp: .zero.advanced(by: time), elapsed: elapsed, timeOnScreen: time)
    }

    /// The bytes of the next tick, which is drawn; nil if it is not prepared.
    private func draw(_ tick: HUDTick, _ machine: inout RegionMachine, look: Int = 1) -> String? {
        guard let frame = machine.frame(of: tick, of: id, look: look) else { return nil }
        machine.hasDrawn(tick, frame)
        return String(decoding: frame.bytes ?? [], as: UTF8.self)
    }

    @Test func `A look without a version is not prepared, because it can't be told from another one`() throws {
        let interval = Spinner.line.interval
        var versioned = try machine(InlineLook(spinner: .line, version: 1))
        #expect(draw(tick(at: interval), &versioned) == "\r/\r")
        var unversioned = try machine(InlineLook(spinner: .line, version: 0))
        #expect(draw(tick(at: interval), &unversioned, look: 0) == nil)
    }

    @Test func `A spinner that is wider than the window is replaced in ticks too`() throws {
        let wide = Spinner(name: "wide", interval: .milliseconds(80), frames: ["[=   ]", "[ =  ]"])
        var narrow = try machine(InlineLook(spinner: wide, version: 1), columns: 5)
        #expect(narrow.picture?.grid.text(ofRow: 0) == "|")
        #expect(draw(tick(at: Spinner.dots.asciiInterval), &narrow) == "\r/\r")
    }

    @Test func `No tick is prepared for the instant at which the taskbar's progress has to be sent again`() throws {
        var machine = try machine(InlineLook(spinner: .line, version: 1), taskbar: true)
        #expect(draw(tick(at: .milliseconds(4999)), &machine) != nil)
        #expect(draw(tick(at: .seconds(5)), &machine) == nil)
    }

    @Test func `The bytes of each step are made once, also of the step from the last frame to the first`() throws {
        let interval = Spinner.line.interval
        let count = Spinner.line.frames.count
        var machine = try machine(InlineLook(spinner: .line, version: 1))
        var first: [String?] = []
        for step in 1...count {
            let tick = tick(at: interval * step)
            #expect(machine.ticks?.frame(of: tick, of: id, look: 1)?.bytes == nil, "step \(step) is not made yet")
            first.append(draw(tick, &machine))
        }
        #expect(first == ["\r/\r", "\r-\r", "\r\\\r", "\r|\r"])
        for step in 1...count {
            let tick = tick(at: interval * (count + step))
            let kept = machine.ticks?.frame(of: tick, of: id, look: 1)?.bytes
            #expect(kept.map { String(decoding: $0, as: UTF8.self) } == first[step - 1], "step \(step) is kept")
            _ = draw(tick, &machine)
        }
    }

    @Test func `The bytes of a step that leaves frames out are not kept`() throws {
        let interval = Spinner.line.interval
        var machine = try machine(InlineLook(spinner: .line, version: 1))
        #expect(draw(tick(at: interval * 2), &machine) == "\r-\r")
        #expect(draw(tick(at: interval * 4), &machine) == "\r|\r")
        #expect(draw(tick(at: interval * 5), &machine) == "\r/\r")
    }
}
