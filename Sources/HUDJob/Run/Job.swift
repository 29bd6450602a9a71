import CTerminalSupport
import HUDCore
import HUDLibc

/// A running command, in our process group or in a session of its own.
protocol RunningJob {
    /// Passes on a signal that we received: from a process, to us alone, or from the terminal, to our whole process group.
    func pass(_ signal: Int32, isFromProcess: Bool)

    /// Sends a signal to the process group of the command or, if that is ours, to the command and its descendants.
    func sendToAll(_ signal: Int32)

    /// Continues the command and its process group after a stop. If it `hasTerminal` of its own, it gets the foreground.
    func resume(hasTerminal: Bool)

    /// Checks for a change without waiting. Must not be called again once the command has ended.
    func check() -> Job.Change
}

/// A command that runs as a child in our own process group, so that the terminal's signals reach it as if it ran alone.
struct Job: RunningJob {
    /// Why a command could not be started.
    struct StartError: Error {
        var code: Int32
        /// Whether the session could not be created, which is not an error of the command.
        var isOfSession = false
    }

    /// A change of a job.
    enum Change: Sendable, Equatable {
        case running
        case stopped(by: Int32)
        /// It was continued, by us or by another process.
        case continued
        case ended(HUDJob.Status, HUDUsage? = nil)

        /// Waits for a change of a child process, with the options of waitpid(2); nil if there is no such process.
        init?(of process: pid_t, _ options: Int32) {
            var status: Int32 = 0
            var usage = hud_usage()
            let found = hud_wait(process, &status, options, &usage)
            if found < 0 { return nil }
            self = found == 0 ? .running : Change(status: status, usage)
        }

        /// Decodes a status of waitpid(2).
        init(status: Int32, _ usage: hud_usage) {
            if hud_is_stopped(status) {
                self = .stopped(by: hud_stopping_signal(status))
            } else if hud_is_continued(status) {
                self = .continued
            } else if hud_was_killed(status) {
                self = .ended(.killed(by: hud_killing_signal(status)), HUDUsage(usage))
            } else {
                self = .ended(.exited(hud_exit_status(status)), HUDUsage(usage))
            }
        }
    }

    let process: pid_t
    /// The exit status of a job whose status was already collected elsewhere. Tools such as `timeout` use it for failures of their own.
    private static let unknownStatus: Int32 = 125

    /// Starts `command`, found by `PATH` as a shell would.
    ///
    /// - Parameters:
    ///   - setup: The command's environment and directory.
    ///   - inherited: Descriptors that the command has under their numbers.
    ///   - defaults: Signals that we catch or ignore ourselves; the job gets the default action.
    ///   - mask: The signal mask of the job.
    init(
        _ command: [CommandArgument], setup: borrowing JobSetup, inherits inherited: [Int32], defaults: [Int32], mask: sigset_t
    ) throws(StartError) {
        guard setup.suits(command) else { throw StartError(code: EINVAL) }
        let words = ArgumentVector(command)
        var start = hud_start()
        start.argv = UnsafePointer(words.pointer)
        start.mask = mask
        start.defaults = signalSet(defaults)
        var process: pid_t = 0
        let code = setup.withPointers { (environment, directory) in
            start.environment = environment
            start.directory = directory
            let table = inherited.map { hud_start_descriptor(from: $0, to: $0) }
            return table.withUnsafeBufferPointer { table in
                start.descriptors = table.baseAddress
                start.descriptor_count = Int32(table.count)
                return hud_start(&start, &process)
            }
        }
        guard code == 0 else { throw StartError(code: code) }
        self.process = process
    }

    /// The terminal has already sent the signals of its keys to the job, but SIGHUP only to the leader of the session, which may be this process.
    func pass(_ signal: Int32, isFromProcess: Bool) {
        if isFromProcess || signal == SIGHUP { kill(process, signal) }
    }

    func sendToAll(_ signal: Int32) {
        // Our process group has other members, for which the signal is not meant. The job may have made a group of its own.
        let group = getpgid(process)
        if group > 0, group != getpgrp() { kill(-group, signal) } else { ProcessGroup.send(signal, from: process) }
    }

    func resume(hasTerminal: Bool) {
        // A SIGCONT for this process alone has continued none of the processes that stopped with it.
        sendToAll(SIGCONT)
    }

    func check() -> Change {
        Change(of: process, WNOHANG | WUNTRACED | WCONTINUED) ?? .ended(.exited(Self.unknownStatus))
    }
}

extension HUDUsage {
    init(_ usage: hud_usage) {
        self.init(
            userTime: .microseconds(usage.user), systemTime: .microseconds(usage.system), peakMemory: Int(usage.memory))
    }
}

/// An argument vector for exec(3).
struct ArgumentVector: ~Copyable {
    let pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ words: [CommandArgument]) {
        count = words.count
        pointer = .allocate(capacity: count + 1)
        for (index, word) in words.enumerated() { (pointer + index).initialize(to: word.copy()) }
        (pointer + count).initialize(to: nil)
    }

    deinit {
        for index in 0..<count { free(pointer[index]) }
        pointer.deallocate()
    }
}

/// Names of signals.
enum SignalName {
    private static let names: [Int32: String] = [
        SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT",
        SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV", SIGSYS: "SIGSYS", SIGPIPE: "SIGPIPE",
        SIGALRM: "SIGALRM", SIGTERM: "SIGTERM", SIGUSR1: "SIGUSR1", SIGUSR2: "SIGUSR2", SIGXCPU: "SIGXCPU",
        SIGXFSZ: "SIGXFSZ", SIGVTALRM: "SIGVTALRM", SIGPROF: "SIGPROF"
    ]

    /// `SIGTERM`; `signal 35` for a signal without a name.
    static func of(_ signal: Int32) -> String { names[signal] ?? "signal \(signal)" }
}
