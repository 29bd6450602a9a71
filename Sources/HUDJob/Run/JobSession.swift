import CTerminalSupport
import HUDLibc

/// A command that runs in a session of its own, usually with a pseudo-terminal as its controlling terminal. The session's leader does what a shell does.
struct JobSession: RunningJob {
    private let ends: hud_job_session
    private let stops = StopCount()
    /// Takes the leader when the session ends; nil if the end waits for it.
    private var ended: EndedLeaders?

    /// How many stops of the job have been read from the reports.
    private final class StopCount {
        var value: UInt8 = 0
    }

    /// Starts `command`, found by `PATH` as a shell would, on `terminal`, whose input comes from our own terminal.
    ///
    /// - Parameters:
    ///   - setup: The command's environment and directory.
    ///   - inherited: Descriptors that the command has under their numbers, two at most.
    ///   - signals: What the command finds blocked and ignored.
    ///   - ended: Takes the leader when the session ends.
    init(
        _ command: [CommandArgument], on terminal: JobTerminal, setup: borrowing JobSetup, inherits inherited: [Int32],
        signals: RelaySignals, ended: EndedLeaders
    ) throws(Job.StartError) {
        self.ended = ended
        var request = hud_job_request()
        request.inherited = (inherited.first ?? 0, inherited.dropFirst().first ?? 0)
        terminal.describe(in: &request)
        request.mask = signals.pipe.mask
        request.ignores_children = signals.ignoresChildren
        request.defaults = signalSet(signals.ignored)
        // The leader must exist by then, because it restores our terminal even if this process is killed.
        ends = try Self.start(command, request, setup) { terminal.take() }
    }

    /// Starts `command`, found by `PATH` as a shell would, in a session without a controlling terminal.
    ///
    /// - Parameter ended: Takes the leader when the session ends, and the leaders of sessions before it; nil if the end waits for the leader.
    init(
        _ command: [CommandArgument], captured request: hud_job_request, setup: borrowing JobSetup, ended: EndedLeaders? = nil
    ) throws(Job.StartError) {
        self.ended = ended
        do throws(Job.StartError) {
            ends = try Self.start(command, request, setup) {}
        } catch {
            // Leaders that have ended and were not reaped count toward RLIMIT_NPROC: reap them and retry once.
            guard error.code == EAGAIN, ended?.wait() == true else { throw error }
            ends = try Self.start(command, request, setup) {}
        }
    }

    private static func start(
        _ command: [CommandArgument], _ request: hud_job_request, _ setup: borrowing JobSetup, whenPrepared: () -> Void
    ) throws(Job.StartError) -> hud_job_session {
        guard setup.suits(command) else { throw Job.StartError(code: EINVAL) }
        let words = ArgumentVector(command)
        var request = request
        request.argv = UnsafePointer(words.pointer)
        let (code, ends) = setup.withPointers { (environment, directory) in
            request.environment = environment
            request.directory = directory
            var ends = hud_job_session()
            var code = hud_job_session_prepare(&request, &ends)
            if code == 0 {
                whenPrepared()
                code = hud_job_session_start(&ends)
            }
            return (code, ends)
        }
        guard code == 0 else { throw Job.StartError(code: abs(code), isOfSession: code < 0) }
        return ends
    }

    /// The job's process group.
    var group: pid_t { ends.job }

    /// Whether a process of that group is left.
    var hasProcesses: Bool { ProcessGroup.isAlive(group) }

    /// The process between this one and the job.
    var leader: pid_t { ends.leader }

    /// Readable when the job has stopped, continued or ended.
    var reports: Int32 { ends.reports }

    /// Passes a signal on: to the session's foreground process group and the job's, or only to the job's process; see ``hud_signal_is_for_group``.
    func pass(_ signal: Int32, isFromProcess: Bool) {
        command(signal, toGroup: hud_signal_is_for_group(signal, isFromProcess))
    }

    /// Starts or ends passing on signals from the handler, even while the loop is blocked by the terminal.
    func passesSignals(_ isOn: Bool) {
        hud_signal_pipe_set_leader(isOn ? ends.commands : Int32(HUD_NO_LEADER))
    }

    func sendToAll(_ signal: Int32) {
        command(signal, toGroup: true)
    }

    func resume(hasTerminal: Bool) {
        command(SIGCONT, toGroup: hasTerminal)
    }

    /// If there are several changes, the last one counts. The end of the reports means that the leader was killed, and then the job is.
    ///
    /// A leader that is stopped reports nothing, so it is continued. This process gets a SIGCHLD for its stop.
    func check() -> Job.Change {
        kill(ends.leader, SIGCONT)
        var change = Job.Change.running
        var report = hud_job_report()
        while true {
            let count = read(ends.reports, &report, MemoryLayout<hud_job_report>.size)
            if count < 0, errno == EINTR { continue }
            if count == 0 {
                hud_job_session_kill(ends.leader, ends.job)
                return .ended(.killed(by: SIGKILL))
            }
            guard count > 0 else {
                if change == .continued { answer() }
                return change
            }
            change = Job.Change(status: report.status, report.usage)
            if case .stopped = change { stops.value &+= 1 }
            if case .ended = change { return change }
        }
    }

    /// Ends the leader, and with it the session. If the job has left processes behind that have its terminal open, both last as long as they do.
    ///
    /// - Parameters:
    ///   - terminal: The job's, if it has one of its own.
    ///   - printsRest: Whether what such processes print still reaches our terminal.
    func end(of terminal: JobTerminal?, printsRest: Bool = false) {
        var ends = ends
        if let terminal, terminal.isOpenElsewhere() {
            let output = printsRest ? terminal.output : -1
            if hud_job_session_hand_over(&ends, terminal.master, output) == 0 { return JobThread.reap(ends.leader) }
        }
        if hud_job_session_end(&ends, terminal?.master ?? -1) { return }
        if let ended { ended.add(ends.leader) } else { _ = hud_job_session_reap(ends.leader, 0) }
    }

    private func command(_ signal: Int32, toGroup: Bool) {
        // The leader must not wake this process because of a job that is continued from here.
        if signal == SIGCONT { answer() }
        _ = hud_job_session_command(ends.commands, ends.leader, signal, toGroup)
    }

    private func answer() { _ = hud_job_session_answer(ends.commands, ends.leader, stops.value) }
}

extension hud_job_request {
    /// A request for a command that finds no signal blocked, and none ignored but those that this process ignores.
    static var captured: hud_job_request {
        var request = hud_job_request()
        (request.mask, request.defaults) = (signalSet([]), signalSet(RelaySignals.ignoredByRelay))
        request.ignores_children = hud_signal_is_ignored(SIGCHLD)
        return request
    }
}
