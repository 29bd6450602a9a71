import CTerminalSupport
import HUDCore
import HUDLibc

extension HUDJob {
    /// Runs the command as a shell would, with this process's keyboard, signals and window, under a HUD; waits until it has ended and the HUD
    /// is gone. Blocks this thread.
    ///
    /// This is a whole program that wraps a command, as `hud-demo -- make -j8` does:
    ///
    /// ```swift
    /// import HUDCore
    /// import HUDJob
    /// import HUDTerminal
    ///
    /// let job = HUDJob(words: Array(CommandArgument.ofThisProcess.dropFirst()))
    /// do {
    ///     let result = try job.relay { terminal in HUD(label: "Working", renderer: terminal.makeRenderer()) }
    ///     result.exitProcess()
    /// } catch {
    ///     print(error)
    ///     error.exitProcess()
    /// }
    /// ```
    ///
    /// If the HUD is drawn on our controlling terminal, the command has a session and a pseudo-terminal of its own. Keys, changes of the window's
    /// size and settings go to it, and its output is printed above the HUD. Standard descriptors that are not this terminal are the command's
    /// as they are. If nothing is drawn and the output need not be read, the command uses all descriptors directly.
    ///
    /// - **Signals.** ^C and the like reach the command, and so do SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1 and SIGUSR2 for this process.
    /// - **Stops.** ^Z stops the command and this process, and `fg` continues both. Time stopped does not count.
    /// - **Pipelines.** If one of the standard descriptors is a pipe, the HUD is drawn on the last rows, and the command gets the keyboard when it
    ///   asks for it.
    ///
    /// While the call runs, this process's actions for these signals, SIGTSTP, SIGCONT, SIGWINCH, SIGCHLD, SIGPIPE, SIGXFSZ and SIGTTIN are replaced; they
    /// are restored before it returns. So a process relays one command at a time; `run()` has no such limit.
    ///
    /// - Parameter makeHUD: Called once, before the command starts, to make the HUD for the terminal; nil for no HUD. The HUD must not be shown
    ///   by the caller.
    /// - Throws: ``HUDJobError`` if the command can't be started. The HUD is not shown then.
    @discardableResult
    public func relay(under makeHUD: (RelayTerminal) -> HUD?) throws(HUDJobError) -> Result {
        try naming { () throws(HUDJobError) in try RelayedRun(job: self).run(makeHUD) }
    }
}

extension HUDJob.Result {
    /// The exit status of a shell for such a command: its own, 128 and the signal's number, or 124 (as timeout(1) has it) if it ran too long.
    public var exitStatus: Int32 {
        if hasTimedOut { return 124 }
        switch status {
        case .exited(let status): return status
        case .killed(let signal): return 128 + signal
        }
    }

    /// The exit status of a shell for this process after ``exitProcess()``.
    package var endStatus: Int32 { exitStatus == 0 ? interruption.map { 128 + $0 } ?? 0 : exitStatus }

    /// Ends this process as the command has ended: by the same signal, without a core file, or with ``exitStatus``.
    ///
    /// After a command that succeeded, it ends by the signal that came before the relay returned, or by SIGINT if ^C was pressed then: a shell would go on
    /// with the next command otherwise.
    public func exitProcess() -> Never {
        if exitStatus == 0, let interruption { hud_die_by_signal(interruption) }
        if case .killed(let signal) = status, !hasTimedOut { hud_die_by_signal(signal) }
        exit(exitStatus)
    }
}

extension HUDJobError {
    /// The exit status of a shell for a command that can't be started: 127 if there is none, 126 if it can't be executed, and 125 for
    /// everything else.
    public var exitStatus: Int32 {
        switch code {
        case .notFound: 127
        case .notExecutable: 126
        case .outOfResources, .badPattern, .badOrder, .unseenOutput: 125
        }
    }

    /// Ends this process with ``exitStatus``.
    public func exitProcess() -> Never { exit(exitStatus) }
}
