import HUDCore

/// What zig knows about the HUDs of this process, and the message that brings it up to date.
///
/// A HUD is the root of the tree, and its parts are below it. Several HUDs are below a root without a name, which zig replaces by the name of the program's
/// step. When no HUD is left, the tree is such a root alone. zig keeps the last tree, so a tree that has not changed is not sent again.
struct ZigProgressReport: ParentReport {
    private let format: ZigProgressMessage.Format
    /// Whether progress lines report labels, details and progress, so that the tree is there for the parts alone.
    private let isBesideLines: Bool
    var huds: [HUDSnapshot] = []
    /// The last message that was written; nil if there was none.
    private var sent: ZigProgressMessage?

    init(format: ZigProgressMessage.Format, isBesideLines: Bool = false) {
        self.format = format
        self.isBesideLines = isBesideLines
    }

    var next: [UInt8]? { nextMessage?.bytes }

    mutating func wrote() {
        if let nextMessage { sent = nextMessage }
    }

    /// The next message to write; nil if zig knows everything.
    var nextMessage: ZigProgressMessage? {
        if sent == nil, isBesideLines ? huds.allSatisfy(\.parts.isEmpty) : huds.isEmpty { return nil }
        let message = ZigProgressMessage(nodes, format: format)
        return message == sent ? nil : message
    }

    private var nodes: [ZigProgressMessage.Node] {
        var nodes: [ZigProgressMessage.Node] = []
        if huds.count != 1 { nodes.append(.init(name: "", parent: nil)) }
        for hud in huds {
            let root = nodes.count
            nodes.append(Self.node(hud.label, hud.progress, isKnown: hud.mode.showsProgress, parent: root == 0 ? nil : 0))
            for part in hud.parts {
                nodes.append(Self.node(part.label, part.progress, parent: part.parent.map { root + 1 + $0 } ?? root))
            }
            if hud.parts.isEmpty, !isBesideLines, !hud.detailsLabel.isEmpty {
                nodes.append(.init(name: ProgressLineReport.oneLine(hud.detailsLabel), parent: root))
            }
        }
        return nodes
    }

    private static func node(
        _ label: String, _ sample: ProgressSample, isKnown: Bool = false, parent: Int?
    ) -> ZigProgressMessage.Node {
        let (completed, total) = counts(sample, isKnown: isKnown)
        return .init(name: ProgressLineReport.oneLine(label), completed: completed, total: total, parent: parent)
    }

    /// The counts as zig has them: at most 32 bits, and no fractions.
    private static func counts(_ sample: ProgressSample, isKnown: Bool) -> (UInt32, UInt32) {
        guard var completed = sample.completedUnitCount else {
            // zig shows a percentage as `[70/100]`. ``ZigProgressMessage/sample(of:)`` takes it for one, and not for a count.
            let total = ZigProgressMessage.totalOfPercentages
            let isShown = !sample.isIndeterminate && (sample.fraction > 0 || isKnown)
            return isShown ? (UInt32(sample.fraction * Double(total)), total) : (0, 0)
        }
        var total = sample.totalUnitCount ?? 0
        while max(completed, total) >= Int(UInt32.max) {
            completed /= 1000
            total = total > 0 ? max(1, total / 1000) : 0
        }
        return (UInt32(completed), UInt32(total))
    }
}
