import Testing

@testable import HUDCore

#if HUD_THREAD_SANITIZER
private typealias Mutex = SanitizedMutex
#else
import Synchronization
#endif

/// Parts of a HUD's work that fail, and the counts beside its bar.
@Suite struct FailedPartsTests {
    private final class Renderer: HUDRenderer {
        let lines = Mutex<[String]>([])
        let last = Mutex<HUDSnapshot?>(nil)
        let removed = Mutex<HUDSnapshot?>(nil)

        func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
            last.withLock { $0 = snapshot }
            return .distantPast
        }

        func remove(_ snapshot: HUDSnapshot) { removed.withLock { $0 = snapshot } }
        func log(_ text: String) { lines.withLock { $0.append(text) } }
    }

    private struct Failure: Error, CustomStringConvertible { var description: String { "no space" } }

    private let renderer = Renderer()
    private let clock = ManualClock()

    private func part(
        _ label: String, of node: ProgressNode, assigning count: Int = 1, total: Int? = nil, unit: ProgressUnit = .items
    ) -> ProgressNode {
        node.subprogress(assigningCount: count, label: label).start(totalCount: total, unit: unit)
    }

    @Test func `A part that its handler tries again, and that fails then, leaves one line`() {
        let hud = HUD(label: "Work", renderer: renderer, clock: clock)
        hud.summary = .always
        hud.show()
        let part = part("part", of: hud.work)
        part.cancellationHandler = { [weak part] in
            part?.retry()
            part?.fail("once")
        }
        part.cancel()
        #expect(part.state == .failed(reason: "once"))
        #expect(renderer.lines.withLock(\.self) == ["✗ part once"])
    }

    @Test func `Two HUDs that show one work have both its rows and its failures, until one has no rows any more`() {
        let renderers = [Renderer(), Renderer()]
        let work = ProgressNode(label: "Work", totalCount: 4)
        let huds = renderers.map { HUD(label: "HUD", renderer: $0, clock: clock) }
        for hud in huds {
            (hud.progressSource, hud.rows, hud.summary) = (work, .upTo(4), .failures)
            hud.show()
        }
        func rows() -> [[String?]] {
            clock.advance(by: 1)
            return renderers.map { $0.last.withLock { $0?.rows.map { $0?.label } ?? [] } }
        }
        let first = part("first", of: work)
        #expect(rows() == [["first"], ["first"]])
        first.fail("full")
        #expect(renderers.map { $0.lines.withLock(\.self) } == [["✗ first full"], ["✗ first full"]])
        huds[0].rows = .none
        let second = part("second", of: work)
        #expect(rows()[1] == ["first", "second"])
        huds[0].rows = .upTo(4)
        #expect(rows() == [["second"], ["first", "second"]])
        second.finish()
    }

    @Test func `What is logged while a frame is drawn is printed after it`() {
        final class Logger: HUDRenderer {
            let isDrawing = Mutex(false)
            let lines = Mutex<[String]>([])
            let hud = Mutex<HUD?>(nil)

            private func draw() {
                isDrawing.withLock { $0 = true }
                hud.withLock(\.self)?.log("drawn")
                isDrawing.withLock { $0 = false }
            }

            func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
                draw()
                return .distantFuture
            }

            func remove(_ snapshot: HUDSnapshot) { draw() }

            func log(_ text: String) {
                let isDrawing = isDrawing.withLock(\.self)
                lines.withLock { $0.append(isDrawing ? "too early" : text) }
            }
        }
        let logger = Logger()
        let hud = HUD(label: "Work", renderer: logger, clock: clock)
        logger.hud.withLock { $0 = hud }
        hud.show()
        hud.log("shown")
        clock.advance(by: 1)
        hud.finish()
        logger.hud.withLock { $0 = nil }
        let lines = logger.lines.withLock(\.self)
        #expect(lines.first == "shown" && lines.count > 1 && lines.dropFirst().allSatisfy { $0 == "drawn" })
    }

    // MARK: Running

    @Test(arguments: [
        (nil, TaskState.finished), (Failure() as any Error, .failed(reason: "no space")), (CancellationError(), .cancelled)
    ])
    func `A part ends as its work ends`(error: (any Error)?, state: TaskState) async {
        let root = ProgressNode(totalCount: 2)
        let (now, later) = (part("a", of: root), root.subprogress(assigningCount: 1, label: "b").enqueue())
        func work(of node: ProgressNode) throws -> Int {
            #expect(node.state == .running)
            if let error { throw error }
            return 7
        }
        #expect((try? now.run { try work(of: now) }) == (error == nil ? 7 : nil))
        func workLater() async throws -> Int { try work(of: later) }
        let result = try? await later.run { try await workLater() }
        #expect(result == (error == nil ? 7 : nil))
        #expect(now.state == state)
        #expect(later.state == state)
        #expect(root.sample().lostUnits == (state.isFailure ? 2 : 0))
    }

    @Test func `A part that its work has ended stays as it is`() throws {
        let root = ProgressNode(totalCount: 2)
        let (a, b) = (part("a", of: root), part("b", of: root))
        a.run { a.fail("cut off") }
        #expect(throws: Failure.self) {
            try b.run {
                b.cancel()
                throw Failure()
            }
        }
        #expect(a.state == .failed(reason: "cut off"))
        #expect(b.state == .cancelled)
    }

    // MARK: What counts

    @Test func `What a failed part has not done does not count, and what it has done does`() {
        let root = ProgressNode(totalCount: 200, unit: .bytes)
        let (a, b) = (
            part("a", of: root, assigning: 100, total: 100, unit: .bytes),
            part("b", of: root, assigning: 100, total: 100, unit: .bytes)
        )
        a.complete(count: 40)
        a.retryHandler = { _ in }
        a.fail("cut off")
        #expect(root.sample().completedUnitCount == 40)
        #expect(root.sample().fraction == 0.2)
        #expect(root.sample().lostUnits == 60)
        b.finish()
        #expect(root.sample().completedUnitCount == 140)
        #expect(root.tally.sampleForFrame() == root.sample())
        a.retry()
        #expect(root.sample().completedUnitCount == 100)
        #expect(root.sample().lostUnits == 0)
        a.finish()
        #expect(root.sample() == ProgressSample(completedUnitCount: 200, totalUnitCount: 200, unit: .bytes))
    }

    @Test func `A count that is set replaces what failed parts had completed`() {
        let root = ProgressNode(totalCount: 4)
        let failed = part("a", of: root, assigning: 2, total: 2)
        failed.complete()
        failed.fail("cut off")
        #expect(root.fractionCompleted == 0.25 && root.sample().lostUnits == 1)
        root.completedCount = 0
        #expect(root.sample() == ProgressSample(completedUnitCount: 0, totalUnitCount: 4))
        #expect(root.tally.failures == (failed: 1, all: 1))
        root.completedCount = 3
        #expect(root.sample() == ProgressSample(completedUnitCount: 3, totalUnitCount: 4))
    }

    @Test func `A position at which work begins replaces what failed parts had completed`() {
        let root = ProgressNode(totalCount: 4)
        let failed = part("a", of: root, assigning: 2, total: 2)
        failed.complete()
        failed.fail("cut off")
        root.begin(at: 2)
        #expect(root.fractionCompleted == 0.5 && root.sample().lostUnits == 0)
    }

    @Test(
        arguments: [
            { $0.cancel() }, { $0.fail("cut off") },
            {
                $0.complete()
                $0.fail("too late")
            }
        ] as [@Sendable (ProgressNode) -> Void])
    func `A part that had ended before the count was set counts when it is tried again`(end: @Sendable (ProgressNode) -> Void) {
        let root = ProgressNode(totalCount: 10)
        let (again, running) = (
            part("a", of: root, assigning: 5, total: 2), part("b", of: root, assigning: 2, total: 2)
        )
        again.complete()
        running.complete()
        end(again)
        root.completedCount = 1
        #expect(root.fractionCompleted == 0.2)
        again.retry()
        #expect(root.fractionCompleted == 0.2 && root.tally.failures == (failed: 0, all: 2))
        again.finish()
        #expect(root.completedCount == 6 && root.fractionCompleted == 0.7)
        running.finish()
        #expect(root.completedCount == 8 && root.fractionCompleted == 0.8)
    }

    @Test func `A failed part of many is not done and not to come`() {
        let root = ProgressNode(totalCount: 8)
        for number in 0..<5 {
            let part = part("\(number)", of: root)
            if number == 1 { part.fail("no") } else { part.finish() }
        }
        #expect(root.sample().completedUnitCount == 4)
        #expect(root.fractionCompleted == 0.5)
        #expect(root.tally.partsToCome == 3)
        #expect(root.tally.failures == (failed: 1, all: 8))
    }

    @Test func `The row of a failed part keeps its bar where it was`() throws {
        let hud = HUD(label: "Hashing", renderer: renderer, clock: clock)
        hud.rows = .upTo(3, graceTime: .zero)
        hud.show()
        let part = part("film", of: hud.work, total: 10)
        part.complete(count: 4)
        clock.advance(by: 1)
        part.fail("disk full")
        clock.advance(by: 0.5)
        let row = try #require(renderer.last.withLock { $0 }?.rows.first ?? nil)
        #expect(row.state == .failed(reason: "disk full"))
        #expect(row.progress.fraction == 0.4)
        hud.finish()
    }

    @Test func `A part with the unit of the whole counts in it`() {
        let root = ProgressNode(totalCount: 100, unit: .bytes)
        let part = part("a", of: root, assigning: 100, total: 1000, unit: .bytes)
        part.complete(count: 900)
        #expect(root.sample().completedUnitCount == 90)
        #expect(root.sample().fraction == 0.9)
        #expect(root.tally.sampleForFrame() == root.sample())
    }

    @Test func `Parts of one unit each count when they have ended`() {
        let root = ProgressNode(totalCount: 4)
        let parts = (0..<4).map { part("\($0)", of: root, total: 2) }
        for part in parts { part.complete() }
        #expect(root.sample().completedUnitCount == 0)
        #expect(root.sample().fraction == 0.5)
        parts[0].finish()
        #expect(root.sample().completedUnitCount == 1)
    }

    @Test func `A whole with a part of another unit has no count`() {
        let root = ProgressNode(totalCount: 100, unit: .bytes)
        root.complete(count: 10)
        #expect(root.sample().completedUnitCount == 10)
        let part = part("a", of: root, assigning: 50, total: 4)
        part.complete()
        #expect(root.sample().completedUnitCount == nil)
        #expect(root.sample().fraction == 0.225)
        part.finish()
        #expect(root.sample().completedUnitCount == nil)
        let other = ProgressNode(totalCount: 100, unit: .bytes)
        other.adopt(ProgressNode(totalCount: 3), assigningCount: 10)
        #expect(other.sample().completedUnitCount == nil)
    }

    // MARK: What is left

    @Test func `Each part that fails leaves a line, at any depth`() {
        let hud = HUD(label: "Hashing", renderer: renderer, clock: clock)
        hud.summary = .failures
        hud.show()
        let outer = part("outer", of: hud.work)
        part("inner\u{1B}[31m\n", of: outer).fail("")
        outer.fail("disk\tfull\u{202E}of\u{2066}bits")
        part("done", of: hud.work).finish()
        part("stopped", of: hud.work).cancel()
        hud.finish()
        #expect(renderer.lines.withLock { $0 } == ["✗ inner [31m ", "✗ outer disk full of bits"])
    }

    @Test func `Without a summary, and for a part with a number, no line is left`() {
        let hud = HUD(label: "Hashing", renderer: renderer, clock: clock)
        part("a", of: hud.work).fail("no")
        hud.summary = .always
        var share = hud.work.subprogress(assigningCount: 1, label: "b")
        share.number = 7
        share.start().fail("no")
        hud.summary = .never
        part("c", of: hud.work).fail("no")
        #expect(renderer.lines.withLock { $0 }.isEmpty)
    }

    @Test func `Parts of a source that was replaced leave no line`() {
        let hud = HUD(label: "Hashing", renderer: renderer, clock: clock)
        hud.summary = .always
        let (first, second) = (ProgressNode(totalCount: 2), ProgressNode(totalCount: 2))
        hud.progressSource = first
        part("a", of: first).fail("x")
        hud.progressSource = second
        part("b", of: first).fail("y")
        part("c", of: second).fail("z")
        #expect(renderer.lines.withLock { $0 } == ["✗ a x", "✗ c z"])
    }

    // MARK: How a scope ends

    private func outcome(_ body: (HUD) throws -> Void) -> HUDOutcome? {
        try? withHUD("Hashing", total: 8, renderer: renderer, clock: clock) { hud in
            clock.advance(by: 1)
            try body(hud)
        }
        return renderer.removed.withLock { $0 }?.outcome
    }

    private func run(_ hud: HUD, failing: Int = 1) {
        for number in 0..<8 {
            let part = part("\(number)", of: hud.work)
            if number < failing { part.fail("no") } else { part.finish() }
        }
    }

    @Test func `A scope whose parts have failed ends as failed`() {
        #expect(outcome { run($0) } == .failed(reason: "1 of 8 failed"))
        #expect(renderer.removed.withLock { $0 }?.progress.completedUnitCount == 7)
        #expect(outcome { run($0, failing: 3) } == .failed(reason: "3 of 8 failed"))
        #expect(outcome { run($0, failing: 0) } == .succeeded)
    }

    @Test func `A scope whose work has failed or was cancelled ends as that`() {
        #expect(outcome { $0.work.fail("disk full") } == .failed(reason: "disk full"))
        #expect(outcome { $0.work.cancel() } == .cancelled)
        #expect(outcome { $0.work.finish() } == .succeeded)
        let failing = outcome { hud in
            run(hud)
            hud.work.fail("disk full")
        }
        #expect(failing == .failed(reason: "disk full"))
    }

    @Test func `A renderer that shows nothing gets no line about a failed part`() {
        let clock = ManualClock()
        for (medium, lines) in [(HUDDisplay.Medium.screen, ["✗ part no"]), (.lines, ["✗ part no"]), (.none, [])] {
            let renderer = LineRenderer(medium)
            withHUD("Hashing", summary: .failures, renderer: renderer, clock: clock) { part("part", of: $0.work).fail("no") }
            #expect(renderer.lines.withLock(\.self) == lines, "\(medium)")
        }
    }

    @Test func `An outcome of the body's and an error stay`() {
        let own = outcome { hud in
            run(hud)
            hud.outcome = .succeeded
        }
        #expect(own == .succeeded)
        let thrown = outcome { hud in
            run(hud)
            throw Failure()
        }
        #expect(thrown == .failed(reason: "no space"))
    }

    @Test func `A part that succeeds when it is tried again is no failure`() {
        let again = outcome { hud in
            run(hud, failing: 0)
            let part = part("late", of: hud.work)
            part.retryHandler = { $0.finish() }
            part.fail("no")
            part.retry()
        }
        #expect(again == .succeeded)
    }
}

/// Takes the lines that are printed.
private final class LineRenderer: HUDRenderer {
    let display: HUDDisplay
    let lines = Mutex<[String]>([])

    init(_ medium: HUDDisplay.Medium) { display = HUDDisplay(medium, parts: .none) }

    func draw(_ snapshot: HUDSnapshot) -> HUDInstant { .distantFuture }
    func remove(_ snapshot: HUDSnapshot) {}
    func log(_ text: String) { lines.withLock { $0.append(text) } }
}
