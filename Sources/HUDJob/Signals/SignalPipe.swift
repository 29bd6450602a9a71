import CTerminalSupport
import HUDLibc
import HUDTerminal
import Synchronization

/// Signals as bytes in a pipe, so that one loop can wait for them together with everything else.
package enum SignalPipe {
    /// A message in the pipe.
    package enum Message: Equatable {
        /// A signal. The terminal sends it to the whole foreground process group, which includes the job; a process sends it to us alone.
        case signal(Int32, isFromProcess: Bool)
        /// A wake-up for another reason.
        case wake
    }

    private static let writeEnd = Atomic<Int32>(-1)
    /// The pipe's other end. Both are opened once: a handler may be about to write when the signals are given back.
    private static let readEnd = Atomic<Int32>(-1)
    /// Starts the thread for handlers, once.
    private static let signalThread: Void = { _ = hud_start_signal_thread() }()
    /// Messages that did not fit in the pipe: one bit each, with those from processes in the upper half.
    private static let unsent = Atomic<UInt64>(0)
    /// The descriptor of the leader's commands, as long as there is a job: a handler can pass a signal on there without the loop.
    private static let leader = Atomic<Int32>(-1)
    private static var noLeader: Int32 { -1 }
    private static var leaderOfNoJob: Int32 { -2 }
    /// Whether the loop is working instead of waiting for messages. A blocked terminal can keep it from waiting forever.
    private static let isBusy = Atomic(false)
    /// Whether a message has arrived since the loop last read the pipe.
    private static let hasMessages = Atomic(false)
    /// Whether SIGCONT has arrived after the last SIGTSTP.
    private static let isContinued = Atomic(false)
    /// When the first signal for the job arrived since the loop last read the pipe, in milliseconds; 0: none.
    private static let heldSince = Atomic<Int64>(0)
    /// How long the loop may be blocked until another signal ends us.
    private static var patience: Int64 { 1000 }
    private static var fromProcess: UInt8 { 0x80 }
    /// Marks a signal that the handler has already passed on, so that it only wakes the loop.
    private static var isPassed: UInt8 { 0x80 }

    /// Opens the pipe and catches `signals`, except those that are ignored.
    ///
    /// Signals that our parent has blocked are unblocked for us; the job gets the original mask.
    /// - Returns: The read end, the caught signals, and the original mask; nil if no pipe can be made.
    package static func open(catching signals: [Int32]) -> (readEnd: Int32, caught: [Int32], mask: sigset_t)? {
        guard openPipe() else { return nil }
        let caught = signals.filter { hud_signal_is_ignored($0) == 0 }
        for signal in caught { catchSignal(signal) }
        var ours = sigset_t()
        var mask = sigset_t()
        sigemptyset(&ours)
        for signal in caught { sigaddset(&ours, signal) }
        sigprocmask(SIG_UNBLOCK, &ours, &mask)
        return (readEnd.load(ordering: .relaxed), caught, mask)
    }

    private static func openPipe() -> Bool {
        if case let end = readEnd.load(ordering: .relaxed), end >= 0 {
            // What is left of an earlier job.
            _ = messages(from: end)
            return true
        }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        readEnd.store(ends[0], ordering: .relaxed)
        writeEnd.store(ends[1], ordering: .releasing)
        return true
    }

    /// Forgets the job, when the signals are no longer caught.
    static func close() {
        leader.store(noLeader, ordering: .sequentiallyConsistent)
    }

    static func catchSignal(_ signal: Int32) {
        _ = hud_catch(signal) { number, info, _ in
            if hud_signal_is_own(info) != 0 { return }
            let origin = hud_signal_is_from_process(info) != 0 ? SignalPipe.fromProcess : 0
            if number == SIGTSTP || number == SIGCONT { SignalPipe.isContinued.store(number == SIGCONT, ordering: .relaxed) }
            // Stored before `isBusy` is read, while the loop sets `isBusy` before it reads this: one of the two sees the other.
            SignalPipe.hasMessages.store(true, ordering: .sequentiallyConsistent)
            if SignalPipe.isHeld(by: number) { hud_die_by_signal(number) }
            let isPassed =
                SignalPipe.isBusy.load(ordering: .sequentiallyConsistent) && SignalPipe.pass(number, isFromProcess: origin != 0)
            SignalPipe.post(isPassed ? SignalPipe.isPassed : UInt8(number) | origin)
        }
    }

    // MARK: Without the loop

    /// Lets the handler pass signals to the job, even while the loop is blocked by the terminal. nil: there is no longer a job.
    static func passSignals(to commands: Int32?) {
        if commands != nil { _ = signalThread }
        leader.store(commands ?? leaderOfNoJob, ordering: .sequentiallyConsistent)
    }

    /// Whether an earlier signal for the job has not been read in time: then the terminal is blocked, and would not even accept our
    /// farewell. The leader restores its settings.
    private static func isHeld(by number: Int32) -> Bool {
        guard hud_signal_is_for_job(number) != 0, leader.load(ordering: .relaxed) != noLeader else { return false }
        let (wasFree, since) = heldSince.compareExchange(
            expected: 0, desired: hud_milliseconds(), ordering: .sequentiallyConsistent)
        return !wasFree && hud_milliseconds() - since > patience
    }

    /// Calls `body`, during which the handler passes signals on.
    ///
    /// - Returns: False if there are messages that must be read first; `body` was not called then.
    static func whileBusy(_ body: () -> Void) -> Bool {
        isBusy.store(true, ordering: .sequentiallyConsistent)
        defer { isBusy.store(false, ordering: .sequentiallyConsistent) }
        if hasMessages.load(ordering: .sequentiallyConsistent) { return false }
        body()
        return true
    }

    /// Whether a message has arrived that the loop has not read.
    static var hasUnreadMessages: Bool { hasMessages.load(ordering: .relaxed) }

    /// Passes a signal to the job's leader, from a signal handler. Returns whether the loop has nothing left to do for it.
    private static func pass(_ number: Int32, isFromProcess: Bool) -> Bool {
        let commands = leader.load(ordering: .sequentiallyConsistent)
        guard commands >= 0, hud_signal_is_for_job(number) != 0 else { return false }
        let before = errno
        defer { errno = before }
        return hud_job_session_command(commands, number, isFromProcess ? 0 : 1) != 0
    }

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
            if isBySignal, isContinued.load(ordering: .relaxed) { signal(SIGTSTP, SIG_IGN) }
            sigdelset(&before, SIGTSTP)
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        // The process has been stopped and continued.
        catchSignal(SIGTSTP)
        terminal?.take()
        screen?.resumeOnNewLine()
    }

    /// The same for a program without a job, in answer to SIGTSTP.
    ///
    /// A SIGCONT that arrives between SIGTSTP and this call ends the stop before it begins, if SIGCONT is caught (``open(catching:)``).
    package static func stop(with screen: (any TerminalRenderer)?) {
        stop(with: screen, terminal: nil, isBySignal: true)
    }

    /// Wakes the loop. Can be called from any thread.
    static func wake() {
        post(0)
    }

    // MARK: The pipe

    /// Writes one byte and preserves errno, because a handler can run between any two instructions.
    private static func post(_ byte: UInt8) {
        let before = errno
        var byte = byte
        if write(writeEnd.load(ordering: .acquiring), &byte, 1) != 1 {
            let place = UInt64(byte & 31) + (byte & fromProcess != 0 ? 32 : 0)
            unsent.bitwiseOr(1 << place, ordering: .releasing)
        }
        errno = before
    }

    /// Reads the messages since the last call.
    package static func messages(from readEnd: Int32) -> [Message] {
        hasMessages.store(false, ordering: .sequentiallyConsistent)
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(readEnd, &bytes, bytes.count)
        let rest = unsent.exchange(0, ordering: .acquiring)
        // Reset after the read, because every earlier signal has been read by now.
        heldSince.store(0, ordering: .sequentiallyConsistent)
        var sent = Array(bytes.prefix(max(0, count)))
        for place: UInt8 in 0..<64 where rest >> UInt64(place) & 1 == 1 {
            sent.append(place < 32 ? place : place - 32 | fromProcess)
        }
        return sent.filter { $0 != isPassed }.map { byte in
            byte == 0 ? .wake : .signal(Int32(byte & ~fromProcess), isFromProcess: byte & fromProcess != 0)
        }
    }
}
