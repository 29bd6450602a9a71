import CTerminalSupport
import HUDTerminal

/// The terminal's keyboard, key by key and without echo, from its making until it is given back.
package struct Keyboard: ~Copyable {
    /// What a key is taken for.
    package enum Key: Equatable {
        /// Enter or space.
        case next
        /// `q` or Esc.
        case quit
        case other
    }

    /// Where keys come from; -1 where there are none to come, which poll(2) takes no notice of.
    package private(set) var descriptor: Int32
    /// Gives the settings back, on the ways out that nobody sees coming too; nil while they are as they were.
    private var session: TerminalSession?
    /// The session's interruptions that have been made good.
    private var interruptions = 0

    /// The keyboard on `descriptor`. There are no keys where that is no terminal, or somebody else's now.
    package init(_ descriptor: Int32) {
        self.descriptor = isatty(descriptor) == 1 && hud_is_foreground(descriptor) != 0 ? descriptor : -1
        take()
    }

    /// Keys come one by one. ^C and ^Z go on to be signals.
    ///
    /// In the background the settings are somebody else's, to be neither kept nor changed.
    package mutating func take() {
        guard descriptor >= 0, session == nil, hud_is_foreground(descriptor) != 0 else { return }
        interruptions = 0
        session = TerminalSession(descriptor: descriptor, farewell: [], restoresSettings: true, chainsHostHandlers: false)
        hud_disable_echo(descriptor, 1)
    }

    /// Lines come whole again, and are echoed.
    package mutating func giveBack() {
        session.take()?.end()
    }

    /// Whether keys may be waited for: not in the background, where reading one stops the program. Back from there, it takes the
    /// keyboard again.
    package mutating func isOurs() -> Bool {
        guard descriptor >= 0, hud_is_foreground(descriptor) != 0 else { return false }
        take()
        let interruptions = session?.interruptions ?? 0
        if interruptions != self.interruptions { hud_disable_echo(descriptor, 1) }
        self.interruptions = interruptions
        return true
    }

    /// What has been typed.
    package mutating func keys() -> [Key] {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        guard count > 0 else {
            giveBack()
            descriptor = -1
            return []
        }
        // A key such as an arrow is several bytes that begin with Esc.
        if bytes[0] == 0x1B, count > 1 { return [.other] }
        return bytes[..<count].map { byte in
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: " "): .next
            case UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x1B: .quit
            default: .other
            }
        }
    }
}
