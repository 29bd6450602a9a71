import HUDCore
import SeededRandom

@testable import HUDJob

/// A model of a group for ``GroupMachineLawTests``: it knows the rules, follows the machine's actions, and notes what breaks them. It keeps sets of jobs
/// and lists of prints, and no queue, so it does not repeat the machine's reasoning.
struct SimulatedGroup {
    var machine: GroupMachine
    let configuration: GroupMachine.Configuration
    var now = HUDInstant.zero
    var stages: [Stage] = []
    var order = SimulatedOrder()
    var starts: [Int: Int] = [:]
    var requestedRetries: [Int: Int] = [:]
    var ended: [Int] = []
    var printed: [Int] = []
    var discarded: [Int] = []
    var succeeded: Set<Int> = []
    var failed: Set<Int> = []
    var timedOut: Set<Int> = []
    var cancelled: Set<Int> = []
    /// Jobs that were told to end, or were killed.
    var terminated: Set<Int> = []
    var killed: Set<Int> = []
    var killedAt: HUDInstant?
    var paused: Set<Int> = []
    /// When the unfinished lines of running jobs are shown.
    var lines: [Int: HUDInstant] = [:]
    /// How the jobs have ended whose output has not.
    var endings: [Int: HUDJob.Result] = [:]
    /// How the last runs of jobs have ended that wait for another one by themselves.
    var retried: [Int: HUDJob.Result] = [:]
    /// Whether a job's output was open after the last fact.
    var wasBusy = false
    var slots: [Int: Int] = [:]
    var tokens = 0
    var live: [Int] = []
    var signals: [Int32] = []
    var (hasEnded, hasFailed, hasRetried, hasRefused) = (false, false, false, false)
    var (areAllPaused, isRequestedToEnd, hasOutputFailed, isListWrong, isForced) = (false, false, false, false, false)
    var outcome: GroupMachine.Outcome?
    var wrong: String?
    /// What the machine was told and what it returned. They are described only when a law is broken, because a description takes longer than a step.
    var exchanges: [(fact: GroupMachine.Fact, actions: [GroupMachine.Action])] = []
    var log: [String] { ["\(configuration)"] + exchanges.map { "\($0.fact) → \($0.actions)" } }
    var steps = 0

    init(using random: inout SeededGenerator) {
        var configuration = GroupMachine.Configuration()
        configuration.limit = random.int(1...4)
        configuration.usesTokens = random.once(in: 4)
        configuration.waitsForAll = random.bool()
        configuration.halt = random.pick(JobGroup.Halt.allCases)
        configuration.retries = random.int(0...2)
        configuration.output = random.pick(JobGroup.Output.allCases)
        self.configuration = configuration
        machine = GroupMachine(configuration)
    }

    var isOver: Bool { outcome != nil }

    // MARK: What happens

    mutating func step(using random: inout SeededGenerator) {
        steps += 1
        now = now.advanced(by: .milliseconds(random.int(0...50)))
        if !signals.isEmpty, random.once(in: 4) { return insist(using: &random) }
        let running = jobs(.running)
        switch random.int(0..<44) {
        case 0..<8 where !hasEnded:
            let isDone = random.once(in: 8)
            let expected: Duration? = random.bool() ? .seconds(random.int(1...5)) : nil
            let after = order.add(looksAhead: configuration.waitsForAll, using: &random)
            stages.append(isDone ? .skipped : .waiting)
            tell(.added(expected: expected, isDone: isDone, after: after))
        case 8 where !hasEnded && stages.count > 3: endInput()
        case 9..<24:
            let job = (running + jobs(.draining)).randomElement(using: &random)
            if let job, !paused.contains(job) { end(job, using: &random) }
        case 41, 42: if let job = running.randomElement(using: &random), !paused.contains(job) { exit(job, using: &random) }
        case 24..<31: if let job = jobs(.printing).randomElement(using: &random) { confirmPrint(job) }
        case 31: if running.count > 1, let job = running.randomElement(using: &random), starts[job] == 1 { refuse(job) }
        case 32:
            if machine.wantsToken {
                tokens += 1
                tell(.tokenTaken)
            }
        case 33:
            guard let job = running.randomElement(using: &random) else { break }
            let isOn = random.bool()
            // When no job is paused, none is held back.
            if !isOn, paused.isSubset(of: [job]) { areAllPaused = false }
            tell(.asked(isOn ? .pause(job) : .resume(job)))
            if paused.contains(job) != isOn, !terminated.contains(job) { complain("job \(job) is not as asked for") }
        case 34:
            let cancelled = (running + jobs(.draining)).randomElement(using: &random)
            if random.once(in: 4), let job = cancelled {
                tell(.asked(.cancel(job)))
            }
        case 35: if let job = failed.sorted().randomElement(using: &random), stages[job] == .done, signals.isEmpty { retry(job) }
        case 36: if random.once(in: 15) { signal(2) }
        case 37: if random.once(in: 15) { halt(using: &random) }
        case 38:
            areAllPaused = random.bool()
            tell(.asked(areAllPaused ? .pauseAll : .resumeAll))
        case 39: stopAndContinue()
        case 40:
            guard let job = stages.indices.randomElement(using: &random) else { break }
            if stages[job] == .running { lines[job] = now.advanced(by: GroupMachine.questionDelay) }
            tell(.unfinishedLine(job))
        default: tell(.timePassed)
        }
    }

