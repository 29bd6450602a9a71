/// What a node has counted of its parts since it has begun, or has begun again.
///
/// Sums of units wrap around, so that they are right again when the parts have ended whose units did not fit.
struct PartCounts {
    /// How often the node has begun again, or its count was replaced. A part counts in the life in which it began or ended; see ``ProgressTally/Standing``.
    var life = 0
    /// The life in which the node has begun, or has begun again.
    var firstLife = 0
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

    /// The counts of a node that begins again.
    var ofNextRun: PartCounts { PartCounts(life: life + 1, firstLife: life + 1) }

    /// Forgets what parts that have ended had completed, because another count replaces it. They are still known, and so is which of them have failed.
    mutating func replaceUnits() {
        life += 1
        partialOfEnded = 0
        failedUnits = skippedUnits
    }

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
