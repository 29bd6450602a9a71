import HUDCore
import HUDTesting
import Testing

@Suite struct RecordingRendererTests {
    @Test func `Frames and removals are kept in order`() {
        let clock = ManualClock()
        let renderer = RecordingRenderer(preferredAnimationDuration: .zero)
        let hud = HUD(
            timing: HUDTiming(graceTime: .milliseconds(500), minimumShowTime: .zero), preferredFramesPerSecond: 10,
            renderer: renderer, clock: clock)
        hud.label = "Copying"
        hud.show()
        clock.advance(by: .milliseconds(499))
        #expect(renderer.rendered.isEmpty)
        clock.advance(by: .milliseconds(251))
        #expect(renderer.rendered.map(\.frame) == [0, 1, 2])
        #expect(renderer.rendered.allSatisfy { $0.label == "Copying" })
        hud.hide()
        clock.advance(by: .seconds(1))
        #expect(renderer.removed.count == 1)
        renderer.removeAll()
        #expect(renderer.rendered.isEmpty && renderer.removed.isEmpty)
    }

    @Test func `Logged text is recorded and not printed`() {
        let renderer = RecordingRenderer()
        let hud = HUD(renderer: renderer, clock: ManualClock())
        hud.log("one")
        var stream = hud.logStream
        print("two", to: &stream)
        #expect(renderer.logged == ["one", "two"])
        renderer.removeAll()
        #expect(renderer.logged.isEmpty)
    }

    @Test func `A HUD disappears at the same instant as with InlineRenderer`() {
        let clock = ManualClock()
        let renderer = RecordingRenderer()
        let hud = HUD(
            timing: HUDTiming(graceTime: .milliseconds(500), minimumShowTime: .seconds(1)), renderer: renderer, clock: clock)
        hud.show()
        clock.advance(by: .milliseconds(600))
        hud.hide()
        clock.advance(by: .milliseconds(900))
        #expect(!hud.isOnScreen)
        #expect(renderer.removed.count == 1)
        #expect(RecordingRenderer().preferredAnimationDuration == .zero)
        #expect(RecordingRenderer(preferredAnimationDuration: .seconds(1)).preferredAnimationDuration == .seconds(1))
    }

    @Test func `A day of frames keeps the last ones and counts them all`() {
        let clock = ManualClock()
        let renderer = RecordingRenderer(capacity: 3)
        let hud = HUD(preferredFramesPerSecond: 1, renderer: renderer, clock: clock)
        hud.show()
        clock.advance(by: .seconds(86_400))
        #expect(renderer.rendered.map(\.frame) == [86_398, 86_399, 86_400])
        #expect(renderer.renderedCount == 86_401)
        for number in 0..<5 { hud.log(String(number)) }
        #expect(renderer.logged == ["2", "3", "4"])
        #expect(renderer.loggedCount == 5)
        for _ in 0..<4 {
            hud.hide()
            hud.show()
        }
        #expect(renderer.removed.count == 3)
        #expect(renderer.removedCount == 4)
        renderer.removeAll()
        #expect(renderer.renderedCount + renderer.removedCount + renderer.loggedCount == 0)
        renderer.log("last")
        #expect(renderer.logged == ["last"])
        #expect(RecordingRenderer(capacity: -1).capacity == 1)
    }
}
