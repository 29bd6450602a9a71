import HUDCore
import HUDLibc
import SeededRandom

@testable import HUDJob

/// A job, its terminal, its user and the driver, in a simulation that checks every action of the machine against what it knows.
struct SimulatedJob {
    private enum Truth: Equatable {
        case running, stopped, ended
    }

    /// A SIGTSTP for this process that the job has not followed, and when a SIGCONT came after it.
    private enum Request: Equatable {
        case none, passedOn
        case withdrawn(at: HUDInstant)
    }

    private var machine: JobMachine
    private let configuration: JobMachine.Configuration
    private var now = HUDInstant(offset: .seconds(100))
    private let begin: HUDInstant

    private var job = Truth.running
    private var outcome: HUDJob.Status?
    /// The job's time when it ended.
    private var elapsedAtEnd = Duration.zero
    /// Since when nothing has come from output that outlasts the job; nil if it has ended.
    private var quietSince: HUDInstant?
    /// When the job ended.
    private var endedAt: HUDInstant?
    /// Whether the job has left output open.
    private var isOutputLeft = false
    private var isStopped = false
    private var hasStoppedThisTurn = false
    private var request = Request.none
    private var surroundings = JobMachine.Surroundings(canBeWoken: false, hasKeyboard: false)
    private var firstInterrupt: HUDInstant?
    private var terminatedAt: Duration?
    private var isKilled = false
    private var counts: [String: Int] = [:]

    private(set) var isOver = false
    private(set) var steps = 0
    /// What the machine was told and what it returned. They are described only when a law is broken, because a description takes longer than a step.
    private var exchanges: [(time: HUDInstant, input: JobMachine.Input, actions: [JobMachine.Action])] = []
    var log: [String] { exchanges.map { "\($0.time): \($0.input) -> \($0.actions)" } }
    private(set) var wrong: String?

    init(using random: inout SeededGenerator) {
        let media: [JobMachine.Medium] = [.none, .lines, .onScreen, .onScreen]
        let limit: Duration? = random.bool() ? .milliseconds(random.int(0...4000)) : nil
        configuration = .init(
            hasTerminal: random.bool(), medium: random.pick(media), timeLimit: limit)
        begin = now
        machine = JobMachine(configuration, at: now)
        tell(.started, using: &random)
    }

    private var elapsed: Duration { begin.duration(to: now) }
    private var isAlive: Bool { job == .running || job == .stopped }

    // MARK: Steps

