import HUDCore
import Testing

@Suite struct ProgressTests {
    @Test(
        arguments: [
            (0.25, 0.25), (0, 0), (1, 1), (-0.5, 0), (1.5, 1), (.nan, 0), (.infinity, 1), (-.infinity, 0), (-0.0, 0)
        ] as [(Double, Double)])
    func `A fraction is clamped to 0 to 1`(given: Double, expected: Double) {
        #expect(ProgressSample(fraction: given).fraction == expected)
        let hud = HUD(clock: ManualClock())
        hud.progress = given
        #expect(hud.progress == expected)
    }

    @Test(
        arguments: [
            (0, 10, 0), (5, 10, 0.5), (10, 10, 1), (11, 10, 1), (-1, 10, 0), (5, 0, 0), (5, -1, 0), (0, 0, 0),
            (.max, .max, 1), (.max, 1, 1), (.min, .max, 0), (1, .max, 1 / Double(Int.max))
        ] as [(Int, Int, Double)])
    func `A count is a fraction of its total`(completed: Int, total: Int, fraction: Double) {
        let counter = ProgressNode(totalCount: total)
        counter.completedCount = completed
        #expect(counter.fractionCompleted == fraction)
        #expect(counter.sample().completedUnitCount == max(0, completed))
        #expect(counter.sample().totalUnitCount == (total > 0 ? total : nil))
    }

    @Test func `A sum that overflows saturates`() {
        let counter = ProgressNode(totalCount: 10)
        counter.complete(count: .max)
        counter.complete(count: .max)
        #expect(counter.completedCount == .max)
        #expect(counter.fractionCompleted == 1)
        counter.completedCount = 0
        counter.complete(count: .min)
        counter.complete(count: -1)
        #expect(counter.completedCount == 0)
        counter.complete(count: .max)
        #expect(counter.completedCount == 0 && counter.fractionCompleted == 0)
        counter.complete(count: 2)
        #expect(counter.completedCount == 1)
    }

    @Test func `Increments at different depths of the stack are all counted, and a count that is set replaces them`() {
        let counter = ProgressNode()
        // Each depth selects another stripe.
        func increment(depth: Int) {
            var room: (Int, Int, Int, Int, Int, Int, Int, Int) = (depth, 0, 0, 0, 0, 0, 0, 0)
            withUnsafeMutablePointer(to: &room) { _ in
                counter.complete()
                counter.complete(count: 2)
                if depth > 0 { increment(depth: depth - 1) }
                counter.complete(count: -1)
            }
        }
        increment(depth: 999)
        #expect(counter.completedCount == 2000)
        counter.completedCount = 5
        #expect(counter.completedCount == 5)
        increment(depth: 9)
        #expect(counter.completedCount == 25)
    }

    @Test func `Units are counted up and taken back`() {
        let counter = ProgressNode(totalCount: 4)
        counter.complete()
        counter.complete(count: 2)
        counter.complete(count: 0)
        #expect(counter.completedCount == 3)
        counter.complete(count: -1)
        #expect(counter.fractionCompleted == 0.5)
        counter.totalCount = 8
        #expect(counter.fractionCompleted == 0.25)
    }

    @Test func `Progress is sampled once a frame, however often it was set`() {
        let stage = Stage(animation: 0, fps: 10)
        let counter = ProgressNode(totalCount: 1000)
        stage.hud.progressSource = counter
        stage.hud.show()
        for millisecond in 0..<300 {
            stage.stopJustBefore(Double(millisecond) / 1000)
            counter.complete()
        }
        stage.hud.hide()
        #expect(stage.recorder.frames.map(\.progress.completedUnitCount) == [1, 101, 201])
        #expect(stage.recorder.removals.map(\.progress.completedUnitCount) == [300])
    }

    @Test func `A progress source replaces the fraction until it is removed`() {
        let stage = Stage(fps: 10)
        stage.hud.progress = 0.9
        stage.hud.progressSource = ProgressNode(totalCount: 10)
        stage.hud.show()
        stage.go(to: 0)
        stage.hud.progressSource = nil
        stage.go(to: 0.1)
        #expect(stage.recorder.frames.map(\.progress.fraction) == [0, 0.9])
    }
}