    /// Another signal, or the time after which the group ends without a third one.
    private mutating func insist(using random: inout SeededGenerator) {
        guard killedAt != nil, random.bool() else { return signal(15) }
        now = now.advanced(by: GroupMachine.patience)
        tell(.timePassed)
    }

    private mutating func halt(using random: inout SeededGenerator) {
        switch random.int(0..<3) {
        case 0:
            hasOutputFailed = true
            tell(.outputFailed)
        case 1:
            isRequestedToEnd = true
            tell(.asked(.cancelAll))
        default:
            isListWrong = true
            tell(.listFailed)
        }
    }

    /// Adds the jobs that others come after, and ends the input.
    private mutating func endInput() {
        while let last = order.last, last >= stages.count {
            stages.append(.waiting)
            order.add()
            tell(.added(expected: nil, isDone: false))
        }
        hasEnded = true
        tell(.inputEnded)
    }

    /// What ^Z and `fg` do.
    private mutating func stopAndContinue() {
        let before = paused
        tell(.stopping)
        let goesOn = jobs(.running).contains { !paused.contains($0) && !terminated.contains($0) }
        if !isOver, goesOn { complain("a job goes on after ^Z") }
        tell(.continued)
        if paused != before { complain("other jobs are stopped after fg") }
    }

    /// Ends the input and all jobs, until the machine has finished.
    mutating func bringToAnEnd(using random: inout SeededGenerator) {
        if !hasEnded, !isOver { endInput() }
        if !isOver {
            areAllPaused = false
            tell(.asked(.resumeAll))
        }
        var rounds = 0
        while !isOver, wrong == nil {
            rounds += 1
            if rounds > 10_000 { return complain("the group does not end") }
            now = now.advanced(by: .milliseconds(1))
            if machine.wantsToken {
                tokens += 1
                tell(.tokenTaken)
            } else if let job = (jobs(.running) + jobs(.draining)).randomElement(using: &random) {
                end(job, using: &random)
            } else if let job = jobs(.printing).randomElement(using: &random) {
                confirmPrint(job)
            } else {
                return complain("nothing runs, nothing is printed, and the group goes on")
            }
        }
        if wrong == nil { checkEnd() }
    }

    private mutating func exit(_ job: Int, using random: inout SeededGenerator) {
        stages[job] = .draining
        lines[job] = nil
        slots = slots.filter { $0.value != job }
        let ending = newEnding(of: job, using: &random)
        endings[job] = ending
        // It counts at once, although it is recorded when the output has ended.
        if !ending.hasSucceeded, runs(job) > configuration.retries, !terminated.contains(job), !isHalted { hasFailed = true }
        tell(.exited(job, hasFailed: !ending.hasSucceeded))
    }

    private func newEnding(of job: Int, using random: inout SeededGenerator) -> HUDJob.Result {
        let isKilled = terminated.contains(job) && random.bool()
        var result = HUDJob.Result(
            status: isKilled ? .killed(by: 15) : .exited(random.once(in: 3) ? 3 : 0))
        if result.status == .exited(3) { result.hasTimedOut = random.bool() }
        return result
    }

