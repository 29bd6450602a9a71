import Synchronization
import Testing

@testable import HUDCore

/// What `finish` and `summary` promise.
@Suite struct FinishTests {
    @Test(arguments: [1, 2.1])
    func `What is on screen of work that is over has its outcome, also if other work follows`(time: Double) {
        let stage = Stage(minimumShow: 2)
        stage.hud.summary = .always
        stage.hud.show()
        stage.hud.outcome = .failed(reason: "first")
        stage.hud.forgetEnd()
        #expect(stage.hud.outcome == .failed(reason: "first"), "the work goes on")
        stage.hud.hide()
        // It lingers until 2 s, and then fades.
        stage.go(to: time)
        stage.hud.forgetEnd()
        #expect(stage.hud.outcome == nil)
        stage.hud.outcome = .cancelled
        stage.go(to: 3)
        stage.hud.show { false }
        #expect(stage.hud.phase == .hidden)
        stage.hud.show { true }
        stage.hud.suggest(.succeeded) { true }
        stage.hud.hide()
        stage.go(to: 6)
        #expect(stage.recorder.removals.map(\.outcome) == [.failed(reason: "first"), .cancelled])
    }

    @Test func `Finish on a manual clock advances to the instant at which the HUD is gone`() {
        let stage = Stage(grace: 0.5, minimumShow: 2, animation: 0.3)
        stage.hud.show()
        stage.go(to: 1)
        stage.hud.finish(.succeeded)
        #expect(stage.clock.now == at(2.8))
        #expect(stage.recorder.removals.map(\.outcome) == [.succeeded])
        #expect(stage.events == [appear(0.5), disappear(2.5), hidden(2.8)])
    }

    @Test func `Finish within the grace time takes no time`() async {
        let stage = Stage(grace: 0.5)
        stage.hud.show()
        stage.go(to: 0.25)
        await stage.hud.finish(.failed(reason: "status 2"))
        #expect(stage.clock.now == at(0.25))
        #expect(stage.recorder.completions == [false])
        #expect(stage.recorder.removals == [])
    }

    @Test func `Finish of a hidden HUD returns at once`() {
        let stage = Stage()
        stage.hud.finish()
        #expect(stage.events == [])
    }

    @Test func `Finish of a hidden HUD returns at once in a task`() async {
        let stage = Stage()
        await stage.hud.finish()
        #expect(stage.events == [])
    }

    /// A HUD that is shown again, once, when it is gone.
    private func returning(_ clock: any HUDClock) -> HUD {
        let timing = HUDTiming(grace: 1, animation: 0)
        let hud = HUD(timing: timing, renderer: Recorder(), clock: clock)
        showAgain(hud)
        hud.show()
        return hud
    }

    @Test func `Finish does not wait for a HUD that is shown again when it is gone`() {
        for clock in [ManualClock(), LiveClock.shared] as [any HUDClock] {
            let hud = returning(clock)
            hud.finish()
            #expect(hud.phase == .waiting)
            hud.hide()
        }
        let clock = ManualClock()
        let hud = returning(clock)
        clock.advance(by: 1)
        hud.finish()
        #expect(hud.phase == .waiting && clock.now == at(1))
    }

    @Test func `Nor does it in a task`() async {
        for clock in [ManualClock(), LiveClock.shared] as [any HUDClock] {
            let hud = returning(clock)
            await hud.finish()
            #expect(hud.phase == .waiting)
            hud.hide()
        }
    }

    /// Shows a HUD again, once, when it is gone.
    private func showAgain(_ hud: HUD) {
        let count = Atomic(0)
        hud.onHidden = { [weak hud] _ in if count.wrappingAdd(1, ordering: .relaxed).newValue == 1 { hud?.show() } }
    }

