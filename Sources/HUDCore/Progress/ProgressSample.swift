/// How far something is, as it was when a frame sampled it.
public struct ProgressSample: Sendable, Hashable {
    /// From 0 to 1. Never NaN.
    public let fraction: Double
    /// Units done; nil where progress is known as a fraction alone. Never negative.
    public let completedUnitCount: Int?
    /// Units in all; nil where that is not known.
    public let totalUnitCount: Int?

    /// Units begun and not done yet; nil where nobody counts them. Never negative.
    public let runningUnitCount: Int?
    /// What the units are.
    public let unit: ProgressUnit

    /// Nothing done.
    public static let zero = ProgressSample(fraction: 0)

    /// Progress known as a fraction alone. Brought into 0…1; NaN counts as 0.
    public init(fraction: Double) {
        // `min` and `max` let a NaN through or not by the order of their arguments; a comparison says it plainly.
        self.fraction = fraction > 0 ? min(fraction, 1) : 0
        completedUnitCount = nil
        totalUnitCount = nil
        runningUnitCount = nil
        unit = .items
    }

    /// Progress counted in units.
    ///
    /// - Parameters:
    ///   - completed: Less than zero counts as zero. More than the total is a fraction of 1.
    ///   - total: Zero or less, or nil: not known, and the fraction is 0.
    ///   - running: Units begun and not done yet. Less than zero counts as zero.
    ///   - unit: What they are.
    public init(
        completedUnitCount completed: Int, totalUnitCount total: Int?, runningUnitCount running: Int? = nil,
        unit: ProgressUnit = .items
    ) {
        let total = total.flatMap { $0 > 0 ? $0 : nil }
        completedUnitCount = max(0, completed)
        totalUnitCount = total
        runningUnitCount = running.map { max(0, $0) }
        self.unit = unit
        fraction = total.map { min(Double(max(0, completed)) / Double($0), 1) } ?? 0
    }
}

/// What progress is counted in.
public enum ProgressUnit: Sendable, Hashable {
    /// Things: files, tests, steps.
    case items
    /// Bytes, shown as `1.5 MB` (powers of 1000, as the international system of units has it).
    case bytes
}
