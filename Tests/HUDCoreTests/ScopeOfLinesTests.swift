import Synchronization
import Testing

@testable import HUDCore

/// A scope whose renderer prints lines keeps no minimum show time, and the renderer is asked about it only when that matters.
@Suite struct ScopeOfLinesTests {
    /// A renderer that counts how often it is asked where HUDs are shown.
    private final class AskedRenderer: HUDRenderer {
        let isLines: Bool
        private let count = Mutex(0)

        init(isLines: Bool) { self.isLines = isLines }

        var asked: Int { count.withLock { $0 } }
        var preferredAnimationDuration: Duration { .zero }
        var display: HUDDisplay {
            count.withLock { $0 += 1 }
            return HUDDisplay(isLines ? .lines : .screen)
        }

        func draw(_ snapshot: HUDSnapshot) -> HUDInstant { .distantPast }
        func remove(_ snapshot: HUDSnapshot) {}
    }

    /// A renderer that looks at a HUD when it is asked how long its animation takes.
    private final class LookingRenderer: HUDRenderer {
        let hud = Mutex<HUD?>(nil)
        let phases = Mutex<[HUDPhase?]>([])

        var preferredAnimationDuration: Duration {
            let phase = hud.withLock(\.self)?.phase
            phases.withLock { $0.append(phase) }
            return .zero
        }

        func draw(_ snapshot: HUDSnapshot) -> HUDInstant { .distantPast }
        func remove(_ snapshot: HUDSnapshot) {}
    }

    private let clock = ManualClock()
    private let lines = AskedRenderer(isLines: true)
    private let screen = AskedRenderer(isLines: false)
    private let timing = HUDTiming(grace: 0.5, minimumShow: 2)

    @Test(arguments: [0, 0.1, 0.4999])
    func `Within the grace time the renderer is not asked`(length: Double) {
        withHUD("Installing", timing: timing, renderer: lines, clock: clock) { _ in clock.advance(by: .seconds(length)) }
        #expect(lines.asked == 0)
        #expect(clock.now == at(length))
    }

    @Test(arguments: [0.5, 0.6, 1, 9])
    func `Afterwards it is asked once, and the scope of lines ends at once`(length: Double) {
        withHUD("Installing", timing: timing, renderer: lines, clock: clock) { _ in clock.advance(to: at(length)) }
        #expect(lines.asked == 1)
        #expect(clock.now == at(length))
    }

    @Test func `A renderer of a screen is asked once, and its HUD stays for its minimum show time`() {
        withHUD("Installing", timing: timing, renderer: screen, clock: clock) { _ in clock.advance(to: 1) }
        #expect(screen.asked == 1)
        #expect(clock.now == at(2.5))
    }

    @Test func `A hide inside the scope waits for nothing`() {
        withHUD("Installing", timing: timing, renderer: lines, clock: clock) { hud in
            clock.advance(to: 1)
            hud.hide()
            #expect(hud.phase == .hidden)
            hud.show()
            clock.advance(to: 2)
            hud.hide(after: .seconds(1))
            clock.advance(to: 3)
            #expect(hud.phase == .hidden)
        }
        #expect(lines.asked == 1)
        #expect(clock.now == at(3))
    }

    @Test func `A hide that was delayed within the grace time waits for nothing`() {
        withHUD("Installing", timing: timing, renderer: lines, clock: clock) { hud in
            hud.hide(after: .seconds(1))
            clock.advance(to: 1)
            #expect(hud.phase == .hidden)
        }
        #expect(lines.asked == 1)
        #expect(clock.now == at(1))
    }

    @Test func `A minimum show time that the body sets counts for lines too`() {
        withHUD("Installing", timing: timing, renderer: lines, clock: clock) { hud in
            clock.advance(to: 1)
            hud.minimumShowTime = .seconds(3)
        }
        #expect(lines.asked == 0)
        #expect(clock.now == at(3.5))
    }

    @Test func `A HUD without a scope keeps its minimum show time and does not ask`() {
        let hud = HUD(label: "Installing", timing: timing, renderer: lines, clock: clock)
        hud.show()
        clock.advance(to: 1)
        hud.hide()
        #expect(hud.phase == .lingering)
        #expect(lines.asked == 0)
        clock.advance(to: 2.5)
        #expect(hud.phase == .hidden)
    }

    @Test func `A scope that takes over the HUD of the one before keeps a minimum show time of its own`() {
        withHUD("Outer", timing: timing, renderer: screen, clock: clock) { _ in
            withHUD("First", timing: timing, renderer: screen) { _ in clock.advance(to: 1) }
            withHUD("Second", timing: .init(graceTime: .zero, minimumShowTime: .seconds(5)), renderer: screen) { hud in
                clock.advance(to: 2)
                #expect(hud.isOnScreen)
            }
        }
        // From the instant at which it took the HUD over.
        #expect(clock.now == at(6))
    }

    @Test func `A renderer may look at HUDs when a scope takes over the HUD of the one before`() {
        let looking = LookingRenderer()
        withHUD("Outer", renderer: screen, clock: clock) { _ in
            withHUD("First", timing: timing, renderer: looking) { hud in
                looking.hud.withLock { $0 = hud }
                clock.advance(to: 1)
            }
            withHUD("Second", timing: timing, renderer: looking) { _ in clock.advance(to: 1.1) }
        }
        #expect(looking.phases.withLock(\.self).last == .lingering)
    }

    @Test func `A scope of lines that takes over a HUD with a minimum show time of its own waits for nothing`() {
        withHUD("Outer", timing: timing, renderer: lines, clock: clock) { _ in
            withHUD("First", timing: timing, renderer: lines) { hud in
                clock.advance(to: 1)
                hud.minimumShowTime = .seconds(3)
            }
            withHUD("Second", timing: timing, renderer: lines) { _ in clock.advance(to: 2) }
        }
        #expect(clock.now == at(2))
    }
}
