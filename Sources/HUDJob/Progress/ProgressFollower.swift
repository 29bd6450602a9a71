import HUDCore
import HUDReports
import HUDTerminal

/// Passes the progress that is found in a job's output, or that the job reports, to its HUD.
///
/// With the first finding the HUD gets a bar, or a count beside its spinner if the total is not known, unless another mode was asked for, and an expected progress is replaced. While the job reports progress
/// itself, and not labels alone, its output is not searched. A class, because the reader of the job's output and the reader of its progress lines share it. For one
/// thread only.
final class ProgressFollower {
    /// Whose progress counts.
    final class Turn {
        enum Reporter: Equatable {
            /// The job reports nothing.
            case none
            /// The job reports on its work in lines, which may be labels alone.
            case lines(hasProgress: Bool)
            /// The job reports progress by zig's protocol.
            case zig

            /// Whether lines say what the root of a tree is.
            var isOfLines: Bool { if case .lines = self { true } else { false } }
        }

        var reporter = Reporter.none

        /// Whether progress in the output counts.
        var searchesOutput: Bool {
            switch reporter {
            case .none: true
            case .lines(let hasProgress): !hasProgress
            case .zig: false
            }
        }
    }

    /// What the HUD showed before progress was reported or found.
    private struct Before {
        var label: String
        var details: String
        var mode: HUDMode
        var source: (any ProgressSource)?

        init(_ hud: HUD, _ details: String) {
            label = hud.label
            self.details = details
            mode = hud.mode
            source = hud.progressSource
        }

        /// Whether the source knows how far the job is.
        var knowsFraction: Bool {
            guard let sample = source?.sample() else { return false }
            return sample.completedUnitCount == nil || sample.totalUnitCount != nil
        }
    }

    private let mode: HUDMode?
    private var recognizer: ProgressRecognizer?
    private var expression: RegexProgress?
    private var source: FoundProgress?
    private var phase = 0
    /// Whether the source has a count without a total.
    private var isOpen = false
    private var turn = Turn()
    private var before: Before?
    /// What the HUD showed before progress was found in the output.
    private var beforeFinding: Before?
    /// Whether the job had begun to report when progress was found in its output.
    private var isFoundInReport = false
    /// The label that the job has reported for its work, also if there is no HUD; nil: none, or that work is over.
    private(set) var label: String?
    /// The details from zig's protocol.
    private var zigDetails = ""
    /// Nil if there is no HUD.
    var hud: HUD? { didSet { hudDetails = hud.map { JobDetails(of: $0) } } }
    private var hudDetails: JobDetails?
    /// Nil if the job is no part of a tree.
    var node: JobNode?
    /// The details of the job's part, or else of the HUD.
    var details: JobDetails? { node?.shownDetails ?? hudDetails }
    /// Returns what the tree of zig's protocol is shown below; nil if it is not shown.
    private var work: (() -> ProgressNode)?
    /// The tree; nil before the first message.
    private var parts: ZigParts?

    /// - Parameters:
    ///   - policy: What to look for in the output.
    ///   - mode: The mode that the user has asked for.
    /// - Throws: ``ProgressPatternError`` if the pattern can't be used, which can't happen if the policy was read from an option.
    init(_ policy: ProgressPolicy, mode: HUDMode?) throws(ProgressPatternError) {
        self.mode = mode
        switch policy {
        case .auto: recognizer = ProgressRecognizer()
        case .match(let pattern): expression = try RegexProgress(pattern)
        case .none, .descriptor: break
        }
    }

    /// Makes a follower of progress lines.
    init(mode: HUDMode?) {
        self.mode = mode
    }

    /// Searches no output either while `other` takes progress lines of the job.
    func shareTurn(with other: ProgressFollower) { turn = other.turn }

    /// Searches a piece of output.
    func see(_ bytes: UnsafeRawBufferPointer) {
        guard turn.searchesOutput, hud != nil || node != nil else { return }
        let completions = recognizer?.completions
        var found: JobProgress?
        recognizer?.feed(bytes) {
            completeEnd = nil
            found = nil
            discardFound()
        } _: { progress in
            find(progress)
            found = progress
        }
        if let progress = expression?.feed(bytes) { find(progress) }
        noteCompletion(found, isSeenAgain: recognizer?.completions != completions)
        let isPending = recognizer?.isPending == true || expression?.isPending == true
        lineEnd = isPending ? LiveClock.shared.now.advanced(by: Self.patience) : nil
    }

    /// How long nothing must follow an unfinished line, so that it is searched.
    private static let patience = Duration.milliseconds(100)

    /// How long complete progress counts if none follows and the job goes on.
    private static let completeTime = Duration.seconds(2)

    /// When an unfinished line is searched.
    private var lineEnd: HUDInstant?
    /// When complete progress counts no longer.
    private var completeEnd: HUDInstant?

    /// When ``look()`` must be called; nil: not before more output has come.
    var nextLook: HUDInstant? { [lineEnd, completeEnd].lazy.compactMap { $0 }.min() }

