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
    /// The frame's number since the HUD appeared. Frames that a late wake-up skipped, or that nobody needed, are counted.
    public var frame: Int
    /// When the frame falls due.
    public var timestamp: HUDInstant
    /// The time since the HUD was asked for, the grace time included: how long the job has been running.
    public var elapsed: Duration
    /// The time since it appeared: what a spinner's phase is computed from.
    public var timeOnScreen: Duration
    /// Whether it is going: the opacity falls.
    public var isDisappearing: Bool
    /// Units a second at present; nil while nothing worth saying is known.
    public var rate: Double?
    /// How long it will take until it is done, at that rate; nil while nothing worth saying is known.
    public var remaining: Duration?
    /// How the work ended; nil while it goes on, and where nobody has said.
    public var outcome: HUDOutcome?

    /// A snapshot; for renderers' tests.
    public init(
        mode: HUDMode = .indeterminate, label: String = "", detailsLabel: String = "",
        progress: ProgressSample = .zero, opacity: Double = 1, frame: Int = 0, timestamp: HUDInstant = .zero,
        elapsed: Duration = .zero, timeOnScreen: Duration = .zero, isDisappearing: Bool = false,
        rate: Double? = nil, remaining: Duration? = nil, outcome: HUDOutcome? = nil
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
        self.isDisappearing = isDisappearing
        self.rate = rate
        self.remaining = remaining
        self.outcome = outcome
    }
}
