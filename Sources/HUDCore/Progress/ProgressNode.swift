/// A part of the work that a HUD stands for. It counts units from any thread, and can have parts of its own: a tree whose progress adds up.
///
/// ```swift
/// let build = ProgressNode(label: "Building", totalCount: 10)
/// let fetch = build.subprogress(assigningCount: 7, label: "Fetching").start(totalCount: urls.count)
/// for url in urls {
///     try await download(url)
///     fetch.complete()  // one atomic add; seven tenths of `build` in the end
/// }
/// ```
///
/// The fraction of a node is the sum of its own completed units and of its parts, each weighted by the count that was assigned to it. When
/// everything is complete, the fraction is exactly 1. ``HUD/work`` is the node of a HUD.
///
/// A node ends with ``finish()``, ``fail(_:)``, ``cancel()``, or when its last reference is released, which finishes it. Then the count that was
/// assigned to it is complete in its parent, whatever it had completed itself. Of a node that failed, what it had not completed does not count.
///
/// A node's count is in its own unit. Parts that have the same unit add what they have completed; if a part has another unit, a sample has no count.
///
/// The terms are those of Swift Foundation's `ProgressManager` (SF-0023).
public final class ProgressNode: ProgressSource {
    @usableFromInline let tally: ProgressTally

    /// Makes the root of a tree.
    ///
    /// - Parameters:
    ///   - label: What is going on. Any text is safe.
    ///   - totalCount: The total; nil, zero or negative: not known (yet).
    ///   - unit: The unit.
    public convenience init(label: String = "", totalCount: Int? = nil, unit: ProgressUnit = .items) {
        self.init(ProgressTally(label: label, totalCount: totalCount, unit: unit))
    }

    init(_ tally: ProgressTally) {
        self.tally = tally
        // The tally refers weakly to the node, which makes each retain and release of the node several times as slow. A tree finds only parts by their tallies.
        if tally.parent != nil { tally.parts.withLock { $0.node = self } }
    }

    deinit {
        tally.end(.finished)
    }

    // MARK: What it is

    /// What is going on. Any text is safe; control characters in it have no effect.
    public var label: String {
        get { tally.label }
        set { tally.label = newValue }
    }

    /// The unit of the counts.
    public var unit: ProgressUnit { tally.unit }

    /// The total; nil if it is not known. Setting zero or a negative total makes it unknown.
    public var totalCount: Int? {
        get { tally.totalCount }
        set { tally.totalCount = newValue }
    }

    /// How the node stands.
    public var state: TaskState { tally.state }

    // MARK: Progress

    /// Counts completed units: one relaxed atomic add, at any depth of a tree. It takes no lock and draws nothing.
    ///
    /// - Parameter count: Units. A negative count takes units back. A sum that does not fit an `Int` saturates.
    @inlinable
    public func complete(count: Int = 1) {
        tally.completed.add(count)
    }

    /// The completed units: its own, and the assigned counts of parts that have ended and not failed. The total, once it has finished.
    ///
    /// Set it to start again, or to follow a count that is kept elsewhere: it replaces what was counted so far, also that of parts that have ended.
    /// An addition that another thread makes at the same time counts either before or after that.
    public var completedCount: Int {
        get { tally.completedCount }
        set { tally.replaceCompleted(with: newValue) }
    }

    /// Units that were begun and are not complete, which a bar shows as a segment of its own; nil if they are not counted. Negative counts as
    /// zero.
    public var runningCount: Int? {
        get { tally.runningCount }
        set { tally.runningCount = newValue }
    }

    /// The completed fraction, 0 to 1, with the progress of its parts; 0 while the total is not known, and 1 once it is finished.
    public var fractionCompleted: Double { tally.read().fraction }

    /// The counts, and the fraction with the progress of the parts.
    public func sample() -> ProgressSample { tally.sample() }

    // MARK: The end

    /// Ends the node: what is left counts as complete. No effect on a node that has ended.
    public func finish() {
        tally.end(.finished)
    }

    /// Ends the node because its work failed. What it has not completed does not count in its parent. No effect on a node that has ended.
    ///
    /// If the node is a part of a HUD's work, a line about it stays above the HUD, unless ``HUD/summary`` is `never`.
    /// - Parameter reason: A few words, such as `status 2`.
    public func fail(_ reason: String) {
        tally.end(.failed(reason: reason))
    }

    /// Ends the node and its parts, also those that start later, because the work was cancelled. No effect on a node that has ended.
    ///
    /// It does not stop the work itself, which can check ``state``, or set a ``cancellationHandler``.
    public func cancel() {
        tally.end(.cancelled)
    }

    // MARK: Parts

    /// Assigns a part of this node's total to a part of the work.
    ///
    /// - Parameters:
    ///   - count: The units of this node that are complete when the part has ended. Negative counts as zero.
    ///   - label: What the part is.
    /// - Returns: The share, which can be started once. If it is never started, its count is complete when it is released.
    public func subprogress(assigningCount count: Int, label: String = "") -> ProgressShare {
        ProgressShare(of: tally, assigned: max(0, count), label: label)
    }

    /// Adds progress that is counted elsewhere, as a part of this node.
    ///
    /// The source is kept until this node ends, and sampled with it; a node that has ended takes none. Only its progress counts: it has no row, and that it
    /// has ended or failed is not noticed. For a row, let a part adopt it, which then shows the source's own counts and is ended by the program:
    ///
    /// ```swift
    /// func show(_ library: ProgressNode, under hud: HUD) -> ProgressNode {
    ///     let part = hud.work.subprogress(assigningCount: 1, label: "Library").start(totalCount: 1)
    ///     part.adopt(library, assigningCount: 1)
    ///     return part
    /// }
    /// ```
    /// - Parameters:
    ///   - source: The source. It must not contain this node.
    ///   - count: The units of this node that are complete when the source's fraction is 1. Negative counts as zero.
    ///   - label: What the part is.
    public func adopt(_ source: some ProgressSource, assigningCount count: Int, label: String = "") {
        if let node = source as? ProgressNode {
            precondition(!node.tally.contains(tally), "A progress node cannot adopt itself or a node that it is a part of")
        }
        tally.adopt(source, assigned: max(0, count), label: label)
    }

    /// The parts that were started or enqueued and have not ended, in that order. A part that is tried again comes last.
    public var children: [ProgressNode] { tally.children.compactMap(\.node) }
}
