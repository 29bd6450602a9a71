/// What a node has counted of its parts since it has begun, or has begun again.
///
/// Sums of units wrap around, so that they are right again when the parts have ended whose units did not fit.
struct PartCounts {
    /// How often the node has begun again. A part counts in the life in which it was inserted; see ``ProgressTally/Standing``.
    var life = 0
    /// How many parts have been started, and how many of them have failed.
    var started = 0
    var failed = 0
    /// The units that are assigned to the parts that have not ended.
    var assignedUnits = 0
    /// The units that were assigned to failed parts, or skipped.
    private(set) var failedUnits = 0
    /// Those of them of which no part was started.
    private(set) var skippedUnits = 0
    /// What failed parts had completed, in units of the node; of a node that was broken off, the progress of all its parts.
    var partialOfEnded = 0.0
    /// Whether each part so far was assigned one unit.
    private(set) var isEven = true
    /// Whether a part counts in another unit, so that the node has no count.
    private(set) var hasOtherUnits = false

    /// The units of failed parts and of skipped ones that were not completed.
    var lostUnits: Double { max(0, Double(failedUnits) - partialOfEnded) }

    /// Takes note of a part.
    mutating func note(assigned: Int, isOtherUnit: Bool) {
        if assigned != 1 { isEven = false }
        if assigned > 0, isOtherUnit { hasOtherUnits = true }
    }

    /// Takes note of units that will not be done; of fewer, if the number is negative.
    mutating func skip(_ units: Int) {
        failedUnits &+= units
        skippedUnits &+= units
    }

    /// Keeps what a part had completed when it failed, in units of the node.
    ///
    /// - Returns: False if that is all that it was assigned.
    mutating func keep(_ units: Double, of child: ProgressTally) -> Bool {
        if Self.isWhole(units, of: child) { return false }
        partialOfEnded += units
        failedUnits &+= child.assigned
        return true
    }

    /// Takes back what a failed part had completed.
    ///
    /// - Returns: False if that is all that it was assigned.
    mutating func takeBack(_ units: Double, of child: ProgressTally) -> Bool {
        if Self.isWhole(units, of: child) { return false }
        failedUnits &-= child.assigned
        partialOfEnded = failedUnits == 0 ? 0 : max(0, partialOfEnded - units)
        return true
    }

    /// Sums of products can differ in the last bit.
    private static func isWhole(_ units: Double, of child: ProgressTally) -> Bool { units > Double(child.assigned) - 1e-9 }
}