    mutating func step(using random: inout SeededGenerator) {
        now = now.advanced(by: .milliseconds(random.pick([0, 0, 1, 2, 30, 700, 1500])))
        switch random.int(0..<22) {
        case 0...3: tell(.turnEnded, using: &random)
        case 4...6:
            let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCONT, SIGWINCH]
            tell(.signal(random.pick(signals), isFromProcess: random.bool()), using: &random)
        case 7, 8: tell(.signal(SIGTSTP, isFromProcess: random.bool()), using: &random)
        case 9...11: if job == .running { stopJob(using: &random) }
        case 12: if job == .stopped { goOn(using: &random) }
        case 13: if isAlive { endJob(using: &random) }
        case 14: tell(.keyInterrupt, using: &random)
        case 15: tell(.keyboardClosed, using: &random)
        case 16: if random.once(in: 4) { tell(.cancelled, using: &random) }
        case 17: if random.once(in: 6), configuration.medium != .none { tell(.hudGone, using: &random) }
        case 18, 19:
            if machine.waitsForReaders {
                let unread = random.bool() ? random.int(0...2) : nil
                tell(.readersChecked(unread: unread, isHUDOnScreen: random.bool()), using: &random)
            }
        case 20: if quietSince != nil { readOutput(using: &random) }
        default: if quietSince != nil, random.bool() { endOutput(using: &random) }
        }
    }

    /// Lets the job end and the HUD go: the machine must be over then, in a few steps.
    mutating func bringToAnEnd(using random: inout SeededGenerator) {
        if isAlive { endJob(using: &random) }
        if machine.waitsForOutput, random.bool() { endOutput(using: &random) }
        if machine.waitsForOutput {
            now = now.advanced(by: .seconds(1))
            tell(.turnEnded, using: &random)
        }
        let readers: Int? = random.once(in: 10) ? 1 : nil
        for _ in 0..<2000 where machine.waitsForReaders && wrong == nil {
            now = now.advanced(by: ReaderTiming.interval)
            tell(.readersChecked(unread: readers, isHUDOnScreen: true), using: &random)
            tell(.turnEnded, using: &random)
        }
        if wrong == nil, !isOver, configuration.medium != .none { tell(.hudGone, using: &random) }
        if wrong == nil, !isOver { wrong = "it does not end" }
        let hides = configuration.medium == .none ? 0 : 1
        let once = ["announceExit": isOutputLeft ? 1 : 0, "finishJob": 1, "finish": 1, "hide": hides, "relayOff": 1]
        for (name, count) in once where wrong == nil {
            if counts[name, default: 0] != count { wrong = "\(name) \(counts[name, default: 0]) times" }
        }
    }

    private enum ReaderTiming { static let interval = Duration.milliseconds(2) }

    private mutating func stopJob(using random: inout SeededGenerator) {
        job = .stopped
        tell(.jobStopped(by: stopSignal(using: &random), look(using: &random)), using: &random)
    }

    private func stopSignal(using random: inout SeededGenerator) -> Int32 {
        random.pick([SIGTSTP, SIGSTOP, SIGTTIN, SIGTTOU])
    }

    private mutating func look(using random: inout SeededGenerator) -> JobMachine.Surroundings {
        surroundings = .init(
            canBeWoken: random.bool(), hasKeyboard: configuration.hasTerminal && random.bool())
        return surroundings
    }

    private mutating func goOn(using random: inout SeededGenerator) {
        job = .running
        tell(.jobContinued, using: &random)
    }

    private mutating func endJob(using random: inout SeededGenerator) {
        let outcome = setEnded(using: &random)
        isOutputLeft = !configuration.hasTerminal && random.bool()
        quietSince = isOutputLeft ? now : nil
        endedAt = now
        tell(.jobEnded(outcome, isOutputOpen: isOutputLeft), using: &random)
    }

    private mutating func readOutput(using random: inout SeededGenerator) {
        quietSince = now
        tell(.outputRead, using: &random)
    }

    private mutating func endOutput(using random: inout SeededGenerator) {
        quietSince = nil
        tell(.outputEnded, using: &random)
    }

    /// What must not be reported yet, and what must be.
    private mutating func checkOutput(after input: JobMachine.Input, _ actions: [JobMachine.Action]) {
        let hasFinished = actions.contains { if case .finishJob = $0 { true } else { false } }
        // A job that was told to end is waited for once, and one with a time limit until that is over.
        let hasHadItsTime = terminatedAt != nil && endedAt.map { $0.duration(to: now) >= .seconds(1) } == true
        let isLate = configuration.timeLimit.map { begin.advanced(by: $0) <= now } ?? false
        switch input {
        case .cancelled, .killed, .signal: break
        default:
            let isQuiet = quietSince.map { $0.duration(to: now) >= .seconds(1) } ?? true
            if hasFinished, !isQuiet, !hasHadItsTime, !isLate { wrong = "did not wait for the output" }
            if case .turnEnded = input, isQuiet, machine.waitsForOutput { wrong = "waits for output that is quiet" }
            if machine.waitsForOutput, quietSince == nil { wrong = "waits for output that has ended" }
        }
    }

    private mutating func setEnded(using random: inout SeededGenerator) -> HUDJob.Status {
        let new: HUDJob.Status = random.bool() ? .exited(.random(in: 0...3, using: &random)) : .killed(by: SIGTERM)
        (job, outcome, elapsedAtEnd) = (.ended, new, elapsed)
        return new
    }

    // MARK: Telling and carrying out

    private mutating func tell(_ input: JobMachine.Input, using random: inout SeededGenerator) {
        guard wrong == nil, !isOver else { return }
        steps += 1
        let expected = expectedSends(for: input)
        let mustGoOn = mustGoOn(after: input)
        let actions = machine.receive(input, at: now)
        exchanges.append((now, input, actions))
        let sends = actions.filter { if case .send = $0 { true } else { false } }
        if sends != expected { wrong = "sent \(sends), expected \(expected)" }
        if mustGoOn != nil, (actions == [.resumeJob]) != mustGoOn {
            wrong = "a job that must \(mustGoOn == true ? "" : "not ")go on"
        }
        if actions.contains(.resumeJob), mustGoOn == true { request = .none }
        checkLimit(after: input, actions)
        checkOutput(after: input, actions)
        if case .turnEnded = input { hasStoppedThisTurn = false }
        // Past the job's end, an interruption dates from the first signal.
        for (index, action) in actions.enumerated() where wrong == nil {
            carryOut(action, isLast: index == actions.count - 1, after: input, using: &random)
        }
    }

    /// Each signal reaches the job once, and none once the job has ended.
    private mutating func expectedSends(for input: JobMachine.Input) -> [JobMachine.Action] {
        guard case .signal(let signal, let isFromProcess) = input else { return [] }
        if signal == SIGWINCH && configuration.hasTerminal { return [] }
        if signal == SIGCONT {
            guard request == .passedOn else { return [] }
            request = .withdrawn(at: now)
        }
        if signal == SIGTSTP {
            if hasStoppedThisTurn { return [] }
            request = .passedOn
        }
        return isAlive ? [.send(signal, isFromProcess: isFromProcess)] : []
    }

    /// Whether a stop of the job follows a SIGTSTP after which a SIGCONT has come: then the job goes on at once, and in no other case. Nil: it has not stopped.
    private func mustGoOn(after input: JobMachine.Input) -> Bool? {
        guard case .jobStopped(let signal, _) = input else { return nil }
        guard signal == SIGTSTP, case .withdrawn(let time) = request else { return false }
        return time.duration(to: now) <= .seconds(1)
    }

    /// Whether a stop of this process that `input` causes is one that a SIGTSTP has asked for.
    private func isRequested(_ input: JobMachine.Input) -> Bool {
        switch input {
        case .signal(SIGTSTP, _): true
        case .jobStopped(SIGTSTP, _): request == .passedOn
        default: false
        }
    }

    /// SIGTERM when the limit is over, SIGKILL five seconds later, once each. A job that has stopped is continued, so that it takes SIGTERM.
    private mutating func checkLimit(after input: JobMachine.Input, _ actions: [JobMachine.Action]) {
        let sent = actions.compactMap { if case .sendToAll(let signal) = $0 { signal } else { nil } }
        var expected: [Int32] = []
        switch input {
        case .cancelled where isAlive: expected = terminatedAt == nil ? [SIGTERM] : []
        case .turnEnded where isAlive:
            if let terminatedAt, !isKilled, elapsed >= terminatedAt + .seconds(5) {
                isKilled = true
                expected = [SIGKILL]
            } else if terminatedAt == nil, let limit = configuration.timeLimit, elapsed >= limit {
                expected = [SIGTERM]
            }
        default: break
        }
        if expected == [SIGTERM], terminatedAt == nil { terminatedAt = elapsed }
        if expected == [SIGTERM], job == .stopped { expected.append(SIGCONT) }
        if sent != expected { wrong = "sent \(sent) to all, expected \(expected)" }
    }

    private mutating func carryOut(
        _ action: JobMachine.Action, isLast: Bool, after input: JobMachine.Input, using random: inout SeededGenerator
    ) {
        switch action {
        case .relaySignals(let isOn): if !isOn { counts["relayOff", default: 0] += 1 }
        case .showHUD: if configuration.medium == .none { wrong = "showed a HUD that there is none of" }
        case .send, .sendToAll, .copyWindowSize, .drain: break
        case .takeTerminal, .hangUpTerminal:
            if !isAlive || !configuration.hasTerminal && action == .takeTerminal { wrong = "\(action)" }
        case .takeKeyboard:
            if !isLast { wrong = "a question that is not the last action" }
            let isTaken = random.bool()
            if isTaken { surroundings.hasKeyboard = true }
            tell(.keyboardAnswered(isTaken: isTaken), using: &random)
        case .stop(let stop):
            if !isLast { wrong = "a question that is not the last action" }
            beStopped(stop, after: input, using: &random)
        case .resumeJob: if job == .stopped { job = .running } else { wrong = "resumed a job that is not stopped" }
        case .announceExit: counts["announceExit", default: 0] += 1
        case .showSilence: wrong = "a silence that does not count"
        case .resetModes: if job != .ended { wrong = "\(action) although the job is \(job)" }
        case .finishJob(let failed, let keepsSettings):
            counts["finishJob", default: 0] += 1
            let hasExited = if case .exited? = outcome { true } else { false }
            if job != .ended || keepsSettings != hasExited { wrong = "\(action) although the job is \(job)" }
            let hasTimedOut = terminatedAt != nil
            if outcome != .exited(0), !failed { wrong = "a failure that is none" }
            if outcome == .exited(0), failed, !hasTimedOut { wrong = "no failure that is one" }
        case .hide:
            counts["hide", default: 0] += 1
            if job != .ended { wrong = "hid the HUD of a job that runs" }
        case .dismiss: if counts["hide"] != 1 { wrong = "dismissed a HUD that was not hidden" }
        case .announceEnd: if counts["hide"] != 1 { wrong = "announced an end too early" }
        case .die(let signal): checkDeath(by: signal, after: input)
        case .finish(let result):
            counts["finish", default: 0] += 1
            isOver = true
            if result.status != outcome { wrong = "ended as \(result.status), not as \(String(describing: outcome))" }
            if result.elapsed != elapsedAtEnd { wrong = "took \(result.elapsed), not \(elapsedAtEnd)" }
        }
        if case .dismiss = action, case .signal(_, _) = input, firstInterrupt == nil { firstInterrupt = now }
    }

    private mutating func checkDeath(by signal: Int32, after input: JobMachine.Input) {
        guard let firstInterrupt, firstInterrupt.duration(to: now) > .seconds(1), job == .ended else {
            wrong = "died too early"
            return
        }
        guard case .signal(signal, _) = input else {
            wrong = "died by another signal"
            return
        }
    }

    /// This process is stopped until something wakes it: there must be something.
    private mutating func beStopped(_ stop: JobMachine.Stop, after input: JobMachine.Input, using random: inout SeededGenerator) {
        let canBeWoken = configuration.hasTerminal || surroundings.canBeWoken || isRequested(input) || job == .ended
        if !canBeWoken { wrong = "stopped where nothing can wake it" }
        if job != .ended, machine.stopsBySignal != (request == .passedOn) { wrong = "by a signal: \(machine.stopsBySignal)" }
        if stop.takesGroup, !surroundings.hasKeyboard { wrong = "stopped others without having the keyboard" }
        if hasStoppedThisTurn, job == .ended { wrong = "stopped twice for one ^Z" }
        (hasStoppedThisTurn, request) = (true, .none)
        // The clock stands still meanwhile.
        guard job != .ended else { return tell(.stopEnded(.running), using: &random) }
        switch random.int(0..<6) {
        case 0:
            let outcome = setEnded(using: &random)
            tell(.stopEnded(.ended(outcome)), using: &random)
        case 1:
            job = .running
            tell(.stopEnded(.continued), using: &random)
        case 2:
            tell(.stopEnded(.stopped(by: SIGTSTP)), using: &random)
            if random.bool() { tell(.signal(SIGTERM, isFromProcess: true), using: &random) }
            tell(.jobStopped(by: stopSignal(using: &random), look(using: &random)), using: &random)
        default: tell(.stopEnded(.running), using: &random)
        }
    }
}
