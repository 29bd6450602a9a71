import CTerminalSupport
import HUDCore
import Synchronization
import Testing

@testable import HUDReports
@testable import HUDScreen
@testable import HUDTerminal

/// What is reported to zig, and what a pipe that takes only a part of a message does to it.
@Suite struct ZigProgressReportTests {
    private func snapshot(
        _ label: String, _ details: String = "", _ progress: ProgressSample = .zero, mode: HUDMode = .indeterminate, hud: Int = 1,
        parts: [HUDPart] = [], at milliseconds: Int = 0
    ) -> HUDSnapshot {
        var snapshot = HUDSnapshot(
            mode: mode, label: label, detailsLabel: details, progress: progress,
            timestamp: .zero.advanced(by: .milliseconds(milliseconds)), hudID: hud)
        snapshot.parts = parts
        return snapshot
    }

    /// The nodes as lines, such as `  [1/4] name`.
    private func lines(_ message: ZigProgressMessage?) -> [String] {
        guard let nodes = message?.nodes else { return [] }
        return nodes.map { node in
            var depth = 0
            var next = node.parent
            while let parent = next {
                depth += 1
                next = nodes[parent].parent
            }
            return String(repeating: "  ", count: depth) + "[\(node.completed)/\(node.total)] \(node.name)"
        }
    }

    @Test func `A HUD is the root, and its parts or its details are below it`() {
        var report = ZigProgressReport(format: .names120)
        #expect(report.nextMessage == nil)
        report.huds.update(snapshot("Packing", "a.txt", ProgressSample(completedUnitCount: 1, totalUnitCount: 4)))
        #expect(lines(report.nextMessage) == ["[1/4] Packing", "  [0/0] a.txt"])
        let parts = [
            HUDPart(label: "one", progress: ProgressSample(fraction: 0.5)), HUDPart(label: "two"),
            HUDPart(label: "three", parent: 1)
        ]
        report.huds.update(
            snapshot("Packing", "one, two", ProgressSample(completedUnitCount: 1, totalUnitCount: 4), parts: parts))
        #expect(lines(report.nextMessage) == ["[1/4] Packing", "  [50/100] one", "  [0/0] two", "    [0/0] three"])
    }

    @Test func `A tree that zig has is not sent again, and the end is a root without a name`() {
        var report = ZigProgressReport(format: .names40)
        report.huds.update(snapshot("x"))
        #expect(report.next == report.nextMessage?.bytes)
        report.wrote()
        #expect(report.nextMessage == nil)
        report.huds.update(snapshot("y"))
        #expect(lines(report.nextMessage) == ["[0/0] y"])
        report.huds.remove(1)
        #expect(lines(report.nextMessage) == ["[0/0] "])
    }

    @Test func `Several HUDs are below a root without a name`() {
        var report = ZigProgressReport(format: .names40)
        report.huds.update(snapshot("One", parts: [HUDPart(label: "part")]))
        report.huds.update(snapshot("Two", hud: 2))
        #expect(lines(report.nextMessage) == ["[0/0] ", "  [0/0] One", "    [0/0] part", "  [0/0] Two"])
    }

    @Test(
        arguments: [
            (ProgressSample(fraction: 0.455), HUDMode.bar, "[45/100] x"), (.zero, .bar, "[0/100] x"),
            (.zero, .indeterminate, "[0/0] x"),
            (ProgressSample(completedUnitCount: 7, totalUnitCount: nil), .bar, "[7/0] x"),
            (
                ProgressSample(completedUnitCount: 3_000_000_000, totalUnitCount: 6_000_000_000, unit: .bytes), .bar,
                "[3000000/6000000] x"
            )
        ] as [(ProgressSample, HUDMode, String)])
    func `Counts have 32 bits`(_ sample: ProgressSample, _ mode: HUDMode, _ expected: String) {
        var report = ZigProgressReport(format: .names120)
        report.huds.update(snapshot("x", "", sample, mode: mode))
        #expect(lines(report.nextMessage) == [expected])
    }

