/// The rate and remaining time in a HUD's snapshots: an estimator for the current job and progress source.
struct JobEstimate {
    private var job: HUDInstant?
    private var source: Int
    private var estimator: ProgressEstimator
    private var display = RemainingTimeDisplay()

    init(job: HUDInstant? = nil, source: Int = 0, estimator: ProgressEstimator = ProgressEstimator()) {
        self.job = job
        self.source = source
        self.estimator = estimator
    }

    /// Whether it has seen no job yet. It stays idle in a HUD without progress.
    var isIdle: Bool { job == nil }

    /// Records the progress in `snapshot`, and fills in rate and remaining time.
    ///
    /// - Parameters:
    ///   - job: When the job began, grace time included. Another value starts a new estimate.
    ///   - source: The progress source. Another value starts a new estimate from that source's first sample.
    mutating func fill(in snapshot: inout HUDSnapshot, job: HUDInstant, source: Int) {
        if job != self.job {
            self = JobEstimate(job: job, source: source, estimator: ProgressEstimator(startedAt: job))
        } else if source != self.source {
            self = JobEstimate(job: job, source: source)
        }
        let now = snapshot.timestamp
        estimator.record(snapshot.progress, at: now)
        guard let estimate = estimator.estimate(at: now) else {
            _ = display.shown(nil, at: now)
            return
        }
        if snapshot.progress.completedUnitCount != nil { snapshot.rate = estimate.rate }
        snapshot.remaining = display.shown(estimate.remaining, at: now)
    }
}
