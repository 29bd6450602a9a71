import HUDCore

/// Which jobs of a group wait for others, and which are skipped because another one has not succeeded: a value for ``GroupMachine``.
///
/// Each job and each of its predecessors is looked at once for each change, however many there are.
///
///     open ──▶ succeeded
///       ├────▶ failed, cancelled   With all that come after the job, which are skipped.
///       └────▶ skipped             Open again when no predecessor is failed, cancelled or skipped any more, because one runs again on request.
struct GroupDependencies: Sendable, Equatable {
    /// What is known of a job that others come after.
    enum Stage: UInt8, Sendable {
        /// It may yet succeed.
        case open
        case succeeded
        case failed
        case cancelled
        case skipped

        /// The stage of a job that has ended for good.
        init(_ outcome: HUDOutcome) {
            switch outcome {
            case .succeeded: self = .succeeded
            case .failed: self = .failed
            case .cancelled: self = .cancelled
            }
        }

        /// Whether the jobs after it are skipped.
        var isObstacle: Bool {
            switch self {
            case .open, .succeeded: false
            case .failed, .cancelled, .skipped: true
            }
        }

        /// Why a job is skipped that comes after one in this state.
        func reason(after name: String) -> String {
            switch self {
            case .failed: "after \(name), which failed"
            case .cancelled: "after \(name), which was cancelled"
            case .skipped: "after \(name), which was skipped"
            case .open, .succeeded: "after \(name)"
            }
        }
    }

    /// What follows for another job.
    enum Change: Equatable {
        /// It can start.
        case ready(Int, expected: Duration?)
        /// It is not run, because of one that it comes after.
        case skipped(Int, after: Int, Stage)
        /// It was skipped, and waits again.
        case waits(Int)
    }

    /// A job that has not been ready yet.
    private struct Wait: Equatable {
        /// How many of those that it comes after are open.
        var open = 0
        /// How many of them failed, were cancelled or skipped.
        var obstacles = 0
        /// How long it took in earlier runs.
        var expected: Duration?
    }

    /// By the numbers of the jobs. A job that is not known yet is open.
    private var stages: [Stage] = []
    private var waits: [Int: Wait] = [:]
    /// The jobs that come after a job which has not succeeded.
    private var followers: [Int: [Int32]] = [:]

    /// Whether a job has neither succeeded, nor failed, nor been cancelled or skipped.
    func isOpen(_ job: Int) -> Bool { stage(of: job) == .open }

    /// Whether a job waits for others.
    func waits(_ job: Int) -> Bool { waits[job] != nil && isOpen(job) }

    /// How many jobs a waiting job waits for.
    func openCount(before job: Int) -> Int { waits[job]?.open ?? 0 }

    private func stage(of job: Int) -> Stage { job < stages.count ? stages[job] : .open }

    /// Takes the next job. Others can be among those that it comes after which are taken later.
    mutating func add(after predecessors: [Int], expected: Duration?, isDone: Bool) -> [Change] {
        let job = stages.count
        stages.append(.open)
        if isDone { return end(job, .succeeded) }
        if predecessors.isEmpty { return [.ready(job, expected: expected)] }
        var wait = Wait(expected: expected)
        var obstacle: Int?
        for predecessor in predecessors {
            switch stage(of: predecessor) {
            case .succeeded: continue
            case .open: wait.open += 1
            case .failed, .cancelled, .skipped:
                wait.obstacles += 1
                obstacle = obstacle ?? predecessor
            }
            followers[predecessor, default: []].append(Int32(job))
        }
        waits[job] = wait
        guard let obstacle else { return release(job) }
        stages[job] = .skipped
        return [.skipped(job, after: obstacle, stage(of: obstacle))] + spread(from: job, isObstacle: true)
    }

    /// Takes how a job has ended for good.
    mutating func end(_ job: Int, _ stage: Stage) -> [Change] {
        stages[job] = stage
        if stage.isObstacle { return spread(from: job, isObstacle: true) }
        var changes: [Change] = []
        for follower in followers.removeValue(forKey: job) ?? [] {
            waits[Int(follower)]?.open -= 1
            changes += release(Int(follower))
        }
        return changes
    }

    /// Takes that a job runs again which has failed.
    mutating func reopen(_ job: Int) -> [Change] {
        stages[job] = .open
        return spread(from: job, isObstacle: false)
    }

    private mutating func release(_ job: Int) -> [Change] {
        guard let wait = waits[job], wait.open == 0, wait.obstacles == 0 else { return [] }
        waits[job] = nil
        return [.ready(job, expected: wait.expected)]
    }

    /// Tells the jobs after one, and those after the ones that change with it, that it has become an obstacle or is none any more.
    private mutating func spread(from job: Int, isObstacle: Bool) -> [Change] {
        var changes: [Change] = []
        var changed = [job]
        var next = 0
        while next < changed.count {
            let source = changed[next]
            next += 1
            for follower in followers[source] ?? [] {
                let follower = Int(follower)
                guard var wait = waits[follower] else { continue }
                wait.open += isObstacle ? -1 : 1
                wait.obstacles += isObstacle ? 1 : -1
                waits[follower] = wait
                // The first obstacle skips it, and when the last one is gone it waits again.
                guard wait.obstacles == (isObstacle ? 1 : 0) else { continue }
                stages[follower] = isObstacle ? .skipped : .open
                changed.append(follower)
                changes.append(isObstacle ? .skipped(follower, after: source, stage(of: source)) : .waits(follower))
            }
        }
        return changes
    }
}
