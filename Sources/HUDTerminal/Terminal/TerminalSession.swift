import CTerminalSupport
import HUDCore
import Synchronization

/// Restores a terminal on every way out: what was changed there is undone exactly once, by bytes that were prepared beforehand.
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

    /// What writes to the terminal, and keeps what it has not taken.
    private let writer: TerminalWriter
    /// The session's number; nil if there was no memory for it.
    private let session: Int32?
    private let farewell: FarewellBox
    private var hasEnded = false

    private struct Farewell {
        /// What gives the terminal back.
        var bytes: [UInt8]
        /// How many unsent bytes go before it in the memory that signal handlers read.
        var unsent = 0
    }

    /// A class, because a value that is never copied cannot hold a mutex and be ended.
    private final class FarewellBox: Sendable {
        let state: Mutex<Farewell>

        init(_ farewell: Farewell) { state = Mutex(farewell) }
    }

    /// Takes the terminal on `descriptor`: from now on every way out writes `farewell` to it.
    ///
    /// - Parameters:
    ///   - descriptor: The terminal. The session opens a descriptor of its own for it. Another kind of file will do as well.
    ///   - farewell: The bytes that give the terminal back. If they are longer than ``farewellCapacity``, nothing is written instead.
    ///   - restoresSettings: Whether the terminal's settings (`termios`), as they are now, are restored as well. Around a stop, the settings
    ///     that the program has made are put back when it continues in the foreground. In the background they are left alone.
    ///   - chainsHostHandlers: Whether signals that the program has a handler for are taken too, and passed on to that handler.
    public init(descriptor: Int32, farewell: [UInt8], restoresSettings: Bool = false, chainsHostHandlers: Bool = true) {
        self.init(
            writer: .shared(descriptor), farewell: farewell, restoresSettings: restoresSettings,
            chainsHostHandlers: chainsHostHandlers)
    }

    /// A session of a terminal whose writer others share.
    init(writer: TerminalWriter, farewell: [UInt8], restoresSettings: Bool = false, chainsHostHandlers: Bool = true) {
        self.writer = writer
        self.farewell = FarewellBox(Farewell(bytes: farewell.count <= Self.farewellCapacity ? farewell : []))
        let number = farewell.withUnsafeBytes { bytes in
            hud_session_begin(
                writer.descriptor, bytes.baseAddress, bytes.count, restoresSettings ? 1 : 0, chainsHostHandlers ? 1 : 0)
        }
        session = number < 0 ? nil : number
        Self.registerAtExit
    }

    /// The C library calls what is registered last first. The first session has registered what gives terminals back; before that, HUDs that are
    /// going are taken off, and then what is owed to terminals is written.
    private static let registerAtExit: Void = {
        InlineRegion.finishAtExit
        AtExit.register()
    }()

    deinit {
        if !hasEnded { finish(writesFarewell: true, within: TerminalWriter.patience) }
    }

    /// Replaces the bytes that give the terminal back.
    ///
    /// - Returns: Whether they were taken; bytes longer than ``farewellCapacity`` are not, and the old ones stay.
    @discardableResult
    public func setFarewell(_ farewell: [UInt8]) -> Bool {
        guard farewell.count <= Self.farewellCapacity else { return false }
        guard let session else { return true }
        Self.locked(session) { keep(farewell, in: session) }
        return true
    }

    /// Writes to the terminal, unless it has been given back or is stuck.
    ///
    /// A way out on another thread waits until the write is finished, for 0.1 s at most, and this thread's signals wait as well. So the
    /// farewell never lands in the middle of `bytes`, and `bytes` never land behind it.
    ///
    /// A terminal that takes no more (^S, a dead connection) is waited for 0.1 s, and by later calls not at all until it has taken
    /// something again. If it stops in the middle of `bytes`, the rest is kept and goes before whatever is written next.
    ///
    /// - Parameters:
    ///   - bytes: What is written.
    ///   - farewell: What gives the terminal back from now on, if that changes together with what is on it.
    ///   - interruptions: The number of ``interruptions`` that `bytes` were made for. Nothing is written if there have been more.
    /// - Returns: Whether the terminal has taken the bytes, or is gone, or has begun to take them. If not, nothing was written.
    @discardableResult
    public func write(_ bytes: [UInt8], farewell: [UInt8]? = nil, ifStillAt interruptions: Int? = nil) -> Bool {
        flush(within: TerminalWriter.patience)
        guard writer.isReady(within: TerminalWriter.patience) else { return false }
        return write(bytes, farewell: farewell, ifStillAt: interruptions, within: TerminalWriter.patience)
    }

    /// Writes to the terminal, unless it has been given back. What a stuck terminal does not take is kept.
    func write(_ bytes: [UInt8], farewell: [UInt8]?, ifStillAt interruptions: Int?, within patience: Duration) -> Bool {
        guard let session else {
            writer.send(bytes, within: patience)
            return true
        }
        return Self.locked(session) {
            guard hud_session_may_write(session, Int64(interruptions ?? -1)) != 0 else { return false }
            hud_session_arm(session)
            writer.send(bytes, within: patience)
            keep(farewell, in: session)
            return true
        }
    }

    /// Whether the terminal takes more now.
    var isReady: Bool { writer.isReady() }

    /// Writes the rest of the last write. If the terminal was given back meanwhile, the rest is void.
    func flush(within patience: Duration) {
        guard let session else { return }
        Self.locked(session) {
            // The handler writes the rest, because the farewell begins with it.
            if hud_sessions_are_over() != 0 { return }
            if hud_session_may_write(session, -1) == 0 {
                writer.dropUnsent()
            } else {
                writer.flush(within: patience)
            }
            keep(nil, in: session)
        }
    }

    /// How often the terminal was given back and taken again since the session began: a stop and its continuation, or a handler of the
    /// host program that returned.
    ///
    /// A renderer that finds another number than at its last frame knows that nothing of its own is on the screen.
    public var interruptions: Int { session.map { Int(hud_session_interruptions($0)) } ?? 0 }

    /// Records the terminal's current settings as the program's own. From now on the original settings are restored only if the settings have not
    /// changed since: otherwise another program has changed or restored them.
    package func keepSettingsOfOthers() {
        guard let session else { return }
        Self.locked(session) { hud_session_note_settings(session) }
    }

    /// Ends the session.
    ///
    /// - Parameter writesFarewell: Whether the farewell is written. A caller that has taken off what it drew says false.
    public consuming func end(writesFarewell: Bool = true) {
        end(writesFarewell: writesFarewell, within: TerminalWriter.patience)
    }

    /// Ends the session. What a stuck terminal does not take of the farewell within `patience` is kept by the writer.
    consuming func end(writesFarewell: Bool, within patience: Duration) {
        finish(writesFarewell: writesFarewell, within: patience)
        hasEnded = true
    }

    private borrowing func finish(writesFarewell: Bool, within patience: Duration) {
        guard let session else { return }
        Self.locked(session) {
            var count = 0
            if let word = hud_session_take_farewell(session, &count), writesFarewell {
                // It begins with what is unsent, if there was room for that.
                if farewell.state.withLock({ $0.unsent > 0 }) { writer.dropUnsent() }
                writer.send(UnsafeRawBufferPointer(start: word, count: count), within: patience)
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

    /// Whether the farewell begins with bytes that are sent by now.
    var isFarewellStale: Bool { farewell.state.withLock { $0.unsent > 0 && $0.unsent != writer.unsent.count } }

    /// Keeps the farewell, behind what is unsent: that may be the middle of an escape sequence.
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
