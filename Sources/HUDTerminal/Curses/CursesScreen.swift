import CScreen
import CTerminalSupport
import Synchronization

/// A screen of ncurses: a window for the backdrop, a panel with the box in front of it, and the bytes that draw both.
///
/// curses writes the bytes to a file instead of the terminal. So a frame is one write, and curses changes no signal handler and no setting
/// of the terminal. curses addresses colors by number, so there are at most 256. Its current screen and tparm's buffer are shared by all
/// threads, so one lock protects both.
struct CursesScreen: ~Copyable {
    /// The C part.
    private let screen: OpaquePointer
    private var output: HeldOutput
    private let capabilities: TerminalCapabilities
    private var box: BezelFrame?
    /// The scroll region that curses sets with its first update, which is that of a window of terminfo's size, and the real one.
    private var firstRegion: (set: [UInt8], real: [UInt8])?
    /// The scroll region of a window that was resized, which curses does not set; empty if the window was not resized.
    private var resizedRegion: [UInt8] = []

    /// Makes a screen for terminals of type `terminalName`. Returns nil if curses can't.
    init?(terminalName: String, capabilities: TerminalCapabilities, size: WindowSize) {
        // curses does not say that it could not write a frame.
        guard let output = HeldOutput(), output.hasRoom(for: Self.mostBytes) else { return nil }
        let descriptor = output.descriptor
        let screen = TerminalCapabilities.terminfo.withLock { _ in
            Self.open(
                terminalName, descriptor, capabilities.isUTF8 ? hud_user_locale() : nil, size,
                wantsColors: capabilities.colors.depth > .none)
        }
        guard let screen else { return nil }
        self.screen = screen
        self.output = output
        self.capabilities = capabilities
        firstRegion = withCurrentScreen { screen in
            let set = Self.sequence(hud_screen_first_region(screen))
            return set.isEmpty ? nil : (set, Self.sequence(hud_screen_region(Int32(size.rows))))
        }
    }

    /// More bytes than a frame has, as a rule.
    private static let mostBytes = 65536

    deinit {
        TerminalCapabilities.terminfo.withLock { _ in hud_screen_close(screen) }
    }

    /// Opens a screen of the C part, with the actions of signals held. SIGTSTP is caught then, so curses leaves its action alone later.
    static func open(
        _ terminalName: String, _ descriptor: Int32, _ locale: locale_t?, _ size: WindowSize, wantsColors: Bool
    ) -> OpaquePointer? {
        var mask = sigset_t()
        hud_sessions_hold_actions(&mask)
        defer { hud_sessions_release_actions(&mask) }
        return hud_screen_open(
            terminalName, descriptor, locale, Int32(size.rows), Int32(size.columns), wantsColors ? 1 : 0)
    }

    /// The bytes of a terminfo capability; empty if the terminal lacks it.
    private static func sequence(_ capability: UnsafePointer<CChar>?) -> [UInt8] {
        capability.map { TerminfoString(cString: $0).template } ?? []
    }

    /// The bytes that draw `box` in front of `backdrop`; none if nothing has changed.
    ///
    /// - Parameter backdrop: The new backdrop; nil if it has not changed.
    mutating func show(_ box: BezelFrame, over backdrop: CellGrid?) -> [UInt8] {
        if backdrop == nil, box == self.box { return [] }
        withCurrentScreen { screen in
            if let backdrop {
                hud_screen_erase_backdrop()
                put(backdrop, isBox: false, on: screen)
            }
            hud_screen_place(screen, Int32(box.row), Int32(box.column), Int32(box.grid.rows), Int32(box.grid.columns))
            put(box.grid, isBox: true, on: screen)
            hud_screen_update()
        }
        self.box = box
        return takeBytes()
    }

    /// Whether a resize of another terminal's screen has damaged this one, so that it needs ``resize(to:)``.
    var isDamaged: Bool {
        TerminalCapabilities.terminfo.withLock { _ in hud_screen_is_damaged(screen) != 0 }
    }

    /// Sets a new size. The next update must draw a backdrop.
    mutating func resize(to size: WindowSize) {
        resizedRegion = withCurrentScreen { screen in
            hud_screen_resize(screen, Int32(size.rows), Int32(size.columns))
            return Self.sequence(hud_screen_region(Int32(size.rows)))
        }
    }

    private func withCurrentScreen<Result: Sendable>(_ body: (OpaquePointer) -> Result) -> Result {
        TerminalCapabilities.terminfo.withLock { _ in
            let before = hud_screen_enter(screen)
            defer { hud_screen_leave(before) }
            return body(screen)
        }
    }

    private mutating func takeBytes() -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = output.next() { bytes += piece }
        // This would reset the palette to the terminal's built-in colors instead of those that the user has set.
        let reset = capabilities.colors.resetPalette
        while bytes.replaceFirst(reset, with: []) {}
        if let (set, real) = firstRegion.take() {
            _ = bytes.replaceFirst(set, with: real)
            resizedRegion = []
        }
        // Setting the scroll region moves the cursor home, which is where the update after a resize begins.
        defer { resizedRegion = [] }
        return resizedRegion + bytes
    }

    /// Writes a grid, one run of cells with the same style at a time.
    private func put(_ grid: CellGrid, isBox: Bool, on screen: OpaquePointer) {
        for row in 0..<grid.rows {
            var column = 0
            let end = isBox ? grid.columns : grid.end(ofRow: row)
            while column < end {
                let start = column
                let style = grid[row, start].style
                var text: [wchar_t] = []
                while column < end, grid[row, column].style == style {
                    for scalar in grid[row, column].text.unicodeScalars { text.append(wchar_t(scalar.value)) }
                    column += 1
                }
                hud_screen_put(
                    screen, isBox ? 1 : 0, Int32(row), Int32(start), text, Int32(text.count), Int32(style.attributes.rawValue),
                    colorNumber(style.foreground), colorNumber(style.background))
            }
        }
    }

    /// The number of a color; -1 for the terminal's default color.
    private func colorNumber(_ color: TerminalColor) -> Int32 {
        Int32(capabilities.colors.nearestIndex(of: color) ?? -1)
    }
}

extension WindowSize {
    /// Whether curses can have a screen of this size: it counts rows and columns in 16 bits, and a cell takes some hundred bytes.
    var fitsCurses: Bool { max(rows, columns) <= Int(Int16.max) && rows * columns <= 1_000_000 }
}
