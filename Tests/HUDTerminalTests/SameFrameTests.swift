import HUDCore
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// Frames for which the driver asks the terminal less, or nothing.
@Suite struct SameFrameTests {
    private let member = RegionReplay.Identity()
    private var id: RegionMember { RegionMember(member) }
    private let facts = TerminalFacts()

    private func entry(at time: Duration, elapsed: Duration? = nil) -> StackedLayout.Entry {
        let snapshot = HUDSnapshot(
            mode: .text, label: "Waiting", timestamp: .zero.advanced(by: time), elapsed: elapsed ?? time, timeOnScreen: time)
        return StackedLayout.Entry(snapshot: snapshot, look: InlineLook(version: 1))
    }

    private func machine(taskbar: Bool) -> RegionMachine {
        var capabilities = TerminalCapabilities.xterm
        capabilities.features.hasTaskbarProgress = taskbar
        var machine = RegionMachine(
            capabilities: capabilities, options: .init(), output: OutputTracker(window: facts.window, isUTF8: true))
        _ = machine.render(entry(at: .zero), of: id, facts)
        return machine
    }

    @Test func `A frame is not the same once the taskbar's progress has to be sent again`() {
        var machine = machine(taskbar: true)
        let (before, due) = (entry(at: .milliseconds(4999), elapsed: .zero), entry(at: .seconds(5), elapsed: .zero))
        let (same, none) = (machine.step(to: before, of: id), machine.step(to: due, of: id))
        #expect(same?.bytes == [] && none == nil)
    }

    @Test func `The segment of a bar moves in a HUD with an outcome too`() {
        let progress = ProgressSample(completedUnitCount: 3, totalUnitCount: nil)
        #expect(HUDSnapshot(mode: .bar, progress: progress, outcome: .succeeded).isMoving(.usual))
        #expect(!HUDSnapshot(mode: .text).isMoving(.usual))
    }
}
