import CTerminalSupport
import HUDLibc
import HUDTerminal

/// The terminal that we were started from, in raw mode while its input goes to the job's terminal, whose line discipline processes it.
struct RawTerminal: ~Copyable {
    /// An open file description of our own, so that O_NONBLOCK does not affect other programs.
    let descriptor: Int32
    /// Whether other programs write to it. Then its output processing stays on, so that it completes their line ends.
    var isShared = false
    /// Restores the settings on every way out; nil while they are unchanged.
    private var session: TerminalSession?
    /// Whether its input goes to the job now.
    private(set) var isTaken = false

    /// Its original settings.
    private(set) var found = termios()
    /// The same in shared memory, for the leader, which outlives us; nil without memory.
    let saved = hud_saved_terminal_make()

    /// The size of the terminal driver's line buffer.
    static let mostKeys = 4096

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        session?.end()
        close(descriptor)
        hud_saved_terminal_free(saved)
    }

    /// The terminal on `descriptor`; nil if it is not our controlling terminal.
    static func open(_ descriptor: Int32) -> RawTerminal? {
        guard hud_is_controlling_terminal(descriptor) else { return nil }
        let own = hud_reopen_terminal(descriptor)
        return own < 0 ? nil : RawTerminal(descriptor: own)
    }

    /// Whether another hud-demo has its input.
    var isTakenByAnother: Bool { session == nil && hud_has_marked_settings(descriptor) }

    /// Whether another program has changed its settings since we took it, such as a hud-demo that had it before us and has ended.
    var isSetByOthers: Bool { session != nil && !hud_has_marked_settings(descriptor) }

    var isForeground: Bool { hud_is_foreground(descriptor) }

    /// Takes the terminal if we are in the foreground. In the background it belongs to another program, and so do its settings.
    ///
    /// - Returns: The input that was typed before, and that the terminal has echoed if echo was on.
    mutating func take() -> [UInt8] {
        isTaken = isForeground
        guard isTaken else { return [] }
        let isNew = find()
        hud_set_raw(descriptor, isShared, saved)
        session?.keepSettingsOfOthers()
        return isNew ? keys() ?? [] : []
    }

    /// Saves the settings, so that they are restored on every way out.
    ///
    /// - Returns: Whether they had not been saved yet.
    private mutating func find() -> Bool {
        guard session == nil else { return false }
        tcgetattr(descriptor, &found)
        session = TerminalSession(descriptor: descriptor, farewell: [], restoresSettings: true, chainsHostHandlers: false)
        return true
    }

    /// Restores the settings except echo, which would overwrite the HUD, and output processing, because output of the job may still be held.
    /// Its keys send signals to us.
    mutating func quieten() {
        isTaken = false
        guard isForeground, !isSetByOthers, !isTakenByAnother else { return }
        _ = find()
        hud_set_without_echo(descriptor, isShared, &found, saved)
        session?.keepSettingsOfOthers()
    }

    /// Restores the original settings.
    mutating func giveBack() {
        isTaken = false
        session.take()?.end()
        hud_saved_terminal_note_restored(saved)
    }

    /// The input so far, at most one line buffer: empty if there is none now, nil if there will be no more.
    mutating func keys() -> [UInt8]? {
        guard isForeground else {
            isTaken = false
            return []
        }
        var bytes = [UInt8](repeating: 0, count: Self.mostKeys)
        let count = read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return [] }
        // If another process group has become the foreground meanwhile, the error is the same as for a hang-up.
        if count < 0, !isForeground { return [] }
        if count > 0 { return Array(bytes[..<count]) }
        // If another program has turned line editing on again, the end-of-file key reads as the end of input.
        return count == 0 && !hud_is_hung_up(descriptor) ? [hud_end_key(descriptor)] : nil
    }
}