    /// Does what is due: searches an unfinished line, or gives complete progress up.
    func look() {
        let now = LiveClock.shared.now
        if let time = lineEnd, time <= now {
            lineEnd = nil
            if turn.searchesOutput, let progress = recognizer?.look() ?? expression?.look() {
                find(progress)
                noteCompletion(progress)
            }
        }
        if let time = completeEnd, time <= now {
            completeEnd = nil
            if turn.searchesOutput { expectAgain() }
        }
    }

    /// Ends the output.
    func endOutput() {
        completeEnd = nil
        guard turn.searchesOutput else { return }
        if let progress = expression?.look() { find(progress) }
    }

    /// Applies progress that was found in the output. It may be that of a part of the job, such as a download.
    private func find(_ progress: JobProgress) {
        if beforeFinding == nil {
            beforeFinding = shown
            isFoundInReport = turn.reporter != .none
            endPhase()
        }
        take(progress)
    }

    /// Begins the time for which complete progress counts, if it was found last, or is seen again.
    private func noteCompletion(_ found: JobProgress?, isSeenAgain: Bool = false) {
        guard found != nil || isSeenAgain && completeEnd != nil else { return }
        // What the job reports by OSC 9;4, and what the user's expression finds, is the job's own.
        let isOfPart = recognizer?.isToldByJob == false && found.map { $0.sample.fraction >= 1 } ?? true
        completeEnd = isOfPart ? LiveClock.shared.now.advanced(by: Self.completeTime) : nil
    }

    /// Shows how far the job is by the durations of earlier runs, if these are known.
    private func expectAgain() {
        node?.expectAgain()
        if beforeFinding?.knowsFraction == true { showAsBeforeFinding() }
    }

    /// Shows what was shown before progress was found, because the job has removed that.
    private func discardFound() {
        node?.discardFound()
        showAsBeforeFinding()
        guard let found = beforeFinding else { return }
        beforeFinding = nil
        if isFoundInReport { return }
        // A report that began after the finding has kept the found progress as what the HUD showed before. That is gone now.
        before?.source = found.source
        before?.mode = found.mode
    }

    private func showAsBeforeFinding() {
        guard let hud, let before = beforeFinding else { return }
        endPhase()
        hud.progressSource = before.source
        hud.mode = before.mode
    }

    /// Applies a progress line. Lines take precedence over zig's protocol, because they say more.
    func take(_ line: ProgressLine) {
        switch turn.reporter {
        case .lines: break
        case .none, .zig:
            if line == .end { return }
            beginReport(.lines(hasProgress: false))
        }
        switch line {
        case .progress(let progress):
            if !progress.isOpen { turn.reporter = .lines(hasProgress: true) }
            take(progress)
        case .label(let text):
            label = text
            hud?.label = text
            node?.setLabel(text)
        case .details(let text):
            hudDetails?.text = text
            node?.setDetails(text)
        case .end: endReport()
        }
    }

    /// From now on, shows the nodes of the job's tree of zig's protocol as parts of `work`, which is called with the first message.
    func showParts(of work: @escaping () -> ProgressNode) { self.work = work }

    /// Ends the parts of a job that has ended.
    func endParts() { parts?.end() }

    /// Applies a message of zig's protocol.
    func take(_ message: ZigProgressMessage) {
        if parts == nil { parts = work.map { ZigParts(of: $0()) } }
        parts?.update(message, isRootKnown: turn.reporter.isOfLines)
        take(ZigProgressSummary(message))
    }

    /// Applies what a message of zig's protocol says about the whole job.
    ///
    /// Its names are the details, unless the user has set others. It takes precedence over the output only while it has a total, because zig itself prints
    /// progress while it waits for its build runner.
    func take(_ summary: ZigProgressSummary) {
        switch (turn.reporter, summary.sample) {
        case (.lines, _): return
        case (.none, nil): break
        case (.none, let sample?):
            beginReport(.zig)
            take(JobProgress(sample))
        case (.zig, let sample?): take(JobProgress(sample))
        case (.zig, nil): endReport()
        }
        let details = [summary.label, summary.details].filter { !$0.isEmpty }.joined(separator: ": ")
        guard details != zigDetails else { return }
        if let shown = hudDetails, shown.text == zigDetails { shown.text = details }
        node?.setDetails(details)
        zigDetails = details
    }

    /// What the HUD shows now.
    private var shown: Before? { hud.map { Before($0, hudDetails?.text ?? "") } }

    private func beginReport(_ reporter: Turn.Reporter) {
        switch turn.reporter {
        case .none:
            before = shown
            // Details of zig's are not what the user has set.
            if before?.details == zigDetails { before?.details = "" }
            node?.beginReport()
        // The HUD returns to what it showed before both reports.
        case .lines, .zig: break
        }
        turn.reporter = reporter
        endPhase()
    }

    /// The HUD shows what it showed before. Other progress counts again.
    private func endReport() {
        turn.reporter = .none
        label = nil
        zigDetails = ""
        endPhase()
        node?.endReport()
        guard let hud, let before else { return }
        hud.label = before.label
        hudDetails?.text = before.details
        hud.progressSource = before.source
        hud.mode = before.mode
    }

    private func take(_ progress: JobProgress) {
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
    private func endPhase() {
        source = nil
        phase = 0
    }
}
