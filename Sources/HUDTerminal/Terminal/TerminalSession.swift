import CTerminalSupport
import Synchronization

/// Restores a terminal exactly once, however the process ends, by bytes that were prepared in advance.
///
/// A program that draws begins a session with the bytes that restore the terminal (the *farewell*), and writes through it:
///
/// ```swift
/// let session = TerminalSession(descriptor: STDERR_FILENO, farewell: Array("\r\u{1B}[K\u{1B}[?25h".utf8))
/// session.write(Array("\u{1B}[?25lworking\r".utf8))
/// // …
/// session.end()
/// ```
///
/// The farewell is written when the session ends or is deallocated, on `exit()` (and so on a return from `main`), and on
/// - signals that end a process: SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF;
/// - crashes: SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, which include `fatalError` and every trap. A stack overflow is
///   handled only if the thread has an alternate stack (`sigaltstack`), which this type does not make;
/// - SIGTSTP, before the process stops. When the process continues, ``interruptions`` has increased.
///
/// Afterwards the signal has its usual effect. `_exit`, `quick_exit`, SIGKILL and SIGSTOP can't be caught; a SIGSTOP counts as an
/// interruption when the process continues. A forked child does not restore the terminal.
///
/// ## Handlers of the host program
///
/// The first session installs handlers for these signals, and they stay installed. An ignored signal stays ignored. If the program (or the
/// Swift runtime, for its backtraces) has a handler, the terminals are restored first, and then that handler runs with its own mask, flags
/// and stack. Nothing is written while it runs. When it returns, the sessions continue and count an interruption. A handler that leaves by
/// `longjmp` ends all drawing. With `chainsHostHandlers: false`, a signal that has a handler is not handled here. A handler that is
/// installed later replaces this one; it should call the handler that it replaces.
///
/// After a stop, calls like `sleep` and `poll` can return early, as with any handler.
///
/// There can be any number of sessions, on one terminal or on several. They are restored in the reverse order of their beginnings.
public struct TerminalSession: ~Copyable, Sendable {
    /// The maximum length of a farewell, in bytes.
    public static var farewellCapacity: Int { Int(HUD_FAREWELL_CAPACITY) }

    /// Writes to the terminal, and keeps the bytes that the terminal has not accepted.
    private let writer: TerminalWriter
    /// The session's number; nil if there was no memory for it.
    private let session: Int32?
    private let farewell: FarewellBox
    private var hasEnded = false

    private struct Farewell {
        /// The bytes that restore the terminal.
        var bytes: [UInt8]
        /// The number of unsent bytes in front of it, in the memory that signal handlers read.
        var unsent = 0
    }

    /// A class, because a noncopyable value with a mutex could not be consumed by ``end(writesFarewell:)``.
    private final class FarewellBox: Sendable {
        let state: Mutex<Farewell>

        init(_ farewell: Farewell) { state = Mutex(farewell) }
    }

    /// Begins a session of the terminal on `descriptor`. From now on `farewell` is written however the process ends.
    ///
    /// - Parameters:
    ///   - descriptor: The terminal, or any other file. The session opens a descriptor of its own for it.
    ///   - farewell: The bytes that restore the terminal. If they are longer than ``farewellCapacity``, no farewell is written.
    ///   - restoresSettings: Whether the terminal's settings (`termios`), as they are now, are restored as well. Around a stop, the settings
    ///     that the program has made are put back when it continues in the foreground. In the background they are left alone.
    ///   - chainsHostHandlers: Whether signals for which the program has a handler are handled too, before that handler is called.
    public init(descriptor: Int32, farewell: [UInt8], restoresSettings: Bool = false, chainsHostHandlers: Bool = true) {
        self.init(
            writer: .shared(hud_capture_terminal(descriptor)), farewell: farewell, restoresSettings: restoresSettings,
            chainsHostHandlers: chainsHostHandlers)
    }

