import Dispatch
import HUDCore
import Synchronization
import Testing

/// The real clock. These tests wait for it with semaphores only: they neither sleep nor poll.
@Suite struct LiveClockTests {
    @Test func `An alarm rings at its deadline or after, and not before`() {
        let clock = LiveClock()
        let rang = DispatchSemaphore(value: 0)
        let time = Mutex(HUDInstant.zero)
        let alarm = clock.makeAlarm {
            time.withLock { $0 = clock.now }
            rang.signal()
        }
        for microseconds in [0, 1, 30, 60, 90, 130, 180, 240, 700, 5000] {
            let deadline = clock.now.advanced(by: .microseconds(microseconds))
            alarm.set(deadline)
            rang.wait()
            #expect(time.withLock { $0 } >= deadline)
        }
        alarm.set(clock.now.advanced(by: .seconds(-5)))
        rang.wait()
    }

    @Test func `It never goes back`() {
        let clock = LiveClock()
        var last = clock.now
        for _ in 0..<100_000 {
            let now = clock.now
            #expect(now >= last)
            last = now
        }
    }

    @Test func `A cleared or moved alarm rings only for its last deadline`() {
        let clock = LiveClock()
        let rang = DispatchSemaphore(value: 0)
        let count = Mutex(0)
        let alarm = clock.makeAlarm { count.withLock { $0 += 1 } }
        let last = clock.makeAlarm { rang.signal() }
        alarm.set(clock.now.advanced(by: .seconds(100)))
        alarm.set(.distantFuture)
        alarm.set(clock.now.advanced(by: .milliseconds(50)))
        alarm.set(nil)
        last.set(clock.now.advanced(by: .milliseconds(60)))
        rang.wait()
        #expect(count.withLock { $0 } == 0)
    }

    /// The test's thread and every thread of the concurrency pool are blocked, and the HUD is still drawn.
    @Test func `It keeps turning while the main thread and the whole concurrency pool are blocked`() {
        let frames = DispatchSemaphore(value: 0)
        let release = DispatchSemaphore(value: 0)
        let recorder = Recorder { _ in frames.signal() }
        let hud = HUD(preferredFramesPerSecond: 240, renderer: recorder, clock: LiveClock())
        // More tasks than the pool has threads: those that run block their threads, and the others wait for one.
        let blockers = 64
        for _ in 0..<blockers {
            Task.detached { block(on: release) }
        }
        hud.show()
        for _ in 0..<20 { frames.wait() }
        hud.hide(animated: false)
        for _ in 0..<blockers { release.signal() }
        #expect(recorder.frames.count >= 20)
    }

    @Test func `Two clocks run independently: one's slow renderer does not hold up the other`() {
        let blocked = DispatchSemaphore(value: 0)
        let release = DispatchSemaphore(value: 0)
        let drawn = DispatchSemaphore(value: 0)
        let slow = HUD(
            renderer: Recorder { _ in
                blocked.signal()
                release.wait()
            }, clock: LiveClock())
        let other = HUD(renderer: Recorder { _ in drawn.signal() }, clock: LiveClock())
        slow.show()
        blocked.wait()
        other.show()
        for _ in 0..<3 { drawn.wait() }
        // Calls on the HUD with the blocked renderer return at once nevertheless.
        slow.label = "waiting for its terminal"
        slow.hide(animated: false)
        release.signal()
        other.hide(animated: false)
    }

    /// The HUD goes on the thread on which the closures are called.
    @Test func `Finish, and the end of a scope, do not wait in a closure that the clock's thread calls`() {
        let clock = LiveClock()
        let timing = HUDTiming(minimumShow: 0.01, animation: 0)
        let (finished, gone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let hud = HUD(timing: timing, renderer: Recorder(), clock: clock)
        hud.onHidden = { _ in gone.signal() }
        hud.show()
        let link = DisplayLink(clock: clock) { _ in
            hud.finish(.succeeded)
            finished.signal()
        }
        #expect(finished.wait(timeout: .now() + 10) == .success)
        #expect(gone.wait(timeout: .now() + 10) == .success)
        link.invalidate()
        let activity = ActivityIndicator(activationDelay: .milliseconds(1), clock: clock) { isActive in
            guard isActive else { return }
            withHUD("step", timing: timing, renderer: Recorder(), clock: clock) { _ in }
            finished.signal()
        }
        while finished.wait(timeout: .now()) == .success {}
        activity.begin()
        #expect(finished.wait(timeout: .now() + 10) == .success)
    }
}

private func block(on semaphore: DispatchSemaphore) {
    semaphore.wait()
}
