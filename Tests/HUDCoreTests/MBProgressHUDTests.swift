import HUDCore
import Testing

/// MBProgressHUD's own tests (HudTests.m), with the timing tests on the manual clock.
@Suite struct MBProgressHUDTests {
    @Test func `testNonAnimatedConvenienceHUDPresentation: shown at once, gone at once`() {
        let stage = Stage()
        stage.hud.show(animated: false)
        #expect(stage.hud.isOnScreen)
        stage.hud.hide(animated: false)
        #expect(!stage.hud.isOnScreen)
        stage.hud.hide(animated: false)
        #expect(stage.events == [appear(0, animated: false), disappear(0, animated: false), hidden(0)])
    }

    @Test func `testAnimatedConvenienceHUDPresentation: on screen until the animation has ended`() {
        let stage = Stage()
        stage.hud.show()
        stage.hud.hide()
        #expect(stage.hud.phase == .hiding)
        stage.go(to: 0.299999999)
        #expect(stage.hud.isOnScreen)
        stage.go(to: 0.3)
        #expect(stage.hud.phase == .hidden)
        #expect(stage.recorder.completions == [true])
    }

    @Test func `testCompletionBlock: the completion comes, once`() {
        let stage = Stage()
        stage.hud.show()
        stage.hud.hide()
        #expect(stage.recorder.completions == [])
        stage.go(to: 60)
        #expect(stage.recorder.completions == [true])
    }

    @Test func `testDelayedHide: visible at 1 s, hidden at 3 s`() {
        let stage = Stage()
        stage.hud.show(animated: false)
        stage.hud.hide(after: .seconds(2), animated: false)
        stage.go(to: 1)
        #expect(stage.hud.phase == .visible)
        stage.go(to: 3)
        #expect(stage.hud.phase == .hidden)
        #expect(stage.events.last == hidden(2))
    }

    @Test func `testDelayedHideDoesNotRace: shown again at the deadline of the delayed hide`() {
        let stage = Stage()
        stage.hud.show()
        stage.hud.hide(after: .milliseconds(300))
        stage.stopJustBefore(0.3)
        stage.hud.show()
        stage.hud.hide(after: .milliseconds(300))
        stage.go(to: 0.5)
        #expect(stage.hud.phase == .visible)
        stage.go(to: 1.3)
        #expect(stage.events == [appear(0), disappear(0.6), hidden(0.9)])
    }

    @Test func `testNonAnimatedHudReuse: shown again at once`() {
        let stage = Stage()
        stage.hud.show(animated: false)
        stage.hud.hide(animated: false)
        stage.hud.show(animated: false)
        #expect(stage.hud.phase == .visible)
        stage.hud.hide(animated: false)
        #expect(stage.recorder.completions == [true, true])
    }

    @Test func `testUnfinishedHidingAnimation: hidden all the same when the animation is cut short`() {
        let stage = Stage()
        stage.hud.show(animated: false)
        stage.hud.hide()
        stage.go(to: 0.1)
        stage.hud.hide(animated: false)
        #expect(stage.hud.phase == .hidden)
        stage.go(to: 3)
        #expect(stage.events == [appear(0, animated: false), disappear(0), hidden(0.1)])
    }

    @Test func `testAnimatedImmediateHudReuse: visible a second later`() {
        let stage = Stage()
        stage.hud.show()
        stage.hud.hide()
        stage.hud.show()
        stage.go(to: 1)
        #expect(stage.hud.phase == .visible)
        #expect(stage.recorder.frames.last?.opacity == 1)
        #expect(stage.recorder.completions == [])
    }

    @Test func `testMinShowTime: visible at 1 s, hidden after 2 s`() {
        let stage = Stage(minimumShow: 2)
        stage.hud.show()
        stage.hud.hide()
        stage.go(to: 1)
        #expect(stage.hud.phase == .lingering)
        #expect(stage.recorder.completions == [])
        stage.go(to: 5)
        #expect(stage.events == [appear(0), disappear(2), hidden(2.3)])
    }

    @Test func `testGraceTime: not drawn at 1 s, visible at 3 s`() {
        let stage = Stage(grace: 2)
        stage.hud.show()
        stage.go(to: 1)
        #expect(stage.hud.phase == .waiting)
        #expect(stage.recorder.frames == [])
        stage.go(to: 3)
        #expect(stage.hud.phase == .visible)
        stage.hud.hide()
        stage.go(to: 5)
        #expect(stage.events == [appear(2), disappear(3), hidden(3.3)])
    }