    /// Begins a session that shares the writer of its terminal.
    ///
    /// - Parameter late: What another process writes instead of the farewell if this one was killed and another program has the terminal by then.
    ///   `erasure` is written only if that is the shell.
    @inline(never)
    init(
        writer: TerminalWriter, farewell: [UInt8], late: (modes: [UInt8], erasure: [UInt8]) = ([], []),
        restoresSettings: Bool = false, chainsHostHandlers: Bool = true
    ) {
        self.writer = writer
        self.farewell = FarewellBox(Farewell(bytes: farewell.count <= Self.farewellCapacity ? farewell : []))
        let number = farewell.withUnsafeBytes { bytes in
            hud_session_begin(
                writer.descriptor, bytes.baseAddress, bytes.count, restoresSettings, chainsHostHandlers)
        }
        session = number < 0 ? nil : number
        hud_session_set_late_farewell(number, late.modes + late.erasure, late.modes.count + late.erasure.count, late.modes.count)
        Self.registerAtExit
    }

    /// The C library calls exit functions in the reverse order of their registration. So HUDs that were asked to hide are removed first, then
    /// what is pending for terminals is written, and at last the function that the first session has registered restores the terminals.
    private static let registerAtExit: Void = {
        InlineRegion.finishAtExit
        HUD.dismissAtExit()
    }()

    deinit {
        if !hasEnded { finish(writesFarewell: true, within: TerminalWriter.patience) }
    }

    /// Replaces the bytes that restore the terminal.
    ///
    /// - Returns: False if they are longer than ``farewellCapacity``. Then the old ones stay.
    @discardableResult
    public func setFarewell(_ farewell: [UInt8]) -> Bool {
        guard farewell.count <= Self.farewellCapacity else { return false }
        guard let session else { return true }
        Self.locked(session) { keep(farewell, in: session) }
        return true
    }

    /// Writes to the terminal, unless it has been restored or is stuck.
    ///
    /// If another thread ends the process, it waits until the write is finished, for 0.1 s at most. Signals of this thread are blocked
    /// meanwhile. So the farewell is never in the middle of `bytes`, and `bytes` never follow the farewell.
    ///
    /// If the terminal accepts nothing (^S, a dead connection), the call waits for 0.1 s. Later calls do not wait until the terminal accepts
    /// something again. If the terminal stops in the middle of `bytes`, the rest is kept and precedes the next write.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - farewell: The new farewell, if `bytes` require another one.
    ///   - interruptions: The number of ``interruptions`` for which `bytes` were made. If there have been more, nothing is written.
    /// - Returns: Whether the terminal has accepted at least a part of the bytes, or is gone. If not, nothing was written.
    @discardableResult
    public func write(_ bytes: [UInt8], farewell: [UInt8]? = nil, ifStillAt interruptions: Int? = nil) -> Bool {
        flush(within: TerminalWriter.patience)
        guard writer.isReady(within: TerminalWriter.patience) else { return false }
        return write(
            bytes, farewell: farewell.map { .init(bytes: $0) }, ifStillAt: interruptions, within: TerminalWriter.patience)
    }

    /// Writes to the terminal, unless it has been restored. Bytes that a stuck terminal does not accept are kept.
    @inline(never)
    func write(_ bytes: [UInt8], farewell: RegionWrite.Farewell?, ifStillAt interruptions: Int?, within patience: Duration)
        -> Bool
    {
        guard let session else {
            writer.send(bytes, within: patience)
            return true
        }
        return Self.locked(session) {
            guard hud_session_may_write(session, Int64(interruptions ?? -1)) else { return false }
            hud_session_arm(session)
            let holdsBefore = farewell?.holdsBefore ?? false
            if holdsBefore { keep(farewell?.bytes, in: session) }
            writer.send(bytes, within: patience)
            keep(holdsBefore ? nil : farewell?.bytes, in: session)
            return true
        }
    }

