import HUDCore
import Synchronization
import Testing

/// What a HUD adds to its state machine: frames, late wake-ups, callbacks, waiting.
@Suite struct HUDTests {
    @Test func `Within the grace time the renderer is never called`() {
        let stage = Stage(grace: 0.5)
        stage.hud.show()
        stage.stopJustBefore(0.5)
        stage.hud.hide()
        stage.go(to: 9)
        #expect(stage.recorder.frames == [])
        #expect(stage.recorder.removals == [])
        #expect(stage.clock.nextDeadline == nil)
    }

    @Test func `Nothing is pending while it is hidden, and no frame while it waits`() {
        let stage = Stage(grace: 0.5)
        #expect(stage.clock.nextDeadline == nil)
        stage.hud.show()
        #expect(stage.clock.nextDeadline == at(0.5))
    }

    @Test func `Without a renderer there are no frames to wait for`() {
        let stage = Stage(draws: false)
        stage.hud.show()
        #expect(stage.hud.isOnScreen)
        #expect(stage.clock.nextDeadline == nil)
    }

    @Test func `A snapshot says how long the job has run, and how long it has been seen`() {
        let stage = Stage(grace: 0.5, minimumShow: 1, animation: 0, fps: 10)
        stage.go(to: 3)
        stage.hud.show()
        stage.go(to: 3.7)
        stage.hud.hide()
        stage.go(to: 9)
        let frames = stage.recorder.frames
        #expect(frames[0].elapsed == .milliseconds(500))
        #expect(frames[0].timeOnScreen == .zero)
        #expect(frames[1].timeOnScreen == .milliseconds(100))
        // The job ended at 3.7, and the snapshots while the HUD lingers say so.
        #expect(frames.last?.elapsed == .milliseconds(700))
        #expect(frames.last?.timeOnScreen == .milliseconds(900))
    }

    @Test func `A show on a lingering HUD is a new job, a show on a visible one is not`() {
        let stage = Stage(minimumShow: 1, animation: 0, fps: 10)
        stage.hud.show()
        stage.go(to: 0.2)
        stage.hud.show()
        stage.go(to: 0.3)
        #expect(stage.recorder.frames.last?.elapsed == .milliseconds(300))
        stage.hud.hide()
        stage.go(to: 0.4)
        stage.hud.show()
        stage.go(to: 0.5)
        #expect(stage.recorder.frames.last?.elapsed == .milliseconds(100))
    }

    @Test func `An excluded time does not count as elapsed`() {
        let stage = Stage(grace: 0.5, animation: 0, fps: 10)
        stage.hud.show()
        stage.go(to: 0.2)
        stage.hud.leaveOut(.milliseconds(100))
        stage.go(to: 0.5)
        #expect(stage.recorder.frames.last?.elapsed == .milliseconds(400))
        stage.hud.leaveOut(.milliseconds(100))
        stage.go(to: 0.6)
        #expect(stage.recorder.frames.last?.elapsed == .milliseconds(400))
        stage.hud.outcome = .succeeded
        stage.hud.leaveOut(.milliseconds(100))
        stage.go(to: 0.7)
        stage.hud.hide()
        #expect(stage.recorder.removals.map(\.elapsed) == [.milliseconds(400)])
    }

    @Test(arguments: [false, true])
    func `A dismissed HUD disappears at once with its last progress`(lingers: Bool) {
        let stage = Stage(minimumShow: 60, animation: 0.3, fps: 10)
        stage.hud.show()
        stage.go(to: 0.4)
        stage.hud.outcome = .failed(reason: "status 2")
        if lingers { stage.hud.hide() } else { stage.hud.hide(after: .seconds(30)) }
        stage.go(to: 5)
        stage.hud.dismiss()
        #expect(!stage.hud.isOnScreen)
        #expect(stage.recorder.removals.map(\.elapsed) == [.milliseconds(400)])
        #expect(stage.recorder.removals.map(\.outcome) == [.failed(reason: "status 2")])
        #expect(stage.recorder.completions == [true])
        stage.hud.dismiss()
        #expect(stage.recorder.removals.count == 1)
    }

