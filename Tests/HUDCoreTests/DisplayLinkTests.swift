import Synchronization
import Testing

@testable import HUDCore

@Suite struct DisplayLinkTests {
    private final class Film: Sendable {
        private let all = Mutex<[FramePacer.Frame]>([])
        var frames: [FramePacer.Frame] { all.withLock { $0 } }
        func shoot(_ frame: FramePacer.Frame) { all.withLock { $0.append(frame) } }
    }

    private let film = Film()

    @Test func `Frames are on the grid, and the first is due at once`() {
        let clock = ManualClock(now: at(1))
        let link = DisplayLink(preferredFramesPerSecond: 4, clock: clock) { film.shoot($0) }
        clock.advance(to: 2)
        #expect(film.frames.map(\.number) == [0, 1, 2, 3, 4])
        #expect(film.frames.map(\.timestamp) == [at(1), at(1.25), at(1.5), at(1.75), at(2)])
        #expect(film.frames.map(\.targetTimestamp) == [at(1.25), at(1.5), at(1.75), at(2), at(2.25)])
        #expect(link.frameNumber == 4)
        #expect(link.timestamp == at(2))
        #expect(link.targetTimestamp == at(2.25))
        #expect(link.duration == .milliseconds(250))
    }

    @Test func `Before the first frame all properties are nil`() {
        let link = DisplayLink(clock: ManualClock()) { _ in }
        #expect(link.frameNumber == nil)
        #expect(link.timestamp == nil)
        #expect(link.targetTimestamp == nil)
        #expect(link.duration == nil)
        #expect(link.preferredFramesPerSecond == 60)
    }

    @Test func `A late wake-up skips missed frames`() {
        let clock = LateClock()
        let link = DisplayLink(preferredFramesPerSecond: 10, clock: clock) { film.shoot($0) }
        clock.wake()
        clock.sleepThrough(to: 0.57)
        clock.wake()
        clock.wake()
        clock.sleepThrough(to: 0.6)
        clock.wake()
        link.invalidate()
        #expect(film.frames.map(\.number) == [0, 5, 6])
        #expect(film.frames.map(\.timestamp) == [at(0), at(0.5), at(0.6)])
    }

    @Test func `A paused link draws no frame, and continues on the same grid`() {
        let clock = ManualClock()
        let link = DisplayLink(preferredFramesPerSecond: 10, clock: clock) { film.shoot($0) }
        clock.advance(to: 0.1)
        link.isPaused = true
        #expect(link.isPaused)
        #expect(clock.nextDeadline == nil)
        clock.advance(to: 1.05)
        link.isPaused = false
        clock.advance(to: 1.2)
        #expect(film.frames.map(\.timestamp) == [at(0), at(0.1), at(1), at(1.1), at(1.2)])
        #expect(film.frames.map(\.number) == [0, 1, 10, 11, 12])
    }

    @Test func `An invalidated or released link calls no more`() {
        let clock = ManualClock()
        let link = DisplayLink(preferredFramesPerSecond: 10, clock: clock) { film.shoot($0) }
        clock.advance(to: 0.1)
        link.invalidate()
        link.isPaused = false
        clock.advance(to: 1)
        #expect(film.frames.count == 2)
        do { _ = DisplayLink(clock: clock) { film.shoot($0) } }
        #expect(clock.nextDeadline == nil)
    }

    @Test func `It can be invalidated from its own frame`() {
        let clock = ManualClock()
        let held = Mutex<DisplayLink?>(nil)
        let link = DisplayLink(preferredFramesPerSecond: 10, clock: clock) { frame in
            film.shoot(frame)
            if frame.number == 2 { held.withLock { $0 }?.invalidate() }
        }
        held.withLock { $0 = link }
        clock.advance(to: 5)
        held.withLock { $0 = nil }
        #expect(film.frames.map(\.number) == [0, 1, 2])
    }
}