    private mutating func end(_ job: Int, using random: inout SeededGenerator) {
        let ending = endings.removeValue(forKey: job) ?? newEnding(of: job, using: &random)
        let mayRetry = runs(job) <= configuration.retries && !terminated.contains(job) && !isHalted
        stages[job] = .waiting
        lines[job] = nil
        slots = slots.filter { $0.value != job }
        let wasTerminated = terminated.remove(job) != nil
        paused.remove(job)
        if ending.hasSucceeded || !mayRetry {
            stages[job] = .done
            ended.append(job)
            if ending.hasSucceeded {
                succeeded.insert(job)
            } else if wasTerminated {
                cancelled.insert(job)
            } else {
                failed.insert(job)
                if ending.hasTimedOut { timedOut.insert(job) }
            }
            if failed.contains(job), !isHalted { hasFailed = true }
        } else {
            retried[job] = ending
        }
        tell(.ended(job, ending))
        if stages[job] == .done, !printed.contains(job), !discarded.contains(job), configuration.output != .keepOrder {
            complain("nothing became of the output of job \(job)")
        }
    }

    /// Whether the output of the job has not ended.
    func isOpen(_ job: Int) -> Bool { stages[job] == .running || stages[job] == .draining }

    private func runs(_ job: Int) -> Int { (starts[job] ?? 0) - (requestedRetries[job] ?? 0) }

    private mutating func refuse(_ job: Int) {
        guard !terminated.contains(job), !paused.contains(job), !isHalted, machine.running[job]?.isAlone == false else { return }
        stages[job] = .waiting
        starts[job] = 0
        lines[job] = nil
        hasRefused = true
        slots = slots.filter { $0.value != job }
        tell(.refused(job, HUDJob.Result(status: .exited(125))))
    }

    private mutating func retry(_ job: Int) {
        guard !isHalted else { return }
        failed.remove(job)
        timedOut.remove(job)
        stages[job] = .waiting
        ended.removeAll { $0 == job }
        printed.removeAll { $0 == job }
        hasRetried = true
        requestedRetries[job] = starts[job]
        tell(.asked(.retry(job)))
    }

    private mutating func confirmPrint(_ job: Int) {
        stages[job] = .done
        tell(.printed(job))
    }

    private mutating func signal(_ number: Int32) {
        signals.append(number)
        if signals.count == 2 { killedAt = now }
        tell(.signal(number))
    }

    /// Whether no job may start any more.
    var isHalted: Bool { areEnded || isListWrong || hasFailed && configuration.halt != .never }

    /// Whether the running jobs are told to end.
    var areEnded: Bool {
        !signals.isEmpty || isRequestedToEnd || hasOutputFailed || hasFailed && configuration.halt == .now
    }

    // MARK: What the machine does

    private mutating func tell(_ fact: GroupMachine.Fact) {
        if isHalted { giveUpRetries() }
        let isBusy = stages.indices.contains(where: isOpen)
        let actions = machine.receive(fact, at: now)
        exchanges.append((fact, actions))
        for action in actions { follow(action, after: fact) }
        if actions.contains(.refillTokens) != (configuration.usesTokens && wasBusy && !isBusy) {
            complain("lost tokens are made again while a job runs, or are not")
        }
        wasBusy = stages.indices.contains(where: isOpen)
        if wrong == nil { checkState(fact) }
    }

    /// Jobs that wait for another run have failed, because no more start.
    private mutating func giveUpRetries() {
        for (job, ending) in retried.sorted(by: { $0.key < $1.key }) {
            stages[job] = .done
            ended.append(job)
            failed.insert(job)
            if ending.hasTimedOut { timedOut.insert(job) }
        }
        retried = [:]
    }

