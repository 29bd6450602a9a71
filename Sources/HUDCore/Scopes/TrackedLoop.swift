import Synchronization

/// The HUD of a loop, or the node that it counts with.
///
/// A class, so that its release ends the HUD when the loop is left early.
@usableFromInline
final class TrackedLoop {
    /// The count of a loop with a HUD of its own. Only the loop writes it, so a store is enough.
    @usableFromInline let count: LoopCount?
    @usableFromInline var elements = 0
    @usableFromInline let node: ProgressNode?
    /// The HUD; nil once it has ended, and for a loop that counts with a node.
    private var scope: HUDScope?

    /// Shows a HUD for a loop.
    init(_ settings: HUDScope.Settings) {
        let scope = HUDScope(settings)
        let count = LoopCount(total: settings.total, unit: settings.unit)
        scope.hud.progressSource = count
        self.scope = scope
        self.count = count
        node = nil
    }

    /// Counts with a node. The loop does not end it.
    init(_ node: ProgressNode) {
        self.node = node
        count = nil
    }

    deinit {
        // The loop was left early, which is neither a success nor a failure.
        finish(nil)
    }

    /// Counts the element that has been returned, when the next one is asked for.
    @inlinable
    func completeElement() {
        if let count {
            elements &+= 1
            count.completed.store(elements, ordering: .relaxed)
        } else {
            node?.complete()
        }
    }

    /// Ends the HUD. The caller waits as at the end of a scope.
    @usableFromInline
    func finish(_ outcome: HUDOutcome?) {
        scope.take()?.finish(outcome)
    }

    /// Ends the HUD. The caller waits as at the end of a scope.
    nonisolated(nonsending) func finish(_ outcome: HUDOutcome?) async {
        await scope.take()?.finish(outcome)
    }
}

/// A count that one loop writes and a HUD reads.
@usableFromInline
final class LoopCount: ProgressSource {
    @usableFromInline let completed = Atomic(0)
    private let total: Int?
    private let unit: ProgressUnit

    init(total: Int?, unit: ProgressUnit) {
        self.total = total
        self.unit = unit
    }

    @usableFromInline
    func sample() -> ProgressSample {
        ProgressSample(completedUnitCount: completed.load(ordering: .relaxed), totalUnitCount: total, unit: unit)
    }
}
