import Synchronization

/// What a terminal can do, according to terminfo and the environment: a value that is read once. The terminal itself is never queried.
package struct TerminalCapabilities: Sendable, Equatable {
    /// `el`: erases from the cursor to the end of the line.
    package var eraseToEndOfLine: [UInt8]
    /// `ed`: erases from the cursor to the end of the screen.
    package var eraseToEndOfScreen: [UInt8] = []
    /// `cnorm` and `civis`: show and hide the cursor, without what changes its look.
    package var cursorVisibility = Mode()
    /// `smam` and `rmam`.
    package var autowrap = Mode()
    /// `xenl`: a character in the last column leaves a wrap pending, which the next character carries out.
    package var wrapsLate = false
    package var moves = CursorMoves()
    /// `sc` and `rc`; nil if the terminal lacks either.
    var savedCursor: SavedCursor?
    /// What keeps rows from scrolling; nil if the terminal lacks any part of it, or `sc`, `rc`, `cuu` or `ed`.
    var pinning: Pinning?
    /// `rmcup`: leaves the alternate screen. Nil if the terminal lacks one (`smcup`), or cursor addressing (`cup`).
    package var leaveFullScreen: [UInt8]?
    package var styles = Styles()
    package var colors = Colors()
    /// The start and end of a synchronized update (DEC private mode 2026).
    package var synchronizedUpdate = Mode()
    package var features = Features()
    /// Whether text is UTF-8, by the user's locale. Otherwise only ASCII is drawn.
    package var isUTF8: Bool

    /// A terminal that can only erase to the end of a line.
    package init(eraseToEndOfLine: [UInt8], isUTF8: Bool) {
        self.eraseToEndOfLine = eraseToEndOfLine
        self.isUTF8 = isUTF8
    }

    /// The strings that turn a mode on and off; both are empty if the terminal lacks either.
    package struct Mode: Sendable, Equatable {
        package var on: [UInt8] = []
        package var off: [UInt8] = []

        init(on: [UInt8]? = nil, off: [UInt8]? = nil) {
            if let on, let off { (self.on, self.off) = (on, off) }
        }
    }

    /// `cuf`, `cuu`, `cud`: move the cursor by a parameter; nil if the terminal lacks it.
    package struct CursorMoves: Sendable, Equatable {
        package var right: TerminfoString?
        package var up: TerminfoString?
        var down: TerminfoString?
    }

    /// The strings that save and restore the cursor's position and style.
    struct SavedCursor: Sendable, Equatable {
        let save: [UInt8]
        let restore: [UInt8]

        init?(save: [UInt8]?, restore: [UInt8]?) {
            guard let save, let restore else { return nil }
            (self.save, self.restore) = (save, restore)
        }

        /// Writes `bytes`, and returns to where the cursor was.
        func around(_ bytes: [UInt8]) -> [UInt8] { save + bytes + restore }
    }

    /// The strings that set attributes; empty if the terminal lacks it.
    package struct Styles: Sendable, Equatable {
        /// `sgr0`: resets all colors and attributes.
        package var reset: [UInt8] = []
        /// `bold`, `dim`, `smul`, `rev`.
        var bold: [UInt8] = []
        var dim: [UInt8] = []
        var underline: [UInt8] = []
        var reverse: [UInt8] = []
    }

    /// What the environment says about a terminal, and terminfo does not.
    package struct Features: Sendable, Equatable {
        /// Whether the terminal shows progress in its taskbar or tab (OSC 9;4).
        package var hasTaskbarProgress = false
        /// Whether a row that a narrower window has cut comes back with a wider one.
        package var keepsCutCells = false
        /// Whether the terminal keeps a stack of titles (XTWINOPS 22 and 23).
        package var hasTitleStack = true
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
    package var canMoveUp: Bool { moves.up != nil }
    /// Whether rows can be kept from scrolling.
    package var canPin: Bool { pinning != nil }

    /// Erases rows from the cursor's row down, line by line, and returns to the start of the first.
    ///
    /// - Parameter isCertain: Whether the rows are known to exist below the cursor. Then they are reached by line feeds, which would scroll
    ///   the screen if they did not exist. Otherwise the cursor's position is saved and restored, because `cud` stops at the last row.
    package func erasing(rows: Int, isCertain: Bool = false) -> [UInt8] {
        var bytes = [UInt8(ascii: "\r")] + eraseToEndOfLine
        guard rows > 1 else { return bytes }
        if !isCertain, let savedCursor, let down = moves.down?.bytes(1) {
            bytes += savedCursor.around(Self.repeated(down + eraseToEndOfLine, rows - 1))
        } else if let up = moves.up?.bytes(rows - 1) {
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
        return (moves.right?.bytes(1) ?? []) + eraseToEndOfScreen + [UInt8(ascii: "\r")]
    }

    /// Erases from the cursor to the end of the screen, and returns to where the cursor is, but not to the last column.
    ///
    /// Like ``erasingBelow``, it erases the screen from the second column.
    package var erasingFromCursor: [UInt8] {
        guard let right = moves.right?.bytes(1) else { return eraseToEndOfScreen }
        return eraseToEndOfLine + right + eraseToEndOfScreen + [0x08]
    }

    /// Erases everything below the cursor's row and returns to where the cursor is, in whatever column; nil if the terminal can't do that.
    ///
    /// - Parameter makesRoom: Whether the cursor may be in the screen's last row. A line feed would scroll the screen there, and the saved
    ///   position would be in the next line. A row is then added below first, by which a pending wrap is lost.
    package func erasingBelowLine(makesRoom: Bool) -> [UInt8]? {
        guard let savedCursor, !eraseToEndOfScreen.isEmpty else { return nil }
        return (makesRoom ? makingRoom(1) : []) + savedCursor.around(Array("\r\n".utf8) + eraseToEndOfScreen)
    }

    /// Erases from a column on in the rows above the cursor's, and returns to where the cursor is.
    package func erasing(fromColumn column: Int, inRowsAbove rows: Int) -> [UInt8] {
        guard rows > 0, let savedCursor, let up = moves.up?.bytes(1), let right = moves.right?.bytes(column) else { return [] }
        return savedCursor.around(styles.reset + Self.repeated(up + [UInt8(ascii: "\r")] + right + eraseToEndOfLine, rows))
    }

    /// terminfo and curses keep the current terminal in state that all threads share.
    package static let terminfo = Mutex(())
}
