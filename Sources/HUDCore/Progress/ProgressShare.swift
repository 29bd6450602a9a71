/// A part of a node's total that is assigned to a part of the work; see ``ProgressNode/subprogress(assigningCount:label:)``.
///
/// It can't be copied, so it is started at most once. If it is never started, its count is complete when it is released, unless the node was tried again
/// since. A part that starts when the node has been cancelled is cancelled as well, as a late child of Foundation's `Progress` is.
///
/// ```swift
/// func fetchAll(_ share: consuming ProgressShare) async throws {
///     let node = share.start(totalCount: urls.count)
///     …
/// }
/// ```
public struct ProgressShare: ~Copyable, Sendable {
    /// Nil once the share has been started.
    private var parent: ProgressTally?
    private let assigned: Int
    private let label: String
    /// How often the parent had begun again when the share was made.
    private let restarts: Int
    /// The number of the part, if the program reports its start and its end itself; 0 for none. ``leavesOwnLine``: the program says itself that it
    /// has failed.
    package var number = 0
    /// A ``number`` that is none.
    package static var leavesOwnLine: Int { -1 }

    init(of parent: ProgressTally, assigned: Int, label: String) {
        self.parent = parent
        self.assigned = assigned
        self.label = label
        restarts = parent.restarts.load(ordering: .relaxed)
    }

    deinit {
        parent?.completeUnstarted(assigned, since: restarts)
    }

    /// Starts the part.
    ///
    /// - Parameters:
    ///   - totalCount: The total of the part, in units of its own; nil: not known (yet), and the part counts when it has ended.
    ///   - unit: The unit of the part.
    public consuming func start(totalCount: Int? = nil, unit: ProgressUnit = .items) -> ProgressNode {
        makeNode(totalCount, unit, .running)
    }

    /// Makes the part's node without starting its work: it waits until ``ProgressNode/begin()``.
    ///
    /// - Parameters:
    ///   - totalCount: The total of the part, in units of its own; nil: not known (yet), and the part counts when it has ended.
    ///   - unit: The unit of the part.
    public consuming func enqueue(totalCount: Int? = nil, unit: ProgressUnit = .items) -> ProgressNode {
        makeNode(totalCount, unit, .waiting)
    }

    private consuming func makeNode(_ totalCount: Int?, _ unit: ProgressUnit, _ state: TaskState) -> ProgressNode {
        let tally = ProgressTally(
            label: label, totalCount: totalCount, unit: unit, parent: parent, assigned: assigned, state: state,
            number: number)
        let node = ProgressNode(tally)
        if let parent, !parent.insert(tally), parent.state == .cancelled { tally.end(.cancelled) }
        parent = nil
        return node
    }
}
