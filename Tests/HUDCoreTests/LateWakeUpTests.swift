import HUDCore
import Synchronization
import Testing

/// A clock that wakes up late, as on a stopped process or a loaded machine.
@Suite struct LateWakeUpTests {
    private let clock = LateClock()
    private let recorder = Recorder()

    @Test func `A HUD that fell due and was hidden again before it could be drawn is not drawn`() {
        let hud = HUD(timing: HUDTiming(grace: 0.5), renderer: recorder, clock: clock)
        recorder.follow(hud)
        hud.show()
        clock.sleepThrough(to: 5)
        hud.hide()
        clock.sleepThrough(to: 6)
        clock.wake()
        #expect(recorder.frames == [])
        #expect(recorder.removals == [])
        #expect(recorder.completions == [false])
        #expect(recorder.events == [hidden(5.3, shown: false)])
    }

    @Test func `A HUD whose delayed hide, minimum show time and animation all passed unseen is not drawn`() {
        let hud = HUD(
            timing: HUDTiming(grace: 0.5, minimumShow: 1), renderer: recorder, clock: clock)
        recorder.follow(hud)
        hud.show()
        hud.hide(after: .milliseconds(700))
        clock.sleepThrough(to: 9)
        clock.wake()
        #expect(recorder.frames == [])
        #expect(recorder.events == [hidden(1.8, shown: false)])
    }

    @Test func `The minimum show time counts from the first frame that was really presented`() {
        let hud = HUD(
            timing: HUDTiming(grace: 0.5, minimumShow: 1, animation: 0),
            preferredFramesPerSecond: 10, renderer: recorder, clock: clock)
        recorder.follow(hud)
        hud.show()
        clock.sleepThrough(to: 2.03)
        clock.wake()
        #expect(recorder.frames.map(\.timestamp) == [at(2)])
        hud.hide()
        for step in 0..<20 {
            clock.sleepThrough(to: 2.03 + Double(step) / 10)
            clock.wake()
        }
        #expect(recorder.events == [appear(0.5), disappear(3.03), hidden(3.03)])
    }

    @Test func `The minimum show time counts from a first frame that is still being drawn`() {
        let held = Mutex<HUD?>(nil)
        // The process goes on at 2 s. Another thread hides the HUD while the first frame is drawn, which is there at 2.25 s.
        let recorder = Recorder { frame in
            guard frame.frame == 15 else { return }
            held.withLock { $0 }?.hide()
            clock.sleepThrough(to: 2.25)
        }
        let hud = HUD(
            timing: HUDTiming(grace: 0.5, minimumShow: 0.3, animation: 0),
            preferredFramesPerSecond: 10, renderer: recorder, clock: clock)
        held.withLock { $0 = hud }
        recorder.follow(hud)
        hud.show()
        clock.sleepThrough(to: 2)
        for time in [2.25, 2.5, 2.6, 2.75] {
            clock.wake()
            clock.sleepThrough(to: time)
        }
        #expect(recorder.events == [appear(0.5), disappear(2.55), hidden(2.55)])
        held.withLock { $0 = nil }
    }

    @Test func `The summary of a HUD that was never drawn says how long its work took`() {
        let hud = HUD(
            timing: HUDTiming(grace: 0.5, animation: 0),
            renderer: recorder,
            clock: clock)
        hud.summary = .always
        for begin in [100.0, 200] {
            clock.sleepThrough(to: begin)
            hud.show()
            clock.sleepThrough(to: begin + 0.75)
            hud.outcome = .failed(reason: "status 2")
            hud.hide()
        }
        #expect(recorder.removals.map(\.elapsed) == [.seconds(0.75), .seconds(0.75)])
        #expect(recorder.frames == [])
    }

    @Test func `A HUD that was missed and is shown again while disappearing is drawn`() {
        let hud = HUD(timing: HUDTiming(grace: 0.5), renderer: recorder, clock: clock)
        recorder.follow(hud)
        hud.show()
        hud.hide(after: .milliseconds(700))
        clock.sleepThrough(to: 0.8)
        hud.graceTime = .zero
        hud.show()
        clock.wake()
        #expect(recorder.frames.count == 1)
        #expect(recorder.events == [appear(0.8)])
    }

    /// A HUD without a grace time whose appearance is reported while the clock rings.
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

    @Test func `A frame that falls due during a call is drawn by the clock's thread`() {
        let hud = hudThatIsToldOf(clock, recorder) { _ in }
        hud.show()
        #expect(recorder.frames == [])
        clock.wake()
        #expect(recorder.frames.map(\.frame) == [0])
        clock.sleepThrough(to: 0.1)
        clock.wake()
        #expect(recorder.frames.map(\.frame) == [0, 1])
    }

    @Test func `A frame that falls due during a call is dropped if a newer action follows`() {
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
        let hud = Mutex<HUD?>(nil)
        let depth = Mutex(0)
        let recorder = Recorder { _ in
            // While it draws, time advances and alarms ring.
            guard
                depth.withLock({
                    $0 += 1; return $0
                }) == 1
            else { return }
            for step in 1...50 {
                clock.sleepThrough(to: Double(step) / 10)
                clock.wake()
            }
        }
        hud.withLock { $0 = HUD(preferredFramesPerSecond: 10, renderer: recorder, clock: clock) }
        hud.withLock { $0 }?.show()
        clock.wake()
        #expect(recorder.frames.map(\.frame) == [0])
        clock.sleepThrough(to: 5.1)
        clock.wake()
        #expect(recorder.frames.map(\.frame) == [0, 51])
        hud.withLock { $0 = nil }
    }

    @Test func `A frame of the last appearance does not count as the first of the next`() {
        let held = Mutex<HUD?>(nil)
        let recorder = Recorder { snapshot in
            guard let hud = held.withLock({ $0 }) else { return }
            guard snapshot.timestamp == at(0) else {
                // Every later frame takes at least until 0.7.
                return clock.sleepThrough(to: 0.7)
            }
            // While the first frame is drawn, the HUD disappears and appears again.
            hud.hide(animated: false)
            hud.minimumShowTime = .seconds(1)
            clock.sleepThrough(to: 0.1)
            hud.show()
            clock.sleepThrough(to: 0.5)
        }
        let hud = HUD(timing: .still, preferredFramesPerSecond: 10, renderer: recorder, clock: clock)
        recorder.follow(hud)
        held.withLock { $0 = hud }
        hud.show()
        clock.wake()
        #expect(clock.now == at(0.7))
        hud.hide()
        for step in 8...20 {
            clock.sleepThrough(to: Double(step) / 10)
            clock.wake()
        }
        #expect(recorder.events.last == hidden(1.7))
        held.withLock { $0 = nil }
    }

    @Test func `The time of a job whose delayed hide fell due late, before the HUD appeared, counts from its show`() {
        let hud = HUD(timing: HUDTiming(grace: 0.5), renderer: recorder, clock: clock)
        hud.summary = .always
        hud.show()
        clock.sleepThrough(to: 0.2)
        hud.outcome = .succeeded
        hud.hide(after: .milliseconds(200))
        clock.sleepThrough(to: 0.45)
        clock.wake()
        #expect(recorder.removals.map(\.elapsed) == [.milliseconds(200)])
    }
}
