import HUDCore

/// Where the progress of a job is shown: in its HUD, in its part of a tree, or nowhere.
struct ShownJobProgress {
    /// What the HUD showed before progress was reported or found.
    struct Before {
        let label: String
        var details: String
        var mode: HUDMode
        var source: (any ProgressSource)?

        /// Whether the source knows how far the job is.
        var knowsFraction: Bool {
            guard let sample = source?.sample() else { return false }
            return sample.completedUnitCount == nil || sample.totalUnitCount != nil
        }
    }

    /// The mode that the user has asked for.
    private let mode: HUDMode?
    /// Nil if there is no HUD.
    var hud: HUD? { didSet { hudDetails = hud.map { JobDetails(of: $0) } } }
    private var hudDetails: JobDetails?
    /// Nil if the job is no part of a tree.
    var node: JobNode?
    private var source: FoundProgress?
    private var phase = 0
    /// Whether the source has a count without a total.
    private var isOpen = false

    init(mode: HUDMode?) {
        self.mode = mode
    }

    var isSomewhere: Bool { hud != nil || node != nil }

    /// The details of the job's part, or else of the HUD.
    var details: JobDetails? { node?.shownDetails ?? hudDetails }

    /// What the HUD shows now.
    var present: Before? {
        hud.map { Before(label: $0.label, details: hudDetails?.text ?? "", mode: $0.mode, source: $0.progressSource) }
    }

    /// Shows how far the job is.
    ///
    /// - Parameter before: What the HUD showed before the job reported, if it has.
    mutating func apply(_ progress: JobProgress, after before: Before?) {
        if !progress.isOpen { node?.set(progress.sample) }
        // A bar by the durations of earlier runs is more useful than a count without a total, so it stays.
        guard let hud, !progress.isOpen || source != nil || before?.knowsFraction != true else { return }
        if let source, progress.phase == phase {
            source.set(progress.sample)
            if progress.isOpen == isOpen { return }
        } else {
            // A new source, because the estimate for the last phase is not valid for this one.
            let source = FoundProgress(progress.sample)
            self.source = source
            phase = progress.phase
            hud.progressSource = source
        }
        isOpen = progress.isOpen
        hud.mode = mode ?? (isOpen ? .indeterminate : .bar)
    }

    /// The next progress is that of other work.
    mutating func endPhase() {
        source = nil
        phase = 0
    }

    func setLabel(_ text: String) {
        hud?.label = text
        node?.setLabel(text)
    }

    func setDetails(_ text: String) {
        hudDetails?.text = text
        node?.setDetails(text)
    }

    /// Sets details, in the HUD only in place of `old`: the user may have set others.
    func setDetails(_ text: String, inPlaceOf old: String) {
        if let shown = hudDetails, shown.text == old { shown.text = text }
        node?.setDetails(text)
    }

    /// Shows the progress that the HUD showed before.
    mutating func restoreProgress(of before: Before) {
        endPhase()
        hud?.progressSource = before.source
        hud?.mode = before.mode
    }

    /// Shows all that the HUD showed before.
    mutating func restore(_ before: Before) {
        hud?.label = before.label
        hudDetails?.text = before.details
        restoreProgress(of: before)
    }
}
