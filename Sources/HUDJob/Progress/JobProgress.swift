import HUDCore

/// The progress of a job, by its own output.
struct JobProgress: Sendable, Equatable {
    /// As a HUD shows it: a count in whole units, or a fraction.
    let sample: ProgressSample
    /// Counted from 1. The fraction never falls within a phase. If a job starts again, or continues with something else, a new phase begins.
    var phase = 1

    /// Makes progress from a fraction, clamped to 0…1.
    init(fraction: Double, phase: Int = 1) {
        sample = ProgressSample(fraction: fraction)
        self.phase = phase
    }

    /// Makes progress of which only a count is known.
    init(countOf completed: Double, unit: ProgressUnit) {
        let completed = Int(min(max(0, completed), 1e18))
        sample = ProgressSample(completedUnitCount: completed, totalUnitCount: nil, unit: unit)
    }

    /// Makes progress from a count; nil if the total is not positive.
    ///
    /// - Parameter completed: Clamped to 0…`total`. A part of a unit counts only as a fraction.
    init?(_ completed: Double, of total: Double, unit: ProgressUnit = .items, phase: Int = 1) {
        guard total > 0, total < 1e18 else { return nil }
        let completed = completed > 0 ? min(completed, total) : 0
        let isWhole = total == total.rounded() && completed == completed.rounded()
        sample =
            isWhole || unit == .bytes && total >= 1
            ? ProgressSample(completedUnitCount: Int(completed), totalUnitCount: Int(total), unit: unit)
            : ProgressSample(fraction: completed / total)
        self.phase = phase
    }

    /// Makes progress from a sample, whose count may be beyond its total.
    init(_ sample: ProgressSample) {
        if let completed = sample.completedUnitCount, let total = sample.totalUnitCount,
            let counted = JobProgress(Double(completed), of: Double(total), unit: sample.unit)
        {
            self = counted
        } else {
            self.init(fraction: sample.fraction)
        }
    }

    /// Whether completed units are known, and their total is not.
    var isOpen: Bool { sample.completedUnitCount != nil && sample.totalUnitCount == nil }
}
