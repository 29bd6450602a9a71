import Testing

@testable import HUDCore

/// What the program gives to the library is released outside every lock, because an object can call back when it is released.
@Suite struct ReleaseTests {
    /// Calls a closure when it is released.
    private final class Caller: Sendable {
        let call: @Sendable () -> Void
        init(_ call: @escaping @Sendable () -> Void) { self.call = call }
        deinit { call() }
    }

    private let stage = Stage()
    private var hud: HUD { stage.hud }

    private func start(_ label: String, of work: ProgressNode? = nil) -> ProgressNode {
        (work ?? hud.work).part(label, total: 1)
    }

    private func showRows(total: Int) {
        hud.rows = .upTo(4)
        hud.work.totalCount = total
        hud.show()
        stage.go(to: 0.1)
    }

    @Test func `A part that only the handler of a part without a row holds is released outside the lock of the rows`() {
        showRows(total: 3)
        let first = start("first")
        func startTwo() {
            let (a, b) = (start("a"), start("b"))
            a.retryHandler = { _ in b.cancel() }
            stage.go(to: 0.2)
            a.cancel()
        }
        startTwo()
        stage.go(to: 2)
        #expect(hud.work.completedCount == 2)
        #expect(stage.recorder.frames.last?.unlisted == RowTaskCounts(finished: 1, cancelled: 1))
        withExtendedLifetime(first) {}
    }

    @Test func `A part that ends while a frame reads the labels of the running parts is released outside the lock of the HUD`() {
        let clock = ManualClock()
        let hud = HUD(renderer: Recorder(), clock: clock)
        hud.show()
        let others = (0..<1_000).map { start("\($0)", of: hud.work) }
        onThreads(2) { thread in
            for _ in 0..<Effort.scaled(2_000) {
                if thread == 0 {
                    clock.advance(by: 0.034)
                } else {
                    let part = hud.work.part("x")
                    let caller = Caller { _ = hud.label }
                    part.cancellationHandler = { withExtendedLifetime(caller) {} }
                    part.fail("")
                }
            }
        }
        #expect(hud.isOnScreen)
        withExtendedLifetime(others) {}
    }

    @Test func `So is one that the handler of a part holds that had a row, when the rows are gone`() {
        showRows(total: 2)
        func startTwo() {
            let (a, b) = (start("a"), start("b"))
            a.retryHandler = { _ in b.cancel() }
            stage.go(to: 1)
            a.cancel()
        }
        startTwo()
        stage.go(to: 5)
        hud.hide()
        stage.go(to: 9)
        #expect(hud.work.completedCount == 2)
    }

    @Test func `So is one that the handler of a failed part holds, when the part that this one is in ends`() {
        showRows(total: 3)
        let branch = start("branch")
        func startTwo() {
            let (other, failing) = (start("other"), start("failing", of: branch))
            failing.retryHandler = { _ in other.complete() }
            failing.fail("disk full")
        }
        startTwo()
        stage.go(to: 1)
        branch.finish()
        stage.go(to: 5)
        #expect(hud.work.completedCount == 2)
    }

    @Test func `A failed part is released outside the lock of the part that it is in`() {
        let branch = ProgressNode(totalCount: 2)
        func startTwo() {
            let (other, failing) = (start("other", of: branch), start("failing", of: branch))
            failing.retryHandler = { _ in other.complete() }
            failing.fail("disk full")
        }
        startTwo()
        branch.finish()
        #expect(branch.children.isEmpty)
    }

    @Test func `A part that has finished releases its handlers, and takes no others`() {
        final class Download: Sendable {
            let part: ProgressNode
            init(_ part: ProgressNode) { self.part = part }
        }
        weak var released: Download?
        do {
            let download = Download(start("a"))
            download.part.cancellationHandler = { withExtendedLifetime(download) {} }
            download.part.retryHandler = { _ in withExtendedLifetime(download) {} }
            released = download
            download.part.finish()
            #expect(download.part.cancellationHandler == nil && download.part.retryHandler == nil)
            download.part.pausingHandler = { withExtendedLifetime(download) {} }
            #expect(download.part.pausingHandler == nil)
        }
        #expect(released == nil)
    }

    @Test func `The source of a HUD whose place another one takes is released outside the lock`() {
        let (clock, recorder) = (stage.clock, stage.recorder)
        final class Source: ProgressSource {
            let caller: Caller
            init(_ caller: Caller) { self.caller = caller }
            func sample() -> ProgressSample { .zero }
        }
        withHUD("outer", timing: .still, renderer: recorder, clock: clock) { _ in
            withHUD("a", timing: .still, renderer: recorder) { hud in
                hud.progressSource = Source(Caller { [weak hud] in _ = hud?.phase })
                clock.advance(by: 0.1)
            }
            withHUD("b", timing: .still, renderer: recorder) { hud in
                #expect(hud.progressSource == nil)
                clock.advance(by: 0.1)
            }
        }
        #expect(recorder.removals.map(\.label) == ["b", "outer"])
    }
}
