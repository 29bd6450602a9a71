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
