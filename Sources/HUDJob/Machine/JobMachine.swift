import HUDCore
import HUDLibc

/// How a job under a HUD runs, stops and ends: a value that makes no system call and reads no clock.
///
/// The driver (``JobLoop``) tells the machine what the job, the keyboard, the signals and the HUD did, each with the instant.
/// The machine answers with actions in order. Two actions are questions: ``Action/takeKeyboard`` is answered by
/// ``Input/keyboardAnswered(isTaken:)`` and ``Action/stop(_:)`` by ``Input/stopEnded(_:)``. The driver reports nothing else in between.
///
///                     started                  jobStopped, cannot be woken
///      ┌──────────┐ ──────────▶ ┌─────────┐ ──────────────────────────────▶ ┌────────┐
///      │ starting │             │ running │ ◀────────────────────────────── │ halted │
///      └──────────┘             └─────────┘          jobContinued           └────────┘
///                            ▲   │   │  ▲ │                                     │
///                   keyboard │   │   │  │ │ jobStopped            ^Z for us too │
///                   answered │   │   │  │ └─────────────┐   ┌───────────────────┘
///                            │   ▼   │  │ stopEnded     ▼   ▼
///                         ┌────────┐ │  │             ┌─────────┐
///                         │ asking │─┼──┼───────────▶ │ stopped │ ◀─── ^Z while draining or leaving
///                         └────────┘ │  └──────────── └─────────┘ ───▶ back to where it was
///                                    │ jobEnded       its output is open ┌──────────┐
///                                    ├─────────────────────────────────▶ │ trailing │
///                                    ▼             outputEnded, or time  └──────────┘
///                              ┌──────────┐ ◀────────────────────────────────┘
///                              │ draining │ ─────────────────────────┐
///                              └──────────┘  readers have read all,  ▼
///                                    │ no HUD      or a signal  ┌─────────┐
///       ┌─────────┐ ◀────────────────┘                          │ leaving │
///       │  ended  │ ◀────────────────────────────────────────── └─────────┘
///       └─────────┘                    hudGone
///
/// **Signals.** While there is a job, each signal that arrives is passed on once. Afterwards the first signal removes the HUD at once, and
/// one that comes more than a second later ends the process, because a blocked terminal can keep the HUD from being removed.
///
/// **Stops.** This process stops when its job stops, as a shell without job control would, but only if something can wake it: a shell with
/// job control, the leader of the job's session, or the user who pressed ^Z. Otherwise the job is halted alone. A stop often arrives twice,
/// as a signal and as a change of the job; the second report in one turn does nothing. A SIGTSTP for this process waits for the job to follow it. If a
/// SIGCONT comes before, it is passed on as well, and the job goes on if it stops yet.
///
/// **Time.** Stopped time does not count. When the time limit is over the job gets SIGTERM, and SIGKILL five seconds later; so does a job that prints
/// nothing for too long (``Silence``). A halted job is continued after its SIGTERM.
struct JobMachine: Sendable, Equatable {
    private let hasTerminal: Bool
    private let drain: Duration
    private var hud: Medium
    private(set) var state: State
    /// Whether this process has stopped in the present turn.
    private var hasStopped = false

    /// A machine for a job that is about to start at `begin`.
    init(_ configuration: Configuration, at begin: HUDInstant) {
        hasTerminal = configuration.hasTerminal
        drain = configuration.drain
        hud = configuration.medium
        let limit = configuration.timeLimit.map { Run.Limit.terminate(at: $0) } ?? .none
        state = .starting(Run(begin: begin, limit: limit, silence: configuration.idleLimit.map { Silence(limit: $0) }))
    }

    // MARK: Inputs

