import Foundation
import HUDCore
import HUDFoundation
import Testing

@Suite struct FoundationProgressTests {
    @Test func `A progress without children has its counts`() {
        let progress = Progress(totalUnitCount: 8)
        let source = FoundationProgress(progress)
        #expect(source.sample() == ProgressSample(completedUnitCount: 0, totalUnitCount: 8))
        progress.completedUnitCount = 2
        #expect(source.sample() == ProgressSample(completedUnitCount: 2, totalUnitCount: 8))
        progress.totalUnitCount = 4
        #expect(source.sample().fraction == 0.5)
        progress.completedUnitCount = 9
        #expect(source.sample().fraction == 1)
    }

    @Test func `A total that is not known is none`() {
        let progress = Progress(totalUnitCount: -1)
        progress.completedUnitCount = 3
        #expect(FoundationProgress(progress).sample() == ProgressSample(completedUnitCount: 3, totalUnitCount: nil))
        #expect(FoundationProgress(Progress(totalUnitCount: 0)).sample().totalUnitCount == nil)
    }

    @Test func `While a child is partly done, the fraction is shown, and no counts from then on`() {
        let parent = Progress(totalUnitCount: 10)
        let child = Progress(totalUnitCount: 4)
        parent.addChild(child, withPendingUnitCount: 5)
        let source = FoundationProgress(parent)
        #expect(source.sample() == ProgressSample(completedUnitCount: 0, totalUnitCount: 10))
        child.completedUnitCount = 2
        #expect(source.sample() == ProgressSample(fraction: 0.25))
        child.completedUnitCount = 4
        #expect(source.sample() == ProgressSample(fraction: 0.5))
    }

    @Test func `A progress of files counts bytes`() {
        let progress = Progress(totalUnitCount: 1_500_000)
        progress.kind = .file
        progress.completedUnitCount = 500_000
        let expected = ProgressSample(completedUnitCount: 500_000, totalUnitCount: 1_500_000, unit: .bytes)
        #expect(FoundationProgress(progress).sample() == expected)
    }

    @Test func `A HUD samples it once a frame and observes nothing`() {
        let clock = ManualClock()
        let progress = Progress(totalUnitCount: 100)
        let hud = HUD(mode: .bar, preferredFramesPerSecond: 10, clock: clock)
        hud.progressSource = FoundationProgress(progress)
        hud.show()
        progress.completedUnitCount = 50
        clock.advance(by: .seconds(1))
        #expect(hud.progressSource?.sample().fraction == 0.5)
        hud.hide()
    }
}
