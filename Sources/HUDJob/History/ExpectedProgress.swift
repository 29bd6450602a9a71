import HUDCore

/// Progress by the clock: how much of the time that a job is expected to take is over.
///
/// Nine tenths of the way it goes as the time does. From there on it slows down, and it never arrives: that the job is done is not for the
/// clock to say.
struct ExpectedProgress: ProgressSource {
    private let watch: JobWatch
    private let expected: Double

    /// - Parameter expected: More than zero, as everything that is recorded.
    init(_ expected: Duration, by watch: JobWatch) {
        self.watch = watch
        self.expected = expected / .seconds(1)
    }

    func sample() -> ProgressSample {
        ProgressSample(fraction: Self.fraction(at: watch.elapsed / .seconds(1) / expected))
    }

    /// How far a job is that has run `time` times as long as expected.
    static func fraction(at time: Double) -> Double {
        let knee = 0.9
        guard time > knee else { return time }
        // As steep as before at the knee. What is left falls as a root does, so that the time left, which is found by it, does not shrink to
        // nothing while the job goes on.
        return 1 - (1 - knee) / (1 + 2 * (time - knee) / (1 - knee)).squareRoot()
    }
}
