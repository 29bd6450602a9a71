/// Everything that a renderer needs to draw one frame: a value, taken at one instant.
public struct HUDSnapshot: Sendable, Hashable {
    /// Kinds of changes.
    public struct Changes: OptionSet, Sendable, Hashable {
        /// A bit for each kind.
        public let rawValue: Int

        /// Makes a set of the kinds with these bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The times and the number of the frame.
        public static let time = Changes(rawValue: 1)
        /// The progress, and what follows from it: the mode, the rate and the remaining time.
        public static let progress = Changes(rawValue: 2)
        /// The labels.
        public static let text = Changes(rawValue: 4)
        /// The rows and the parts, and their counts.
        public static let rows = Changes(rawValue: 8)
        /// Anything.
        public static let everything = Changes(rawValue: ~0)
    }

    /// What may differ from the last snapshot that the renderer has drawn of this HUD. A renderer can use it to do less, and need not read it.
    public var changes = Changes.everything
    /// What is shown next to the labels.
    public var mode: HUDMode
    /// The label. It can be any text; the renderer makes it harmless.
    public var label: String
    /// The smaller label under it.
    public var detailsLabel: String
    /// The progress, sampled for this frame.
    public var progress: ProgressSample
    /// Whether the progress is sampled from a progress source or from ``HUD/work``, whose counts and totals can change without notice. False for a
    /// fraction that is set on the HUD, although that can change without notice as well.
    public var hasProgressSource: Bool
    /// From 0 to 1.
    public var opacity: Double
    /// The number of the frame since the HUD appeared. Frames that were skipped or left out are counted.
    public var frame: Int
    /// The time of the frame on the grid.
    public var timestamp: HUDInstant
    /// The time since `show` was called, grace time included: how long the job has been running.
    public var elapsed: Duration
    /// The time since the HUD appeared, which gives a spinner's phase.
    public var timeOnScreen: Duration
    /// Whether the HUD is disappearing, so that the opacity falls.
    public var isDisappearing: Bool
    /// The current rate in units per second; nil while there is no reliable estimate.
    public var rate: Double?
    /// The estimated remaining time at that rate; nil while there is no reliable estimate.
    public var remaining: Duration?
    /// How the work ended; nil while it is running, and if no outcome was set.
    public var outcome: HUDOutcome?
    /// Whether a line about the outcome stays when the HUD is removed; see ``HUD/summary``. False in every other snapshot.
    public var leavesSummary: Bool
    /// What the work has cost, when the HUD is removed; see ``HUD/usage``. Nil in every other snapshot.
    public var usage: HUDUsage?
    /// The rows of running parts, from the top; nil for a place that is empty and stays so that the rows below it do not move. See ``HUD/rows``.
    public var rows: [HUDRow?] = []
    /// How many parts have no row.
    public var unlisted = RowTaskCounts()
    /// Whether the HUD has rows, even if none is shown.
    public var hasRows = false
    /// The part of a list that ``rows`` are; nil if they are no list.
    public var rowWindow: HUDRowWindow?
    /// The parts of its work that are under way, each behind its parent, if the renderer's ``HUDRenderer/display`` asks for the tree.
    public var parts: [HUDPart] = []
    /// The HUD that it is of: different for each HUD of the process, so that several can share a renderer; 0 in a snapshot made for a test.
    public var hudID: Int
    /// Which of the HUD's jobs it shows, as a HUD can be shown for another one while it stays on screen.
    package var job = 0

    /// Makes a snapshot, for the tests of renderers.
    public init(
        mode: HUDMode = .indeterminate, label: String = "", detailsLabel: String = "",
        progress: ProgressSample = .zero, opacity: Double = 1, frame: Int = 0, timestamp: HUDInstant = .zero,
        elapsed: Duration = .zero, timeOnScreen: Duration = .zero, isDisappearing: Bool = false,
        rate: Double? = nil, remaining: Duration? = nil, outcome: HUDOutcome? = nil, hudID: Int = 0,
        hasProgressSource: Bool = true, leavesSummary: Bool = false
    ) {
        self.mode = mode
        self.label = label
        self.detailsLabel = detailsLabel
        self.progress = progress
        self.hasProgressSource = hasProgressSource
        self.opacity = opacity
        self.frame = frame
        self.timestamp = timestamp
        self.elapsed = elapsed
        self.timeOnScreen = timeOnScreen
        self.isDisappearing = isDisappearing
        self.rate = rate
        self.remaining = remaining
        self.outcome = outcome
        self.leavesSummary = leavesSummary
        self.hudID = hudID
    }
}

extension HUDSnapshot {
    /// Whether what is shown stays the same until the program sets something.
    package var isSteady: Bool { !hasProgressSource && !mode.showsProgress && progress == .zero }

    /// Whether the mode shows progress, and the completed part of the whole is known.
    package var showsFraction: Bool { mode.showsProgress && !progress.isIndeterminate }

    /// Whether percentage, count and rate are shown: what is completed of a total that is not known also beside a spinner.
    package var showsFigures: Bool {
        mode.showsProgress || mode == .indeterminate && progress.isIndeterminate && progress.completedUnitCount != 0
    }
}
