import HUDCore
import HUDReports

/// Passes the progress that is found in a job's output, or that the job reports, to its HUD.
///
/// With the first finding the HUD gets a bar, or a count beside its spinner if the total is not known, unless another mode was asked for, and an expected
/// progress is replaced. While the job reports progress itself, and not labels alone, its output is not searched. A class, because the reader of the job's
/// output and the reader of its progress lines share it. For one thread only.
final class ProgressFollower {
    /// The time at which progress was found in the output.
    private struct Finding {
        /// What the HUD showed before.
        let before: ShownJobProgress.Before
        /// Whether the job had begun to report.
        let isInReport: Bool
        /// Whether what was found is complete, and the job goes on.
        var hasExpired = false
    }

    private var search: OutputSearch
    private(set) var report = JobReport()
    var shown: ShownJobProgress
    /// Nil: nothing was found, or the job has removed it, or there is no HUD.
    private var finding: Finding?
    /// The count without a total that the job has reported last, which says less than what is found. It is shown when that counts no longer. Nil: something
    /// else was reported since.
    private var openCount: JobProgress?
    /// The nodes of the job's tree of zig's protocol; nil if they are not shown.
    private var parts: ZigParts?

    /// - Parameters:
    ///   - policy: What to look for in the output.
    ///   - mode: The mode that the user has asked for.
    /// - Throws: ``ProgressPatternError`` if the pattern can't be used, which can't happen if the policy was read from an option.
    init(_ policy: ProgressPolicy, mode: HUDMode?) throws(ProgressPatternError) {
        search = try OutputSearch(policy)
        shown = ShownJobProgress(mode: mode)
    }

    /// Makes a follower of progress lines.
    init(mode: HUDMode?) {
        search = OutputSearch()
        shown = ShownJobProgress(mode: mode)
    }

    /// Searches no output either while `other` takes progress lines of the job.
    func shareTurn(with other: ProgressFollower) { report.turn = other.report.turn }

    // MARK: The output

    /// Searches a piece of output.
    func see(_ bytes: UnsafeRawBufferPointer) {
        guard report.turn.searchesOutput, shown.isSomewhere else { return }
        for event in search.see(bytes, at: LiveClock.shared.now) { apply(event) }
    }

    /// When ``look()`` must be called; nil: not before more output has come.
    var nextLook: HUDInstant? { search.nextLook }

    /// Does what is due.
    func look() {
        for event in search.look(at: LiveClock.shared.now, searches: report.turn.searchesOutput) { apply(event) }
    }

    /// Ends the output.
    func endOutput() {
        if let event = search.end(searches: report.turn.searchesOutput) { apply(event) }
    }

    private func apply(_ event: OutputSearch.Event) {
        switch event {
        case .found(let progress):
            if finding == nil, let before = shown.present {
                finding = Finding(before: before, isInReport: report.turn.reporter != .none)
                shown.endPhase()
            }
            finding?.hasExpired = false
            shown.apply(progress, after: report.before)
        case .discarded: discardFound()
        case .expired:
            // How far the job is by the durations of earlier runs, if these are known.
            shown.node?.expectAgain()
            finding?.hasExpired = true
            if let found = finding, found.before.knowsFraction || openCount != nil { returnFrom(found) }
        }
    }

    /// Shows what was shown before progress was found, or the count that the job has reported since.
    private func returnFrom(_ found: Finding) {
        shown.restoreProgress(of: found.before)
        if let openCount { shown.apply(openCount, after: found.before) }
    }

    /// Shows what was shown before progress was found, because the job has removed that.
    private func discardFound() {
        shown.node?.discardFound()
        guard let found = finding else { return }
        returnFrom(found)
        finding = nil
        if found.isInReport { return }
        // A report that began after the finding has kept the found progress as what the HUD showed before. That is gone now.
        report.before?.source = found.before.source
        report.before?.mode = found.before.mode
    }

    // MARK: The report

    /// Applies a progress line.
    func take(line: ProgressLine) {
        if case .progress(let count) = line, count.isOpen, report.turn.reporter != .lines(hasProgress: true), let finding {
            let isFirst = openCount == nil
            report.take(line, in: &shown, showsCount: finding.hasExpired && !isFirst)
            openCount = count
            if finding.hasExpired, isFirst { returnFrom(finding) }
        } else {
            report.take(line, in: &shown)
            switch line {
            case .progress(let count): openCount = finding == nil && count.isOpen ? count : nil
            case .end: openCount = nil
            case .label, .details: break
            }
        }
    }

    /// From now on, shows the nodes of the job's tree of zig's protocol as parts of `work`, which is called with the first message.
    func showParts(of work: @escaping () -> ProgressNode) { parts = ZigParts(of: work()) }

    /// Ends the parts of a job that has ended.
    func endParts() { parts?.end() }

    /// Applies a message of zig's protocol.
    func take(message: ZigProgressMessage) {
        parts?.update(message, isRootKnown: report.turn.reporter.isOfLines)
        take(summary: ZigProgressSummary(message))
    }

    /// Applies what a message of zig's protocol says about the whole job.
    func take(summary: ZigProgressSummary) { report.take(summary, in: &shown) }
}
