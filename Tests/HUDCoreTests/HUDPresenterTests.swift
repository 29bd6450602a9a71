import SeededRandom
import Testing

@testable import HUDCore

/// The presenter as a value. Tests of a whole HUD check what it makes a renderer draw.
@Suite struct HUDPresenterTests {
    private func presenter(
        grace: Double = 0, minimumShow: Double = 0, animation: Double = 0, fps: Int = 1
    ) -> HUDPresenter {
        let machine = HUDStateMachine(
            graceTime: .seconds(grace), minimumShowTime: .seconds(minimumShow), animationDuration: .seconds(animation))
        return HUDPresenter(machine, framesPerSecond: fps)
    }

    /// A presenter that was shown at 0.
    private func shown(grace: Double = 0, minimumShow: Double = 0) -> HUDPresenter {
        var presenter = presenter(grace: grace, minimumShow: minimumShow)
        _ = presenter.show(at: at(0), animated: false)
        return presenter
    }

    /// The snapshot and the number of the job in the frame that is due at `seconds`.
    private func frame(_ presenter: inout HUDPresenter, at seconds: Double) -> (HUDSnapshot, job: Int?)? {
        presenter.advance(to: at(seconds)).compactMap { action -> (HUDSnapshot, job: Int?)? in
            if case .frame(let snapshot, let job) = action { (snapshot, job: job) } else { nil }
        }.last
    }

    /// The snapshot with which the HUD is removed by a hide at `seconds`.
    private func removal(_ presenter: inout HUDPresenter, at seconds: Double) -> HUDSnapshot? {
        presenter.hide(at: at(seconds), animated: false).compactMap { action in
            if case .remove(let snapshot) = action { snapshot } else { nil }
        }.last
    }

    // MARK: Laws

    @Test func `A deadline of the machine is never later than the presenter's, whatever frames are needed`() {
        var random = SeededGenerator(stream: 14)
        var rests = 0
        for _ in 0..<Effort.scaled(20_000) {
            func timing() -> Double { Double(random.int(0...8)) / 2 }
            var presenter = presenter(
                grace: timing(), minimumShow: timing(), animation: timing(), fps: random.int(1...3))
            var calls: [String] = []
            var time = 0.0
            for _ in 0..<16 {
                time += timing()
                let (now, call) = (at(time), random.int(0..<8))
                calls.append("at \(time) call \(call)")
                let actions: [HUDAction] =
                    switch call {
                    case 0...1: presenter.show(at: now, animated: true)
                    case 2: presenter.hide(at: now, animated: true)
                    case 3: presenter.hide(after: .seconds(timing()), at: now, animated: true)
                    default: presenter.advance(to: now)
                    }
                for case .frame(let snapshot, _) in actions {
                    let end = at(time + timing() * 4)
                    _ = presenter.framePresented(snapshot, goodUntil: end, at: now)
                    if presenter.frames.isResting { rests += 1 }
                }
                let completions = actions.filter {
                    if case .event(let event) = $0, case .hidden = event.kind { true } else { false }
                }
                let isLate = presenter.machine.nextDeadline.map { $0 < presenter.nextDeadline ?? .distantFuture } ?? false
                if isLate || actions.filter(\.isCompletion) != completions {
                    Issue.record("\(calls) \(actions)")
                    return
                }
            }
        }
        #expect(rests > 100)
    }

    // MARK: Frames

    @Test func `The first frame presented starts the minimum show time, and the clock is not read for others`() throws {
        #expect(!presenter().frames.isResting)
        var presenter = shown(minimumShow: 10)
        let first = try #require(frame(&presenter, at: 0)).0
        let isNewDeadline = presenter.framePresented(first, goodUntil: .distantPast, at: at(2))
        #expect(isNewDeadline)
        _ = presenter.hide(at: at(3), animated: false)
        #expect(presenter.machine.nextDeadline == at(12))
        let second = try #require(frame(&presenter, at: 4)).0
        var isRead = false
        func now() -> HUDInstant {
            isRead = true
            return at(5)
        }
        let isNewAgain = presenter.framePresented(second, goodUntil: .distantPast, at: now())
        #expect(!isNewAgain)
        #expect(!isRead)
    }

