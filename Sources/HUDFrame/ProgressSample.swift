/// Progress at the time at which a frame sampled it.
public struct ProgressSample: Sendable, Hashable {
    /// 0 to 1. Never NaN.
    public let fraction: Double
    /// Completed units; nil if only the fraction is known. Never negative.
    public let completedUnitCount: Int?
    /// The total; nil if it is not known.
    public let totalUnitCount: Int?

    /// Units that were begun and are not complete; nil if they are not counted. Never negative.
    public let runningUnitCount: Int?
    /// The unit.
    public let unit: ProgressUnit
    /// The progress of parts that are not complete, in units, as far as it is not counted; zero for a count without parts.
    package let partialUnits: Double
    /// Units of failed parts that are not complete, and will not be.
    package let lostUnits: Double
    /// Units that were complete before the work began, which say nothing about its rate.
    package let originUnits: Double

    /// No progress.
    public static let zero = ProgressSample(fraction: 0)

    /// Makes a sample of a fraction, clamped to 0…1. NaN counts as 0.
    public init(fraction: Double) {
        // The result of `min` and `max` for NaN depends on the order of their arguments; a comparison with NaN is always false.
        self.init(
            completedUnitCount: nil, totalUnitCount: nil, partialUnits: 0, fraction: fraction > 0 ? min(fraction, 1) : 0,
            unit: .items)
    }

    /// Makes a sample of counted units.
    ///
    /// - Parameters:
    ///   - completed: Completed units. Negative counts as zero; more than the total is a fraction of 1.
    ///   - total: The total. Zero, negative or nil: not known, and the fraction is 0.
    ///   - running: Units that were begun and are not complete. Negative counts as zero.
    ///   - origin: Completed units that were there before the work began, such as the bytes of a download that was resumed. They don't count for the
    ///     rate. Negative counts as zero.
    ///   - unit: The unit.
    public init(
        completedUnitCount completed: Int, totalUnitCount total: Int?, runningUnitCount running: Int? = nil,
        startingAt origin: Int = 0, unit: ProgressUnit = .items
    ) {
        let total = total.flatMap { $0 > 0 ? $0 : nil }
        let completed = max(0, completed)
        self.init(
            completedUnitCount: completed, totalUnitCount: total, runningUnitCount: running.map { max(0, $0) }, partialUnits: 0,
            originUnits: Double(max(0, origin)), fraction: total.map { min(Double(completed) / Double($0), 1) } ?? 0, unit: unit)
    }

    /// The fraction that was complete before the work began.
    package var originFraction: Double { totalUnitCount.map { min(1, originUnits / Double($0)) } ?? 0 }

    /// Whether a bar can show it: the total is known, or there is nothing but a fraction.
    package var isKnown: Bool { totalUnitCount != nil || completedUnitCount == nil && fraction > 0 }

    /// Whether units are counted and their total is unknown.
    package var isIndeterminate: Bool { completedUnitCount != nil && totalUnitCount == nil }

    /// Makes a sample of a node with parts.
    package init(
        completedUnitCount: Int?, totalUnitCount: Int?, runningUnitCount: Int? = nil, partialUnits: Double, lostUnits: Double = 0,
        originUnits: Double = 0, fraction: Double, unit: ProgressUnit
    ) {
        self.completedUnitCount = completedUnitCount
        self.totalUnitCount = totalUnitCount
        self.partialUnits = partialUnits
        self.lostUnits = lostUnits
        self.originUnits = originUnits
        self.fraction = fraction
        self.unit = unit
        self.runningUnitCount = runningUnitCount
    }
}
