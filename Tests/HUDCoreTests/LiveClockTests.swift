import Dispatch
import HUDCore
import Synchronization
import Testing

/// The real clock. These tests wait for it, on semaphores, and for nothing else: no sleep, no poll.
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

    /// This test's own thread and every thread of the concurrency pool stand still, and the HUD is drawn on.
    @Test func `It keeps turning while the main thread and the whole concurrency pool are blocked`() {
        let frames = DispatchSemaphore(value: 0)
        let release = DispatchSemaphore(value: 0)
        let recorder = Recorder { _ in frames.signal() }
        let hud = HUD(preferredFramesPerSecond: 240, renderer: recorder, clock: LiveClock())
        // More than the pool has threads for: those that run block theirs, and the others wait for one.
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
        // Calls on the blocked one return at once all the same.
        slow.label = "waiting for its terminal"
        slow.hide(animated: false)
        release.signal()
        other.hide(animated: false)
    }
}

private func block(on semaphore: DispatchSemaphore) {
    semaphore.wait()
}
