import HUDCore

@testable import HUDJob

// What holds for a group whatever happens to it.
extension SimulatedGroup {
    func hasSucceeded(_ job: Int) -> Bool { job < stages.count && (stages[job] == .skipped || succeeded.contains(job)) }

    /// Whether the jobs after this one are not run.
    private func isObstacle(_ job: Int) -> Bool {
        job < stages.count && (stages[job] == .blocked || failed.contains(job) || cancelled.contains(job))
    }

    /// Until the end is decided, a job is skipped exactly if one that it comes after has not succeeded, and no slot is free while a job can start.
    private mutating func checkOrder() {
        for job in jobs(.waiting) where order.predecessors[job].contains(where: isObstacle) {
            complain("job \(job) is not skipped")
        }
        for job in jobs(.blocked) where !order.predecessors[job].contains(where: isObstacle) {
            complain("job \(job) is skipped for nothing")
        }
        let (running, most) = (
            jobs(.running).count, configuration.usesTokens ? min(configuration.limit, tokens + 1) : configuration.limit
        )
        let holdsBack =
            areAllPaused || hasRefused || configuration.waitsForAll && !hasEnded || jobs(.draining).count >= machine.mostDraining
            || jobs(.printing).count >= machine.mostPrinting
        if running < most, !holdsBack, let job = jobs(.waiting).first(where: { order.predecessors[$0].allSatisfy(hasSucceeded) })
        {
            complain("job \(job) can start, and does not")
        }
    }

    mutating func checkState(_ fact: GroupMachine.Fact) {
        let running = jobs(.running)
        if running.count > configuration.limit { complain("\(running.count) jobs run") }
        // A forced end gives the tokens back although a job has not died.
        if configuration.usesTokens, outcome == nil, running.count > tokens + 1 {
            complain("\(running.count) jobs run with \(tokens) tokens")
        }
        if configuration.waitsForAll, !hasEnded, !running.isEmpty { complain("a job runs before all are known") }
        if Set(machine.running.keys) != Set(running) { complain("the machine runs \(machine.running.keys)") }
        if Set(machine.draining.keys) != Set(jobs(.draining)) { complain("the machine drains \(machine.draining.keys)") }
        if jobs(.draining).count > machine.mostDraining + configuration.limit { complain("too many jobs drain") }
        let counts = machine.counts
        if counts.known != stages.count { complain("\(counts.known) jobs are known, not \(stages.count)") }
        let ended = [counts.jobs.finished, counts.jobs.failed, counts.jobs.cancelled]
        if ended != [succeeded.count, failed.count, cancelled.count] || counts.timedOut != timedOut.count {
            complain("the counts are \(counts)")
        }
        let rest = [counts.doneBefore, counts.jobs.waiting, counts.jobs.skipped]
        if rest != [Stage.skipped, .waiting, .blocked].map({ jobs($0).count }) { complain("the counts are \(counts)") }
        if Set(machine.running.filter(\.value.isPaused).keys) != paused { complain("other jobs are paused than \(paused)") }
        if areEnded, !running.allSatisfy(terminated.contains) { complain("a job goes on") }
        if killedAt != nil, !stages.indices.allSatisfy({ !isOpen($0) || killed.contains($0) }) { complain("a job is not killed") }
        if !isOver {
            if machine.isPaused != areAllPaused { complain("all are paused: \(machine.isPaused)") }
            let deadlines = lines.values + [killedAt?.advanced(by: GroupMachine.patience)].compactMap { $0 }
            if signals.count > 2 || machine.nextDeadline != deadlines.min() {
                complain("the deadline is \(machine.nextDeadline as Any)")
            }
            if fact == .timePassed, let first = deadlines.min(), first <= now { complain("a deadline has passed") }
        }
        if !isHalted, !isOver, fact != .stopping { checkOrder() }
        if configuration.output == .keepOrder, !hasRetried, printed != printed.sorted(), outcome == nil, !isHalted {
            complain("the order of the output is \(printed)")
        }
        // Jobs that run and jobs that drain can end while no job starts.
        let isTooMuch = jobs(.printing).count > machine.mostPrinting + configuration.limit + machine.mostDraining
        if configuration.output != .keepOrder, isTooMuch { complain("too much waits to be printed") }
    }

    mutating func checkEnd() {
        let isAtWork = stages.indices.contains { isOpen($0) || stages[$0] == .printing }
        if !isForced, isAtWork { complain("the group ends with running jobs") }
        if !isHalted, !jobs(.waiting).isEmpty { complain("the group ends with waiting jobs") }
        if tokens != 0 { complain("\(tokens) tokens are not returned") }
        let expected: GroupMachine.Outcome = signals.first.map { .signaled($0) } ?? (hasOutputFailed ? .outputFailed : .done)
        if outcome != expected { complain("the group ends as \(outcome as Any), not \(expected)") }
        guard !isForced else { return }
        let shown: Set<Int> =
            switch configuration.output {
            case .hide: []
            case .failure: failed
            case .group, .keepOrder, .prefix: Set(ended)
            }
        if Set(printed) != shown, !hasRetried { complain("printed were \(printed), not \(shown.sorted())") }
        if configuration.output == .group || configuration.output == .prefix, !hasRetried, printed != ended {
            complain("the order of the output is \(printed), and that of the ends \(ended)")
        }
        if configuration.output == .keepOrder, !hasRetried, printed != printed.sorted() {
            complain("the order of the output is \(printed)")
        }
    }
}
