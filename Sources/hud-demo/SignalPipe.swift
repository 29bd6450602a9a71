import CNcurses
import HUDTerminal
import Synchronization

/// Signals as bytes in a pipe, so that one loop can wait for them beside everything else.
enum SignalPipe {
    /// What came through the pipe.
    enum Message: Equatable {
        /// A signal. The terminal sends one to the whole foreground group, the job with it; a process sends it to us alone.
        case signal(Int32, isFromProcess: Bool)
        /// Something else wakes the loop.
        case wake
    }

    private static let writeEnd = Atomic<Int32>(-1)
    private static let fromProcess: UInt8 = 0x80
    /// What the pipe had no room for: a bit each, those from processes in the upper half.
    private static let unsent = Atomic<UInt64>(0)

    /// Opens the pipe and catches `signals`, but for those that the program was told to ignore.
    ///
    /// Signals that whoever started us has blocked are let through to us; the job gets the mask as it was.
    /// - Returns: The end to read from, which signals are caught, and the mask; nil where there is no pipe to be had.
    static func open(catching signals: [Int32]) -> (readEnd: Int32, caught: [Int32], mask: sigset_t)? {
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
            SignalPipe.post(UInt8(number) | origin)
        }
    }

    /// Stops this process, the terminal as it was, until the shell says that it goes on.
    ///
    /// - Parameters:
    ///   - terminal: The job's, where it has one of its own.
    ///   - takesGroup: Whether our process group stops as well, as ^Z would have done.
    ///   - isForced: Whether that is by SIGSTOP, which stops us where nobody is there to have us go on, too.
    static func stop(
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
    static func wake() {
        post(0)
    }

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
    static func messages(from readEnd: Int32) -> [Message] {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(readEnd, &bytes, bytes.count)
        let rest = unsent.exchange(0, ordering: .acquiring)
        var messages = bytes.prefix(max(0, count)).map { message($0) }
        for place: UInt8 in 0..<64 where rest >> UInt64(place) & 1 == 1 {
            messages.append(message(place < 32 ? place : place - 32 | fromProcess))
        }
        return messages
    }

    private static func message(_ byte: UInt8) -> Message {
        byte == 0 ? .wake : .signal(Int32(byte & ~fromProcess), isFromProcess: byte & fromProcess != 0)
    }
}
