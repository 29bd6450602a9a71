import Synchronization
import Testing

@testable import HUDCore

/// What `withHUD` and `tracked` promise.
@Suite struct ScopeTests {
    private let timing = HUDTiming(grace: 0.1, minimumShow: 1, animation: 0)
    private let clock = ManualClock()
    private let recorder = Recorder()
    private struct Failure: Error, Equatable, CustomStringConvertible {
        var description: String { "no such\nfile" }
    }
    private final class NotSendable { var count = 0 }
    /// Leaves the caller's isolation and comes back.
    @concurrent private func elsewhere() async {}

    // MARK: One scope

    @Test func `A scope shows its HUD after the grace time and returns when it is gone`() async {
        let result = await withHUD("Installing", total: 3, renderer: recorder, clock: clock) { hud in
            clock.advance(to: 0.6)
            await elsewhere()
            hud.work.complete()
            return hud.label
        }
        #expect(result == "Installing")
        // Grace time 0.5 s, minimum show time 0.3 s, and an animation of 0.3 s with this renderer.
        #expect(clock.now == at(1.1))
        #expect(recorder.frames.first?.timestamp == at(0.5))
        #expect(recorder.removals.map(\.outcome) == [.succeeded])
        #expect(recorder.removals.map(\.progress.fraction) == [1])
    }

    @Test func `A scope within the grace time draws nothing and takes no time`() {
        withHUD("Installing", renderer: recorder, clock: clock) { _ in clock.advance(to: 0.4) }
        #expect(clock.now == at(0.4))
        #expect(recorder.frames.isEmpty && recorder.removals.isEmpty)
    }

