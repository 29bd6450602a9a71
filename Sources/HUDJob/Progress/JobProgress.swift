import HUDCore

/// The progress of a job, by its own output.
struct JobProgress: Sendable, Equatable {
    /// 0 to 1.
    let fraction: Double
    /// Completed units, if they are counted in whole numbers.
    let completed: Int?
    /// The total, in whole numbers.
    let total: Int?
    let unit: ProgressUnit
    /// Counted from 1. The fraction never falls within a phase. If a job starts again, or continues with something else, a new phase begins.
    var phase = 1

    /// Makes progress from a fraction, clamped to 0…1.
    init(fraction: Double, phase: Int = 1) {
        self.fraction = fraction > 0 ? min(fraction, 1) : 0
        completed = nil
        total = nil
        unit = .items
        self.phase = phase
    }

    /// Whether completed units are known, and their total is not.
    var isOpen: Bool { completed != nil && total == nil }

    /// Makes progress of which only a count is known.
    init(countOf completed: Double, unit: ProgressUnit) {
        fraction = 0
        self.completed = Int(min(max(0, completed), 1e18))
        total = nil
        self.unit = unit
    }

    /// Makes progress from a count; nil if the total is not positive.
    ///
    /// - Parameter completed: Clamped to 0…`total`. A part of a unit counts only in `fraction`.
    init?(_ completed: Double, of total: Double, unit: ProgressUnit = .items, phase: Int = 1) {
        guard total > 0, total < 1e18 else { return nil }
        let completed = completed > 0 ? min(completed, total) : 0
        fraction = completed / total
        let isWhole = total == total.rounded() && completed == completed.rounded()
        self.completed = isWhole || unit == .bytes ? Int(completed) : nil
        self.total = isWhole || unit == .bytes ? Int(total) : nil
        self.unit = unit
        self.phase = phase
    }

    /// Makes progress from a sample.
    init(_ sample: ProgressSample) {
        if let completed = sample.completedUnitCount, let total = sample.totalUnitCount,
            let counted = JobProgress(Double(completed), of: Double(total), unit: sample.unit)
        {
            self = counted
        } else {
            self.init(fraction: sample.fraction)
        }
    }

    /// The sample for a HUD.
    var sample: ProgressSample {
        guard let completed else { return ProgressSample(fraction: fraction) }
        return ProgressSample(completedUnitCount: completed, totalUnitCount: total, unit: unit)
    }
}
