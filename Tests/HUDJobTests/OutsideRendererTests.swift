import HUDJob
import HUDTerminal
import Synchronization
import Testing

/// A renderer that a program has written itself, with the public API alone, can do what those of HUDTerminal can.
@Suite struct OutsideRendererTests {
    /// Keeps what it is given.
    private final class Own: TerminalRenderer {
        struct Log {
            var frames: [HUDSnapshot] = []
            var ticks = 0
            var printed: [UInt8] = []
            var changes: [String] = []
            var suspensions = 0
            var pane: [String] = []
            var panes: [[String]] = []
            var leavesSummary = true
        }

        let shown: HUDDisplay
        private let state = Mutex(Log())

        init(_ shown: HUDDisplay = HUDDisplay(.screen, parts: .rows(windowHeight: 24))) { self.shown = shown }

        var log: Log { state.withLock { $0 } }
        var canDraw: Bool { shown.medium == .screen }
        var display: HUDDisplay { shown }
        var preferredAnimationDuration: Duration { .zero }
        var pane: [String] {
            get { state.withLock { $0.pane } }
            set {
                state.withLock { state in
                    state.pane = newValue
                    state.panes.append(newValue)
                }
            }
        }
        var leavesSummary: Bool {
            get { state.withLock { $0.leavesSummary } }
            set { state.withLock { $0.leavesSummary = newValue } }
        }

        func remove(_ snapshot: HUDSnapshot) {}
        func log(_ text: String) { passThrough((text + "\n").utf8) }

        func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
            state.withLock { state in
                if snapshot.changes == .time { state.ticks += 1 } else { state.frames.append(snapshot) }
            }
            return snapshot.timestamp.advanced(by: .milliseconds(100))
        }

        func passThrough(_ bytes: RawSpan) {
            bytes.withUnsafeBytes { bytes in state.withLock { $0.printed += bytes } }
        }

        func report(_ change: PartChange) {
            state.withLock { $0.changes.append("\(change.part.label) \(String(describing: change.part.state))") }
        }

        func suspend() { state.withLock { $0.suspensions += 1 } }
    }

    private func printed(_ renderer: Own) -> [String] {
        String(decoding: renderer.log.printed, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }

    @Test func `It prints what a job writes, and is given the rows of jobs`() async throws {
        let renderer = Own()
        let timing = HUDTiming(graceTime: .zero, minimumShowTime: .zero)
        var configuration = JobGroup.Configuration()
        configuration.output = .hide
        configuration.limit = 2
        let jobs = ["one", "two"].map { (name: String) in JobGroup.Job(["sh", "-c", "echo \(name); sleep 0.3"], name: name) }
        let rows = HUDRows.upTo(4, graceTime: .zero, minimumShowTime: .zero)
        let result = try await JobGroup(jobs, configuration: configuration).run(timing: timing, rows: rows, renderer: renderer)
        #expect(result.exitStatus == 0)
        try await HUDJob(["echo", "three"]).run(timing: timing, renderer: renderer)
        #expect(printed(renderer) == ["three"])
        let shown = renderer.log.frames.flatMap { $0.rows.compactMap { $0?.label } }
        #expect(Set(shown).isSuperset(of: ["one", "two"]))
    }

    @Test(arguments: [0, 1])
    func `The last lines of a job are off the HUD when the job has ended`(status: Int) throws {
        let renderer = Own()
        var configuration = HUDJob.Configuration()
        configuration.output = .last(2)
        try withHUD("Working", renderer: renderer) { hud in
            try HUDJob(["sh", "-c", "printf 'one\ntwo\nthree\n'; exit \(status)"], configuration: configuration).run(in: hud)
            #expect(renderer.log.panes.contains(["two", "three"]))
            #expect(renderer.log.pane == [])
        }
    }

    @Test(arguments: [HUDDisplay.Medium.screen, .lines, .events])
    func `It prints what a job has to say about itself`(medium: HUDDisplay.Medium) {
        let renderer = Own(HUDDisplay(medium, parts: .none))
        JobDisplay(of: HUD(renderer: renderer, clock: ManualClock())).log("a message")
        #expect(printed(renderer) == ["a message"])
    }

    @Test func `It is told in which frames only the time has changed`() {
        let clock = ManualClock()
        let renderer = Own()
        let hud = HUD(label: "Waiting", renderer: renderer, clock: clock)
        hud.show()
        clock.advance(by: .seconds(1))
        hud.hide()
        #expect(renderer.log.ticks == 10)
    }

    @Test func `It is told of each change of a part, if it asks for changes`() {
        let clock = ManualClock()
        let renderer = Own(HUDDisplay(.lines, parts: .changes))
        let hud = HUD(label: "Building", renderer: renderer, clock: clock)
        hud.rows = .upTo(4)
        hud.show()
        clock.advance(by: .seconds(1))
        hud.work.subprogress(assigningCount: 1, label: "a").start().finish()
        hud.hide()
        #expect(renderer.log.changes == ["a running", "a finished"])
    }

    @Test func `It is given the tree of the work, if it asks for that`() {
        let clock = ManualClock()
        let renderer = Own(HUDDisplay(.parent, parts: .tree(atMost: 2)))
        let hud = HUD(label: "Building", renderer: renderer, clock: clock)
        let parts = ["a", "b", "c"].map { hud.work.subprogress(assigningCount: 1, label: $0).start() }
        hud.show()
        clock.advance(by: .seconds(1))
        #expect(renderer.log.frames.last?.parts.map(\.label) == ["a", "b"])
        hud.hide()
        withExtendedLifetime(parts) {}
    }
}