    /// Takes what happened, and returns what the driver must do, in order.
    mutating func receive(_ input: Input, at now: HUDInstant) -> [Action] {
        switch input {
        case .started: started()
        case .signal(let signal, let isFromProcess): receive(signal, isFromProcess: isFromProcess, at: now)
        case .cancelled: cancel(at: now)
        case .killed: waitsForOutput ? endOutput() : hasJob ? [.sendToAll(SIGKILL)] : []
        case .paused: hasJob ? update { $0.pause(at: now) } + [.sendToAll(SIGSTOP)] : []
        case .resumed: hasJob ? update { $0.resume(at: now) } + [.sendToAll(SIGCONT)] : []
        case .keyInterrupt: interrupt(by: nil, as: SIGINT, at: now)
        case .keyboardClosed:
            update { if case .connected = $0.line { $0.line = .hangingUp(at: now.advanced(by: Run.hangUpDelay)) } }
        case .keyboardAnswered(let isTaken): answerKeyboard(isTaken)
        case .jobStopped(let signal, let around): jobStopped(by: signal, around, at: now)
        case .jobContinued: jobContinued()
        case .jobEnded(let outcome, let isOutputOpen): jobEnded(outcome, isOutputOpen: isOutputOpen, at: now)
        case .outputRead: outputRead(at: now)
        case .attended(let waits): attend(waits, at: now)
        case .outputEnded: endOutput()
        case .stopEnded(let job): stopEnded(job, at: now)
        case .readersChecked(let unread, let isHUDOnScreen): readersChecked(unread, isHUDOnScreen, at: now)
        case .hudGone: hudGone()
        case .turnEnded: endTurn(at: now)
        }
    }

    private mutating func started() -> [Action] {
        guard case .starting(let run) = state else { return [] }
        state = .running(run)
        return [.relaySignals(true)] + (hud == .none ? [] : [.showHUD])
    }

    /// Changes the run of a job that is not stopped together with this process.
    private mutating func update(_ change: (inout Run) -> Void) -> [Action] {
        switch state {
        case .running(var run):
            change(&run)
            state = .running(run)
        case .halted(var run):
            change(&run)
            state = .halted(run)
        case .starting, .asking, .stopped, .trailing, .draining, .leaving, .ended: break
        }
        return []
    }

    // MARK: Signals

    /// The signals that end this process when there is no job any more.
    static let endSignals: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    private mutating func receive(_ signal: Int32, isFromProcess: Bool, at now: HUDInstant) -> [Action] {
        switch signal {
        case SIGCONT:
            var actions: [Action] = []
            _ = update { run in
                guard run.request == .passedOn else { return }
                run.request = .withdrawn(at: now)
                // Processes of the job may have stopped although it has not: a shell waits for a child that stopped before it was another program.
                actions = [.send(SIGCONT, isFromProcess: isFromProcess)]
            }
            return actions + (hasJob && hasTerminal ? [.takeTerminal] : [])
        case SIGWINCH where hasTerminal: return [.copyWindowSize]
        case SIGWINCH where !hasJob: return []
        case SIGTSTP: return receiveStop(isFromProcess: isFromProcess)
        default: break
        }
        let action = Action.send(signal, isFromProcess: isFromProcess)
        switch state {
        case .running, .asking, .halted, .stopped(during: .running): return [action]
        case .draining, .leaving, .ended:
            // SIGUSR1 and SIGUSR2, with which a job is asked how far it is, do not end this process.
            let end = Self.endSignals.contains(signal) ? signal : nil
            return interrupt(by: end, as: end, at: now)
        case .trailing: return Self.endSignals.contains(signal) ? endOutput() : []
        case .starting, .stopped(during: .draining), .stopped(during: .leaving): break
        }
        return []
    }

    /// ^Z, or SIGTSTP from a process.
    private mutating func receiveStop(isFromProcess: Bool) -> [Action] {
        if hasStopped { return [] }
        // The job decides whether and when it stops. A shell waits for that.
        let action = Action.send(SIGTSTP, isFromProcess: isFromProcess)
        switch state {
        case .running(var run):
            run.request = .passedOn
            state = .running(run)
            return [action]
        case .halted(var run):
            if hasTerminal { return [action] }
            run.request = .passedOn
            return [action] + stop(Stop(takesGroup: false, isForced: false), during: .running(run))
        case .asking: return [action]
        case .draining(let ending, let wait):
            return stop(Stop(takesGroup: false, isForced: false), during: .draining(ending, wait))
        case .leaving(let ending): return stop(Stop(takesGroup: false, isForced: false), during: .leaving(ending))
        case .starting, .stopped, .trailing, .ended: break
        }
        return []
    }