    @Test func `A pipe that takes a part of a message gets the rest of the same one`() {
        let pipe = ParentPipe()
        let parent = ParentProgress(descriptor: dup(pipe.ends[1]), format: .names120)
        let parts = (0..<200).map { HUDPart(label: "part \($0)") }
        let left = pipe.fill() - pipe.bytes(upTo: 8192).count
        parent.draw(snapshot("first", parts: parts))
        var received = Array(pipe.bytes().dropFirst(left))
        #expect(!received.isEmpty && received.count < 16_384)
        for time in 1..<9 {
            parent.draw(snapshot("second", parts: parts, at: time * 100))
            received += pipe.bytes()
        }
        #expect(received.count == 2 * 16_384)
        let messages = [received.prefix(16_384), received.suffix(16_384)].map { ZigProgressMessage(Array($0), format: .names120) }
        #expect(messages.map { $0?.name(of: 0) } == ["first", "second"] && messages.map { $0?.count } == [127, 127])
        parent.remove(snapshot("second", at: 3000))
        #expect(pipe.bytes().count == 130)
    }

    @Test func `The parts of a HUD's work are in its snapshot if the renderer wants them`() {
        let clock = ManualClock()
        let renderer = PartsRecorder()
        let hud = HUD(label: "Building", renderer: renderer, clock: clock)
        hud.work.totalCount = 4
        let fetch = hud.work.subprogress(assigningCount: 1, label: "fetch").start(totalCount: 2)
        let file = fetch.subprogress(assigningCount: 1, label: "file").start()
        hud.show()
        clock.advance(by: 0.1)
        #expect(renderer.parts.map(\.label) == ["fetch", "file"] && renderer.parts.map(\.parent) == [nil, 0])
        file.finish()
        clock.advance(by: 0.1)
        #expect(renderer.parts.map(\.label) == ["fetch"] && renderer.parts.first?.progress.completedUnitCount == 1)
        hud.hide()
    }

    @Test func `Beside lines there is a tree once there are parts, without details`() {
        var report = ZigProgressReport(format: .names120, isBesideLines: true)
        var hud = snapshot("Building")
        hud.detailsLabel = "details"
        report.huds.update(hud)
        #expect(report.nextMessage == nil)
        hud.parts = [HUDPart(label: "part")]
        report.huds.update(hud)
        #expect(report.nextMessage?.nodes.map(\.name) == ["Building", "part"])
        report.wrote()
        hud.parts = []
        report.huds.update(hud)
        #expect(report.nextMessage?.nodes.map(\.name) == ["Building"])
        report.wrote()
        report.huds.remove(hud.hudID)
        #expect(report.nextMessage?.nodes.map(\.name) == [""])
    }

    @Test func `The parts are there beside progress of another source`() {
        struct Half: ProgressSource {
            func sample() -> ProgressSample { ProgressSample(fraction: 0.5) }
        }
        let clock = ManualClock()
        let renderer = PartsRecorder()
        let hud = HUD(label: "Building", renderer: renderer, clock: clock)
        hud.progressSource = Half()
        let fetch = hud.work.subprogress(assigningCount: 0, label: "fetch").start()
        hud.show()
        clock.advance(by: 0.1)
        #expect(renderer.parts.map(\.label) == ["fetch"])
        fetch.finish()
        hud.hide()
    }
}

/// Keeps the parts of the last frame.
private final class PartsRecorder: HUDRenderer {
    private let last = Mutex<[HUDPart]>([])
    var display: HUDDisplay { HUDDisplay(.parent, parts: .tree(atMost: 10)) }
    var parts: [HUDPart] { last.withLock { $0 } }

    func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
        last.withLock { $0 = snapshot.parts }
        return .distantPast
    }

    func remove(_ snapshot: HUDSnapshot) {}
}
