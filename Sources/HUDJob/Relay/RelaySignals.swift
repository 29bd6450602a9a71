import CTerminalSupport
import HUDLibc
import Synchronization

/// This process's signals while it relays a command: caught and passed on, and restored afterwards.
struct RelaySignals {
    private static let passed = [
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT, SIGWINCH, SIGCHLD
    ]

    let pipe: SignalPipe
    /// Whether the command finds SIGCHLD ignored.
    let ignoresChildren: Bool
    /// Signals that are ignored here and were not before. Commands that the program runs meanwhile get their default actions, too.
    private(set) var ignored: [Int32] {
        didSet { Self.note(ignored) }
    }

    /// The ``ignored`` ones of the relay that runs, as bits.
    private static let ignoredNow = Atomic<UInt64>(0)

    private static func note(_ signals: [Int32]) {
        ignoredNow.store(signals.reduce(0) { $0 | 1 << UInt64($1) }, ordering: .relaxed)
    }

    /// The signals that a relay in this process ignores, although the program does not.
    static var ignoredByRelay: [Int32] {
        let bits = ignoredNow.load(ordering: .relaxed)
        return (0..<64).filter { bits >> UInt64($0) & 1 != 0 }
    }

    /// Signals for a write that can't be: with them ignored, it fails with an error. A terminal can go away, and a file for kept output or the history can be at
    /// its limit.
    private static let failedWrites = [SIGPIPE, SIGXFSZ]
    private let saved = SavedSignals([SIGCHLD] + failedWrites)
    private let savedReads = SavedSignals([SIGTTIN])
    private let ignoresReads: Bool

    /// - Throws: ``HUDJobError`` if the process has no more descriptors.
    init() throws(HUDJobError) {
        // The command gets the default action back, which it would also have instead of a handler.
        ignored = Self.failedWrites.filter { !hud_signal_is_ignored($0) }
        ignoresReads = hud_signal_is_ignored(SIGTTIN)
        ignoresChildren = hud_signal_is_ignored(SIGCHLD)
        Self.note(ignored)
        for number in Self.failedWrites { signal(number, SIG_IGN) }
        signal(SIGCHLD, SIG_DFL)
        guard let pipe = SignalPipe(catching: Self.passed) else {
            let error = errno
            saved.restore()
            Self.note([])
            throw .system(error)
        }
        self.pipe = pipe
    }

    /// Prepares for a session: a read from the keyboard in the background has to fail instead of stopping this process.
    ///
    /// A command that begins in the background of its terminal gets the keyboard when SIGTTIN stops it. One that ignores the signal, because this
    /// process was started so, would get an error in place of a key.
    ///
    /// - Parameter isInForeground: Whether the command begins in the foreground of its terminal.
    mutating func ignoreBackgroundReads(isInForeground: Bool) {
        if !ignoresReads || !isInForeground { ignored.append(SIGTTIN) }
        signal(SIGTTIN, SIG_IGN)
    }

    /// Takes back ``ignoreBackgroundReads(isInForeground:)``, because there is no session.
    mutating func allowBackgroundReads() {
        savedReads.restore()
        ignored.removeAll { $0 == SIGTTIN }
    }

    /// Gives the signals back to the program, also those that the run has not taken.
    func restore() {
        let late = pipe.close()
        saved.restore()
        savedReads.restore()
        Self.note([])
        SignalPipe.redeliver(late)
    }
}
