import Dispatch
import Synchronization
import Testing

@testable import HUDCore

/// HUDs that were asked to hide when the process exits.
@Suite struct HidingHUDsTests {
    /// A HUD with its own registry, because the shared one also has the HUDs of other tests.
    private struct Stage {
        let clock = ManualClock()
        let recorder = Recorder()
        let hidingHUDs = HidingHUDs()
        let storage: HUDStorage

        init(grace: Double = 0, minimumShow: Double = 0, animation: Double = 0) {
            let machine = HUDStateMachine(
                graceTime: .seconds(grace), minimumShowTime: .seconds(minimumShow), animationDuration: .seconds(animation))
            storage = HUDStorage(
                presenter: HUDPresenter(machine, framesPerSecond: 10),
                renderer: recorder, clock: clock, hidingHUDs: hidingHUDs)
        }

        func show() { storage.call { $0.show(at: $1, animated: true) } }
        func hide() { storage.call(awaitsRemoval: true) { $0.hide(at: $1, animated: true) } }
        func hide(after seconds: Double) { storage.call { $0.hide(after: .seconds(seconds), at: $1, animated: true) } }
    }

    @Test func `Exit removes a HUD in its minimum show time at once, with its outcome`() {
        let stage = Stage(minimumShow: 60)
        stage.show()
        stage.clock.advance(to: 1)
        stage.storage.setOutcome(.failed(reason: "status 1"))
        stage.hide()
        stage.clock.advance(to: 2)
        #expect(stage.recorder.removals == [])
        stage.hidingHUDs.dismissAll()
        #expect(stage.recorder.removals.map(\.outcome) == [.failed(reason: "status 1")])
        #expect(stage.recorder.removals.map(\.elapsed) == [.seconds(1)])
        #expect(stage.hidingHUDs.count == 0)
        stage.hidingHUDs.dismissAll()
        #expect(stage.recorder.removals.count == 1)
    }

    @Test func `Exit removes a HUD that is disappearing`() {
        let stage = Stage(animation: 60)
        stage.show()
        stage.clock.advance(to: 1)
        stage.hide()
        stage.hidingHUDs.dismissAll()
        #expect(stage.recorder.removals.count == 1)
    }

    @Test func `Exit removes a HUD with a delayed hide`() {
        let stage = Stage()
        stage.show()
        stage.hide(after: 5)
        stage.hidingHUDs.dismissAll()
        #expect(stage.recorder.removals.count == 1)
    }

    @Test func `Exit removes a HUD that has not drawn its first frame`() {
        let stage = Stage(minimumShow: 60)
        stage.show()
        stage.storage.setOutcome(.succeeded)
        stage.hide()
        stage.hidingHUDs.dismissAll()
        #expect(stage.recorder.frames == [])
        #expect(stage.recorder.removals.map(\.outcome) == [.succeeded])
    }

    @Test func `Exit leaves a HUD that was not asked to hide to the farewell of its terminal`() {
        let stage = Stage()
        stage.show()
        stage.hide(after: 5)
        stage.show()
        stage.hidingHUDs.dismissAll()
        #expect(stage.recorder.removals == [])
        #expect(stage.hidingHUDs.count == 0)
    }

    @Test func `A HUD that has disappeared is forgotten`() {
        let stage = Stage(minimumShow: 1, animation: 1)
        stage.show()
        stage.clock.advance(to: 0.5)
        stage.hide()
        #expect(stage.hidingHUDs.count == 1)
        stage.clock.advance(to: 3)
        #expect(stage.hidingHUDs.count == 0)
        #expect(stage.recorder.removals.count == 1)
    }

    @Test func `The registry keeps no HUD alive`() {
        let hidingHUDs = HidingHUDs()
        weak var storage: HUDStorage?
        do {
            let stage = Stage()
            storage = stage.storage
            hidingHUDs.insert(stage.storage)
            #expect(storage != nil)
        }
        #expect(storage == nil)
        hidingHUDs.dismissAll()
    }

    @Test func `Exit waits for a removal that another thread has begun`() {
        /// A renderer that stays in `remove` until it is released.
        final class SlowRenderer: HUDRenderer {
            let hasEntered = DispatchSemaphore(value: 0)
            let release = DispatchSemaphore(value: 0)
            let isDone = Atomic<Bool>(false)

            func draw(_ snapshot: HUDSnapshot) -> HUDInstant { .distantPast }

            func remove(_ snapshot: HUDSnapshot) {
                hasEntered.signal()
                release.wait()
                isDone.store(true, ordering: .releasing)
            }
        }
        let (hidingHUDs, renderer) = (HidingHUDs(), SlowRenderer())
        let storage = HUDStorage(
            presenter: HUDPresenter(HUDStateMachine(animationDuration: .zero)),
            renderer: renderer, clock: ManualClock(), hidingHUDs: hidingHUDs)
        storage.call { $0.show(at: $1, animated: true) }
        let group = DispatchGroup()
        DispatchQueue(label: "remover").async(group: group) {
            storage.call { $0.hide(at: $1, animated: true) }
        }
        renderer.hasEntered.wait()
        #expect(hidingHUDs.count == 1)
        DispatchQueue(label: "releaser").async(group: group) { renderer.release.signal() }
        hidingHUDs.dismissAll()
        let isDone = renderer.isDone.load(ordering: .acquiring)
        #expect(isDone)
        group.wait()
        #expect(hidingHUDs.count == 0)
    }
}