    @Test func `A body that throws fails with the error's text in one line, and the error is thrown as it is`() async {
        await #expect(throws: Failure()) {
            try await withHUD("Installing", renderer: recorder, clock: clock) { hud async throws(Failure) in
                clock.advance(to: 1)
                await elsewhere()
                throw Failure()
            }
        }
        #expect(recorder.removals.map(\.outcome) == [.failed(reason: "no such file")])
        #expect(throws: Failure()) {
            try withHUD("Installing", renderer: recorder, clock: clock) { hud throws(Failure) in
                hud.summary = .failures
                throw Failure()
            }
        }
        // Within the grace time, too.
        #expect(recorder.removals.count == 2)
    }

    @Test func `A cancellation is an outcome of its own`() async {
        await #expect(throws: CancellationError.self) {
            try await withHUD("Installing", renderer: recorder, clock: clock) { _ in
                clock.advance(to: 1)
                await elsewhere()
                throw CancellationError()
            }
        }
        #expect(recorder.removals.map(\.outcome) == [.cancelled])
    }

    /// A renderer whose ^C is pressed by the test.
    private final class InterruptingRenderer: HUDRenderer {
        let cancel = Mutex<(@Sendable () -> Void)?>(nil)

        func draw(_ snapshot: HUDSnapshot) -> HUDInstant { .distantFuture }

        func remove(_ snapshot: HUDSnapshot) {}

        func beginInterrupts(_ cancel: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
            self.cancel.withLock { $0 = cancel }
            return {}
        }
    }

    @Test(arguments: [nil, HUDOutcome.succeeded])
    func `A body that returns after an interrupt was cancelled, unless it says otherwise`(
        _ own: HUDOutcome?
    ) async {
        let renderer = InterruptingRenderer()
        for (isInterrupted, expected) in [(false, HUDOutcome.succeeded), (true, own ?? .cancelled)] {
            let task = Task {
                await withHUD("Downloading", renderer: renderer, clock: clock, cancelsOnInterrupt: true) { hud in
                    if isInterrupted { renderer.cancel.withLock { $0 }?() }
                    #expect(Task.isCancelled == isInterrupted)
                    hud.outcome = own
                    return hud
                }
            }
            #expect(await task.value.outcome == expected)
        }
    }

    @Test func `A cancelled task takes the HUD off at once`() async {
        let task = Task {
            await withHUD("Installing", timing: .init(minimumShowTime: .seconds(100)), renderer: recorder, clock: clock) { _ in
                clock.advance(to: 1)
                await elsewhere()
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        await task.value
        #expect(clock.now == at(1))
        #expect(recorder.removals.count == 1)
    }

    @Test func `An outcome that the body sets stays`() {
        withHUD("Installing", renderer: recorder, clock: clock) { hud in
            clock.advance(to: 1)
            hud.outcome = .failed(reason: "2 of 3")
        }
        #expect(recorder.removals.map(\.outcome) == [.failed(reason: "2 of 3")])
    }

    @MainActor
    @Test func `The body runs in the isolation of its caller`() async {
        let state = NotSendable()
        let returned = await withHUD("Installing", renderer: recorder, clock: clock) { _ in
            MainActor.assertIsolated()
            state.count += 1
            await elsewhere()
            MainActor.assertIsolated()
            return state
        }
        MainActor.assertIsolated()
        #expect(returned.count == 1)
    }

    // MARK: Scopes in scopes

    @Test(arguments: [true, false])
    func `A scope in a task that outlives the scope around it waits for its own HUD`(beginsLate: Bool) async {
        let timing = HUDTiming(minimumShow: 5, animation: 0)
        let (ends, end) = AsyncStream<Void>.makeStream()
        let (begins, begin) = AsyncStream<Void>.makeStream()
        let task = await withHUD("outer", renderer: recorder, clock: clock) { _ in
            let task = Task {
                if beginsLate { for await _ in ends {} }
                await withHUD("inner", timing: timing, renderer: recorder) { _ in
                    begin.finish()
                    for await _ in ends {}
                    clock.advance(to: 1)
                }
                return clock.now
            }
            if !beginsLate { for await _ in begins {} }
            return task
        }
        end.finish()
        #expect(await task.value == at(5))
        #expect(recorder.removals.map(\.label) == ["inner"])
    }

    @Test func `A scope inside another one returns at once, and its row stays for its minimum show time`() async {
        let timing = HUDTiming(minimumShow: 5, animation: 0)
        await withHUD("outer", renderer: recorder, clock: clock) { _ in
            await withHUD("inner", timing: timing, renderer: recorder) { _ in
                clock.advance(to: 1)
                await elsewhere()
            }
            #expect(clock.now == at(1))
            #expect(HUDScope.current?.hud.label == "outer")
        }
        // The outermost scope waits for both.
        #expect(clock.now == at(5))
        #expect(Set(recorder.frames.map(\.label)) == ["outer", "inner"])
        #expect(recorder.removals.map(\.label).sorted() == ["inner", "outer"])
    }

    @Test func `The next scope takes over the row of the one before`() {
        withHUD("outer", renderer: recorder, clock: clock) { _ in
            for step in 0..<5 {
                withHUD("step \(step)", total: 2, timing: timing, renderer: recorder) { hud in
                    clock.advance(by: 0.2)
                    #expect(hud.work.completedCount == 0)
                    hud.work.complete()
                }
            }
        }
        let steps = recorder.frames.filter { $0.label.hasPrefix("step") }
        // One row, which appears once and shows one step after the other.
        #expect(Set(steps.map(\.hudID)).count == 1)
        #expect(recorder.removals.filter { $0.label.hasPrefix("step") }.map(\.label) == ["step 4"])
        #expect(recorder.removals.filter { $0.label.hasPrefix("step") }.map(\.timestamp) == [at(1.8)])
        let labels = steps.map(\.label).reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
        #expect(labels == (0..<5).map { "step \($0)" })
        #expect(steps.allSatisfy { $0.outcome == .succeeded || $0.elapsed <= .milliseconds(200) })
    }

    @Test func `A scope with a clock of its own does not take the row of one with another clock over`() {
        let own = ManualClock()
        withHUD("outer", renderer: recorder, clock: clock) { _ in
            withHUD("a", renderer: recorder) { _ in clock.advance(to: 2) }
            withHUD("b", renderer: recorder, clock: own) { #expect($0.clock as AnyObject === own) }
            withHUD("c", renderer: recorder) { #expect($0.clock as AnyObject === clock) }
        }
    }

    @Test func `The row of an ended scope stays for a second, but not longer than the scope around it`() {
        withHUD("outer", renderer: recorder, clock: clock) { _ in
            withHUD("a", renderer: recorder) { _ in clock.advance(to: 2) }
            clock.advance(to: 5)
            withHUD("b", renderer: recorder) { _ in clock.advance(to: 6) }
            withHUD("c", renderer: recorder) { _ in clock.advance(to: 7) }
        }
        #expect(recorder.removals.map(\.label).sorted() == ["a", "c", "outer"])
        // Each with its animation.
        #expect(recorder.removals.map(\.timestamp) == [at(3.3), at(7.3), at(7.3)])
    }

    @Test func `The row of a cancelled scope, and of one that leaves a line, goes at once`() {
        withHUD("outer", renderer: recorder, clock: clock) { _ in
            try? withHUD("a", renderer: recorder) { _ in
                clock.advance(to: 2)
                throw CancellationError()
            }
            withHUD("b", summary: .always, renderer: recorder) { _ in clock.advance(to: 4) }
            clock.advance(to: 6)
        }
        #expect(recorder.removals.map(\.timestamp) == [at(2.3), at(4.3), at(6.3)])
    }

    @Test func `A scope that takes over a row does not show the fraction of the one before`() {
        withHUD("outer", renderer: recorder, clock: clock) { _ in
            withHUD("a", timing: timing, renderer: recorder) { hud in
                hud.progress = 0.9
                clock.advance(by: 0.2)
            }
            withHUD("b", timing: timing, renderer: recorder) { hud in
                #expect(hud.progress == 0)
                clock.advance(by: 0.2)
            }
        }
        let frames = recorder.frames.filter { $0.label == "b" && $0.outcome == nil }
        #expect(!frames.isEmpty && frames.allSatisfy { $0.progress == .zero })
    }

    @Test func `A scope has nothing of the one before but its place`() {
        let hidden = Mutex<[String]>([])
        withHUD("outer", renderer: recorder, clock: clock) { _ in
            withHUD("a", timing: HUDTiming(graceTime: .zero), renderer: recorder) { hud in
                hud.preferredFramesPerSecond = 1
                clock.advance(by: 0.2)
            }
            withHUD("b", renderer: recorder) { hud in
                #expect(hud.preferredFramesPerSecond == 30)
                hud.onHidden = { shown in hidden.withLock { $0.append("b \(shown)") } }
                clock.advance(by: 1)
            }
            // Observed, so its row stays beside that of the next one.
            withHUD("c", timing: HUDTiming(graceTime: .zero), renderer: recorder) { hud in
                #expect(hud.onHidden == nil)
                clock.advance(by: 2)
                #expect(hidden.withLock { $0 } == ["b true"])
            }
        }
        #expect(recorder.removals.map(\.label).sorted() == ["b", "c", "outer"])
        #expect(hidden.withLock { $0 } == ["b true"])
    }

    @Test func `A row is not taken over if its scope leaves a line`() {
        withHUD("outer", renderer: recorder, clock: clock) { _ in
            for step in 0..<2 {
                withHUD("step \(step)", timing: timing, summary: .shown, renderer: recorder) { _ in
                    clock.advance(by: 0.2)
                }
            }
        }
        #expect(recorder.removals.filter(\.leavesSummary).map(\.label) == ["step 0", "step 1"])
        // The outermost scope waits for a row that was not taken over, too.
        let long = HUDTiming(minimumShow: 9)
        withHUD("outer", renderer: recorder, clock: clock) { _ in
            withHUD("long", timing: long, summary: .shown, renderer: recorder) { _ in clock.advance(by: 0.001) }
            withHUD("next", renderer: recorder) { _ in }
        }
        #expect(recorder.removals.last?.label == "long" && clock.nextDeadline == nil)
    }

    @Test func `The line of a scope is below those of the scopes inside it, which are on screen for as long as they ask`() {
        let timing = HUDTiming(minimumShow: 1, animation: 0)
        withHUD("outer", timing: timing, summary: .always, renderer: recorder, clock: clock) { _ in
            clock.advance(by: 0.1)
            withHUD("inner", timing: timing, summary: .always, renderer: recorder) { _ in clock.advance(by: 0.6) }
            clock.advance(by: 0.05)
        }
        #expect(recorder.removals.filter(\.leavesSummary).map(\.label) == ["inner", "outer"])
        #expect(recorder.removals.map(\.timestamp) == [at(1.1), at(1.1).advanced(by: .nanoseconds(1))])
    }

    @Test func `A row is not taken over once it is gone`() {
        withHUD("outer", renderer: recorder, clock: clock) { _ in
            withHUD("a", timing: timing, renderer: recorder) { _ in clock.advance(by: 0.2) }
            clock.advance(by: 5)
            withHUD("b", timing: timing, renderer: recorder) { _ in clock.advance(by: 0.05) }
        }
        #expect(recorder.removals.map(\.label) == ["a", "outer"])
    }

    @Test func `A row that is still there is taken over, although one that ended before is gone`() {
        withHUD("outer", renderer: recorder, clock: clock) { _ in
            var one = [1].tracked("a", renderer: recorder).makeIterator()
            var other = [1].tracked("b", renderer: recorder).makeIterator()
            clock.advance(to: 2)
            while one.next() != nil {}
            clock.advance(to: 2.8)
            while other.next() != nil {}
            clock.advance(to: 3.5)
            withHUD("c", renderer: recorder) { _ in clock.advance(to: 4) }
        }
        #expect(recorder.removals.map(\.label).sorted() == ["a", "c", "outer"])
    }

    @Test func `A row whose time is over when the next scope begins is waited for as well`() {
        withHUD("outer", timing: .still, renderer: recorder, clock: clock) { _ in
            withHUD("a", timing: .still, renderer: recorder) { _ in clock.advance(by: 0.1) }
            // What is due at this instant comes after the calls.
            clock.advance(upTo: clock.now.advanced(by: .seconds(1)))
            withHUD("b", timing: .still, renderer: recorder) { _ in }
        }
        #expect(recorder.removals.map(\.label).sorted() == ["a", "b", "outer"])
        #expect(clock.nextDeadline == nil)
    }

    // MARK: Sequences

    @Test func `A loop over a tracked sequence counts an element when the next is asked for`() {
        var elements: [Int] = []
        // Other tests show HUDs at the same time.
        for element in (0..<3).tracked("Counting elements", renderer: recorder, clock: clock) {
            elements.append(element)
            clock.advance(by: 1)
        }
        #expect(elements == [0, 1, 2])
        #expect(recorder.removals.map(\.outcome) == [.succeeded])
        #expect(recorder.frames.filter { $0.outcome == nil }.compactMap(\.progress.completedUnitCount).max() == 2)
        #expect(recorder.frames.allSatisfy { $0.progress.totalUnitCount == 3 && $0.mode == .bar })
        #expect(HUD.all.allSatisfy { $0.label != "Counting elements" })
    }

    @Test func `A loop that is left hides the HUD without an outcome`() {
        for element in [1, 2, 3].tracked("Compressing", renderer: recorder, clock: clock) {
            clock.advance(by: 1)
            if element == 2 { break }
        }
        #expect(recorder.removals.map(\.outcome) == [nil])
        #expect(clock.nextDeadline == nil)
    }

    @Test func `The total of a sequence is known only if its count is`() {
        for _ in sequence(first: 1, next: { $0 < 3 ? $0 + 1 : nil }).tracked("a", renderer: recorder, clock: clock) {
            clock.advance(by: 1)
        }
        for _ in (0..<9).lazy.filter({ $0 < 3 }).tracked("b", renderer: recorder, clock: clock) { clock.advance(by: 1) }
        #expect(recorder.frames.allSatisfy { $0.progress.totalUnitCount == nil && $0.mode == .indeterminate })
        #expect(recorder.removals.map(\.progress.completedUnitCount) == [3, 3])
    }

    @Test func `A loop can count with a node`() {
        let node = ProgressNode(totalCount: 3)
        for element in [1, 2, 3].tracked(by: node) { #expect(node.completedCount == element - 1) }
        #expect(node.completedCount == 3)
        #expect(node.state == .running)
    }

    @Test func `An asynchronous sequence is tracked as well`() async {
        let stream = AsyncStream { continuation in
            for element in 0..<3 { continuation.yield(element) }
            continuation.finish()
        }
        for await _ in stream.tracked("Downloading", total: 3, unit: .bytes, renderer: recorder, clock: clock) {
            clock.advance(by: 1)
        }
        #expect(recorder.removals.map(\.outcome) == [.succeeded])
        #expect(recorder.removals.map(\.progress) == [ProgressSample(completedUnitCount: 3, totalUnitCount: 3, unit: .bytes)])
    }

    @Test func `An asynchronous sequence that throws fails`() async {
        let stream = AsyncThrowingStream<Int, any Error> {
            $0.yield(1); $0.finish(throwing: Failure())
        }
        await #expect(throws: Failure()) {
            for try await _ in stream.tracked("Downloading", renderer: recorder, clock: clock) { clock.advance(by: 1) }
        }
        #expect(recorder.removals.map(\.outcome) == [.failed(reason: "no such file")])
    }
}
