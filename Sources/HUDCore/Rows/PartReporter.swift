/// A renderer that reports the parts of a HUD's work in lines, instead of drawing a row for each.
package protocol PartReporter: HUDRenderer {
    /// Whether it reports parts, now that the HUD is on screen.
    var reportsParts: Bool { get }

    /// The state of a part may have changed. Called once the HUD is on screen: first for the parts that have not ended or have failed, and then with
    /// each change, on the thread on which it happens.
    func report(_ report: PartReport)
}

/// A part of a HUD's work whose state may have changed.
///
/// The renderer reads the state under its own lock. So of two reports at the same time, the one that comes last has the last state.
package struct PartReport: Sendable {
    /// The HUD, as in ``HUDSnapshot/hudID``.
    package var hudID: Int
    /// The part.
    package var part: ReportedPart
    /// The number of parts that it is in: 0 for a part of the HUD's work itself.
    package var depth: Int
    /// Whether it is the first report of a part that was there before the HUD was on screen, even if it has ended meanwhile.
    package var isFirst: Bool
    /// When the part began, moved forward by the time for which it was paused; nil if it has ended.
    package var start: HUDInstant?
    /// When it was paused, or failed; nil while it runs.
    package var until: HUDInstant?
    /// How long a part runs before it is reported.
    package var graceTime: Duration
    /// Now.
    package var time: HUDInstant

    /// The parts that it is in, the nearest one first.
    package var ancestors: [ReportedPart] {
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
package struct ReportedPart: Sendable, Hashable {
    let tally: ProgressTally

    init(tally: ProgressTally) {
        self.tally = tally
    }

    /// A node as a part.
    package init(of node: ProgressNode) {
        tally = node.tally
    }

    /// What the part is.
    package var label: String { tally.label }
    /// How it stands.
    package var state: ProgressNode.State { tally.state }
    /// The number that the program has given it; nil for none. The program reports the start and the end of a part with a number.
    package var number: Int? { tally.number > 0 ? tally.number : nil }
    /// What its row would show beside the label: its details, or else the labels of its own running parts.
    package var detailsLabel: String {
        let details = tally.detailsLabel
        return details.isEmpty ? tally.runningLabels(atMost: 3) : details
    }

    /// The progress that its row would show.
    package func sample() -> ProgressSample { tally.sampleForRow() }
}
