import Dispatch
import Synchronization
import Testing

@testable import HUDCore

/// What `hide` promises while another thread draws: the HUD is off the terminal when the call returns.
@Suite struct HideWaitTests {
    /// A renderer that stays in `draw` until it is released.
    private final class BlockingRenderer: HUDRenderer {
        let hasEntered = DispatchSemaphore(value: 0)
        let release = DispatchSemaphore(value: 0)
        private let log = Mutex<[String]>([])

        var happened: [String] { log.withLock { $0 } }
        func note(_ text: String) { log.withLock { $0.append(text) } }

        func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
            hasEntered.signal()
            release.wait()
            note("drawn")
            return .distantPast
        }

        func remove(_ snapshot: HUDSnapshot) { note("removed") }
    }

    /// Lets one thread draw a frame, and makes a call on another while the first is in `draw`.
    private func whileDrawing(_ call: @escaping @Sendable (HUD) -> Void) -> [String] {
        let renderer = BlockingRenderer()
        let isQueued = DispatchSemaphore(value: 0)
        // Without a deadline nothing is left to do: the call has queued the removal.
        let clock = LateClock { if $0 == nil { isQueued.signal() } }
        let box = Mutex<HUD?>(HUD(timing: .still, renderer: renderer, clock: clock))
        box.withLock { $0 }?.show()
        let group = DispatchGroup()
        DispatchQueue(label: "clock").async(group: group) { clock.wake() }
        renderer.hasEntered.wait()
        DispatchQueue(label: "caller").async(group: group) {
            do {
                guard let hud = box.withLock({ $0.take() }) else { return }
                call(hud)
                box.withLock { $0 = hud }
            }
            renderer.note("returned")
        }
        isQueued.wait()
        renderer.release.signal()
        group.wait()
        return renderer.happened
    }

    @Test(arguments: [{ $0.hide() }, { $0.dismiss() }, { $0.finish() }] as [@Sendable (HUD) -> Void])
    func `A print after hide, dismiss or finish is not in the bar that another thread was drawing`(
        end: @escaping @Sendable (HUD) -> Void
    ) {
        for _ in 0..<50 { #expect(whileDrawing(end) == ["drawn", "removed", "returned"]) }
    }

    @Test func `A second hide waits for the removal that the first one queued`() {
        #expect(
            whileDrawing { hud in
                onThreads(3) { _ in hud.hide() }
            } == ["drawn", "removed", "returned"])
    }

    @Test func `A hide from the renderer and from a closure returns at once`() {
        let clock = LateClock()
        let hud = Mutex<HUD?>(nil)
        let returned = Mutex<[String]>([])
        let recorder = Recorder { _ in
            hud.withLock { $0 }?.hide()
            returned.withLock { $0.append("render") }
        }
        let shown = HUD(timing: .still, renderer: recorder, clock: clock)
        hud.withLock { $0 = shown }
        shown.onHidden = { [unowned shown] _ in
            shown.hide()
            returned.withLock { $0.append("onHidden") }
        }
        shown.show()
        clock.wake()
        hud.withLock { $0 = nil }
        #expect(recorder.removals.count == 1)
        #expect(returned.withLock { $0 } == ["render", "onHidden"])
    }

    @Test func `Two HUDs that hide each other from their closures do not wait for each other`() {
        let clocks = [LateClock(), LateClock()]
        let huds = clocks.map { HUD(timing: .still, renderer: Recorder(), clock: $0) }
        let isInside = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        for (index, hud) in huds.enumerated() {
            hud.onEvent = { [unowned other = huds[1 - index]] event in
                guard case .appear = event.kind else { return }
                isInside[index].signal()
                isInside[1 - index].wait()
                other.hide()
            }
        }
        onThreads(2) { huds[$0].show() }
        #expect(huds.map(\.phase) == [.hidden, .hidden])
        withExtendedLifetime(huds) {}
    }

    @Test func `A renderer that never returns keeps a hide for the longest wait and no longer`() {
        let renderer = BlockingRenderer()
        let clock = LateClock()
        let presenter = HUDPresenter(HUDStateMachine(animationDuration: .zero))
        let storage = HUDStorage(presenter: presenter, renderer: renderer, clock: clock, longestWait: .milliseconds(1))
        storage.call { $0.show(at: $1, animated: true) }
        let group = DispatchGroup()
        DispatchQueue(label: "clock").async(group: group) { clock.wake() }
        renderer.hasEntered.wait()
        storage.call(awaitsRemoval: true) { $0.hide(at: $1, animated: true) }
        #expect(renderer.happened == [])
        renderer.release.signal()
        group.wait()
        #expect(renderer.happened == ["drawn", "removed"])
    }
}