    /// A HUD that is shown again, once, when it begins to disappear.
    private func turningBack(_ clock: any HUDClock, animation: Duration) -> HUD {
        let timing = HUDTiming(graceTime: .zero, minimumShowTime: .milliseconds(20), animationDuration: animation)
        let hud = HUD(timing: timing, renderer: Recorder(), clock: clock)
        hud.onEvent = { [weak hud] event in
            guard case .disappear = event.kind else { return }
            hud?.onEvent = nil
            hud?.show()
        }
        hud.show()
        return hud
    }

    @Test func `Nor for one that turns back while it disappears`() async {
        for clock in [ManualClock(), LiveClock.shared] as [any HUDClock] {
            let first = turningBack(clock, animation: .seconds(1))
            sync { first.finish() }
            #expect(first.phase == .visible && first.outcome == nil)
            first.hide()
            let second = turningBack(clock, animation: .seconds(1))
            await second.finish(.succeeded)
            #expect(second.phase == .visible)
        }
    }

    private func sync(_ body: () -> Void) { body() }

    @Test func `Nor for one that another thread shows again in its minimum show time`() async {
        let hud = HUD(
            timing: HUDTiming(minimumShow: 1_000, animation: 0), renderer: Recorder(),
            clock: ClockAdapter(ContinuousClock()))
        hud.show()
        var requests = hud.hideRequests.makeAsyncIterator()
        let finishing = Task { await hud.finish(.succeeded) }
        _ = await requests.next()
        hud.show()
        await finishing.value
        #expect(hud.phase == .visible)
        // The next end is waited for.
        hud.minimumShowTime = .zero
        await hud.finish()
        #expect(hud.phase == .hidden)
    }

    @Test func `An end that is left out is counted in its turn`() {
        var turns = ActionTurns()
        turns.queue(1)
        let (first, second, third) = (turns.makeLatch(for: 1), turns.makeLatch(for: 2), turns.makeLatch(for: 3))
        #expect(turns.leaveOutNext().isEmpty && turns.arePending)
        turns.queue(1)
        let opened = turns.carryOutNext()
        #expect(opened.count == 2 && opened[0] === first && opened[1] === second && turns.arePending)
        let last = turns.carryOutNext()
        #expect(last.count == 1 && last[0] === third && !turns.arePending)
    }

    @Test func `A scope does not wait for its HUD if that is shown again when it is gone`() {
        withHUD("Synchronous", renderer: Recorder(), clock: ManualClock()) { showAgain($0) }
    }

    @Test func `Nor does a scope in a task`() async {
        await withHUD("Asynchronous", renderer: Recorder(), clock: ManualClock()) { hud async in showAgain(hud) }
    }

    @Test func `What the work has cost is in the last snapshot alone, and belongs to one piece of work`() {
        let stage = Stage()
        let usage = HUDUsage(userTime: .seconds(3), systemTime: .seconds(1), peakMemory: 5)
        for expected in [usage, nil] {
            stage.hud.show()
            stage.hud.usage = expected
            stage.clock.advance(by: 1)
            stage.hud.finish(.succeeded)
            #expect(stage.recorder.removals.last?.usage == expected && stage.hud.usage == expected)
            stage.hud.usage = usage
        }
        #expect(stage.recorder.frames.allSatisfy { $0.usage == nil })
        stage.hud.show()
        #expect(stage.hud.usage == nil)
    }

    @Test func `Finish without an outcome keeps the one that was set`() async {
        let stage = Stage(minimumShow: 1)
        stage.hud.show()
        stage.hud.outcome = .cancelled
        await stage.hud.finish()
        #expect(stage.recorder.removals.map(\.outcome) == [.cancelled])
    }

    @Test func `Finish on another clock blocks until another thread has removed the HUD`() {
        let clock = LateClock()
        let recorder = Recorder()
        let hud = HUD(
            timing: HUDTiming(minimumShow: 1, animation: 0), renderer: recorder,
            clock: clock)
        hud.show()
        clock.wake()
        onThreads(2) { thread in
            if thread == 0 {
                hud.finish(.succeeded)
                #expect(recorder.removals.count == 1)
            } else {
                // Whether this happens before or after the hide, the HUD is gone in the end.
                clock.sleepThrough(to: 0.5)
                clock.wake()
                clock.sleepThrough(to: 1)
                clock.wake()
                hud.hide()
            }
        }
        #expect(hud.phase == .hidden)
    }

