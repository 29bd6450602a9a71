import CTerminalSupport
import HUDLibc
import HUDTerminal

/// Signals as bytes in a pipe, so that one loop can wait for them together with everything else.
package enum SignalPipe {
    /// A message in the pipe.
    package enum Message: Equatable {
        /// A signal. The terminal sends it to the whole foreground process group, which includes the job; a process sends it to us alone.
        case signal(Int32, isFromProcess: Bool)
        /// A wake-up for another reason.
        case wake
    }

    /// Opens the pipe and catches `signals`, except those that are ignored.
    ///
    /// Signals that our parent has blocked are unblocked for us; the job gets the original mask.
    /// - Returns: The read end, the caught signals, and the original mask; nil with errno if no pipe can be made, or if another run in this process has it
    ///   (`EBUSY`). Signals are the whole process's, so two runs would take each other's, and each would restore the other's actions.
    package static func open(catching signals: [Int32]) -> (readEnd: Int32, caught: [Int32], mask: sigset_t)? {
        let readEnd = hud_signal_pipe_open()
        guard readEnd >= 0 else { return nil }
        let caught = signals.filter { hud_signal_is_ignored($0) == 0 }
        for signal in caught { hud_signal_pipe_catch(signal) }
        var ours = sigset_t()
        var mask = sigset_t()
        sigemptyset(&ours)
        for signal in caught { sigaddset(&ours, signal) }
        sigprocmask(SIG_UNBLOCK, &ours, &mask)
        return (readEnd, caught, mask)
    }

    /// What a user is told of `EBUSY`.
    static var inUse: String { "another run in this process handles its signals" }

    /// Forgets the job and lets another run have the pipe, when the signals are no longer caught.
    package static func close() { hud_signal_pipe_close() }

    // MARK: Without the loop

    /// Lets the handler pass signals to the job, even while the loop is blocked by the terminal. nil: there is no longer a job.
    static func passSignals(to commands: Int32?) {
        hud_signal_pipe_set_leader(commands ?? Int32(HUD_LEADER_OF_NO_JOB))
    }

    /// Calls `body`, during which the handler passes signals on.
    ///
    /// - Returns: False if there are messages that must be read first; `body` was not called then.
    static func whileBusy(_ body: () -> Void) -> Bool {
        defer { _ = hud_signal_pipe_set_busy(0) }
        if hud_signal_pipe_set_busy(1) != 0 { return false }
        body()
        return true
    }

    /// Whether a message has arrived that the loop has not read.
    static var hasUnreadMessages: Bool { hud_signal_pipe_has_messages() != 0 }

    // MARK: Stops

    /// Restores the terminal and stops this process until it is continued.
    ///
    /// - Parameters:
    ///   - terminal: The job's terminal, if it has one of its own.
    ///   - takesGroup: Whether our whole process group stops, as with ^Z.
    ///   - isForced: Whether to use SIGSTOP, which also stops an orphaned process group.
    ///   - isBySignal: Whether the stop answers the last SIGTSTP. A SIGCONT that has arrived since has ended it.
    static func stop(
        with screen: (any TerminalRenderer)?, terminal: JobTerminal?, takesGroup: Bool = false, isForced: Bool = false,
        isBySignal: Bool = false
    ) {
        screen?.suspend()
        terminal?.giveBack()
        if takesGroup {
            // SIGTSTP is ignored here and raised below: delivered to another thread, it would let this one continue for a moment.
            signal(SIGTSTP, SIG_IGN)
            kill(0, SIGTSTP)
        }
        if isForced {
            raise(SIGSTOP)
        } else {
            var stop = sigset_t()
            var before = sigset_t()
            sigemptyset(&stop)
            sigaddset(&stop, SIGTSTP)
            pthread_sigmask(SIG_BLOCK, &stop, &before)
            signal(SIGTSTP, SIG_DFL)
            // From here on a SIGCONT discards the signal, so none is missed between the question and the stop.
            raise(SIGTSTP)
            if isBySignal, hud_signal_pipe_is_continued() != 0 { signal(SIGTSTP, SIG_IGN) }
            sigdelset(&before, SIGTSTP)
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        // The process has been stopped and continued.
        hud_signal_pipe_catch(SIGTSTP)
        terminal?.take()
        screen?.resume(isOnNewLine: true)
    }

    /// The same for a program without a job, in answer to SIGTSTP.
    ///
    /// A SIGCONT that arrives between SIGTSTP and this call ends the stop before it begins, if SIGCONT is caught (``open(catching:)``).
    package static func stop(with screen: (any TerminalRenderer)?) {
        stop(with: screen, terminal: nil, isBySignal: true)
    }

    /// Wakes the loop. Can be called from any thread.
    static func wake() { hud_signal_pipe_post(0) }

    /// Reads the messages since the last call.
    package static func messages(from readEnd: Int32) -> [Message] {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(HUD_SIGNAL_MESSAGES)) { bytes in
            bytes[..<hud_signal_pipe_read(bytes.baseAddress)].map { byte in
                let fromProcess = UInt8(HUD_SIGNAL_OF_PROCESS)
                return byte == 0 ? .wake : .signal(Int32(byte & ~fromProcess), isFromProcess: byte & fromProcess != 0)
            }
        }
    }
}
