import HUDCore

/// Progress by time: the elapsed fraction of the time that a job is expected to take.
///
/// It is linear up to nine tenths. After that it slows down and never reaches the end, because only the job can say that it is
/// complete.
struct ExpectedProgress: ProgressSource {
    /// When the job began; later by the time for which it was paused.
    var begin: HUDInstant
    /// When the job was paused; nil: it runs.
    var pausedAt: HUDInstant?
    private let expected: Double

    /// - Parameters:
    ///   - expected: The expected duration; positive, like all that are recorded.
    ///   - begin: When the job began.
    init(_ expected: Duration, since begin: HUDInstant) {
        self.begin = begin
        self.expected = expected / .seconds(1)
    }

    func sample() -> ProgressSample {
        let now = pausedAt ?? LiveClock.shared.now
        return ProgressSample(fraction: Self.fraction(at: begin.duration(to: now) / .seconds(1) / expected))
    }

    /// The progress of a job that has run `time` times the expected duration.
    static func fraction(at time: Double) -> Double {
        let knee = 0.9
        guard time > knee else { return time }
        // The slope is continuous at the knee. The rest falls like a root, so that the remaining time, which is computed from it, does not shrink to
        // zero while the job continues.
        return 1 - (1 - knee) / (1 + 2 * (time - knee) / (1 - knee)).squareRoot()
    }
}
