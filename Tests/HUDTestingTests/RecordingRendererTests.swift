import HUDCore
import HUDTesting
import Testing

@Suite struct RecordingRendererTests {
    @Test func `Frames and removals are kept in order`() {
        let clock = ManualClock()
        let renderer = RecordingRenderer(preferredAnimationDuration: .zero)
        let hud = HUD(graceTime: .milliseconds(500), preferredFramesPerSecond: 10, renderer: renderer, clock: clock)
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

    @Test func `The default animation is MBProgressHUD's`() {
        #expect(RecordingRenderer().preferredAnimationDuration == .milliseconds(300))
    }
}
