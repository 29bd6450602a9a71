import HUDCore
import SeededRandom
import Testing

/// Rate and remaining time in a HUD's snapshots.
@Suite struct HUDEstimateTests {
    /// Counts up to `end` at 10 units a second, from the current time of the stage's clock.
    private func work(_ stage: Stage, _ counter: ProgressNode, from start: Int, to end: Int, at time: Double) {
        for unit in start..<end {
            stage.stopJustBefore(time + Double(unit - start + 1) / 10)
            counter.complete()
        }
        stage.go(to: time + Double(end - start) / 10)
    }

    @Test func `A snapshot has a rate and a remaining time once there is an estimate`() {
        let stage = Stage(grace: 1, animation: 0, fps: 10)
        let counter = ProgressNode(totalCount: 200)
        stage.hud.progressSource = counter
        stage.hud.show()
        work(stage, counter, from: 0, to: 200, at: 0)
        let frames = stage.recorder.frames
        #expect(frames.allSatisfy { ($0.rate == nil) == ($0.elapsed < .seconds(2) || $0.progress.fraction == 1) })
        for frame in frames where frame.elapsed >= .seconds(2) && frame.progress.fraction < 1 {
            // Progress in the grace time counts, so the rate is right from the start.
            #expect(abs((frame.rate ?? 0) - 10) < 0.2, "\(frame)")
            #expect(abs((frame.remaining ?? .zero) / .seconds(1) - (20 - frame.elapsed / .seconds(1))) < 1, "\(frame)")
        }
    }

    @Test func `A fraction has a remaining time and no rate`() {
        let stage = Stage(animation: 0, fps: 10)
        stage.hud.show()
        for tenth in 0...50 {
            stage.hud.progress = Double(tenth) / 100
            stage.go(to: Double(tenth) / 10)
        }
        let last = stage.recorder.frames.last
        #expect(last?.rate == nil)
        let remaining = (last?.remaining ?? .zero) / .seconds(1)
        #expect(abs(remaining - 5) < 0.3)
    }

    @Test func `Each job and each source has estimates of its own`() {
        let stage = Stage(animation: 0, fps: 10)
        let counter = ProgressNode(totalCount: 1000)
        stage.hud.progressSource = counter
        stage.hud.show()
        work(stage, counter, from: 0, to: 50, at: 0)
        #expect(stage.recorder.frames.last?.rate != nil)

        let other = ProgressNode(totalCount: 1000)
        other.complete(count: 500)
        stage.hud.progressSource = other
        work(stage, other, from: 500, to: 540, at: 5)
        let sinceReplaced = stage.recorder.frames.filter { $0.timestamp > at(5) }
        #expect(sinceReplaced.first?.rate == nil)
        // Progress from before does not count for the rate.
        #expect(abs((sinceReplaced.last?.rate ?? 0) - 10) < 0.3)

        stage.hud.hide()
        #expect(stage.recorder.removals.map(\.rate) == [nil])
        stage.go(to: 100)
        stage.hud.show()
        work(stage, other, from: 540, to: 541, at: 100)
        #expect(stage.recorder.frames.last?.timestamp == at(100.1))
        #expect(stage.recorder.frames.last?.rate == nil)
    }

    @Test func `A time that is left out changes no estimate`() {
        let stage = Stage(animation: 0, fps: 10)
        stage.hud.rows = .upTo(5)
        stage.hud.work.totalCount = 200
        let part = stage.hud.work.part("part", assigning: 200, total: 200)
        stage.hud.show()
        work(stage, part, from: 0, to: 50, at: 0)
        part.pause()
        stage.go(to: 25)
        stage.hud.leaveOut(.seconds(20))
        part.resume()
        work(stage, part, from: 50, to: 55, at: 25)
        for frame in stage.recorder.frames where frame.timestamp >= at(25.1) {
            let row = frame.rows.first ?? nil
            for rate in [frame.rate, row?.rate] { #expect(abs((rate ?? 0) - 10) < 1, "\(frame)") }
            #expect(frame.elapsed < .seconds(6) && row?.elapsed ?? .zero < .seconds(6))
        }
        #expect(stage.recorder.frames.last?.timestamp == at(25.5))
    }

    @Test func `A finished job has no estimate, even while the minimum show time keeps the HUD`() {
        let stage = Stage(minimumShow: 10, animation: 0, fps: 10)
        let counter = ProgressNode(totalCount: 1000)
        stage.hud.progressSource = counter
        stage.hud.show()
        work(stage, counter, from: 0, to: 50, at: 0)
        #expect(stage.recorder.frames.last?.remaining != nil)
        stage.hud.hide()
        stage.go(to: 6)
        #expect(stage.recorder.frames.last?.rate == nil)
        #expect(stage.recorder.frames.last?.remaining == nil)
    }

    @Test func `The remaining time is steady`() {
        let stage = Stage(animation: 0, fps: 30)
        let counter = ProgressNode(totalCount: 4000)
        stage.hud.progressSource = counter
        stage.hud.show()
        var random = SeededGenerator(stream: 43)
        for frame in 0..<3000 {
            stage.go(to: Double(frame) / 30)
            counter.complete(count: random.int(0...2))
        }
        let ends = stage.recorder.frames.compactMap { frame in frame.remaining.map { frame.timestamp.advanced(by: $0) } }
        let jumps = zip(ends, ends.dropFirst()).count { abs($0.duration(to: $1) / .seconds(1)) > 0.01 }
        #expect(ends.count > 2900)
        #expect(jumps < 15, "\(jumps), seed \(SeededGenerator.seed)")
    }
}
