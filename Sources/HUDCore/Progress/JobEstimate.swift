/// The rate and remaining time in a HUD's snapshots: an estimator for the current job and progress source.
struct JobEstimate {
    var job: Int?
    var source = 0
    var estimator = ProgressEstimator()
    var display = RemainingTimeDisplay()

    /// Whether it has seen no job yet. It stays idle in a HUD without progress.
    var isIdle: Bool { job == nil }

    /// What is shown of an estimate.
    struct Shown: Equatable {
        var rate: Double?
        var remaining: Duration?
    }

    /// Records the progress of a frame, and returns rate and remaining time.
    ///
    /// - Parameters:
    ///   - elapsed: How long the job had been running, grace time included and pauses left out.
    ///   - job: The number of the job. Another one starts a new estimate.
    ///   - source: The progress source. Another value starts a new estimate from that source's first sample.
    mutating func record(_ progress: ProgressSample, after elapsed: Duration, of job: Int, source: Int) -> Shown {
        let now = HUDInstant.zero.advanced(by: elapsed)
        if job != self.job {
            self = JobEstimate(job: job, source: source, estimator: ProgressEstimator(startedAt: .zero))
        } else if source != self.source {
            self = JobEstimate(job: job, source: source)
        }
        estimator.record(progress, at: now)
        guard let estimate = estimator.estimate(at: now) else {
            _ = display.shown(nil, at: now)
            return Shown()
        }
        return Shown(
            rate: progress.completedUnitCount == nil ? nil : estimate.rate, remaining: display.shown(estimate.remaining, at: now))
    }
}
