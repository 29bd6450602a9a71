import CTerminalSupport

/// Identifies a backdrop that the program does not draw itself: equal versions look the same.
struct BackdropVersion: Equatable {
    /// The number of changes of the lines in the backdrop.
    var printed: Int
    var background: BezelBackground
    var isBehindHalf: Bool
}

/// The terminal while a bezel is shown: the alternate screen, the keyboard, and the session that restores both.
struct BezelScreen: ~Copyable {
    private var screen: CursesScreen
    private let session: TerminalSession
    private let descriptor: Int32
    private let capabilities: TerminalCapabilities
    private let terminalName: String
    private let setsTitle: Bool
    private var window: WindowSize
    /// Whether the terminal delivers each key at once, not by line.
    private var readsKeys: Bool
    private var interruptions = 0
    private var announcements = Announcements()
    private var version: BackdropVersion?
    /// A frame that curses has drawn and the session has refused to write. curses does not draw it again.
    private var refused: [UInt8] = []

    /// Takes the terminal of a region. Returns nil if curses can't draw on it.
    ///
    /// - Parameters:
    ///   - writer: The writer of the terminal's region.
    ///   - takesKeyboard: Whether to turn echo off.
    ///   - readsKeys: Whether to deliver each key at once.
    init?(
        writer: TerminalWriter, capabilities: TerminalCapabilities, takesKeyboard: Bool, readsKeys: Bool, options: TerminalOptions
    ) {
        guard let leaveFullScreen = capabilities.leaveFullScreen, let name = TerminalEnvironment.current["TERM"] else {
            return nil
        }
        let window = WindowSize(of: writer.descriptor)
        guard let screen = CursesScreen(terminalName: name, capabilities: capabilities, size: window) else { return nil }
        self.screen = screen
        descriptor = writer.descriptor
        self.capabilities = capabilities
        self.window = window
        self.readsKeys = readsKeys
        terminalName = name
        setsTitle = options.setsWindowTitle
        var announced = Announcements.everything(capabilities, setsTitle: setsTitle)
        let farewell =
            capabilities.styles.reset + announced.takeBack() + leaveFullScreen + capabilities.cursorVisibility.on
        session = TerminalSession(
            writer: writer, farewell: farewell, late: (farewell, []), restoresSettings: takesKeyboard,
            chainsHostHandlers: options.chainsHostHandlers)
        if takesKeyboard { hud_disable_echo(descriptor, readsKeys) }
    }

    /// Shows a bezel in front of a backdrop, both for a window of `size`.
    ///
    /// - Parameters:
    ///   - backdrop: Draws the backdrop. Called only if `version` or `size` has changed, or if the terminal was given back since the last call.
    ///   - version: Identifies the backdrop; nil for one that changes with each frame.
    ///   - snapshot: What is announced in the taskbar and in the window's title.
    mutating func show(
        _ frame: BezelFrame, over backdrop: () -> CellGrid, version: BackdropVersion?, size: WindowSize, of snapshot: HUDSnapshot
    ) {
        guard let isNew = prepare(version: version, size: size) else { return }
        present(screen.show(frame, over: isNew ? backdrop() : nil), of: snapshot)
    }

    /// Gets the screen ready for a frame.
    ///
    /// - Returns: Whether the backdrop has to be drawn; nil if nothing can be drawn now.
    @inline(never)
    private mutating func prepare(version: BackdropVersion?, size: WindowSize) -> Bool? {
        // curses assumes that the terminal has received everything, so it must not draw while the terminal accepts nothing.
        session.flush(within: .zero)
        guard session.isReady else { return nil }
        var isNew = version == nil || version != self.version
        if session.interruptions != interruptions {
            // The terminal was given back and taken again. What it shows is not known.
            guard let screen = CursesScreen(terminalName: terminalName, capabilities: capabilities, size: size) else {
                return nil
            }
            self.screen = screen
            interruptions = session.interruptions
            announcements = Announcements()
            refused = []
            isNew = true
        } else if size != window || screen.isDamaged {
            screen.resize(to: size)
            isNew = true
        }
        if !refused.isEmpty {
            guard session.write(refused, ifStillAt: interruptions) else { return nil }
            refused = []
        }
        window = size
        self.version = version
        return isNew
    }

    @inline(never)
    private mutating func present(_ drawn: [UInt8], of snapshot: HUDSnapshot) {
        let announced = announcements.bytes(for: snapshot, capabilities, setsTitle: setsTitle)
        if drawn.isEmpty, announced.isEmpty { return }
        let whole = capabilities.synchronizedUpdate.on + drawn + announced + capabilities.synchronizedUpdate.off
        if !session.write(whole, ifStillAt: interruptions) { refused = whole }
    }

    /// The bytes that were typed since the last call.
    mutating func readKeys() -> [UInt8] {
        if !readsKeys { hud_disable_echo(descriptor, true) }
        readsKeys = true
        var bytes = [UInt8](repeating: 0, count: 256)
        guard hud_has_input(descriptor) else { return [] }
        let count = read(descriptor, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }

    /// Ends the session. Without the farewell, the terminal stays as it is, because another process uses it now.
    consuming func leave(writesFarewell: Bool = true) {
        session.end(writesFarewell: writesFarewell)
    }
}
