import CClock
import CTerminalSupport
import HUDLibc
import HUDTerminal

/// This process's signals while a run handles them: caught, and as bytes in a pipe, so that one loop can wait for them together with everything else.
///
/// Signals are the whole process's, so one run at a time has them: two would take each other's, and each would restore the other's actions. SIGCONT is caught
/// by all, so that one that follows SIGTSTP at once is not missed (``stop(with:terminal:claim:takesGroup:isForced:isBySignal:)``).
package struct SignalPipe {
    /// The signals of a run that has no single job to pass them on to: those that end it, and ^Z.
    package static let ofRun = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT]

    /// Readable when a signal or a wake-up has arrived.
    let readEnd: Int32
    /// The signals that were not ignored.
    let caught: [Int32]
    /// The signal mask before, which a job gets: what our parent has blocked is unblocked for us.
    private(set) var mask = sigset_t()
    private let saved: SavedSignals

    /// Catches `signals` until ``close()``, except those that are ignored.
    ///
    /// - Returns: nil with errno if no pipe can be made, or if another run in this process has it (`EBUSY`).
    init?(catching signals: [Int32] = Self.ofRun) {
        saved = SavedSignals(signals)
        readEnd = hud_signal_pipe_open()
        guard readEnd >= 0 else { return nil }
        caught = signals.filter { !hud_signal_is_ignored($0) }
        for signal in caught { hud_signal_pipe_catch(signal) }
        var ours = signalSet(caught)
        sigprocmask(SIG_UNBLOCK, &ours, &mask)
    }

    /// What a user is told of `EBUSY`.
    package static var inUse: String { "another run in this process handles its signals" }

    /// Gives the signals back to the program, and lets another run have them.
    ///
    /// - Returns: The signals that have arrived and were not taken, for ``redeliver(_:)``.
    func close() -> [Int32] {
        hud_signal_pipe_end_thread()
        // Before the program's actions are back, which may end it by a signal that it has blocked.
        var mask = mask
        pthread_sigmask(SIG_SETMASK, &mask, nil)
        saved.restore()
        // From here on none arrives.
        let late = Self.take().map(\.number)
        hud_signal_pipe_close()
        return late
    }

    /// Sends this process the signals that a run has not taken and that ask it to end or to stop, now that the program has them.
    static func redeliver(_ signals: [Int32]) {
        for signal in JobMachine.endSignals where signals.contains(signal) { kill(getpid(), signal) }
        if signals.last(where: { $0 == SIGTSTP || $0 == SIGCONT }) == SIGTSTP { kill(getpid(), SIGTSTP) }
    }

    /// Wakes the loop that waits for signals. Can be called from any thread.
    static func wake() { hud_signal_pipe_post(0) }

    /// Takes the signals that have arrived. The terminal sends one to the whole foreground process group, which includes the job; a process sends it to us
    /// alone.
    static func take() -> [(number: Int32, isFromProcess: Bool)] {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(HUD_SIGNAL_MESSAGES)) { bytes in
            let fromProcess = UInt8(HUD_SIGNAL_OF_PROCESS)
            return bytes[..<hud_signal_pipe_read(bytes.baseAddress)].compactMap { byte in
                byte == 0 ? nil : (Int32(byte & ~fromProcess), byte & fromProcess != 0)
            }
        }
    }

    // MARK: Without the loop

    /// Calls `body`, during which the handler passes signals on.
    ///
    /// - Returns: False if there are messages that must be read first; `body` was not called then.
    static func whileBusy(_ body: () -> Void) -> Bool {
        defer { _ = hud_signal_pipe_set_busy(false) }
        if hud_signal_pipe_set_busy(true) { return false }
        body()
        return true
    }

    /// Whether a message has arrived that the loop has not read.
    static var hasUnreadMessages: Bool { hud_signal_pipe_has_messages() }

    // MARK: Stops

    /// Restores the terminal and stops this process until it is continued. That time does not pass on the live clock. An orphaned process group goes on.
    ///
    /// - Parameters:
    ///   - terminal: The job's terminal, if it has one of its own.
    ///   - claim: The claim on the terminal, which other programs may have meanwhile.
    ///   - takesGroup: Whether our whole process group stops, as with ^Z.
    ///   - isForced: Whether to use SIGSTOP, which also stops an orphaned process group.
    ///   - isBySignal: Whether the stop answers the last SIGTSTP. A SIGCONT that has arrived since has ended it, if that is caught.
    ///   - prepare: Called before the stop, when the HUD is off the terminal. Other processes of our group may have stopped already, and the shell may print.
    static func stop(
        with screen: (any TerminalRenderer)?, terminal: JobTerminal? = nil, claim: TerminalClaim? = nil, takesGroup: Bool = false,
        isForced: Bool = false, isBySignal: Bool = false, prepare: () -> Void = {}
    ) {
        // SIGTSTP does not stop it.
        if !isForced, ProcessGroup.isOrphaned { return prepare() }
        screen?.suspend()
        terminal?.giveBack()
        claim?.leave()
        prepare()
        hud_clock_halt()
        // That of the program, if this run handles no signals.
        var action = sigaction()
        sigaction(SIGTSTP, nil, &action)
        let isOver = isBySignal && hud_signal_pipe_is_continued()
        if takesGroup, !isOver {
            // SIGTSTP is ignored here and raised below: delivered to another thread, it would let this one continue for a moment.
            signal(SIGTSTP, SIG_IGN)
            kill(0, SIGTSTP)
        }
        if isForced {
            raise(SIGSTOP)
        } else if !isOver {
            var before = sigset_t()
            hud_mask_signal(SIG_BLOCK, SIGTSTP, &before)
            signal(SIGTSTP, SIG_DFL)
            // From here on a SIGCONT discards the signal, and no other thread of ours takes one, so none is missed between the question and the stop.
            raise(SIGTSTP)
            if isBySignal, hud_signal_pipe_is_continued() {
                signal(SIGTSTP, SIG_IGN)
                if takesGroup { kill(0, SIGCONT) }
            }
            sigdelset(&before, SIGTSTP)
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        // The process has been stopped and continued.
        hud_clock_go()
        sigaction(SIGTSTP, &action, nil)
        claim?.join()
        claim?.look(screen, isShared: terminal?.isShared) { terminal?.shareFromNowOn() }
        terminal?.take()
        screen?.resume(isOnNewLine: true)
    }
}
