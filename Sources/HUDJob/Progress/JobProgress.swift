import HUDCore

/// How far a job is, in its own words.
package struct JobProgress: Sendable, Equatable {
    /// From 0 to 1.
    package let fraction: Double
    /// Units done, where they are counted in whole numbers.
    package let completed: Int?
    /// Units in all. Known where `completed` is.
    package let total: Int?
    package let unit: ProgressUnit
    /// Counts from 1. Within a phase the fraction never falls; a job that starts anew, or goes on with something else, is in the next.
    package var phase = 1

    /// Progress known as a fraction alone. Brought into 0…1.
    package init(fraction: Double, phase: Int = 1) {
        self.fraction = fraction > 0 ? min(fraction, 1) : 0
        completed = nil
        total = nil
        unit = .items
        self.phase = phase
    }

    /// Progress counted in units; nil where there are none in all.
    ///
    /// - Parameter completed: Brought into 0…`total`. A fraction of a unit counts in `fraction` alone.
    package init?(_ completed: Double, of total: Double, unit: ProgressUnit = .items, phase: Int = 1) {
        guard total > 0, total < 1e18 else { return nil }
        let completed = completed > 0 ? min(completed, total) : 0
        fraction = completed / total
        let isWhole = total == total.rounded() && completed == completed.rounded()
        self.completed = isWhole || unit == .bytes ? Int(completed) : nil
        self.total = isWhole || unit == .bytes ? Int(total) : nil
        self.unit = unit
        self.phase = phase
    }

    /// What a HUD takes.
    var sample: ProgressSample {
        guard let completed, let total else { return ProgressSample(fraction: fraction) }
        return ProgressSample(completedUnitCount: completed, totalUnitCount: total, unit: unit)
    }
}