    @Test func `testHideBeforeGraceTimeElapsed: never drawn`() {
        let stage = Stage(grace: 2)
        stage.hud.show()
        stage.go(to: 1)
        stage.hud.hide()
        stage.go(to: 3)
        #expect(stage.hud.phase == .hidden)
        #expect(stage.recorder.frames == [])
        #expect(stage.recorder.removals == [])
        #expect(stage.recorder.completions == [false])
    }
}

/// Bugs that were reported for MBProgressHUD, and deviations of its source from its documentation. Each test is named
/// after the bug.
@Suite struct MBProgressHUDBugTests {
    @Test func `Issue 605: a delayed hide asked for in the grace time was lost, and the HUD stayed for good`() {
        let stage = Stage(grace: 0.25)
        stage.hud.show()
        stage.hud.hide(after: .seconds(3))
        stage.go(to: 60)
        #expect(stage.events == [appear(0.25), disappear(3), hidden(3.3)])
    }

    @Test func `A second show in the grace time started a second timer, and both fired`() {
        let stage = Stage(grace: 1)
        stage.hud.show()
        stage.go(to: 0.5)
        stage.hud.show()
        stage.go(to: 1)
        #expect(stage.hud.phase == .visible)
        stage.go(to: 60)
        #expect(stage.events == [appear(1)])
    }

    @Test func `Hide twice while the minimum show time ran called the completion twice`() {
        let stage = Stage(minimumShow: 1)
        stage.hud.show()
        stage.hud.hide()
        stage.go(to: 0.4)
        stage.hud.hide()
        stage.go(to: 60)
        #expect(stage.recorder.completions == [true])
        #expect(stage.events == [appear(0), disappear(1), hidden(1.3)])
    }

    @Test func `Issue 377: a hide while disappearing completed at once and again at the end`() {
        let stage = Stage()
        stage.hud.show()
        stage.hud.hide()
        stage.go(to: 0.1)
        stage.hud.hide()
        #expect(stage.recorder.completions == [])
        stage.go(to: 60)
        #expect(stage.recorder.completions == [true])
    }

    @Test func `A hide on a HUD that was never shown called the completion`() {
        let stage = Stage()
        stage.hud.hide()
        stage.hud.hide(animated: false)
        stage.hud.hide(after: .seconds(1))
        stage.go(to: 60)
        #expect(stage.events == [])
        #expect(stage.recorder.completions == [])
    }

    @Test func `Issue 292: turning back completed a hide that never finished, and stopped the display link`() {
        let stage = Stage(fps: 10)
        stage.hud.show()
        stage.go(to: 1)
        stage.hud.hide()
        stage.go(to: 1.1)
        stage.hud.show()
        #expect(stage.recorder.completions == [])
        stage.go(to: 2)
        #expect(stage.recorder.frames.map(\.frame) == Array(0...20))
        #expect(stage.recorder.frames.map(\.timestamp) == (0...20).map { at(Double($0) / 10) })
    }

    @Test func `Issue 503: a delayed hide while disappearing fired later at whatever was then shown`() {
        let stage = Stage()
        stage.hud.show()
        stage.hud.hide()
        stage.go(to: 0.1)
        stage.hud.hide(after: .milliseconds(500))
        stage.go(to: 0.3)
        stage.hud.show()
        stage.go(to: 60)
        #expect(stage.hud.phase == .visible)
        #expect(stage.events == [appear(0), disappear(0), hidden(0.3), appear(0.3)])
    }

    @Test func `The last progress before the hide was never drawn`() {
        let stage = Stage(fps: 1)
        stage.hud.show(animated: false)
        stage.go(to: 1.5)
        stage.hud.progress = 1
        stage.hud.hide(animated: false)
        #expect(stage.recorder.frames.map(\.progress.fraction) == [0, 0])
        #expect(stage.recorder.removals.map(\.progress.fraction) == [1])
    }

    @Test func `The minimum show time was measured on the wall clock: the live clock is monotonic`() {
        // A wall clock can be set back; this clock must not go back between any two readings.
        let clock = LiveClock()
        var last = clock.now
        for _ in 0..<100_000 {
            let now = clock.now
            #expect(now >= last)
            last = now
        }
    }
}
