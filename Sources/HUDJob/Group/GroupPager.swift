import CTerminalSupport
import HUDLibc

/// A program that shows text on the terminal until the user ends it: `$PAGER`, or `less`, or `more`.
///
/// It has a process group of its own in the foreground, as a job of a shell, so that its ^C ends no job of the group.
struct GroupPager: ~Copyable {
    /// Why a pager can't be started: the end of a sentence.
    struct Failure: Error, Equatable {
        var reason: String
    }

    /// The command as the user knows it.
    let name: String
    private let process: pid_t
    private let terminal: Int32
    /// The terminal's settings before.
    private let settings: termios
    private var hasBeenAsked = false

    private init(_ process: pid_t, name: String, on terminal: Int32, _ settings: termios) {
        self.process = process
        self.name = name
        self.terminal = terminal
        self.settings = settings
    }

    /// Starts a pager that reads from `text`.
    ///
    /// - Parameter onChange: Called when it stops, continues or ends, on a thread of its own.
    static func start(reading text: Int32, onChange: @escaping @Sendable (Job.Change) -> Void) throws(Failure) -> GroupPager {
        let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { throw Failure(reason: errorText(errno)) }
        var settings = termios()
        tcgetattr(terminal, &settings)
        let chosen = getenv("PAGER").map { String(cString: $0) } ?? ""
        var process: pid_t = 0
        // A folder in PATH can be closed, or no folder.
        let notFound = [ENOENT, ENOTDIR, EACCES]
        var (name, error) = (chosen, ENOENT)
        for command in chosen.isEmpty ? ["less", "more"] : [chosen] where notFound.contains(error) {
            name = command
            error = start(words(of: command), reading: text, on: terminal, &process)
            if error != 0, !hud_is_foreground(terminal) { _ = hud_foreground_set(terminal, getpgrp()) }
        }
        guard error == 0 else {
            close(terminal)
            guard notFound.contains(error) else { throw Failure(reason: errorText(error)) }
            throw Failure(
                reason: chosen.isEmpty
                    ? "there is no pager: neither less nor more was found, and PAGER is not set"
                    : "\(chosen) (PAGER) was not found")
        }
        let pager = GroupPager(process, name: name, on: terminal, settings)
        guard watch(process, onChange) else {
            kill(-process, SIGKILL)
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            pager.takeTerminal(hasFailed: true)
            throw Failure(reason: errorText(EAGAIN))
        }
        return pager
    }

    /// The words of a value of `PAGER`. Only what needs the shell is run by it, so that a program that is missing can be named.
    static func words(of command: String) -> [CommandArgument] {
        let isWord = command.utf8.allSatisfy { byte in
            byte.isLetter || byte.isDigit || byte >= 0x80 || "/._-+".utf8.contains(byte)
        }
        return isWord ? [CommandArgument(command)] : ["/bin/sh", "-c", CommandArgument(command)]
    }

    deinit { close(terminal) }

    /// Starts a program. Returns 0 or an errno.
    private static func start(_ words: [CommandArgument], reading text: Int32, on terminal: Int32, _ process: inout pid_t)
        -> Int32
    {
        var configuration = HUDJob.Configuration()
        // Colors as they are, as git has it. Other options that the user has set stay.
        if getenv("LESS") == nil { configuration.environment = .updating(["LESS": "-R"]) }
        let setup = JobSetup(configuration, offers: [:])
        let vector = ArgumentVector(words)
        return setup.withPointers { variables, _ in
            hud_foreground_start(vector.pointer, variables, text, terminal, &process)
        }
    }

    private static func watch(_ process: pid_t, _ onChange: @escaping @Sendable (Job.Change) -> Void) -> Bool {
        JobThread.startIfPossible {
            while true {
                let change = Job.Change(of: process, WUNTRACED) ?? .ended(.exited(0))
                onChange(change)
                if case .ended = change { return }
            }
        }
    }

    /// Makes this process the foreground again, unless another one is by now.
    ///
    /// - Parameter hasFailed: Whether the pager may have left the terminal's settings changed.
    func takeTerminal(hasFailed: Bool) {
        if tcgetpgrp(terminal) == process { _ = hud_foreground_set(terminal, getpgrp()) }
        guard hasFailed, hud_is_foreground(terminal) else { return }
        var settings = settings
        tcsetattr(terminal, TCSADRAIN, &settings)
    }

    /// Whether the terminal has hung up. The kernel tells the foreground alone, which was the pager.
    var hasHungUp: Bool { tcgetpgrp(terminal) < 0 }

    /// Continues the pager after a stop, if this process has the terminal. Otherwise the pager ends: nothing would tell when it could go on.
    mutating func resume() {
        guard hud_is_foreground(terminal) else { return end() }
        _ = hud_foreground_set(terminal, process)
        kill(-process, SIGCONT)
    }

    /// Ends the pager: by SIGTERM, and by SIGKILL if it was asked before.
    mutating func end() {
        kill(-process, hasBeenAsked ? SIGKILL : SIGTERM)
        kill(-process, SIGCONT)
        hasBeenAsked = true
    }
}
