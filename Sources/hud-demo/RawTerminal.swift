import CNcurses
import HUDTerminal

/// The terminal that we were started from, while its keys go to the job's: raw, for the job's does with keys and output what a user expects.
struct RawTerminal: ~Copyable {
    /// A description of our own, so that nobody else's reads stop blocking. Closed by the end of the process.
    let descriptor: Int32
    /// Gives the settings back, on the ways out that nobody sees coming too; nil while they are as they were.
    private var session: TerminalSession?
    /// Whether its keys are the job's now.
    private(set) var isTaken = false

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
    mutating func take() {
        isTaken = isForeground
        guard isTaken else { return }
        if session == nil {
            session = TerminalSession(descriptor: descriptor, farewell: [], restoresSettings: true, chainsHostHandlers: false)
        }
        hud_set_raw(descriptor)
    }

    /// Leaves it to whoever has it now.
    mutating func yield() {
        isTaken = false
    }

    /// Gives it back as it was found.
    mutating func giveBack() {
        isTaken = false
        session.take()?.end()
    }

    /// What has been typed, up to `limit` bytes: empty where there is nothing now, nil where there will be no more.
    mutating func keys(_ limit: Int) -> [UInt8]? {
        guard isForeground else {
            isTaken = false
            return []
        }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = read(descriptor, &bytes, limit)
        if count < 0, errno == EAGAIN || errno == EINTR { return [] }
        // By then somebody else may have been given it, and it says the same as when it is hung up.
        if count < 0, !isForeground { return [] }
        return count > 0 ? Array(bytes[..<count]) : nil
    }
}
