/// A part of a HUD's work, at any depth of the tree, as it was when a frame was taken.
public struct HUDPart: Sendable, Hashable {
    /// What the part is.
    public var label: String
    /// Its progress, sampled for this frame.
    public var progress: ProgressSample
    /// The index of the part that it belongs to; nil: it belongs to the HUD's work itself.
    public var parent: Int?

    /// Makes a part.
    public init(label: String, progress: ProgressSample = .zero, parent: Int? = nil) {
        self.label = label
        self.progress = progress
        self.parent = parent
    }
}

extension ProgressTally {
    /// The parts that are under way, those of one node behind each other, and each behind its parent.
    func parts(atMost limit: Int) -> [HUDPart] {
        var found: [HUDPart] = []
        var level: [(tally: ProgressTally, index: Int?)] = [(self, nil)]
        while !level.isEmpty, found.count < limit {
            var next: [(tally: ProgressTally, index: Int?)] = []
            for node in level {
                let children = node.tally.parts.withLock(\.children)
                for case let part? in children {
                    guard found.count < limit else { return found }
                    if part.state == .waiting { continue }
                    next.append((part, found.count))
                    found.append(HUDPart(label: part.label, progress: part.sampleForRow(), parent: node.index))
                }
            }
            level = next
        }
        return found
    }
}