    @Test func `A change is in the next frame`() {
        let stage = Stage(fps: 10)
        stage.hud.label = "one"
        stage.hud.show()
        stage.go(to: 0)
        stage.hud.label = "two"
        stage.hud.detailsLabel = "more"
        stage.hud.mode = .bar
        stage.go(to: 0.1)
        #expect(stage.recorder.frames.map(\.label) == ["one", "two"])
        #expect(stage.recorder.frames.map(\.detailsLabel) == ["", "more"])
        #expect(stage.recorder.frames.map(\.mode) == [.indeterminate, .bar])
    }

    @Test func `Timings can change between calls, and are read when they are needed`() {
        let stage = Stage()
        stage.hud.graceTime = .seconds(1)
        stage.hud.minimumShowTime = .seconds(2)
        stage.hud.animationDuration = .seconds(3)
        #expect(stage.hud.graceTime == .seconds(1))
        #expect(stage.hud.minimumShowTime == .seconds(2))
        #expect(stage.hud.animationDuration == .seconds(3))
        stage.hud.show()
        stage.hud.graceTime = .zero
        stage.go(to: 1.5)
        stage.hud.minimumShowTime = .seconds(4)
        stage.hud.hide()
        stage.hud.animationDuration = .seconds(1)
        stage.go(to: 60)
        #expect(stage.events == [appear(1), disappear(5), hidden(6)])
    }

    @Test func `Without an animation duration the renderer's is used`() {
        #expect(HUD(renderer: Recorder(), clock: ManualClock()).animationDuration == .milliseconds(300))
        #expect(HUD(clock: ManualClock()).animationDuration == .milliseconds(300))
        #expect(
            HUD(timing: HUDTiming(animation: 1), clock: ManualClock())
                .animationDuration == .seconds(1))
    }

    @Test func `Completions may call back in`() {
        let stage = Stage(animation: 0)
        let count = Mutex(0)
        let hud = stage.hud
        hud.onHidden = { [unowned hud] _ in
            if count.withLock({
                $0 += 1; return $0
            }) < 3 {
                hud.show()
                hud.hide()
            }
        }
        hud.show()
        hud.hide()
        #expect(count.withLock { $0 } == 3)
        #expect(hud.phase == .hidden)
    }

    @Test func `A replaced closure is released outside the lock`() {
        final class Caller: Sendable {
            let call: @Sendable () -> Void
            init(_ call: @escaping @Sendable () -> Void) { self.call = call }
            deinit { call() }
        }
        let stage = Stage()
        let hud = stage.hud
        do {
            let caller = Caller { [unowned hud] in hud.label = "called" }
            hud.onHidden = { _ in withExtendedLifetime(caller) {} }
        }
        hud.onHidden = nil
        #expect(hud.label == "called")
    }

    @Test func `A HUD whose last use was show stays until it is hidden`() {
        let clock = ManualClock()
        let recorder = Recorder()
        weak var released: HUD?
        do {
            let hud = HUD(
                timing: HUDTiming(grace: 1, minimumShow: 9), renderer: recorder, clock: clock)
            recorder.follow(hud)
            hud.show()
            released = hud
        }
        clock.advance(to: 2)
        #expect(released?.isOnScreen == true)
        released?.hide()
        clock.advance(to: 9.9)
        #expect(recorder.removals.count == 0)
        clock.advance(to: 11)
        #expect(recorder.removals.count == 1)
        #expect(recorder.completions == [true])
        #expect(released == nil)
        #expect(clock.nextDeadline == nil)
    }

    @Test func `A HUD that was never shown is released with its last reference`() {
        weak var released: HUD?
        do {
            let hud = HUD(clock: ManualClock())
            hud.hide()
            released = hud
        }
        #expect(released == nil)
    }

    @Test func `An outcome set within the grace time of a second job ends that job and not the first`() {
        let stage = Stage(grace: 1)
        stage.hud.show()
        stage.go(to: 3)
        stage.hud.hide()
        stage.go(to: 10)
        stage.hud.show()
        stage.go(to: 10.5)
        stage.hud.outcome = .succeeded
        stage.go(to: 12)
        #expect(stage.recorder.frames.last?.elapsed == .milliseconds(500))
    }
}
