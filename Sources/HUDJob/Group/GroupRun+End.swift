import HUDCore

// The end of the group.
extension GroupRun {
    func finishFiles() {
        do throws(GroupWriteError) {
            try files.trace?.finish(at: begin.duration(to: LiveClock.shared.now))
        } catch {
            if writeError == nil { writeError = error.message }
        }
    }

    func leave() {
        defer { keyboard?.giveBack() }
        guard let hud, ownsHUD else { return }
        display.report(totals: totals)
        let outcome = hudOutcome
        let elapsed = begin.duration(to: LiveClock.shared.now)
        _ = HUDRemoval(hud: hud, display: display, mailbox: mailbox)
            .remove(outcome, delay: configuration.hideDelay, isInterrupted: isInterrupted)
        display.finish(elapsed: elapsed, outcome)
    }

    /// Whether a signal has ended the group.
    var isInterrupted: Bool { if case .signaled = outcome { true } else { false } }

    /// The outcome of the group, when it has ended.
    var hudOutcome: HUDOutcome {
        let counts = machine.counts
        if isInterrupted { return .cancelled }
        if writeError != nil { return .failed(reason: "output lost") }
        if listError != nil { return .failed(reason: "list not valid") }
        if counts.failed == 0 { return counts.cancelled == 0 ? .succeeded : .cancelled }
        if counts.known == 1 { return .failed(reason: "status \(counts.lastStatus)") }
        return .failed(reason: "\(counts.failed) of \(counts.known) failed")
    }

    /// The jobs by state, at the end.
    private var totals: RowTaskCounts {
        let counts = machine.counts
        return RowTaskCounts(
            waiting: machine.waiting, finished: counts.succeeded, failed: counts.failed, cancelled: counts.cancelled)
    }

    func result() -> JobGroup.Result {
        let counts = machine.counts
        var result = JobGroup.Result()
        result.succeeded = counts.succeeded
        result.failed = counts.failed
        result.cancelled = counts.cancelled
        result.skipped = counts.skipped
        result.notStarted = machine.waiting
        result.writeError = writeError
        result.listError = listError
        if case .signaled(let signal) = outcome { result.signal = signal }
        result.exitStatus = GroupStatus.of(
            counts, signal: result.signal, hasWriteError: writeError != nil, hasListError: listError != nil)
        return result
    }
}
