import CTerminalSupport
import HUDLibc
import HUDTerminal

/// The terminal's keyboard without line editing and echo, from its creation until it is given back.
struct Keyboard: ~Copyable {
    /// The descriptor of the keyboard; -1 if there are no keys, which poll(2) ignores.
    private(set) var descriptor: Int32
    /// Restores the settings on every way out; nil while they are unchanged.
    private var session: TerminalSession?
    /// The interruptions of the session after which the settings have been changed again.
    private var interruptions = 0
    private var readsStopKey: Bool
    /// The byte of the key that stops a program, if that is read; nil: it sends a signal, or there is none.
    private(set) var stopKey: UInt8?

    /// Takes the keyboard on `descriptor`. There are no keys if that is not a terminal, or if we are in the background.
    ///
    /// - Parameters:
    ///   - waitsForForeground: Whether there are keys once we are in the foreground, if we are in the background now.
    ///   - readsStopKey: Whether ^Z is read. Its signal would stop a script that has started us, and let the shell print, before we have left the terminal.
    init(_ descriptor: Int32, waitsForForeground: Bool = false, readsStopKey: Bool = false) {
        let isUsable =
            isatty(descriptor) == 1
            && (hud_is_foreground(descriptor) || waitsForForeground && hud_is_controlling_terminal(descriptor))
        self.descriptor = isUsable ? descriptor : -1
        self.readsStopKey = readsStopKey
        take()
    }

    /// Turns line editing and echo off. ^C still sends a signal, and ^Z if it is not read.
    ///
    /// In the background the settings belong to another program and are neither saved nor changed.
    mutating func take() {
        guard descriptor >= 0, session == nil, hud_is_foreground(descriptor) else { return }
        interruptions = 0
        session = TerminalSession(descriptor: descriptor, farewell: [], restoresSettings: true, chainsHostHandlers: false)
        changeSettings()
    }

    private mutating func changeSettings() {
        hud_disable_echo(descriptor, true)
        guard readsStopKey else { return }
        let none = UInt8(truncatingIfNeeded: fpathconf(descriptor, Int32(_PC_VDISABLE)))
        if let key = replaceStopKey(with: none), key != none { stopKey = key }
    }

    /// Sets the key that sends the signal. Returns the one before; nil if keys send no signals.
    private func replaceStopKey(with key: UInt8) -> UInt8? {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0, settings.c_lflag & tcflag_t(ISIG) != 0 else { return nil }
        defer { tcsetattr(descriptor, TCSANOW, &settings) }
        return withUnsafeMutableBytes(of: &settings.c_cc) { keys in
            defer { keys[Int(VSUSP)] = key }
            return keys[Int(VSUSP)]
        }
    }

    /// Lets ^Z send its signal again, because no more keys are read.
    mutating func endReading() {
        readsStopKey = false
        guard let key = stopKey.take(), session != nil, hud_is_foreground(descriptor) else { return }
        _ = replaceStopKey(with: key)
    }

    /// Restores line editing and echo.
    mutating func giveBack() {
        session.take()?.end()
    }

    /// Whether keys can be read: not in the background, where reading stops the program. Back in the foreground, the
    /// keyboard is taken again.
    mutating func isOurs() -> Bool {
        guard descriptor >= 0, hud_is_foreground(descriptor) else { return false }
        take()
        let interruptions = session?.interruptions ?? 0
        if interruptions != self.interruptions { changeSettings() }
        self.interruptions = interruptions
        return true
    }

    /// The bytes typed since the last call.
    mutating func bytes() -> ArraySlice<UInt8> {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        // Without line editing, nothing was typed.
        if count == 0, !hud_is_hung_up(descriptor) { return [] }
        guard count > 0 else {
            giveBack()
            descriptor = -1
            return []
        }
        return bytes[..<count]
    }

    /// The keys typed since the last call.
    mutating func keys() -> [TerminalEvents.Key] {
        let bytes = bytes()
        // An arrow key and the like is several bytes that begin with Esc.
        if bytes.first == 0x1B, bytes.count > 1 { return [.other] }
        return bytes.map { byte in
            switch byte {
            case .newline, UInt8(ascii: "\r"), UInt8(ascii: " "): .next
            case UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x1B: .quit
            default: .other
            }
        }
    }
}