    @Test func `Finish from a closure of the HUD does not wait`() {
        let stage = Stage(minimumShow: 1)
        let finished = Mutex(false)
        stage.hud.onEvent = { [unowned hud = stage.hud] event in
            guard case .appear = event.kind else { return }
            hud.finish(.succeeded)
            finished.withLock { $0 = true }
        }
        stage.hud.show()
        #expect(finished.withLock { $0 })
        #expect(stage.hud.phase == .lingering)
        stage.go(to: 9)
    }

    /// A HUD that would stay for 100 seconds.
    private func lasting(_ recorder: Recorder, _ clock: any HUDClock) -> HUD {
        HUD(
            timing: HUDTiming(minimumShow: 100, animation: 0), renderer: recorder,
            clock: clock)
    }

    @Test func `A cancelled task takes the HUD off at once`() async {
        let clock = LateClock()
        let recorder = Recorder()
        let hud = lasting(recorder, clock)
        hud.show()
        clock.wake()
        let task = Task { await hud.finish() }
        task.cancel()
        await task.value
        #expect(hud.phase == .hidden)
        #expect(recorder.removals.count == 1)
    }

    @Test func `A cancelled task does not move a manual clock`() async {
        let clock = ManualClock()
        let recorder = Recorder()
        let hud = lasting(recorder, clock)
        hud.show()
        clock.advance(to: 1)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await hud.finish()
        }
        await task.value
        #expect(hud.phase == .hidden && clock.now == at(1))
        #expect(recorder.removals.count == 1)
        // What is shown again meanwhile is other work.
        hud.minimumShowTime = .zero
        hud.onHidden = { [weak hud] _ in
            hud?.onHidden = nil
            hud?.show()
        }
        hud.show()
        clock.advance(by: 1)
        let other = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await hud.finish()
        }
        await other.value
        #expect(hud.isOnScreen && recorder.removals.count == 2)
        hud.hide()
    }

    // MARK: Summaries

    /// Whether a line is left, for each outcome of a HUD that is hidden within its grace time or after it.
    private func leavesLine(_ summary: HUDSummary, _ outcome: HUDOutcome?, shown: Bool) -> Bool {
        let stage = Stage(grace: 1)
        stage.hud.summary = summary
        stage.hud.show()
        stage.go(to: shown ? 2 : 0.7)
        stage.hud.finish(outcome)
        #expect(stage.recorder.completions == [shown])
        // A HUD that was not shown is removed only to leave its line.
        let removals = stage.recorder.removals
        #expect(removals.count == (shown || removals.first?.leavesSummary == true ? 1 : 0))
        if let removal = removals.first { #expect(removal.elapsed == .seconds(shown ? 2 : 0.7)) }
        return removals.first?.leavesSummary ?? false
    }

    @Test func `A summary is left for the outcomes that were chosen`() {
        let failure = HUDOutcome.failed(reason: "status 2")
        let expected: [(HUDSummary, HUDOutcome?, hidden: Bool, shown: Bool)] = [
            (.never, .succeeded, false, false), (.never, failure, false, false), (.never, .cancelled, false, false),
            (.failures, .succeeded, false, false), (.failures, failure, true, true), (.failures, .cancelled, false, false),
            (.shown, .succeeded, false, true), (.shown, failure, true, true), (.shown, .cancelled, false, true),
            (.always, .succeeded, true, true), (.always, failure, true, true), (.always, .cancelled, true, true),
            (.always, nil, false, false), (.shown, nil, false, false)
        ]
        for (summary, outcome, hidden, shown) in expected {
            #expect(leavesLine(summary, outcome, shown: false) == hidden, "\(summary), \(String(describing: outcome)), in grace")
            #expect(leavesLine(summary, outcome, shown: true) == shown, "\(summary), \(String(describing: outcome)), shown")
        }
    }
}
