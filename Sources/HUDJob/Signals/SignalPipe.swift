import CTerminalSupport
import HUDTerminal
import Synchronization

/// Signals as bytes in a pipe, so that one loop can wait for them beside everything else.
package enum SignalPipe {
    /// What came through the pipe.
    package enum Message: Equatable {
        /// A signal. The terminal sends one to the whole foreground group, the job with it; a process sends it to us alone.
        case signal(Int32, isFromProcess: Bool)
        /// Something else wakes the loop.
        case wake
    }

    private static let writeEnd = Atomic<Int32>(-1)
    /// What the pipe had no room for: a bit each, those from processes in the upper half.
    private static let unsent = Atomic<UInt64>(0)
    /// Where a signal that is for the job can be left without the loop: its leader's commands, as long as there is a job.
    private static let leader = Atomic<Int32>(-1)
    private static var noLeader: Int32 { -1 }
    private static var leaderOfNoJob: Int32 { -2 }
    /// Whether the loop is at work, and not waiting for messages: a terminal that takes no more may keep it for ever.
    private static let isBusy = Atomic(false)
    /// Whether something has come since the loop has looked.
    private static let hasMessages = Atomic(false)
    /// When the first signal for the job has come since the loop has looked, in milliseconds; 0: there was none.
    private static let heldSince = Atomic<Int64>(0)
    /// How long the loop may be kept until another signal ends us.
    private static var patience: Int64 { 1000 }
    private static var fromProcess: UInt8 { 0x80 }
    /// A signal that has gone past the loop: it has nothing to do but to come by.
    private static var isPassed: UInt8 { 0x80 }

    /// Opens the pipe and catches `signals`, but for those that the program was told to ignore.
    ///
    /// Signals that whoever started us has blocked are let through to us; the job gets the mask as it was.
    /// - Returns: The end to read from, which signals are caught, and the mask; nil where there is no pipe to be had.
    package static func open(catching signals: [Int32]) -> (readEnd: Int32, caught: [Int32], mask: sigset_t)? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        writeEnd.store(ends[1], ordering: .releasing)
        let caught = signals.filter { hud_signal_is_ignored($0) == 0 }
        for signal in caught { catchSignal(signal) }
        var ours = sigset_t()
        var mask = sigset_t()
        sigemptyset(&ours)
        for signal in caught { sigaddset(&ours, signal) }
        sigprocmask(SIG_UNBLOCK, &ours, &mask)
        return (ends[0], caught, mask)
    }

    static func catchSignal(_ signal: Int32) {
        _ = hud_catch(signal) { number, info, _ in
            if hud_signal_is_own(info) != 0 { return }
            let origin = hud_signal_is_from_process(info) != 0 ? SignalPipe.fromProcess : 0
            // Before the question whether the loop is at work, as that looks for messages when it has begun: one of both sees the other.
            SignalPipe.hasMessages.store(true, ordering: .sequentiallyConsistent)
            if SignalPipe.isHeld(by: number) { hud_die_by_signal(number) }
            let isPassed =
                SignalPipe.isBusy.load(ordering: .sequentiallyConsistent) && SignalPipe.pass(number, isFromProcess: origin != 0)
            SignalPipe.post(isPassed ? SignalPipe.isPassed : UInt8(number) | origin)
        }
    }

    // MARK: Past the loop

    /// Has signals that are for the job reach it even while the loop is kept by a terminal that takes no more. nil: there is no job any more.
    static func passSignals(to commands: Int32?) {
        if commands != nil { _ = hud_start_signal_thread() }
        leader.store(commands ?? leaderOfNoJob, ordering: .sequentiallyConsistent)
    }

    /// Whether a signal for the job has come before, and the loop has not looked for it within reason: the terminal takes nothing then, not
    /// even our farewell. Its settings are the leader's business.
    private static func isHeld(by number: Int32) -> Bool {
        guard hud_signal_is_for_job(number) != 0, leader.load(ordering: .relaxed) != noLeader else { return false }
        let (wasFree, since) = heldSince.compareExchange(
            expected: 0, desired: hud_milliseconds(), ordering: .sequentiallyConsistent)
        return !wasFree && hud_milliseconds() - since > patience
    }

    /// Calls `body` for as long as nobody looks for messages.
    ///
    /// - Returns: False where there are some, to be taken first; `body` was not called then.
    static func whileBusy(_ body: () -> Void) -> Bool {
        isBusy.store(true, ordering: .sequentiallyConsistent)
        defer { isBusy.store(false, ordering: .sequentiallyConsistent) }
        if hasMessages.load(ordering: .sequentiallyConsistent) { return false }
        body()
        return true
    }

    /// Gives the job's leader a signal, in a handler: as the loop would do. Returns whether it is one that the loop has no part in.
    private static func pass(_ number: Int32, isFromProcess: Bool) -> Bool {
        let commands = leader.load(ordering: .sequentiallyConsistent)
        guard commands >= 0, hud_signal_is_for_job(number) != 0 else { return false }
        let before = errno
        defer { errno = before }
        return hud_job_session_command(commands, number, isFromProcess ? 0 : 1) != 0
    }

    // MARK: Stops

    /// Stops this process, the terminal as it was, until the shell says that it goes on.
    ///
    /// - Parameters:
    ///   - terminal: The job's, where it has one of its own.
    ///   - takesGroup: Whether our process group stops as well, as ^Z would have done.
    ///   - isForced: Whether that is by SIGSTOP, which stops us where nobody is there to have us go on, too.
    package static func stop(
        with screen: (any TerminalRenderer)?, terminal: JobTerminal? = nil, takesGroup: Bool = false, isForced: Bool = false
    ) {
        screen?.suspend()
        terminal?.giveBack()
        if takesGroup {
            // Ourselves apart: of several threads another might be told, and this one go on for a moment.
            signal(SIGTSTP, SIG_IGN)
            kill(0, SIGTSTP)
        }
        signal(SIGTSTP, SIG_DFL)
        raise(isForced ? SIGSTOP : SIGTSTP)
        // Here we stand until SIGCONT.
        catchSignal(SIGTSTP)
        terminal?.take()
        screen?.resumeOnNewLine()
    }

    /// Wakes the loop. From any thread.
    package static func wake() {
        post(0)
    }

    // MARK: The pipe

    /// Writes one byte, and leaves errno as it was: a handler may run between any two instructions.
    private static func post(_ byte: UInt8) {
        let before = errno
        var byte = byte
        if write(writeEnd.load(ordering: .acquiring), &byte, 1) != 1 {
            let place = UInt64(byte & 31) + (byte & fromProcess != 0 ? 32 : 0)
            unsent.bitwiseOr(1 << place, ordering: .releasing)
        }
        errno = before
    }

    /// What has come since the last time.
    package static func messages(from readEnd: Int32) -> [Message] {
        hasMessages.store(false, ordering: .sequentiallyConsistent)
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(readEnd, &bytes, bytes.count)
        let rest = unsent.exchange(0, ordering: .acquiring)
        // After that: whatever has come before has been looked for.
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
