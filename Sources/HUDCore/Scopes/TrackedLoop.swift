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
    init(_ settings: HUDScope.Settings, scope: HUDScope) {
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
        guard let scope else { return }
        if Task.isCancelled { return finish(.cancelled) }
        // The loop was left early, which is neither a success nor a failure.
        finish(scope, nil)
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

    /// Ends the HUD; an outcome that the loop's body has set stays. The caller waits as at the end of a scope, unless the clock needs a thread of Swift's
    /// pool, which this may be the last one of.
    @usableFromInline
    func finish(_ outcome: HUDOutcome) {
        guard let scope = scope.take() else { return }
        finish(scope, outcome)
    }

    private func finish(_ scope: HUDScope, _ outcome: HUDOutcome?) {
        scope.finish(outcome, dismisses: !scope.hud.storage.canBlock)
    }

    /// Ends the HUD; an outcome that the loop's body has set stays. The caller waits as at the end of a scope.
    nonisolated(nonsending) func finish(_ outcome: HUDOutcome) async {
        guard let scope = scope.take() else { return }
        await scope.finish(outcome)
    }
}

/// What the loops over a tracked sequence count with.
///
/// A class, because the copies of a sequence share the HUD of the loop that runs.
@usableFromInline
final class LoopSource: Sendable {
    enum Kind {
        /// A HUD for each loop.
        case hud(HUDScope.Settings)
        case node(ProgressNode)
    }

    private struct State {
        /// The HUD of the loop that began last, or of the one that will begin.
        var hud: HUD?
        /// Whether a loop has shown it.
        var isUsed = false
    }

    private let kind: Kind
    private let state = Mutex(State())

    init(_ kind: Kind) { self.kind = kind }

    /// Begins a loop. A HUD that was asked for before is shown; making one for each loop beforehand would keep a loop from taking over the row of the
    /// one before.
    @usableFromInline
    func start() -> TrackedLoop {
        switch kind {
        case .hud(let settings):
            let prepared = state.withLock { state in
                defer { state.isUsed = true }
                return state.isUsed ? nil : state.hud
            }
            let scope = HUDScope(settings, hud: prepared)
            state.replace(with: State(hud: scope.hud, isUsed: true)) { swap(&$0, &$1) }
            return TrackedLoop(settings, scope: scope)
        case .node(let node): return TrackedLoop(node)
        }
    }

    var hud: HUD {
        if case .node = kind, let scope = HUDScope.current { return scope.hud }
        if let hud = state.withLock({ $0.hud }) { return hud }
        let new: HUD =
            switch kind {
            case .hud(let settings): settings.makeHUD()
            case .node: HUD()
            }
        return state.withLock { state in
            let hud = state.hud ?? new
            state.hud = hud
            return hud
        }
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