    @Test func `A presenter rests only if a frame can be left out`() throws {
        for (end, isResting, next) in [(0.5, false, 1.0), (1, false, 1), (1.5, true, 2), (7.2, true, 8)] {
            var presenter = shown()
            let first = try #require(frame(&presenter, at: 0)).0
            _ = presenter.framePresented(first, goodUntil: at(end), at: at(0))
            #expect(presenter.frames.isResting == isResting)
            #expect(presenter.nextDeadline == at(next))
        }
    }

    @Test(arguments: [false, true])
    func `A frame that is out of date when it is presented does not let the presenter rest`(isCall: Bool) throws {
        var presenter = shown()
        let first = try #require(frame(&presenter, at: 0)).0
        if isCall { _ = presenter.show(at: at(0.5), animated: false) } else { presenter.frames.outdate() }
        _ = presenter.framePresented(first, goodUntil: .distantFuture, at: at(0.5))
        #expect(!presenter.frames.isResting)
        #expect(presenter.nextDeadline == at(1))
    }

    @Test func `A frame of an earlier appearance changes nothing when it is presented`() throws {
        var presenter = shown()
        let first = try #require(frame(&presenter, at: 0)).0
        _ = presenter.hide(at: at(1), animated: false)
        _ = presenter.show(at: at(2), animated: false)
        let isNewDeadline = presenter.framePresented(first, goodUntil: .distantFuture, at: at(2))
        #expect(!isNewDeadline)
        #expect(!presenter.frames.isResting)
    }

    // MARK: The job

    @Test func `An outcome stops the elapsed time, another outcome does not, and nil undoes it`() {
        func elapsed(_ outcomes: [(Double, HUDOutcome?)]) -> Duration? {
            var presenter = shown()
            for (time, outcome) in outcomes { presenter.setOutcome(outcome, at: at(time)) }
            return removal(&presenter, at: 5)?.elapsed
        }
        #expect(elapsed([]) == .seconds(5))
        #expect(elapsed([(1, .succeeded)]) == .seconds(1))
        #expect(elapsed([(1, .succeeded), (2, .cancelled)]) == .seconds(1))
        #expect(elapsed([(1, .succeeded), (2, nil)]) == .seconds(5))
        #expect(elapsed([(1, .succeeded), (2, nil), (3, .succeeded)]) == .seconds(3))
    }

    /// A HUD that begins to disappear at 2 s, and is asked for again at 2.1 s, within a grace time of 0.5 s.
    private func askedForAgain(animation: Double = 0.3, outcome: HUDOutcome? = nil) -> Stage {
        let stage = Stage(grace: 0.5, animation: animation)
        stage.hud.summary = .always
        stage.hud.show()
        stage.go(to: 2)
        stage.hud.outcome = outcome
        stage.hud.hide()
        stage.go(to: 2.1)
        stage.hud.show()
        return stage
    }

    @Test func `A job that begins while the HUD disappears has an elapsed time of its own, also if it never appears`() {
        let stage = askedForAgain()
        stage.go(to: 2.4)
        stage.hud.outcome = .failed(reason: "disk full")
        stage.hud.hide()
        #expect(stage.recorder.removals.map(\.elapsed) == [.seconds(2), .milliseconds(300)])
    }

