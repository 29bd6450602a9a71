import HUDCore

/// The progress of a job that has not said any: a bar moves back and forth.
struct UnknownProgress: ProgressSource {
    func sample() -> ProgressSample { ProgressSample(completedUnitCount: 0, totalUnitCount: nil) }
}
