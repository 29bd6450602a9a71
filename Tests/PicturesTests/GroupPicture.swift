import HUDCore

@testable import HUDJob
@testable import HUDTerminal

extension Picture {
    /// Rows, and a failure with its head line.
    static func group() throws -> Film {
        let camera = Camera(columns: 72, rows: 16)
        camera.terminal.inlineRenderer.leavesSummary = true
        camera.print("$ hud-demo group -j4 --file checks")
        camera.advance(by: .seconds(1))
        let begin = camera.now
        let jobs = try RecordedJob.all()
        let hud = HUD(
            label: "checks", mode: .bar, timing: HUDTiming(),
            renderer: camera.terminal.renderer, clock: camera.terminal.clock)
        hud.rows = .upTo(4)
        hud.work.totalCount = jobs.count
        hud.show()
        var players = try jobs.map { try JobPlayer($0, in: hud.work) }
        // Each time at which something happens.
        let times = Set(players.flatMap(\.times)).sorted()
        for time in times {
            camera.advance(to: begin + time)
            for index in players.indices { players[index].play(to: time, on: camera) }
            camera.shoot()
        }
        hud.outcome = .failed(reason: "1 of \(jobs.count) failed")
        hud.hide()
        camera.advance(by: .seconds(1))
        camera.print("$ ", terminator: "")
        return camera.end(poster: .seconds(6))
    }
}

/// A recorded job as a part of a HUD's work.
private struct JobPlayer {
    let job: RecordedJob
    let recording: Recording?
    private let work: ProgressNode
    private var node: ProgressNode?
    private let follower: ProgressFollower
    private var played = Duration.seconds(-1)

    init(_ job: RecordedJob, in work: ProgressNode) throws {
        self.job = job
        self.work = work
        // Of the tests the output is of no use before they end.
        recording = job.name.hasPrefix("test-") ? nil : try Recording(job.name)
        follower = try ProgressFollower(.auto, mode: nil)
    }

    var times: [Duration] { [job.begin, job.end] + (recording?.pieces.map { job.begin + $0.time } ?? []).filter { $0 < job.end } }

    mutating func play(to time: Duration, on camera: Camera) {
        defer { played = time }
        func isNew(_ event: Duration) -> Bool { played < event && event <= time }
        if isNew(job.begin) {
            let node = work.subprogress(assigningCount: 1, label: job.name).start()
            follower.shown.node = JobNode(node)
            self.node = node
        }
        for piece in recording?.pieces ?? [] where isNew(job.begin + piece.time) {
            piece.bytes.withUnsafeBytes { follower.see($0) }
        }
        if isNew(job.end) { end(on: camera) }
    }

    /// What a failed job has printed appears whole, below its head line.
    private func end(on camera: Camera) {
        if job.status == 0 {
            node?.finish()
            return
        }
        let ending = HUDJob.Result(status: .exited(job.status), elapsed: job.end - job.begin)
        node?.end(ending.hudOutcome)
        let head = JobDisplay.headLine(
            of: job.name, ending.status.words, after: ending.elapsed, camera.terminal.inlineRenderer.failureMark)
        camera.print(head)
        if let output = try? Recording.text(job.name + ".out") { camera.print(output, terminator: "") }
    }
}
