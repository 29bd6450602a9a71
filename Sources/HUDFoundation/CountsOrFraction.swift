import HUDCore
import Synchronization

/// Decides whether a progress with children is shown by its counts or by its fraction.
///
/// A parent counts a child only when the child is done, while the fraction moves with the child. Counts that lag behind the bar would be misleading, so
/// they are left out from the first time on that the two differ. A class, because that decision lasts, and all copies of a source share it.
final class CountsOrFraction: Sendable {
    private let hasPartialChildren = Atomic(false)

    /// - Parameter read: Reads the progress. Other threads may change it meanwhile.
    func sample(unit: ProgressUnit, _ read: () -> (completed: Int, total: Int, fraction: Double)) -> ProgressSample {
        let (first, second) = (read(), read())
        guard second.total > 0 else {
            return ProgressSample(completedUnitCount: second.completed, totalUnitCount: nil, unit: unit)
        }
        // Only a fraction that was read between two equal counts can be compared with them.
        if first.completed == second.completed, first.total == second.total, first.fraction == second.fraction,
            abs(first.fraction - Double(first.completed) / Double(first.total)) > 1e-9
        {
            hasPartialChildren.store(true, ordering: .relaxed)
        }
        if hasPartialChildren.load(ordering: .relaxed) { return ProgressSample(fraction: second.fraction) }
        return ProgressSample(completedUnitCount: second.completed, totalUnitCount: second.total, unit: unit)
    }
}
