import CTerminalSupport
import HUDLibc

/// What a ``JobLoop`` runs: a command in our process group, or in a session of its own, with a terminal or without.
enum JobWork {
    case process(Job)
    case session(JobSession, JobTerminal)
    /// Without a keyboard, and with output that is read here.
    case captured(JobSession, [CapturedOutput])

    var job: any RunningJob {
        switch self {
        case .process(let job): job
        case .session(let session, _), .captured(let session, _): session
        }
    }

    var terminal: JobTerminal? {
        switch self {
        case .session(_, let terminal): terminal
        case .process, .captured: nil
        }
    }

    /// Whether the job has nothing to do with this process's terminal and stops.
    private var isCaptured: Bool { if case .captured = self { true } else { false } }

    // MARK: Waiting

    /// Watches what the job can do. ``SignalPipe`` reports the end of a job in our process group.
    ///
    /// - Parameter output: What takes output that is read here; nil: it can't be taken.
    func watch(in loop: inout EventLoop<JobLoop.Source>, into output: OutputBuffer?) {
        switch self {
        case .process: break
        case .session(let session, let terminal):
            loop.watch(session.reports, as: .reports)
            terminal.watch(in: &loop)
        case .captured(let session, _):
            loop.watch(session.reports, as: .reports)
            if let output { watchOutput(in: &loop, into: output) }
        }
    }

    /// Watches the output, which can outlast the job.
    func watchOutput(in loop: inout EventLoop<JobLoop.Source>, into output: OutputBuffer) {
        switch self {
        case .process: break
        case .session(_, let terminal):
            terminal.watch(in: &loop)
            // Nothing says when the last process of a group ends.
            loop.wake(after: .milliseconds(10))
        case .captured(_, let outputs):
            for (index, captured) in outputs.enumerated() { captured.watch(in: &loop, as: .output(index), into: output) }
        }
    }

    /// Whether output waits until a pipe takes what came before.
    func isHeldUp(into output: OutputBuffer) -> Bool {
        if case .captured(_, let outputs) = self { outputs.contains { $0.isHeldUp(into: output) } } else { false }
    }

    /// Relays what a wait has found ready.
    func relay(_ ready: [EventLoop<JobLoop.Source>.Event], into output: OutputBuffer) -> Relayed {
        switch self {
        case .process: return .all
        case .captured(_, let outputs):
            for case .output(let index) in ready.lazy.map(\.source) { outputs[index].relay(into: output) }
            return .all
        case .session(let session, let terminal):
            var hasHungUp = false
            let isDone = SignalPipe.whileBusy { hasHungUp = !terminal.move(ready, of: session, into: output) }
            return !isDone ? .interrupted : hasHungUp ? .hungUp : .all
        }
    }

    enum Relayed {
        case all
        /// Our terminal has hung up.
        case hungUp
        /// There are signals, which must be read first.
        case interrupted
    }

    // MARK: Facts

    /// Whether output that is read here has not ended.
    ///
    /// - Parameter hasBeenTold: Whether the job was told to end. Then a process of its group, such as a pager, may still have to restore the terminal.
    func isOutputOpen(afterRequest hasBeenTold: Bool) -> Bool {
        switch self {
        case .process: false
        case .session(let session, _): hasBeenTold && session.hasProcesses
        case .captured(_, let outputs): outputs.contains { $0.readEnd >= 0 }
        }
    }

    /// Whether the job's output was among what a wait has found ready.
    func hasRead(_ ready: [EventLoop<JobLoop.Source>.Event]) -> Bool {
        ready.contains(where: \.source.isOutput) || ready.readiness(of: .terminal) & Int32(POLLIN) != 0 || ready.has(.screen)
    }

    /// Whether the job waits for a person, by its terminal: echo is off, as for a password and in a pager, or our terminal is held (^S).
    var waitsForPerson: Bool {
        switch self {
        case .process: hud_is_waiting_unseen(STDIN_FILENO) && hud_is_foreground(STDIN_FILENO)
        case .session(_, let terminal): terminal.waitsForPerson
        case .captured(_, let outputs): outputs.first.map { $0.isTerminal && hud_is_waiting_unseen($0.readEnd) } ?? false
        }
    }

    /// The circumstances in which the job has stopped.
    var surroundings: JobMachine.Surroundings {
        .init(
            canBeWoken: !isCaptured && hud_is_under_job_control(), hasKeyboard: terminal?.isTaken == true,
            isOrphaned: terminal != nil && ProcessGroup.isOrphaned)
    }

    /// How much the readers of the job's output in our pipeline still have to read; nil: there are none.
    var unread: Int? {
        let hasReaders = !isCaptured && (hud_is_pipe(STDOUT_FILENO) || hud_is_pipe(STDERR_FILENO))
        return hasReaders ? Int(hud_unread_bytes()) : nil
    }

    // MARK: Actions

    /// Starts or ends passing on signals from the handler.
    func passSignals(_ isOn: Bool) {
        if case .session(let session, _) = self { session.passesSignals(isOn) }
    }

    /// Passes keys to a job whose standard input is the terminal that its output is read from.
    func type(_ keys: [UInt8]) {
        if case .captured(_, let outputs) = self { outputs.first?.type(keys) }
    }

    /// Relays what the job has printed so far.
    ///
    /// - Parameter waits: Whether to wait for the reader of a full pipe to which captured output is written.
    func drain(into output: OutputBuffer, waits: Bool = false) {
        switch self {
        case .process: break
        case .session(_, let terminal): terminal.drain(into: output)
        case .captured(_, let outputs): for captured in outputs { captured.relay(into: output, waits: waits) }
        }
    }

    /// Gives back what the job had, after its end.
    ///
    /// - Parameter output: Takes what processes that the job left behind have printed meanwhile.
    func end(_ output: OutputBuffer) {
        switch self {
        case .process: break
        case .session(let session, let terminal):
            // A terminal that is held by ^S is not waited for.
            if hud_wait_for(terminal.output, 1, 0) { terminal.drain(into: output) }
            terminal.release()
            session.end(of: terminal, printsRest: output.passesOn)
        // Output that has not ended stays open.
        case .captured(let session, _): session.end(of: nil)
        }
    }
}