    private mutating func follow(_ action: GroupMachine.Action, after fact: GroupMachine.Fact) {
        if outcome != nil { complain("\(action) after the end") }
        switch action {
        case .start(let job, let attempt, let slot):
            if stages[job] != .waiting { complain("job \(job) starts while it is \(stages[job])") }
            if isHalted { complain("job \(job) starts after the end was decided") }
            if !order.predecessors[job].allSatisfy(hasSucceeded) { complain("job \(job) starts before one that it comes after") }
            if areAllPaused { complain("job \(job) starts while all are paused") }
            if jobs(.printing).count >= machine.mostPrinting { complain("job \(job) starts while too much waits to be printed") }
            if slot != (0...).first(where: { slots[$0] == nil }) { complain("slot \(slot) is not the smallest free one") }
            slots[slot] = job
            stages[job] = .running
            retried[job] = nil
            starts[job, default: 0] += 1
            if attempt != starts[job] { complain("job \(job) has attempt \(attempt), not \(starts[job] ?? 0)") }
            if runs(job) > configuration.retries + 1 { complain("job \(job) runs \(runs(job)) times") }
        // The output of a draining job is not waited for.
        case .terminate(let job) where stages[job] == .draining: break
        case .terminate(let job):
            if stages[job] != .running || terminated.contains(job) { complain("job \(job) gets SIGTERM twice, or does not run") }
            if paused.contains(job) { complain("job \(job) is stopped when it gets SIGTERM") }
            if !areEnded, fact != .asked(.cancel(job)) { complain("job \(job) is told to end") }
            terminated.insert(job)
        case .kill(let job):
            if !isOpen(job) || signals.count < 2 { complain("job \(job) is killed") }
            killed.insert(job)
        case .pause(let job): if !paused.insert(job).inserted { complain("job \(job) is stopped twice") }
        case .resume(let job): if paused.remove(job) == nil { complain("job \(job) is continued and was not stopped") }
        case .showLine(let job):
            if lines.removeValue(forKey: job).map({ $0 <= now }) != true {
                complain("a line of job \(job) is shown too early or late")
            }
        case .goLive(let job):
            if !isOpen(job) { complain("job \(job) is live and does not run") }
            let earlier = (0..<job).filter { requestedRetries[$0] == nil }
            if configuration.output == .keepOrder, earlier.contains(where: { isOpen($0) || stages[$0] == .waiting }) {
                complain("job \(job) is live before an earlier one is done")
            }
            live.append(job)
        case .print(let job):
            if stages[job] != .done { complain("output of job \(job) is printed before its end") }
            if printed.contains(job) { complain("output of job \(job) is printed twice") }
            stages[job] = .printing
            printed.append(job)
        case .discard(let job): discarded.append(job)
        case .retry(let job, _, _): if stages[job] != .waiting { complain("job \(job) runs again and should not") }
        case .record(let job, _, let ending, let result):
            if stages[job] != .done { complain("job \(job) is recorded and not done") }
            let expected: HUDOutcome = succeeded.contains(job) ? .succeeded : failed.contains(job) ? ending.asFailure : .cancelled
            if result != expected { complain("job \(job) is \(result), not \(expected), by \(ending)") }
        case .skip(let job, let other, let stage):
            if stages[job] != .waiting || starts[job] ?? 0 > 0 { complain("job \(job) is skipped while it is \(stages[job])") }
            let known: [GroupDependencies.Stage: Bool] = [
                .failed: failed.contains(other), .cancelled: cancelled.contains(other), .skipped: stages[other] == .blocked
            ]
            if known[stage] != true || !order.predecessors[job].contains(other) {
                complain("job \(job) is skipped after \(other), \(stage)")
            }
            stages[job] = .blocked
        case .unskip(let job):
            if stages[job] != .blocked { complain("job \(job) waits again and was not skipped") }
            stages[job] = .waiting
            requestedRetries[job] = starts[job] ?? 0
        case .refillTokens:
            if tokens > 0 || stages.indices.contains(where: isOpen) {
                complain("lost tokens are made again while others are taken")
            }
        case .returnToken:
            tokens -= 1
            if tokens < 0 { complain("a token is returned that was not taken") }
        case .finish(let outcome):
            self.outcome = outcome
            isForced =
                signals.count > 2 || fact == .timePassed && killedAt.map { $0.advanced(by: GroupMachine.patience) <= now } == true
        }
    }

    func jobs(_ stage: Stage) -> [Int] { stages.indices.filter { stages[$0] == stage } }

    mutating func complain(_ what: String) {
        if wrong == nil { wrong = what }
    }
}
