import CScreen
import CTerminalSupport
import Synchronization

/// A screen of ncurses': a window behind, a box in front of it on a panel, and the bytes that bring a terminal there.
///
/// curses writes them to a file in place of the terminal, so that a frame is one write, and no signal and no setting of the terminal is
/// in curses' hands. It has colours by number only, 256 at most. curses keeps the screen it works on where all threads share it, and
/// tparm its answers: one lock is for both.
struct CursesScreen: ~Copyable {
    /// The C part.
    private let screen: OpaquePointer
    private var output: HeldOutput
    private let capabilities: TerminalCapabilities
    private var box: BezelFrame?
    /// The scroll region that curses sets with its first update, as if the window had terminfo's size, and the one that the window has.
    private var firstRegion: (set: [UInt8], real: [UInt8])?
    /// The scroll region of a window that was resized; curses does not set it again.
    private var resizedRegion: [UInt8] = []

    /// A screen for terminals of type `terminalName`; nil where curses can't make one.
    init?(terminalName: String, capabilities: TerminalCapabilities, size: WindowSize) {
        guard let output = HeldOutput() else { return nil }
        let descriptor = output.descriptor
        let screen = TerminalCapabilities.terminfo.withLock { _ in
            hud_screen_open(
                terminalName, descriptor, capabilities.isUTF8 ? hud_user_locale() : nil, Int32(size.rows), Int32(size.columns),
                capabilities.colorDepth > .none ? 1 : 0)
        }
        guard let screen else { return nil }
        self.screen = screen
        self.output = output
        self.capabilities = capabilities
        var region: (set: [UInt8], real: [UInt8])?
        visit { screen in
            let set = Self.sequence(hud_screen_first_region(screen))
            if !set.isEmpty { region = (set, Self.sequence(hud_screen_region(Int32(size.rows)))) }
        }
        firstRegion = region
    }

    deinit {
        TerminalCapabilities.terminfo.withLock { _ in hud_screen_close(screen) }
    }

    /// What a terminfo capability sends; empty if the terminal lacks it.
    private static func sequence(_ capability: UnsafePointer<CChar>?) -> [UInt8] {
        capability.map { TerminalCapabilities.withoutPadding(String(cString: $0)) } ?? []
    }

    /// The bytes after which the terminal shows `box` in front of `backdrop`; none where it does already.
    ///
    /// - Parameter backdrop: nil: the one that is there.
    mutating func show(_ box: BezelFrame, over backdrop: CellGrid?) -> [UInt8] {
        if backdrop == nil, box == self.box { return [] }
        visit { screen in
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

    /// The terminal has another size now. The backdrop is to be shown anew.
    mutating func resize(to size: WindowSize) {
        var region: [UInt8] = []
        visit { screen in
            hud_screen_resize(screen, Int32(size.rows), Int32(size.columns))
            region = Self.sequence(hud_screen_region(Int32(size.rows)))
        }
        resizedRegion = region
    }

    private func visit(_ body: (OpaquePointer) -> Void) {
        TerminalCapabilities.terminfo.withLock { _ in
            let before = hud_screen_enter(screen)
            body(screen)
            hud_screen_leave(before)
        }
    }

    private mutating func takeBytes() -> [UInt8] {
        var bytes: [UInt8] = []
        output.written()
        output.drain { bytes += $0 }
        // curses would give the palette the colours that the terminal was made with, not those that its user has set.
        let reset = capabilities.resetPalette
        while !reset.isEmpty, let range = bytes.firstRange(of: reset) { bytes.removeSubrange(range) }
        if let (set, real) = firstRegion.take() {
            bytes.replaceFirst(set, with: real)
            resizedRegion = []
        }
        // It moves the cursor home; the update after a resize begins there.
        defer { resizedRegion = [] }
        return resizedRegion + bytes
    }

    /// Writes a grid, each run of one style at once.
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

    /// A colour's number; -1 for the terminal's own.
    private func colorNumber(_ color: TerminalColor) -> Int32 {
        Int32(capabilities.nearestIndex(of: color) ?? -1)
    }
}

extension [UInt8] {
    /// Puts `new` in the place of the first `old`.
    fileprivate mutating func replaceFirst(_ old: [UInt8], with new: [UInt8]) {
        guard let range = firstRange(of: old) else { return }
        replaceSubrange(range, with: new)
    }
}
