import CTerminalSupport
import HUDTerminal

/// The terminal that we were started from, while its keys go to the job's: raw, for the job's does with keys and output what a user expects.
struct RawTerminal: ~Copyable {
    /// A description of our own, so that nobody else's reads stop blocking. Closed by the end of the process.
    let descriptor: Int32
    /// Whether others write to it, who know nothing of us: it makes line ends then.
    var isShared = false
    /// Gives the settings back, on the ways out that nobody sees coming too; nil while they are as they were.
    private var session: TerminalSession?
    /// Whether its keys are the job's now.
    private(set) var isTaken = false

    /// How it was found.
    private(set) var found = termios()
    /// The same for who outlives us; nil where there is no memory for it. Kept to the end of the process.
    let saved = hud_saved_terminal_make()

    /// What a terminal's driver holds of a line.
    static let mostKeys = 4096

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The terminal on `descriptor`; nil where it is not the one that we were started from.
    static func open(_ descriptor: Int32) -> RawTerminal? {
        guard hud_is_controlling_terminal(descriptor) != 0 else { return nil }
        let own = hud_reopen_terminal(descriptor)
        return own < 0 ? nil : RawTerminal(descriptor: own)
    }

    /// Whether another hud-demo has its keys.
    var isTakenByAnother: Bool { session == nil && hud_has_marked_settings(descriptor) != 0 }

    /// Whether somebody has set it to something else since we took it: another hud-demo that has ended, and had it before us.
    var isSetByOthers: Bool { session != nil && hud_has_marked_settings(descriptor) == 0 }

    var isForeground: Bool { hud_is_foreground(descriptor) != 0 }

    /// Takes it, if we are in the foreground. In the background it is somebody else's, and so are its settings.
    ///
    /// - Returns: Keys that were typed before it was taken, and echoed if that was to be.
    mutating func take() -> [UInt8] {
        isTaken = isForeground
        guard isTaken else { return [] }
        let isNew = find()
        hud_set_raw(descriptor, isShared ? 1 : 0, saved)
        session?.keepSettingsOfOthers()
        return isNew ? keys() ?? [] : []
    }

    /// Sees to it that it will be again as it is.
    ///
    /// - Returns: Whether that has not been done yet.
    private mutating func find() -> Bool {
        guard session == nil else { return false }
        tcgetattr(descriptor, &found)
        session = TerminalSession(descriptor: descriptor, farewell: [], restoresSettings: true, chainsHostHandlers: false)
        return true
    }

    /// Gives it back but for the echo, which would go into what still stands on the screen. Its signals are ours.
    mutating func quieten() {
        isTaken = false
        guard isForeground, !isSetByOthers, !isTakenByAnother else { return }
        _ = find()
        hud_set_without_echo(descriptor, &found, saved)
        session?.keepSettingsOfOthers()
    }

    /// Gives it back as it was found.
    mutating func giveBack() {
        isTaken = false
        session.take()?.end()
        hud_saved_terminal_note_restored(saved)
    }

    /// What has been typed, up to a line's length: empty where there is nothing now, nil where there will be no more.
    mutating func keys() -> [UInt8]? {
        guard isForeground else {
            isTaken = false
            return []
        }
        var bytes = [UInt8](repeating: 0, count: Self.mostKeys)
        let count = read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return [] }
        // By then somebody else may have been given it, and it says the same as when it is hung up.
        if count < 0, !isForeground { return [] }
        if count > 0 { return Array(bytes[..<count]) }
        // Somebody may have set it to lines again, where a key says that there will be no more of them.
        return count == 0 && hud_is_hung_up(descriptor) == 0 ? [hud_end_key(descriptor)] : nil
    }
}
