/// A part of a HUD's work as a row shows it.
public struct HUDRow: Sendable, Hashable {
    /// What the part is.
    public var label: String
    /// Its details, or else the labels of its own running parts.
    public var detailsLabel: String
    /// The number of parts that it is in: 0 for a part of ``HUD/work`` itself.
    public var depth: Int
    /// How it stands.
    public var state: TaskState
    /// Its progress, sampled for this frame.
    public var progress: ProgressSample
    /// Whether its own parts have no rows because they were folded; see ``RowMove/fold``.
    package var isFolded = false
    /// Whether it is the one that keys act on; see ``HUD/moveRowSelection(_:)``.
    public var isSelected: Bool
    /// How long it has been running, without pauses.
    public var elapsed: Duration
    /// The current rate in units per second; nil while there is no reliable estimate.
    public var rate: Double?
    /// The estimated remaining time at that rate; nil while there is no reliable estimate.
    public var remaining: Duration?

    /// Makes a row, for the tests of renderers.
    public init(
        label: String, detailsLabel: String = "", state: TaskState = .running, progress: ProgressSample = .zero,
        elapsed: Duration = .zero, rate: Double? = nil, remaining: Duration? = nil, isSelected: Bool = false, depth: Int = 0
    ) {
        self.depth = depth
        self.label = label
        self.detailsLabel = detailsLabel
        self.state = state
        self.progress = progress
        self.isSelected = isSelected
        self.elapsed = elapsed
        self.rate = rate
        self.remaining = remaining
    }
}
