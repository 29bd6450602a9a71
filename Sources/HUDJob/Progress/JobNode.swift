import HUDCore
import Synchronization

/// A job's progress as a part of a tree. The job's thread sets it; the clock's thread samples it.
final class JobNode: ProgressSource {
    private struct State {
        /// Progress by the time that the job is expected to take.
        var expected: ExpectedProgress?
        /// What was found or reported, which takes precedence over ``expected``.
        var found: ProgressSample?
        /// What was found before the job reported progress.
        var before: ProgressSample?
        /// The label that the job has reported.
        var label = ""
        var details = ""
        /// Whether the part has its progress from here.
        var isAdopted = false
    }

    /// The part. Its label is the job's name, which stays.
    private let node: ProgressNode
    /// The details of the part.
    let shownDetails: JobDetails
    private let state: Mutex<State>

    init(_ node: ProgressNode) {
        self.node = node
        shownDetails = JobDetails(of: node)
        state = Mutex(State())
    }

    /// Reports progress by the time that the job is expected to take, until other progress is found.
    func expect(_ time: Duration, since begin: HUDInstant) {
        set { $0.expected = ExpectedProgress(time, since: begin) }
    }

    /// Sets when the job began, without the time for which it was paused, and when it was paused; nil: it runs.
    func count(since begin: HUDInstant, pausedAt: HUDInstant?) {
        state.withLock { state in
            state.expected?.begin = begin
            state.expected?.pausedAt = pausedAt
        }
    }

    /// Reports progress by that time again, if there is one, because what was found is complete and the job goes on.
    func expectAgain() {
        state.withLock { state in
            if state.expected != nil { state.found = nil }
        }
    }

    /// Forgets what was found.
    func discardFound() {
        state.withLock { ($0.before, $0.found) = (nil, nil) }
    }

    func set(_ sample: ProgressSample) {
        set { $0.found = sample }
    }

    /// Shows a label that the job has reported, beside the job's name.
    func setLabel(_ label: String) {
        describe { $0.label = label }
    }

    /// Shows details that the job has reported.
    func setDetails(_ details: String) {
        describe { $0.details = details }
    }

    private func describe(_ change: (inout State) -> Void) {
        shownDetails.text = state.withLock { state in
            change(&state)
            return [state.label, state.details].filter { !$0.isEmpty }.joined(separator: ": ")
        }
    }

    func beginReport() {
        state.withLock { $0.before = $0.found }
    }

    /// Forgets what the job has reported.
    func endReport() {
        describe { state in
            if state.found != nil { state.found = state.before }
            state.label = ""
            state.details = ""
        }
    }

    private func set(_ change: (inout State) -> Void) {
        let wasAdopted = state.withLock { state in
            change(&state)
            defer { state.isAdopted = true }
            return state.isAdopted
        }
        if !wasAdopted { node.takeProgress(from: self) }
    }

    func sample() -> ProgressSample {
        let (found, expected) = state.withLock { ($0.found, $0.expected) }
        return found ?? expected?.sample() ?? ProgressSample(fraction: 0)
    }
}
