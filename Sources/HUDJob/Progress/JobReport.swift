import HUDReports

/// What a job reports on its work: in lines, or by zig's protocol.
struct JobReport {
    /// Whose progress counts. A class, because the readers of standard output and of standard error share it.
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

    var turn = Turn()
    /// What the HUD showed before the job reported.
    var before: ShownJobProgress.Before?
    /// The label that the job has reported for its work, also if there is no HUD; nil: none, or that work is over.
    private(set) var label: String?
    /// The details from zig's protocol.
    private var zigDetails = ""

    /// Applies a progress line. Lines take precedence over zig's protocol, because they say more.
    ///
    /// - Parameter showsCount: Whether a count without a total is shown.
    mutating func take(_ line: ProgressLine, in shown: inout ShownJobProgress, showsCount: Bool = true) {
        switch turn.reporter {
        case .lines: break
        case .none, .zig:
            if line == .end { return }
            begin(.lines(hasProgress: false), in: &shown)
        }
        switch line {
        case .progress(let progress):
            if !progress.isOpen { turn.reporter = .lines(hasProgress: true) }
            if showsCount || !progress.isOpen { shown.apply(progress, after: before) }
        case .label(let text):
            label = text
            shown.setLabel(text)
        case .details(let text): shown.setDetails(text)
        case .end: end(in: &shown)
        }
    }

    /// Applies what a message of zig's protocol says about the whole job.
    ///
    /// Its names are the details, unless the user has set others. It takes precedence over the output only while it has a total, because zig itself prints
    /// progress while it waits for its build runner.
    mutating func take(_ summary: ZigProgressSummary, in shown: inout ShownJobProgress) {
        switch (turn.reporter, summary.sample) {
        case (.lines, _): return
        case (.none, nil): break
        case (.none, let sample?):
            begin(.zig, in: &shown)
            shown.apply(JobProgress(sample), after: before)
        case (.zig, let sample?): shown.apply(JobProgress(sample), after: before)
        case (.zig, nil): end(in: &shown)
        }
        let details = [summary.label, summary.details].filter { !$0.isEmpty }.joined(separator: ": ")
        guard details != zigDetails else { return }
        shown.setDetails(details, inPlaceOf: zigDetails)
        zigDetails = details
    }

    private mutating func begin(_ reporter: Turn.Reporter, in shown: inout ShownJobProgress) {
        switch turn.reporter {
        case .none:
            before = shown.present
            // Details of zig's are not what the user has set.
            if before?.details == zigDetails { before?.details = "" }
            shown.node?.beginReport()
        case .lines: break
        // The HUD returns to what it showed before both reports.
        case .zig:
            if let before { shown.restoreProgress(of: before) }
            shown.setDetails("", inPlaceOf: zigDetails)
            zigDetails = ""
        }
        turn.reporter = reporter
        shown.endPhase()
    }

    /// The HUD shows what it showed before. Other progress counts again.
    private mutating func end(in shown: inout ShownJobProgress) {
        turn.reporter = .none
        label = nil
        zigDetails = ""
        shown.endPhase()
        shown.node?.endReport()
        if let before { shown.restore(before) }
    }
}