    @Test(arguments: [0.3, 0.9]) func `The last job keeps its outcome while it is shown, and leaves its line`(animation: Double) {
        let stage = askedForAgain(animation: animation, outcome: .failed(reason: "disk full"))
        #expect(stage.hud.outcome == nil)
        stage.go(to: 2.2)
        stage.hud.show()
        stage.hud.outcome = .cancelled
        stage.go(to: 4)
        let frames = stage.recorder.frames
        let last = frames.filter { at(2.1)..<at(2.6) ~= $0.timestamp && $0.isDisappearing }
        #expect(!last.isEmpty && last.allSatisfy { $0.outcome == .failed(reason: "disk full") })
        #expect(frames.last?.outcome == .cancelled)
        // With the longer animation the HUD turns back, and the last job has no end of its own.
        #expect(stage.recorder.removals.map(\.leavesSummary) == (animation < 0.6 ? [true] : []))
    }

    @Test(arguments: [(2.2, 0.3), (2.4, 0.3), (2.2, 0.9), (2.6, 0.9)])
    func `Its elapsed time stops with its outcome, and does not change that of the last job`(end: Double, animation: Double) {
        let stage = askedForAgain(animation: animation)
        stage.go(to: end)
        stage.hud.outcome = .succeeded
        stage.go(to: 4)
        let frames = stage.recorder.frames
        #expect(frames.filter { at(2)..<at(2.6) ~= $0.timestamp }.allSatisfy { $0.elapsed == .seconds(2) })
        let own = frames.filter { $0.timestamp > at(2.6) }
        #expect(own.count > 9 && own.allSatisfy { $0.elapsed == at(2.1).duration(to: at(end)) })
    }

    @Test func `An outcome that is taken back while the last job is shown stops neither`() {
        let stage = askedForAgain()
        stage.hud.outcome = .succeeded
        stage.go(to: 2.2)
        stage.hud.outcome = nil
        stage.go(to: 3.1)
        #expect(stage.recorder.frames.filter { at(2)..<at(2.6) ~= $0.timestamp }.allSatisfy { $0.elapsed == .seconds(2) })
        #expect(stage.recorder.frames.last?.elapsed == .seconds(1))
        stage.hud.leaveOut(.milliseconds(400))
        stage.go(to: 3.2)
        #expect(stage.recorder.frames.last?.elapsed == .milliseconds(700))
    }

    @Test func `Of outcomes that are set while the last job is shown the first one counts, until another show takes it back`() {
        let stage = askedForAgain()
        stage.hud.outcome = .succeeded
        stage.go(to: 2.2)
        stage.hud.outcome = .cancelled
        stage.go(to: 3)
        #expect(stage.recorder.frames.last?.elapsed == .zero)
        let other = askedForAgain()
        other.hud.outcome = .succeeded
        other.hud.show()
        other.go(to: 2.2)
        other.hud.outcome = .cancelled
        other.go(to: 3)
        #expect(other.recorder.frames.last?.elapsed == .milliseconds(100))
    }

    @Test(arguments: [nil, HUDOutcome.succeeded])
    func `A time that is left out while the last job is shown is that of the next one, unless it has ended`(outcome: HUDOutcome?)
    {
        let stage = askedForAgain()
        stage.go(to: 2.2)
        stage.hud.outcome = outcome
        stage.hud.leaveOut(.milliseconds(100))
        stage.go(to: 3)
        #expect(stage.recorder.frames.filter { at(2)..<at(2.6) ~= $0.timestamp }.allSatisfy { $0.elapsed == .seconds(2) })
        #expect(stage.recorder.frames.last?.elapsed == .milliseconds(outcome == nil ? 800 : 100))
    }

    @Test func `A job that begins while the HUD disappears has its own elapsed time, also if the clock wakes when all is over`() {
        var presenter = presenter(grace: 0.5, animation: 0.3)
        presenter.content.summary = .always
        _ = presenter.show(at: at(0), animated: true)
        _ = presenter.advance(to: at(1))
        _ = presenter.hide(at: at(2), animated: true)
        _ = presenter.show(at: at(2.1), animated: true)
        _ = presenter.hide(after: .milliseconds(700), at: at(2.1), animated: false)
        presenter.setOutcome(.succeeded, at: at(2.7))
        let elapsed = presenter.advance(to: at(5)).compactMap { action in
            if case .remove(let snapshot) = action { snapshot.elapsed } else { nil }
        }
        #expect(elapsed == [.seconds(2), .milliseconds(600)])
    }

