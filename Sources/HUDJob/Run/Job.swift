import CTerminalSupport
import HUDCore

/// A command that runs, wherever that is.
package protocol RunningJob {
    /// Passes a signal on that has come to us: from a process to us alone, or from the terminal to our whole process group.
    func pass(_ signal: Int32, isFromProcess: Bool)

    /// Sends it a signal, and with it everything in its process group; where that is ours too, what has come of it there.
    func sendToAll(_ signal: Int32)

    /// Has it go on after it was stopped, with the terminal where it `hasTerminal` of its own.
    func resume(hasTerminal: Bool)

    /// Takes note that it goes on after a stop, and that was not our doing.
    func noteContinued()

    /// Looks what has become of it, without waiting. Once it has ended it is gone: not to be asked again.
    func check() -> Job.Change
}

/// A command that runs as a child, in our own process group: the terminal's signals reach it as if it ran alone.
package struct Job: RunningJob {
    /// Why a command could not be started.
    package struct StartError: Error {
        package var code: Int32
        /// There is no session to be had, which says nothing of the command.
        package var isOfSession = false
    }

    /// How a job ended.
    package enum Outcome: Equatable {
        case exited(Int32)
        case killed(by: Int32)
    }

    /// What has become of a job.
    package enum Change: Equatable {
        case running
        case stopped(by: Int32)
        /// It goes on, by whoever's doing.
        case continued
        case ended(Outcome)

        /// What waitpid(2) says.
        init(status: Int32) {
            if hud_is_stopped(status) != 0 {
                self = .stopped(by: hud_stopping_signal(status))
            } else if hud_is_continued(status) != 0 {
                self = .continued
            } else if hud_was_killed(status) != 0 {
                self = .ended(.killed(by: hud_killing_signal(status)))
            } else {
                self = .ended(.exited(hud_exit_status(status)))
            }
        }
    }

    let process: pid_t
    /// The status of a job that something else has waited for. The one by which shells say that they have failed themselves.
    private static let unknownStatus: Int32 = 125

    /// Starts `command`, found by `PATH` as a shell would.
    ///
    /// - Parameters:
    ///   - defaults: Signals that we catch or ignore of our own accord; the job gets their default back.
    ///   - mask: The signals that it finds blocked.
    package init(_ command: [RawWord], defaults: [Int32], mask: sigset_t) throws(StartError) {
        // What a shell does with a script that does not say what it is written for: a shell's it is. Room for it is left in front.
        let words = ArgumentVector([RawWord("/bin/sh")] + command)
        let (shell, program) = (words.pointer, words.pointer + 1)
        guard let name = program.pointee else { throw StartError(code: ENOENT) }
        var process: pid_t = 0
        var mask = mask
        var code = hud_spawn(&process, name, 1, program, defaults, Int32(defaults.count), &mask)
        if code == ENOEXEC, let path = ExecutablePath.find(name) {
            free(program.pointee)
            program.pointee = path
            code = hud_spawn(&process, "/bin/sh", 0, shell, defaults, Int32(defaults.count), &mask)
        }
        guard code == 0 else { throw StartError(code: code) }
        self.process = process
    }

    /// The terminal has told the job itself.
    package func pass(_ signal: Int32, isFromProcess: Bool) {
        if isFromProcess { kill(process, signal) }
    }

    package func sendToAll(_ signal: Int32) {
        // In our group there are others whom it is not meant for. A group of its own is that of a job that has made itself one.
        let group = getpgid(process)
        if group > 0, group != getpgrp() { kill(-group, signal) } else { hud_signal_descendants(process, signal) }
    }

    package func resume(hasTerminal: Bool) {
        kill(process, SIGCONT)
    }

    package func noteContinued() {}

    package func check() -> Change {
        var status: Int32 = 0
        var result: pid_t
        repeat { result = waitpid(process, &status, WNOHANG | WUNTRACED | WCONTINUED) } while result < 0 && errno == EINTR
        if result < 0 { return .ended(.exited(Self.unknownStatus)) }
        return result == 0 ? .running : Change(status: status)
    }
}

/// Words as exec(3) has them.
struct ArgumentVector: ~Copyable {
    let pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ words: [RawWord]) {
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

extension Job.Outcome {
    /// The same as a HUD shows it.
    var hudOutcome: HUDOutcome {
        switch self {
        case .exited(0): .succeeded
        case .exited(let status): .failed(reason: "status \(status)")
        case .killed(let signal): .failed(reason: SignalName.of(signal))
        }
    }
}

/// Signals by their names.
enum SignalName {
    private static let names: [Int32: String] = [
        SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT",
        SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV", SIGSYS: "SIGSYS", SIGPIPE: "SIGPIPE",
        SIGALRM: "SIGALRM", SIGTERM: "SIGTERM", SIGUSR1: "SIGUSR1", SIGUSR2: "SIGUSR2", SIGXCPU: "SIGXCPU",
        SIGXFSZ: "SIGXFSZ", SIGVTALRM: "SIGVTALRM", SIGPROF: "SIGPROF"
    ]

    /// `SIGTERM`; `signal 35` for one that has no name of its own.
    static func of(_ signal: Int32) -> String { names[signal] ?? "signal \(signal)" }
}