    /// The caller cancels the job.
    private mutating func cancel(at now: HUDInstant) -> [Action] {
        switch state {
        case .running, .halted:
            var actions: [Action] = []
            _ = update { actions = $0.cancel(at: now) }
            return actions.isEmpty ? [] : actions + waking
        case .trailing: return endOutput()
        case .draining, .leaving: return interrupt(by: nil, at: now)
        case .starting, .asking, .stopped, .ended: break
        }
        return []
    }

    /// The job has ended, and the user does not want to wait for the HUD.
    ///
    /// - Parameter end: The signal that ends this process when the HUD is gone, as it would have without a HUD; nil: none does.
    private mutating func interrupt(by signal: Int32?, as end: Int32? = nil, at now: HUDInstant) -> [Action] {
        switch state {
        case .draining(var ending, _):
            _ = ending.interrupt(by: signal, as: end, at: now)
            return leave(ending)
        case .leaving(var ending):
            let action = ending.interrupt(by: signal, as: end, at: now)
            state = .leaving(ending)
            return [action]
        case .ended(var result):
            guard let end, result.interruption == nil else { return [] }
            result.interruption = end
            return over(result)
        case .starting, .running, .asking, .halted, .stopped, .trailing: return []
        }
    }

    // MARK: Stops

    /// What a job needs after SIGTERM if it is halted: a process that has stopped takes no other signal but SIGKILL.
    private var waking: [Action] { if case .halted = state { [.sendToAll(SIGCONT)] } else { [] } }

    private mutating func jobStopped(by signal: Int32, _ around: Surroundings, at now: HUDInstant) -> [Action] {
        switch state {
        case .running(var run), .halted(var run):
            if run.mustGoOn(after: signal, at: now) {
                run.request = .none
                state = .running(run)
                return [.resumeJob]
            }
            if hasTerminal, signal == SIGTTIN || signal == SIGTTOU {
                state = .asking(run, stoppedBy: signal)
                return [.takeKeyboard]
            }
            return follow(signal, around, run)
        case .starting, .asking, .stopped, .trailing, .draining, .leaving, .ended: return []
        }
    }

    /// Stops with the job, if something can wake this process.
    private mutating func follow(_ signal: Int32, _ around: Surroundings, _ run: Run) -> [Action] {
        let isRequested = signal == SIGTSTP && run.request == .passedOn
        // In an orphaned process group nothing but SIGSTOP stops this process, and then its time limits would not count.
        let wouldHang = around.isOrphaned && signal == SIGSTOP
        guard !wouldHang, hasTerminal || around.canBeWoken || isRequested else {
            state = .halted(run)
            return []
        }
        // ^Z is for the whole foreground, such as a script or a pipeline around us. The job's own terminal has told only the job.
        let takesGroup = signal == SIGTSTP && around.hasKeyboard
        return [.drain] + stop(Stop(takesGroup: takesGroup, isForced: signal == SIGSTOP), during: .running(run))
    }

    private mutating func answerKeyboard(_ isTaken: Bool) -> [Action] {
        guard case .asking(let run, let signal) = state else { return [] }
        if !isTaken { return follow(signal, Surroundings(canBeWoken: true, hasKeyboard: false), run) }
        state = .running(run)
        return [.resumeJob]
    }

    private mutating func stop(_ stop: Stop, during phase: Phase) -> [Action] {
        hasStopped = true
        state = .stopped(during: phase)
        return [.stop(stop)]
    }

    private mutating func stopEnded(_ job: Job.Change, at now: HUDInstant) -> [Action] {
        guard case .stopped(let phase) = state else { return [] }
        switch phase {
        case .draining(let ending, let wait): state = .draining(ending, wait)
        case .leaving(let ending): state = .leaving(ending)
        case .running(var run):
            run.request = .none
            switch job {
            case .running:
                state = .running(run)
                return [.resumeJob]
            case .continued: state = .running(run)
            case .stopped: state = .halted(run)
            case .ended(let outcome, _):
                state = .running(run)
                return jobEnded(outcome, at: now)
            }
        }
        return []
    }

    private mutating func jobContinued() -> [Action] {
        if case .halted(let run) = state { state = .running(run) }
        return []
    }

    // MARK: The end

