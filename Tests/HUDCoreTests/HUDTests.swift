import HUDCore
import Synchronization
import Testing

/// What a HUD adds to its machine: frames, late wake-ups, callbacks, waiting.
@Suite struct HUDTests {
    @Test func `Under the grace time the renderer is never called`() {
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

    @Test func `Frames run from the appearance to the going, and not after`() {
        let stage = Stage(grace: 0.5, animation: 0.3, fps: 10)
        stage.hud.show()
        stage.go(to: 0.75)
        stage.hud.hide()
        stage.go(to: 9)
        // On screen from 0.5 to 1.05.
        #expect(stage.recorder.frames.map(\.timestamp) == [0.5, 0.6, 0.7, 0.8, 0.9, 1].map { at($0) })
        #expect(stage.recorder.removals.map(\.timestamp) == [at(1.05)])
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
        // The job ended at 3.7; what lingers after says so.
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

    @Test func `What is set is in the next frame`() {
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

    @Test func `The frame rate can change while it is on screen`() {
        let stage = Stage(fps: 10)
        stage.hud.show()
        stage.go(to: 0.2)
        stage.hud.preferredFramesPerSecond = 4
        stage.go(to: 0.7)
        #expect(stage.recorder.frames.map(\.timestamp) == [0, 0.1, 0.2, 0.45, 0.7].map { at($0) })
        #expect(stage.recorder.frames.map(\.frame) == [0, 1, 2, 3, 4])
        #expect(stage.hud.preferredFramesPerSecond == 4)
    }

    @Test func `Timings can be changed between calls; what is in force when it is needed counts`() {
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

    @Test func `The renderer's animation is taken where none is asked for`() {
        #expect(HUD(renderer: Recorder(), clock: ManualClock()).animationDuration == .milliseconds(300))
        #expect(HUD(clock: ManualClock()).animationDuration == .milliseconds(300))
        #expect(HUD(animationDuration: .seconds(1), clock: ManualClock()).animationDuration == .seconds(1))
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

    @Test func `What a replaced closure held may call back in as it goes`() {
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

    @Test func `A HUD that goes away is taken off the screen`() {
        let clock = ManualClock()
        let recorder = Recorder()
        do {
            let hud = HUD(minimumShowTime: .seconds(9), renderer: recorder, clock: clock)
            recorder.follow(hud)
            hud.show()
            clock.advance(to: at(0.1))
            hud.hide()
        }
        #expect(recorder.removals.count == 1)
        #expect(recorder.completions == [true])
        #expect(clock.nextDeadline == nil)
    }

    @Test func `A HUD that goes away while it waits has never been`() {
        let clock = ManualClock()
        let recorder = Recorder()
        do {
            let hud = HUD(graceTime: .seconds(9), renderer: recorder, clock: clock)
            hud.show()
        }
        #expect(recorder.removals.count == 0)
        #expect(clock.nextDeadline == nil)
    }
}

/// A clock that wakes late, as one does on a stopped process or a loaded machine.
@Suite struct LateWakeUpTests {
    @Test func `A HUD that fell due and was hidden again before it could be drawn is not drawn`() {
        let clock = LateClock()
        let recorder = Recorder()
        let hud = HUD(graceTime: .milliseconds(500), renderer: recorder, clock: clock)
        recorder.follow(hud)
        hud.show()
        clock.sleepThrough(to: at(5))
        hud.hide()
        clock.sleepThrough(to: at(6))
        clock.wake()
        #expect(recorder.frames == [])
        #expect(recorder.removals == [])
        #expect(recorder.completions == [false])
        #expect(recorder.events == [HUDEvent(.hidden(shown: false), at: at(5.3))])
    }

    @Test func `Nor one whose delayed hide, minimum show time and animation all passed unseen`() {
        let clock = LateClock()
        let recorder = Recorder()
        let hud = HUD(
            graceTime: .milliseconds(500), minimumShowTime: .seconds(1), renderer: recorder, clock: clock)
        recorder.follow(hud)
        hud.show()
        hud.hide(after: .milliseconds(700))
        clock.sleepThrough(to: at(9))
        clock.wake()
        #expect(recorder.frames == [])
        #expect(recorder.events == [HUDEvent(.hidden(shown: false), at: at(1.8))])
    }

    @Test func `The minimum show time counts from the first frame that was really presented`() {
        let clock = LateClock()
        let recorder = Recorder()
        let hud = HUD(
            graceTime: .milliseconds(500), minimumShowTime: .seconds(1), animationDuration: .zero,
            preferredFramesPerSecond: 10, renderer: recorder, clock: clock)
        recorder.follow(hud)
        hud.show()
        clock.sleepThrough(to: at(2.03))
        clock.wake()
        #expect(recorder.frames.map(\.timestamp) == [at(2)])
        hud.hide()
        for step in 0..<20 {
            clock.sleepThrough(to: at(2.03 + Double(step) / 10))
            clock.wake()
        }
        #expect(recorder.events == [appear(0.5), disappear(3.03), hidden(3.03)])
    }

    @Test func `Missed, and then shown again while it would be disappearing, it is shown`() {
        let clock = LateClock()
        let recorder = Recorder()
        let hud = HUD(graceTime: .milliseconds(500), renderer: recorder, clock: clock)
        recorder.follow(hud)
        hud.show()
        hud.hide(after: .milliseconds(700))
        clock.sleepThrough(to: at(0.8))
        hud.graceTime = .zero
        hud.show()
        clock.wake()
        #expect(recorder.frames.count == 1)
        #expect(recorder.events == [appear(0.8)])
    }

    /// A HUD without a grace time whose appearance is told of while the clock rings.
    private func hudThatIsToldOf(_ clock: LateClock, _ recorder: Recorder, _ meanwhile: @escaping @Sendable (HUD) -> Void) -> HUD
    {
        let hud = HUD(preferredFramesPerSecond: 10, renderer: recorder, clock: clock)
        hud.onEvent = { [unowned hud] event in
            guard case .appear = event.kind else { return }
            clock.wake()
            meanwhile(hud)
        }
        return hud
    }

    @Test func `A frame that comes while a caller is at work is drawn by the clock, not by him`() {
        let clock = LateClock()
        let recorder = Recorder()
        let hud = hudThatIsToldOf(clock, recorder) { _ in }
        hud.show()
        #expect(recorder.frames == [])
        clock.wake()
        #expect(recorder.frames.map(\.frame) == [0])
        clock.sleepThrough(to: at(0.1))
        clock.wake()
        #expect(recorder.frames.map(\.frame) == [0, 1])
    }

    @Test func `And where something newer stands behind it, it is dropped`() {
        let clock = LateClock()
        let recorder = Recorder()
        let hud = hudThatIsToldOf(clock, recorder) { $0.hide(animated: false) }
        hud.show(animated: false)
        #expect(recorder.frames == [])
        #expect(recorder.removals.count == 1)
        #expect(hud.phase == .hidden)
        hud.onEvent = nil
        hud.show()
        clock.wake()
        #expect(recorder.frames.count == 1)
    }

    @Test func `A slow terminal piles up no frames`() {
        let clock = LateClock()
        let hud = Mutex<HUD?>(nil)
        let depth = Mutex(0)
        let recorder = Recorder { _ in
            // While it draws, time goes on and alarms ring.
            guard
                depth.withLock({
                    $0 += 1; return $0
                }) == 1
            else { return }
            for step in 1...50 {
                clock.sleepThrough(to: at(Double(step) / 10))
                clock.wake()
            }
        }
        hud.withLock { $0 = HUD(preferredFramesPerSecond: 10, renderer: recorder, clock: clock) }
        hud.withLock { $0 }?.show()
        clock.wake()
        #expect(recorder.frames.map(\.frame) == [0])
        clock.sleepThrough(to: at(5.1))
        clock.wake()
        #expect(recorder.frames.map(\.frame) == [0, 51])
        hud.withLock { $0 = nil }
    }
}

/// Waiting and following from tasks.
@Suite struct HUDAsyncTests {
    @Test func `Hiding can be awaited, and says whether it was shown`() async throws {
        let stage = Stage(animation: 0)
        stage.hud.show()
        #expect(try await stage.hud.hideAndWait())
        stage.hud.graceTime = .seconds(1)
        stage.hud.show()
        #expect(try await stage.hud.hideAndWait() == false)
    }

    @Test func `A hidden HUD is not waited for`() async throws {
        let stage = Stage()
        #expect(try await stage.hud.waitUntilHidden() == false)
        #expect(try await stage.hud.hideAndWait() == false)
    }

    @Test func `The wait lasts as long as the animation does`() async throws {
        let stage = Stage()
        let hud = stage.hud
        hud.show()
        let events = hud.events
        let wait = Task { try await hud.hideAndWait() }
        // The hide comes when the waiter is in its place, so its event says that time may go on.
        for await event in events {
            #expect(event == disappear(0))
            break
        }
        stage.go(to: 0.299999999)
        #expect(hud.phase == .hiding)
        stage.go(to: 0.3)
        #expect(try await wait.value)
    }

    @Test func `A cancelled wait ends, and the HUD goes all the same`() async {
        let stage = Stage(minimumShow: 1)
        let hud = stage.hud
        hud.show()
        let wait = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await hud.hideAndWait()
        }
        await #expect(throws: CancellationError.self) { try await wait.value }
        #expect(hud.phase == .lingering)
        stage.go(to: 9)
        #expect(stage.recorder.completions == [true])
    }

    @Test func `Events can be followed by several at once, and end with the HUD`() async {
        let clock = ManualClock()
        var hud: HUD? = HUD(graceTime: .seconds(1), clock: clock)
        guard let first = hud?.events, let second = hud?.events else { return }
        hud?.show()
        clock.advance(to: at(2))
        hud?.hide()
        clock.advance(to: at(3))
        hud = nil
        let expected = [appear(1), disappear(2), hidden(2.3)]
        var seen: [HUDEvent] = []
        for await event in first { seen.append(event) }
        #expect(seen == expected)
        seen = []
        for await event in second { seen.append(event) }
        #expect(seen == expected)
    }
}
