import CTerminalSupport
import HUDCore

/// Gives a terminal back on every way out: what was changed there is undone exactly once, by bytes that were prepared beforehand.
///
/// Whoever draws begins a session, says how the terminal is given back (its *farewell*), and writes through it:
///
/// ```swift
/// let session = TerminalSession(descriptor: STDERR_FILENO, farewell: Array("\r\u{1B}[K\u{1B}[?25h".utf8))
/// session.write(Array("\u{1B}[?25lworking\r".utf8))
/// // …
/// session.end()
/// ```
///
/// The farewell is written when the session ends or goes out of scope, on `exit()` (and so on a return from `main`), and on
/// - signals that end a process: SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF;
/// - crashes: SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, and with them `fatalError` and every trap. A stack overflow
///   is among them only where the thread has an alternate stack (`sigaltstack`), which this type does not make;
/// - SIGTSTP, before the process stops. When it goes on, ``interruptions`` says so.
///
/// The signal then does what it would have done. `_exit`, `quick_exit`, SIGKILL and SIGSTOP can't be caught; a SIGSTOP counts as an
/// interruption when the process goes on. A forked child gives nothing back.
///
/// ## Handlers of the host program
///
/// Signals are taken when a session begins, and kept. One that is ignored stays ignored. Where the program (or the Swift runtime, for its
/// backtraces) has a handler, the terminals are given back first, and then that handler runs with its own mask, flags and stack. If it
/// returns, the sessions go on and count an interruption; until then nothing is written. A handler that leaves by `longjmp` ends all
/// drawing. With `chainsHostHandlers: false` signals that have a handler are left alone. A handler that is installed later runs
/// instead of ours; it may call the one that it found.
///
/// A program that is stopped and goes on may see calls like `sleep` and `poll` return early, as with any handler.
///
/// There may be any number of sessions, on one terminal or on several. They are given back in the reverse order of their beginnings.
public struct TerminalSession: ~Copyable, Sendable {
    /// The longest farewell, in bytes.
    public static var farewellCapacity: Int { Int(HUD_FAREWELL_CAPACITY) }

    private let descriptor: Int32
    /// The session's number; nil if there was no memory for it.
    private let session: Int32?

    /// Takes the terminal on `descriptor`: from now on every way out writes `farewell` to it.
    ///
    /// - Parameters:
    ///   - descriptor: The terminal. What is no terminal will do as well.
    ///   - farewell: What gives the terminal back; one that is longer than ``farewellCapacity`` is not taken, and nothing is written.
    ///   - restoresSettings: Whether the terminal's settings (`termios`), as they are now, are restored as well. Around a stop, those that
    ///     the program has made are put back when it goes on in the foreground. In the background they are left alone.
    ///   - chainsHostHandlers: Whether signals that the program has a handler for are taken too, and passed on to it.
    public init(descriptor: Int32, farewell: [UInt8], restoresSettings: Bool = false, chainsHostHandlers: Bool = true) {
        self.descriptor = descriptor
        let number = farewell.withUnsafeBytes { bytes in
            hud_session_begin(
                descriptor, bytes.baseAddress, bytes.count, restoresSettings ? 1 : 0, chainsHostHandlers ? 1 : 0)
        }
        session = number < 0 ? nil : number
        Self.takeHUDsOffFirst
    }

    /// The C library calls what is registered last first, and the first session registers what gives terminals back.
    private static let takeHUDsOffFirst: Void = AtExit.register()

    deinit { finish(writesFarewell: true) }

    /// Replaces the bytes that give the terminal back.
    ///
    /// - Returns: Whether they were taken; bytes longer than ``farewellCapacity`` are not, and the old ones stay.
    @discardableResult
    public func setFarewell(_ farewell: [UInt8]) -> Bool {
        guard let session else { return farewell.count <= Self.farewellCapacity }
        return Self.locked(session) { Self.keep(farewell, in: session) }
    }

    /// Writes to the terminal, unless it has been given back.
    ///
    /// A way out on another thread waits for the write to be finished, within reason, and this thread's signals wait as well. So the
    /// farewell never lands in the middle of `bytes`, and they never land behind it. A terminal that takes no more (^S, a connection that is
    /// dead) is waited for, with signals let through; only where it stops in the middle of `bytes` do this thread's signals wait for it. A way
    /// out waits 0.1 s at most.
    ///
    /// - Parameters:
    ///   - bytes: What is written, all of it.
    ///   - farewell: What gives the terminal back from now on, if that is to change together with what is on it.
    ///   - interruptions: The number of ``interruptions`` that `bytes` were made for. Nothing is written if there have been more.
    /// - Returns: Whether the bytes were written. What a terminal that is gone does not take counts as written.
    @discardableResult
    public func write(_ bytes: [UInt8], farewell: [UInt8]? = nil, ifStillAt interruptions: Int? = nil) -> Bool {
        guard let session else {
            bytes.withUnsafeBytes { TerminalOutput.write($0, to: descriptor) }
            return true
        }
        // Waiting is done with no signal blocked: a terminal that is held (^S) must not keep one from ending the process.
        while true {
            _ = hud_session_is_ready(session, 1)
            let isDone = Self.locked(session) { () -> Bool? in
                guard hud_session_may_write(session, Int64(interruptions ?? -1)) != 0 else { return false }
                guard hud_session_is_ready(session, 0) != 0 else { return nil }
                hud_session_arm(session)
                bytes.withUnsafeBytes { TerminalOutput.write($0, to: descriptor) }
                if let farewell { _ = Self.keep(farewell, in: session) }
                return true
            }
            if let isDone { return isDone }
        }
    }

    /// How often the terminal was given back and taken again since the session began: a stop and its continuation, or a handler of the
    /// host program that returned.
    ///
    /// A renderer that finds another number than at its last frame knows that nothing of its own is on the screen.
    public var interruptions: Int { session.map { Int(hud_session_interruptions($0)) } ?? 0 }

    /// Takes note that the terminal's settings, as they are now, are the program's own. From now on they are restored only where they are still
    /// so: others are somebody else's, who has found ours or put back what was before.
    package func keepSettingsOfOthers() {
        guard let session else { return }
        Self.locked(session) { hud_session_note_settings(session) }
    }

    /// Ends the session.
    ///
    /// - Parameter writesFarewell: Whether the farewell is written; not so where the caller has taken off what it drew.
    public consuming func end(writesFarewell: Bool = true) {
        finish(writesFarewell: writesFarewell)
        discard self
    }

    private borrowing func finish(writesFarewell: Bool) {
        guard let session else { return }
        Self.locked(session) {
            var count = 0
            if let word = hud_session_take_farewell(session, &count), writesFarewell {
                TerminalOutput.write(UnsafeRawBufferPointer(start: word, count: count), to: descriptor)
            }
            hud_session_end(session)
        }
    }

    /// Holds a session, with no signal to interrupt that.
    private static func locked<Result>(_ session: Int32, _ body: () -> Result) -> Result {
        var mask = sigset_t()
        hud_session_lock(session, &mask)
        defer { hud_session_unlock(session, &mask) }
        return body()
    }

    private static func keep(_ farewell: [UInt8], in session: Int32) -> Bool {
        farewell.withUnsafeBytes { hud_session_set_farewell(session, $0.baseAddress, $0.count) != 0 }
    }
}
