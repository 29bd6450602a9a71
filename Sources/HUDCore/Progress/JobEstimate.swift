/// What a HUD's snapshots say of rate and remaining time: an estimator for the job and the source that the frames are of.
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

    /// Whether it has seen nothing yet: a HUD whose progress no one sets never asks it.
    var isIdle: Bool { job == nil }

    /// Takes up the progress in `snapshot`, and fills in rate and remaining time.
    ///
    /// - Parameters:
    ///   - job: When the job began: the grace time counts. Another job starts anew.
    ///   - source: Which source the progress is from. Another one starts anew, from what it has done by then.
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