    private mutating func jobEnded(_ outcome: HUDJob.Status, isOutputOpen: Bool = false, at now: HUDInstant) -> [Action] {
        let run: Run
        switch state {
        case .running(let found), .halted(let found): run = found
        case .starting, .asking, .stopped, .trailing, .draining, .leaving, .ended: return []
        }
        let cause = run.limit.cause
        let result = HUDJob.Result(
            status: outcome, hasTimedOut: cause == .time || cause == .silence, elapsed: run.elapsed(at: now),
            silence: cause == .silence ? run.silence?.limit : nil)
        let actions = [.relaySignals(false)] + (run.silence?.shown == nil ? [] : [Action.showSilence(nil)])
        guard isOutputOpen else { return actions + finishJob(result) }
        // A job that was told to end is waited for once, and any other until its time limit.
        waitForOutput(result, latest: run.endsByRequest ? now.advanced(by: drain) : run.limitEnd, at: now)
        return actions + [.announceExit(hasFailed: !result.hasSucceeded)]
    }

    private mutating func outputRead(at now: HUDInstant) -> [Action] {
        if case .trailing(let result, _, let latest) = state { waitForOutput(result, latest: latest, at: now) }
        return update { run in
            let time = run.elapsed(at: now)
            run.silence?.hear(at: time)
        }
    }

    private mutating func attend(_ waits: Bool, at now: HUDInstant) -> [Action] {
        let isHalted = if case .halted = state { true } else { false }
        return update { run in
            let time = run.elapsed(at: now)
            run.silence?.attend(waits || isHalted, at: time)
        }
    }

    private mutating func waitForOutput(_ result: HUDJob.Result, latest: HUDInstant?, at now: HUDInstant) {
        state = .trailing(result, until: min(now.advanced(by: drain), latest ?? .distantFuture), latest: latest)
    }

    private mutating func endOutput() -> [Action] { if case .trailing(let it, _, _) = state { finishJob(it) } else { [] } }

    private mutating func finishJob(_ result: HUDJob.Result) -> [Action] {
        let ending = Ending(result: result, interruption: .none)
        let hasExited = if case .exited = result.status { true } else { false }
        let end = Action.finishJob(failed: !result.hasSucceeded, keepsSettings: hasExited)
        let actions: [Action] = hasExited && !result.hasTimedOut ? [end] : [end, .resetModes(andStyle: result.hasTimedOut)]
        switch hud {
        case .none: return actions + over(result)
        case .lines, .gone: return actions + leave(ending)
        case .onScreen:
            state = .draining(ending, ReaderWait())
            return actions
        }
    }

    private mutating func readersChecked(_ unread: Int?, _ isHUDOnScreen: Bool, at now: HUDInstant) -> [Action] {
        guard case .draining(let ending, var wait) = state else { return [] }
        if isHUDOnScreen, wait.shouldKeepWaiting(unread: unread, at: now) {
            state = .draining(ending, wait)
            return []
        }
        return leave(ending)
    }

    private mutating func leave(_ ending: Ending) -> [Action] {
        state = .leaving(ending)
        let dismissal: [Action] = ending.interruption == .none ? [] : [.dismiss]
        return [.hide(ending.result.hudOutcome)] + dismissal + (hud == .gone ? hudGone() : [])
    }

    private mutating func hudGone() -> [Action] {
        if hud != .none { hud = .gone }
        guard case .leaving(let ending) = state else { return [] }
        return [.announceEnd(ending.result)] + over(ending.result)
    }

    private mutating func over(_ result: HUDJob.Result) -> [Action] {
        state = .ended(result)
        return [.finish(result)]
    }

    // MARK: Time

    private mutating func endTurn(at now: HUDInstant) -> [Action] {
        hasStopped = false
        var actions: [Action] = []
        let waking = waking
        _ = update { run in
            if run.hangUpIsDue(at: now) { actions.append(.hangUpTerminal) }
            if let signal = run.signalDue(at: now) { actions += [.sendToAll(signal)] + (signal == SIGTERM ? waking : []) }
            let time = run.elapsed(at: now)
            if run.silence?.show(at: time) == true { actions.append(.showSilence(run.silence?.shown)) }
        }
        if case .trailing(_, let end, _) = state, end <= now { actions += endOutput() }
        return actions
    }
}
