import HUDCore

/// Why a group ends, and what its result is.
struct GroupEnd {
    /// The first reason why something could not be written.
    private var writeError: String?
    var listError: JobListError?
    /// What the machine has said; nil: the group goes on.
    var outcome: GroupMachine.Outcome?

    /// A signal that came while the HUD showed the outcome.
    var lateSignal: Int32?

    /// What all runs of jobs have cost that have ended.
    private(set) var usage: HUDUsage?

    mutating func add(_ usage: HUDUsage?) {
        if let usage { self.usage = (self.usage ?? HUDUsage()) + usage }
    }

    mutating func fail(_ message: String) { writeError = writeError ?? message }

    /// Whether a signal has ended the group.
    var isInterrupted: Bool { signal != nil }

    private var signal: Int32? { if case .signaled(let signal) = outcome { signal } else { nil } }

    /// The outcome for the HUD.
    ///
    /// - Parameter waiting: How many jobs have not started.
    func hudOutcome(_ counts: GroupMachine.Counts, waiting: Int) -> HUDOutcome {
        if isInterrupted { return .cancelled }
        if writeError != nil { return .failed(reason: "output lost") }
        if listError != nil { return .failed(reason: "list not valid") }
        if counts.failed == 0 { return counts.cancelled == 0 && waiting == 0 ? .succeeded : .cancelled }
        if counts.known == 1 { return .failed(reason: counts.timedOut == 1 ? "timed out" : "status \(counts.lastStatus)") }
        let others = [(counts.cancelled, "cancelled"), (counts.blocked, "skipped"), (waiting, "not started")].filter { $0.0 > 0 }
        let rest = others.map { ", \($0.0) \($0.1)" }.joined()
        return .failed(reason: "\(counts.failed) of \(counts.known) failed\(rest)")
    }

    /// - Parameter waiting: How many jobs have not started.
    func result(_ counts: GroupMachine.Counts, waiting: Int) -> JobGroup.Result {
        var result = JobGroup.Result()
        result.succeeded = counts.succeeded
        result.failed = counts.failed
        result.cancelled = counts.cancelled
        result.skipped = counts.skipped
        result.blocked = counts.blocked
        result.notStarted = waiting
        result.writeError = writeError
        result.listError = listError
        result.signal = signal
        result.usage = usage
        result.exitStatus = exitStatus(counts, waiting: waiting)
        result.lateSignal = lateSignal
        return result
    }

    /// Without a failure, the group was cancelled if jobs have not started.
    private func exitStatus(_ counts: GroupMachine.Counts, waiting: Int) -> Int32 {
        if let signal { return 128 + signal }
        if writeError != nil { return 125 }
        if listError != nil { return counts.done == 0 ? 2 : 125 }
        if counts.failed == 0 { return counts.cancelled == 0 && waiting == 0 ? 0 : 1 }
        if counts.failed == counts.timedOut, counts.cancelled == 0 { return 124 }
        return counts.known == 1 ? counts.lastStatus : 1
    }
}
