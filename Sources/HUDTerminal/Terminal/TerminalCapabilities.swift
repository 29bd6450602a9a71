import CNcurses
import HUDCore
import Synchronization

/// What a terminal can do, as terminfo and the environment say: a value, read once. Nobody asks the terminal.
struct TerminalCapabilities: Sendable, Equatable {
    /// `el`: erases from the cursor to the end of the line.
    var eraseToEndOfLine: [UInt8]
    /// `ed`: erases from the cursor to the end of the screen.
    var eraseToEndOfScreen: [UInt8] = []
    /// `civis` and `cnorm`: hide the cursor and give it back. Both or neither.
    var hideCursor: [UInt8] = []
    var showCursor: [UInt8] = []
    /// `rmam` and `smam`: stop at the last column instead of going on in the next line, and go on again. Both or neither.
    var disableAutowrap: [UInt8] = []
    var enableAutowrap: [UInt8] = []
    /// `cuf`, `cuu`, `cud`: move the cursor, with a parameter for how far; nil where the terminal lacks it.
    var cursorRight: String?
    var cursorUp: String?
    var cursorDown: String?
    /// `sc` and `rc`: keep the cursor's place and go back to it. Both or neither.
    var saveCursor: [UInt8]?
    var restoreCursor: [UInt8]?
    /// What keeps rows out of the scrolling; nil where the terminal lacks any of it, or `sc`, `rc`, `cuu`, `ed`.
    var pinning: Pinning?
    /// `smcup` and `rmcup`: go to the alternate screen and come back. Nil where the terminal lacks them, or can't place the cursor (`cup`).
    var fullScreen: FullScreen?
    /// `sgr0`: takes every colour and attribute back.
    var resetStyle: [UInt8] = []
    /// `bold`, `dim`, `smul`, `rev`; empty where the terminal lacks it.
    var bold: [UInt8] = []
    var dim: [UInt8] = []
    var underline: [UInt8] = []
    var reverse: [UInt8] = []
    /// `setaf` and `setab`: set a colour by its number. Both, or neither and no colours.
    var setForeground: String?
    var setBackground: String?
    /// `oc`: gives the palette the colours that the terminal was made with. What curses sends is to be known; nobody here sends it.
    var resetPalette: [UInt8] = []
    /// `colors`: how many numbers there are.
    var colorCount = 0
    var colorDepth = ColorDepth.none
    /// What begins and ends a synchronized update (DEC private mode 2026). Both or neither.
    var beginSynchronized: [UInt8] = []
    var endSynchronized: [UInt8] = []
    /// Whether the terminal shows progress in its taskbar or tab (OSC 9;4).
    var hasTaskbarProgress = false
    /// Whether text is UTF-8, by the user's locale. Otherwise ASCII alone is drawn.
    var isUTF8: Bool

    struct FullScreen: Sendable, Equatable {
        var enter: [UInt8]
        var leave: [UInt8]
    }

    struct Pinning: Sendable, Equatable {
        /// `csr`: has these rows scroll alone, and sends the cursor home.
        var region: String
        /// `cup`: goes to a row and a column.
        var address: String
        /// `ind`: down a row in the same column, where the region ends with all that is in it. No line feed, for which a driver may have a
        /// carriage return as well.
        var index: [UInt8]
    }

    /// Whether more than one row can be drawn, the way back up be found.
    var canMoveUp: Bool { cursorUp != nil }

    func moveRight(_ columns: Int) -> [UInt8]? { cursorRight.flatMap { Self.filled($0, columns) } }
    func moveUp(_ rows: Int) -> [UInt8]? { cursorUp.flatMap { Self.filled($0, rows) } }
    func moveDown(_ rows: Int) -> [UInt8]? { cursorDown.flatMap { Self.filled($0, rows) } }

    /// Erases rows from the cursor's down, line by line, and comes back to the first one's start.
    ///
    /// - Parameter isCertain: Whether the rows are known to be there, as far as anything is: where they are not, the screen scrolls. Where
    ///   nothing is known, at the end of a screen the cursor would not go down as far as it came up again.
    func erasing(rows: Int, isCertain: Bool = false) -> [UInt8] {
        var bytes = [UInt8(ascii: "\r")] + eraseToEndOfLine
        guard rows > 1 else { return bytes }
        if !isCertain, let saveCursor, let restoreCursor, let down = moveDown(1) {
            bytes += saveCursor + Array(repeatElement(down + eraseToEndOfLine, count: rows - 1).joined()) + restoreCursor
        } else if let up = moveUp(rows - 1) {
            bytes += Array(repeatElement([UInt8(ascii: "\n")] + eraseToEndOfLine, count: rows - 1).joined()) + up
        }
        return bytes
    }

    /// Erases what lies below the cursor's row, whose own start is empty: rows that a terminal has made of ours before it told of its size.
    ///
    /// From the second column on: what is erased from the very first place down, tmux keeps in its history.
    var erasingBelow: [UInt8] {
        guard !eraseToEndOfScreen.isEmpty else { return [] }
        return (moveRight(1) ?? []) + eraseToEndOfScreen + [UInt8(ascii: "\r")]
    }

    /// A capability with its parameter filled in; nil where that fails.
    static func filled(_ capability: String, _ parameter: Int) -> [UInt8]? {
        terminfo.withLock { _ in
            hud_tparm(capability, Int32(clamping: parameter)).map { withoutPadding(String(cString: $0)) }
        }
    }

    /// The same with two parameters; empty where that fails.
    static func filled(_ capability: String, _ first: Int, _ second: Int) -> [UInt8] {
        terminfo.withLock { _ in
            hud_tparm2(capability, Int32(clamping: first), Int32(clamping: second)).map { withoutPadding(String(cString: $0)) }
                ?? []
        }
    }

    /// terminfo and curses keep the terminal they work on, and tparm its answer, where all threads share them.
    static let terminfo = Mutex(())

    /// A capability without its padding (`$<5>`, terminfo(5)): no terminal of today needs the time to draw.
    static func withoutPadding(_ capability: String) -> [UInt8] {
        // Bytes, and no search through text: it is done for every colour of every frame.
        var rest = Array(capability.utf8)[...]
        var result: [UInt8] = []
        while let start = rest.firstIndex(of: UInt8(ascii: "$")) {
            let isPadding = rest[(start + 1)...].first == UInt8(ascii: "<")
            if isPadding, let end = rest[start...].firstIndex(of: UInt8(ascii: ">")) {
                result += rest[..<start]
                rest = rest[(end + 1)...]
            } else {
                result += rest[...start]
                rest = rest[(start + 1)...]
            }
        }
        return result + rest
    }
}
