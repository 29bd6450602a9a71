/// When the output of each job is printed.
struct GroupOutputOrder: Sendable, Equatable {
    private let mode: JobGroup.Output
    /// The jobs whose output is being printed. The driver reports the end of each.
    private(set) var printing: Set<Int> = []
    /// With ``JobGroup/Output/keepOrder``: the first job that is not done. All before it are printed.
    private var head = 0
    /// With ``JobGroup/Output/keepOrder``: jobs behind the first one that are done.
    private var done: [Int: Done] = [:]
    /// With ``JobGroup/Output/keepOrder``: the running jobs.
    private var running: Set<Int> = []

    private enum Done: Equatable {
        case printable
        /// The job did not run.
        case skipped
    }

    init(_ mode: JobGroup.Output) {
        self.mode = mode
    }

    mutating func printed(_ job: Int) { printing.remove(job) }

    /// A run of the job has started.
    mutating func start(_ job: Int) -> [GroupMachine.Action] {
        switch mode {
        case .prefix: return [.goLive(job)]
        case .keepOrder:
            running.insert(job)
            return job == head ? [.goLive(job)] : []
        case .failure, .group, .hide: return []
        }
    }

    /// A run of the job has ended, or could not start.
    mutating func stop(_ job: Int) { running.remove(job) }

    /// The job will run again, so the output that is held is not printed.
    mutating func withdraw(_ job: Int) { done[job] = nil }

    /// The job is done.
    mutating func end(_ job: Int, hasFailed: Bool) -> [GroupMachine.Action] {
        switch mode {
        case .failure: return hasFailed ? print(job) : [.discard(job)]
        case .group, .prefix: return print(job)
        case .hide: return [.discard(job)]
        case .keepOrder:
            // A job that ran again on request.
            if job < head { return print(job) }
            done[job] = .printable
            return advance()
        }
    }

    /// The job is not run.
    mutating func skip(_ job: Int) -> [GroupMachine.Action] {
        guard mode == .keepOrder else { return [] }
        done[job] = .skipped
        return advance()
    }

    /// Prints all that is held behind jobs that will never be done, because the group ends.
    mutating func flush() -> [GroupMachine.Action] {
        let held = done.filter { $0.value == .printable }.keys.sorted()
        done = [:]
        return held.flatMap { print($0) }
    }

    private mutating func advance() -> [GroupMachine.Action] {
        var actions: [GroupMachine.Action] = []
        let before = head
        while let next = done.removeValue(forKey: head) {
            switch next {
            case .printable: actions += print(head)
            case .skipped: break
            }
            head += 1
        }
        if head > before, running.contains(head) { actions.append(.goLive(head)) }
        return actions
    }

    private mutating func print(_ job: Int) -> [GroupMachine.Action] {
        printing.insert(job)
        return [.print(job)]
    }
}
