/// All that a renderer needs to draw one frame: a value, taken at one instant.
public struct HUDSnapshot: Sendable, Hashable {
    /// What is shown beside the labels.
    public var mode: HUDMode
    /// The label. Any text; a renderer makes it harmless.
    public var label: String
    /// The smaller label under it.
    public var detailsLabel: String
    /// The progress as sampled for this frame.
    public var progress: ProgressSample
    /// From 0 to 1.
    public var opacity: Double
    /// The frame's number since the HUD appeared. Frames that a late wake-up skipped are counted.
    public var frame: Int
    /// When the frame falls due.
    public var timestamp: HUDInstant
    /// The time since the HUD was asked for, the grace time included: how long the job has been running.
    public var elapsed: Duration
    /// The time since it appeared: what a spinner's phase is computed from.
    public var timeOnScreen: Duration

    /// A snapshot; for renderers' tests.
    public init(
        mode: HUDMode = .indeterminate, label: String = "", detailsLabel: String = "",
        progress: ProgressSample = .zero, opacity: Double = 1, frame: Int = 0, timestamp: HUDInstant = .zero,
        elapsed: Duration = .zero, timeOnScreen: Duration = .zero
    ) {
        self.mode = mode
        self.label = label
        self.detailsLabel = detailsLabel
        self.progress = progress
        self.opacity = opacity
        self.frame = frame
        self.timestamp = timestamp
        self.elapsed = elapsed
        self.timeOnScreen = timeOnScreen
    }
}
