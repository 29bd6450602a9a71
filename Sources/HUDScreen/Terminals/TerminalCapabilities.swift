import Synchronization

/// What a terminal can do, according to terminfo and the environment: a value that is read once. The terminal itself is never queried.
package struct TerminalCapabilities: Sendable, Equatable {
    /// `el`: erases from the cursor to the end of the line.
    package var eraseToEndOfLine: [UInt8]
    /// `ed`: erases from the cursor to the end of the screen.
    package var eraseToEndOfScreen: [UInt8] = []
    /// `civis` and `cnorm`: hide and show the cursor. Both or neither, and without what changes its look.
    package var hideCursor: [UInt8] = []
    package var showCursor: [UInt8] = []
    /// `rmam` and `smam`: turn autowrap off and on. Both or neither.
    var disableAutowrap: [UInt8] = []
    package var enableAutowrap: [UInt8] = []
    /// `xenl`: a character in the last column leaves a wrap pending, which the next character carries out.
    package var wrapsLate = false
    /// `cuf`, `cuu`, `cud`: move the cursor by a parameter; nil if the terminal lacks it.
    package var cursorRight: TerminfoString?
    var cursorUp: TerminfoString?
    var cursorDown: TerminfoString?
    /// `sc` and `rc`: save and restore the cursor's position. Both or neither.
    var saveCursor: [UInt8]?
    var restoreCursor: [UInt8]?
    /// What keeps rows from scrolling; nil if the terminal lacks any part of it, or `sc`, `rc`, `cuu` or `ed`.
    var pinning: Pinning?
    /// `rmcup`: leaves the alternate screen. Nil if the terminal lacks one (`smcup`), or cursor addressing (`cup`).
    package var leaveFullScreen: [UInt8]?
    /// `sgr0`: resets all colors and attributes.
    package var resetStyle: [UInt8] = []
    /// `bold`, `dim`, `smul`, `rev`; empty if the terminal lacks it.
    var bold: [UInt8] = []
    var dim: [UInt8] = []
    var underline: [UInt8] = []
    var reverse: [UInt8] = []
    /// `setaf` and `setab`: set a color by number. Both, or neither and no colors.
    var setForeground: TerminfoString?
    var setBackground: TerminfoString?
    /// `oc`: resets the palette. It is never sent; it is read so that it can be recognized in curses' output.
    package var resetPalette: [UInt8] = []
    /// `colors`: the number of colors.
    var colorCount = 0
    package var colorDepth = ColorDepth.none
    /// The start and end of a synchronized update (DEC private mode 2026). Both or neither.
    package var beginSynchronized: [UInt8] = []
    package var endSynchronized: [UInt8] = []
    /// Whether the terminal shows progress in its taskbar or tab (OSC 9;4).
    package var hasTaskbarProgress = false
    /// Whether a row that a narrower window has cut comes back with a wider one.
    package var keepsCutCells = false
    /// Whether the terminal keeps a stack of titles (XTWINOPS 22 and 23).
    package var hasTitleStack = true
    /// Whether text is UTF-8, by the user's locale. Otherwise only ASCII is drawn.
    package var isUTF8: Bool

    /// A terminal that can only erase to the end of a line.
    package init(eraseToEndOfLine: [UInt8], isUTF8: Bool) {
        self.eraseToEndOfLine = eraseToEndOfLine
        self.isUTF8 = isUTF8
    }

    struct Pinning: Sendable, Equatable {
        /// `csr`: sets the scroll region and moves the cursor home.
        var region: TerminfoString
        /// `cup`: moves the cursor to a row and a column.
        var address: TerminfoString
        /// `ind`: moves the cursor down one row in the same column; at the end of the scroll region, the region scrolls. A line feed won't do,
        /// because the terminal driver may add a carriage return to it.
        var index: [UInt8]
    }

    /// Whether more than one row can be drawn: the cursor has to come back up.
    package var canMoveUp: Bool { cursorUp != nil }
    /// Whether rows can be kept from scrolling.
    package var canPin: Bool { pinning != nil }

    package func moveRight(_ columns: Int) -> [UInt8]? { cursorRight?.bytes(columns) }
    package func moveUp(_ rows: Int) -> [UInt8]? { cursorUp?.bytes(rows) }
    func moveDown(_ rows: Int) -> [UInt8]? { cursorDown?.bytes(rows) }

    /// Erases rows from the cursor's row down, line by line, and returns to the start of the first.
    ///
    /// - Parameter isCertain: Whether the rows are known to exist below the cursor. Then they are reached by line feeds, which would scroll
    ///   the screen if they did not exist. Otherwise the cursor's position is saved and restored, because `cud` stops at the last row.
    package func erasing(rows: Int, isCertain: Bool = false) -> [UInt8] {
        var bytes = [UInt8(ascii: "\r")] + eraseToEndOfLine
        guard rows > 1 else { return bytes }
        if !isCertain, let saveCursor, let restoreCursor, let down = moveDown(1) {
            bytes += saveCursor + Self.repeated(down + eraseToEndOfLine, rows - 1) + restoreCursor
        } else if let up = moveUp(rows - 1) {
            bytes += Self.repeated([UInt8(ascii: "\n")] + eraseToEndOfLine, rows - 1) + up
        }
        return bytes
    }

    /// `bytes` several times.
    static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        var all: [UInt8] = []
        for _ in 0..<count { all += bytes }
        return all
    }

    /// Erases everything below the cursor's row, whose own start is empty: rows that the terminal has re-wrapped before it reported its new size.
    ///
    /// It starts in the second column, because tmux moves what is erased from the first position of the screen into its history.
    package var erasingBelow: [UInt8] {
        guard !eraseToEndOfScreen.isEmpty else { return [] }
        return (moveRight(1) ?? []) + eraseToEndOfScreen + [UInt8(ascii: "\r")]
    }

    /// Erases from the cursor to the end of the screen, and returns to where the cursor is, but not to the last column.
    ///
    /// Like ``erasingBelow``, it erases the screen from the second column.
    package var erasingFromCursor: [UInt8] {
        guard let right = moveRight(1) else { return eraseToEndOfScreen }
        return eraseToEndOfLine + right + eraseToEndOfScreen + [0x08]
    }

    /// Erases everything below the cursor's row and returns to where the cursor is, in whatever column; nil if the terminal can't do that.
    ///
    /// - Parameter makesRoom: Whether the cursor may be in the screen's last row. A line feed would scroll the screen there, and the saved
    ///   position would be in the next line. A row is then added below first, by which a pending wrap is lost.
    package func erasingBelowLine(makesRoom: Bool) -> [UInt8]? {
        guard let saveCursor, let restoreCursor, !eraseToEndOfScreen.isEmpty else { return nil }
        return (makesRoom ? makingRoom(1) : []) + saveCursor + Array("\r\n".utf8) + eraseToEndOfScreen + restoreCursor
    }

    /// Erases from a column on in the rows above the cursor's, and returns to where the cursor is.
    package func erasing(fromColumn column: Int, inRowsAbove rows: Int) -> [UInt8] {
        guard rows > 0, let saveCursor, let restoreCursor, let up = moveUp(1), let right = moveRight(column) else { return [] }
        return saveCursor + resetStyle + Self.repeated(up + [UInt8(ascii: "\r")] + right + eraseToEndOfLine, rows) + restoreCursor
    }

    /// terminfo and curses keep the current terminal in state that all threads share.
    package static let terminfo = Mutex(())
}
