import CNcurses
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

    /// How it was found, for who outlives us; nil where there is no memory for it. Kept to the end of the process.
    let loan = hud_loan_make()

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

    var isForeground: Bool { hud_is_foreground(descriptor) != 0 }

    /// Takes it, if we are in the foreground. In the background it is somebody else's, and so are its settings.
    ///
    /// - Returns: Keys that were typed, and echoed, before it was taken.
    mutating func take() -> [UInt8] {
        isTaken = isForeground
        guard isTaken else { return [] }
        let isNew = session == nil
        let wasEchoing = hud_is_echoing(descriptor) != 0
        if isNew {
            session = TerminalSession(descriptor: descriptor, farewell: [], restoresSettings: true, chainsHostHandlers: false)
        }
        hud_set_raw(descriptor, isShared ? 1 : 0, loan)
        return isNew && wasEchoing ? keys() ?? [] : []
    }

    /// Gives it back as it was found.
    mutating func giveBack() {
        isTaken = false
        session.take()?.end()
        hud_loan_end(loan)
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
        return count > 0 ? Array(bytes[..<count]) : nil
    }
}
