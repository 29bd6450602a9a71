import HUDCore

/// A run of a job: what its HUD is told beforehand, and what is remembered afterwards.
struct JobRun {
    /// Shorter runs are not recorded.
    private let shortest: Duration
    private let history: HistoryFile?

    /// Connects the HUD to the job's progress.
    init(_ job: HUDJob, display: JobDisplay, followers: [ProgressFollower], begin: HUDInstant) {
        let hud = display.hud
        shortest = hud?.graceTime ?? .zero
        history = job.configuration.usesHistory ? HistoryFile(of: job) : nil
        for follower in followers { follower.shown.hud = hud }
        if let hud, display.showsParts { followers.first?.showParts { hud.work } }
        if let expected = history?.expected { display.expect(expected, since: begin, mode: job.configuration.mode) }
    }

    /// Connects a part of a tree to the job's progress; nil: nothing is shown.
    init(_ job: HUDJob, as part: TreePart?, followers: [ProgressFollower], begin: HUDInstant) {
        shortest = HUDTiming().graceTime
        history = job.configuration.usesHistory ? HistoryFile(of: job) : nil
        guard let part else { return }
        let node = JobNode(part.node)
        if let expected = part.expected { node.expect(expected, since: begin) }
        for follower in followers { follower.shown.node = node }
        if part.showsParts { followers.first?.showParts { part.node } }
    }

    /// Runs the command to its end, records how long it took, and returns the result.
    func finish(_ loop: inout JobLoop) -> HUDJob.Result {
        var result = loop.run()
        loop.outputs.buffer.clearPane()
        if result.hasSucceeded, result.elapsed > shortest { history?.record(result.elapsed) }
        result.usage = loop.usage
        loop.outputs.complete(&result)
        return result
    }
}

extension ProgressFollower {
    /// A follower for the output of a job.
    convenience init(of configuration: HUDJob.Configuration) throws(HUDJobError) {
        do throws(ProgressPatternError) {
            try self.init(configuration.progress, mode: configuration.mode)
        } catch {
            throw HUDJobError(code: .badPattern(reason: error.reason), errorNumber: 0)
        }
    }
}

extension HUDJob.Result {
    /// Why the command failed, in a few words; nil if it succeeded.
    var failure: String? {
        if let silence { return "silent for \(silence.decimalSeconds) s" }
        return hasTimedOut ? "timed out" : status == .exited(0) ? nil : status.words
    }

    /// The outcome that a HUD shows.
    var hudOutcome: HUDOutcome { failure.map { .failed(reason: $0) } ?? .succeeded }
}

extension HUDJob.Status {
    /// How the command ended, in a few words.
    package var words: String {
        switch self {
        case .exited(let status): "status \(status)"
        case .killed(let signal): SignalName.of(signal)
        }
    }
}
