import CNcurses
import HUDCore

/// A command that runs as a child, in our own process group: the terminal's signals reach it as if it ran alone.
struct Job {
    /// Why a command could not be started.
    struct StartError: Error {
        var code: Int32

        /// What a shell would exit with.
        var exitStatus: Int32 {
            switch code {
            case ENOENT, ENOTDIR: ExitStatus.notFound
            case EACCES, ENOEXEC, EISDIR, ELOOP, ENAMETOOLONG: ExitStatus.notExecutable
            default: ExitStatus.failure
            }
        }
    }

    /// How a job ended.
    enum Outcome: Equatable {
        case exited(Int32)
        case killed(by: Int32)
    }

    /// What has become of a job.
    enum Change {
        case running
        case stopped
        case ended(Outcome)
    }

    let process: pid_t

    /// Starts `command`, found by `PATH` as a shell would.
    ///
    /// - Parameters:
    ///   - output: Takes the place of the descriptors in `replaced`; the others are handed on as they are.
    ///   - defaults: Signals that we catch or ignore of our own accord; the job gets their default back.
    ///   - mask: The signals that it finds blocked.
    init(_ command: [RawWord], output: Int32?, replaced: [Int32], defaults: [Int32], mask: sigset_t) throws(StartError) {
        // What a shell does with a script that does not say what it is written for: a shell's it is. Room for it is left in front.
        let words = [strdup("/bin/sh")] + command.map { $0.copy() } + [nil]
        let argv = UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: words.count)
        _ = argv.initialize(from: words)
        defer {
            for word in argv { free(word) }
            argv.deallocate()
        }
        guard let first = argv.baseAddress, let program = argv[1] else { throw StartError(code: ENOENT) }
        var process: pid_t = 0
        var mask = mask
        func start(_ path: UnsafePointer<CChar>, searches: Bool, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>)
            -> Int32
        {
            hud_spawn(
                &process, path, searches ? 1 : 0, words, output ?? -1, replaced, Int32(replaced.count), defaults,
                Int32(defaults.count),
                &mask)
        }
        var code = start(program, searches: true, first + 1)
        if code == ENOEXEC, let path = ExecutablePath.find(program) {
            free(argv[1])
            argv[1] = path
            code = start("/bin/sh", searches: false, first)
        }
        guard code == 0 else { throw StartError(code: code) }
        self.process = process
    }

    /// Sends it a signal.
    func send(_ signal: Int32) {
        kill(process, signal)
    }

    /// Looks what has become of it, without waiting. Once it has ended it is gone: not to be asked again.
    func check() -> Change {
        var status: Int32 = 0
        var result: pid_t
        repeat { result = waitpid(process, &status, WNOHANG | WUNTRACED) } while result < 0 && errno == EINTR
        if result < 0 { return .ended(.exited(ExitStatus.failure)) }
        if result == 0 { return .running }
        if hud_is_stopped(status) != 0 { return .stopped }
        return .ended(hud_was_killed(status) != 0 ? .killed(by: hud_killing_signal(status)) : .exited(hud_exit_status(status)))
    }
}

extension Job.Outcome {
    /// What a HUD says of it.
    var said: HUDOutcome {
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