    @Test func `Nil does not restart the elapsed time of a job that an overdue hide has ended`() {
        var presenter = shown()
        _ = presenter.hide(after: .seconds(2), at: at(0), animated: false)
        presenter.setOutcome(.succeeded, at: at(3))
        presenter.setOutcome(nil, at: at(3))
        let elapsed = removal(&presenter, at: 4)?.elapsed
        #expect(elapsed == .seconds(2))
    }

    @Test func `A show at the instant of a delayed hide continues the job`() throws {
        var presenter = shown()
        _ = presenter.hide(after: .seconds(2), at: at(0), animated: false)
        let first = try #require(frame(&presenter, at: 1))
        presenter.frames.drop()
        _ = presenter.show(at: at(2), animated: false)
        let (snapshot, job) = try #require(frame(&presenter, at: 4))
        #expect(job != nil && job == first.job)
        #expect(snapshot.elapsed == .seconds(4))
    }

    @Test func `An outcome in the grace time ends the job, and the next job has its own time`() throws {
        var presenter = shown(grace: 1)
        presenter.setOutcome(.succeeded, at: at(0.5))
        let ended = try #require(frame(&presenter, at: 1))
        #expect(ended.job == nil)
        #expect(ended.0.elapsed == .milliseconds(500))
        presenter.frames.drop()
        _ = presenter.hide(at: at(2), animated: false)
        _ = presenter.show(at: at(3), animated: false)
        let next = try #require(frame(&presenter, at: 4))
        #expect(next.job != nil)
        #expect(next.0.elapsed == .seconds(1))
    }

    // MARK: Late deadlines

    @Test func `The removal of a HUD that is shown again in the same batch is a disappearance`() {
        var presenter = shown()
        _ = presenter.hide(after: .seconds(1), at: at(0), animated: false)
        let removals = presenter.show(at: at(5), animated: false).compactMap { action in
            if case .remove(let snapshot) = action { snapshot } else { nil }
        }
        #expect(removals.map(\.isDisappearing) == [true])
        #expect(presenter.machine.phase == .visible)
    }

    @Test(arguments: [1, 4, 30])
    func `The minimum show time of a HUD that turns back counts from then, at any frame rate`(fps: Int) {
        let clock = ManualClock()
        let timing = HUDTiming(minimumShow: 0.1, animation: 0.2)
        let hud = HUD(timing: timing, preferredFramesPerSecond: fps, renderer: Recorder(), clock: clock)
        hud.show()
        clock.advance(by: 0.35)
        hud.hide()
        clock.advance(by: 0.055)
        hud.show()
        hud.hide()
        clock.advance(by: 0.099)
        #expect(hud.phase == .lingering)
        clock.advance(by: 0.001)
        #expect(hud.phase == .hiding)
    }

    @Test func `A HUD that turned back and was hidden again before the clock woke up is not missed`() {
        var presenter = presenter(grace: 1, animation: 4)
        _ = presenter.show(at: at(0), animated: true)
        _ = presenter.advance(to: at(1))
        _ = presenter.hide(at: at(2), animated: true)
        _ = presenter.show(at: at(3), animated: true)
        _ = presenter.hide(after: .milliseconds(1500), at: at(3), animated: true)
        let events = presenter.advance(to: at(20)).compactMap { action in
            if case .event(let event) = action { event } else { nil }
        }
        #expect(events == [appear(4), disappear(4.5), hidden(8.5)])
    }

    @Test func `The elapsed time is not negative in a frame from before the job`() {
        var job = JobTime()
        job.ask(at: at(1), .waiting)
        job.begin(at: at(1))
        #expect(job.elapsed(at: at(0.5)) == .zero)
    }
}