    /// Writes a frame that was prepared, or none, if the facts still hold that it was made for.
    ///
    /// - Returns: False if nothing was written, because one of them does not hold, or because the terminal accepts nothing.
    func write(_ bytes: [UInt8], _ facts: hud_tick_facts) -> Bool {
        guard let session, !isFarewellStale else { return false }
        guard withUnsafePointer(to: facts, { hud_session_lock_for_tick(session, $0) }) else { return false }
        defer { hud_session_unlock_after_tick(session) }
        guard !bytes.isEmpty else { return true }
        defer { if writer.hasUnsent { keep(nil, in: session) } }
        return writer.sendAtOnce(bytes)
    }

    /// Whether the terminal accepts bytes now.
    var isReady: Bool { writer.isReady() }

    /// Writes the rest of the last write. If the terminal was restored meanwhile, the rest is dropped.
    func flush(within patience: Duration) {
        guard let session else { return }
        Self.locked(session) {
            // The handler writes the rest, because the farewell begins with it.
            if hud_sessions_are_over() { return }
            if hud_session_may_write(session, -1) {
                writer.flush(within: patience)
            } else if hud_session_is_restored(session) {
                writer.dropUnsent()
            }
            keep(nil, in: session)
        }
    }

    /// The number of times that the terminal was restored during the session, after which the session continued: by a stop, or by a handler of
    /// the host program that returned.
    ///
    /// If this number has changed since the last frame, the renderer's output is no longer on the screen.
    public var interruptions: Int { session.map { Int(hud_session_interruptions($0)) } ?? 0 }

    /// Records the terminal's current settings as the program's own. From now on the original settings are restored only if the settings have not
    /// changed since: otherwise another program has changed or restored them.
    package func keepSettingsOfOthers() {
        guard let session else { return }
        Self.locked(session) { hud_session_note_settings(session) }
    }

    /// Ends the session.
    ///
    /// - Parameter writesFarewell: Whether to write the farewell. A caller that has already removed its output passes false.
    public consuming func end(writesFarewell: Bool = true) {
        end(writesFarewell: writesFarewell, within: TerminalWriter.patience)
    }

    /// Ends the session. If the terminal does not accept the farewell within `patience`, the writer keeps it.
    consuming func end(writesFarewell: Bool, within patience: Duration) {
        finish(writesFarewell: writesFarewell, within: patience)
        hasEnded = true
    }

    private borrowing func finish(writesFarewell: Bool, within patience: Duration) {
        guard let session else { return }
        Self.locked(session) {
            var count = 0
            if let word = hud_session_take_farewell(session, &count), writesFarewell {
                // The farewell in the handler's memory begins with the unsent bytes, if they fit.
                if farewellHasUnsent { writer.dropUnsent() }
                writer.send(UnsafeRawBufferPointer(start: word, count: count), within: patience)
            }
            hud_session_end(session)
        }
    }

    /// Runs `body` with the session locked and signals blocked.
    private static func locked<Result>(_ session: Int32, _ body: () -> Result) -> Result {
        var mask = sigset_t()
        hud_session_lock(session, &mask)
        defer { hud_session_unlock(session, &mask) }
        return body()
    }

    /// Whether the farewell begins with bytes that have been sent.
    var isFarewellStale: Bool { farewell.state.withLock { $0.unsent > 0 && $0.unsent != writer.unsent.count } }

    /// Whether the farewell begins with the unsent bytes.
    var farewellHasUnsent: Bool { farewell.state.withLock { $0.unsent > 0 } }

    /// Stores the farewell behind the unsent bytes, because those can be the end of an escape sequence.
    private borrowing func keep(_ new: [UInt8]?, in session: Int32) {
        let unsent = writer.unsent
        farewell.state.withLock { farewell in
            let bytes = new ?? farewell.bytes
            let prefix = unsent.count + bytes.count <= Self.farewellCapacity ? unsent : []
            if new == nil, prefix.count == farewell.unsent { return }
            farewell = Farewell(bytes: bytes, unsent: prefix.count)
            _ = (prefix + bytes).withUnsafeBytes { hud_session_set_farewell(session, $0.baseAddress, $0.count) }
        }
    }
}
