import HUDCore

/// Why a group ends, and what its result is.
struct GroupEnd {
    /// The first reason why something could not be written.
    private var writeError: String?
    /// The same for the HUD, in a few words.
    private var failure = ""
    var listError: JobListError?
    /// What the machine has said; nil: the group goes on.
    var outcome: GroupMachine.Outcome?
    /// The signals that ask for the end.
    var requests = EndRequests()
    /// A signal that came while the HUD showed the outcome.
    var lateSignal: Int32?

    /// What all runs of jobs have cost that have ended.
    private(set) var usage: HUDUsage?

    mutating func add(_ usage: HUDUsage?) {
        if let usage { self.usage = (self.usage ?? HUDUsage()) + usage }
    }

    /// Notes that something can't be read or written.
    ///
    /// - Parameter words: What the HUD says of it.
    mutating func fail(_ message: String, _ words: String = "output lost") {
        if writeError == nil { (writeError, failure) = (message, words) }
    }

    /// Whether a signal has ended the group.
    var isInterrupted: Bool { signal != nil }

    private var signal: Int32? { if case .signaled(let signal) = outcome { signal } else { nil } }

    /// The outcome for the HUD.
    func hudOutcome(_ counts: GroupMachine.Counts) -> HUDOutcome {
        let jobs = counts.jobs
        if isInterrupted { return .cancelled }
        if writeError != nil { return .failed(reason: failure) }
        if listError != nil { return .failed(reason: "list not valid") }
        if jobs.failed == 0 { return jobs.cancelled == 0 && jobs.waiting == 0 ? .succeeded : .cancelled }
        if counts.known == 1 { return .failed(reason: counts.timedOut == 1 ? "timed out" : "status \(counts.lastStatus)") }
        let others = [(jobs.cancelled, "cancelled"), (jobs.skipped, "skipped"), (jobs.waiting, "not started")].filter { $0.0 > 0 }
        let rest = others.map { ", \($0.0) \($0.1)" }.joined()
        return .failed(reason: "\(jobs.failed) of \(counts.known) failed\(rest)")
    }

    func result(_ counts: GroupMachine.Counts) -> JobGroup.Result {
        JobGroup.Result(
            succeeded: counts.jobs.finished, failed: counts.jobs.failed, cancelled: counts.jobs.cancelled,
            doneBefore: counts.doneBefore, skipped: counts.jobs.skipped, notStarted: counts.jobs.waiting, usage: usage,
            signal: signal, lateSignal: lateSignal, writeError: writeError, listError: listError,
            exitStatus: exitStatus(counts))
    }

    /// Without a failure, the group was cancelled if jobs have not started.
    private func exitStatus(_ counts: GroupMachine.Counts) -> Int32 {
        let jobs = counts.jobs
        if let signal { return 128 + signal }
        if writeError != nil { return 125 }
        if listError != nil { return counts.done == 0 ? 2 : 125 }
        if jobs.failed == 0 { return jobs.cancelled == 0 && jobs.waiting == 0 ? 0 : 1 }
        if jobs.failed == counts.timedOut, jobs.cancelled == counts.halted { return 124 }
        return counts.known == 1 ? counts.lastStatus : 1
    }
}
