/// A part of a HUD's work whose state may have changed.
///
/// The renderer reads the state under its own lock. So of two changes at the same time, the one that comes last has the last state.
public struct PartChange: Sendable {
    /// The HUD, as in ``HUDSnapshot/hudID``.
    public var hudID: Int
    /// The part.
    public var part: ReportedPart
    /// The number of parts that it is in: 0 for a part of the HUD's work itself.
    public var depth: Int
    /// Whether it is the first report of a part that was there before the HUD was on screen, even if it has ended meanwhile.
    public var isFirst: Bool
    /// When the part began, moved forward by the time for which it was paused; nil if it has finished or was cancelled.
    public var start: HUDInstant?
    /// When it was paused, or failed; nil while it runs.
    public var until: HUDInstant?
    /// How long a part runs before it is reported.
    public var graceTime: Duration
    /// Now.
    public var time: HUDInstant

    /// The parts that it is in, the nearest one first.
    public var ancestors: [ReportedPart] {
        var ancestors: [ReportedPart] = []
        var tally = part.tally
        while ancestors.count < depth, let parent = tally.parent {
            ancestors.append(ReportedPart(tally: parent))
            tally = parent
        }
        return ancestors
    }
}

/// A part of a HUD's work: what a renderer reads of it.
public struct ReportedPart: Sendable, Hashable {
    let tally: ProgressTally

    init(tally: ProgressTally) {
        self.tally = tally
    }

    /// A node as a part.
    public init(of node: ProgressNode) {
        tally = node.tally
    }

    /// What the part is.
    public var label: String { tally.label }
    /// How it stands.
    public var state: TaskState { tally.state }
    /// The number that the program has given it; nil for none. The program reports the start and the end of a part with a number.
    public var number: Int? { tally.number > 0 ? tally.number : nil }
    /// Whether the program says itself that the part has failed.
    package var leavesOwnLine: Bool { tally.number == ProgressShare.leavesOwnLine }
    /// What its row would show beside the label: its details, or else the labels of its own running parts.
    public var detailsLabel: String {
        let details = tally.detailsLabel
        return details.isEmpty ? tally.runningLabels(atMost: 3) : details
    }

    /// The progress that its row would show.
    public func sample() -> ProgressSample { tally.sampleForRow() }
}
