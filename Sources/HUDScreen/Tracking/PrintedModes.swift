/// The modes that a job has set: those that change where its output goes and how it looks, and those of keys, mouse, paste and the like.
struct PrintedModes: Sendable {
    /// Cursor keys, reverse screen, keypad, margins; mouse; focus; bracketed paste, synchronized updates, and reports of the
    /// color scheme and of the window's size.
    private static let followed = [
        1, 5, 66, 69, 9, 1000, 1001, 1002, 1003, 1005, 1006, 1015, 1016, 1004, 2004, 2026, 2031, 2048
    ]

    /// The bit of the mode of margins (DECLRMM).
    private static let margins: UInt32 = 1 << 3

    /// Modes that move the cursor, or change where text goes or whether it can be seen.
    static let moving = [3, 6, 7, 25, 40, 45, 47, 69, 95, 1047, 1048, 1049]

    /// What comes back with a saved cursor.
    struct Writing: Sendable {
        /// DECOM, which can't be reset without moving the cursor. Nil: it was never set nor reset, so rows are counted from the screen's first.
        fileprivate(set) var isOriginRelative: Bool?
        var charsets = PrintedCharsets()
        var style = PrintedStyle()
        /// Whether a link has begun that has not ended (OSC 8).
        var isInLink = false

        /// Takes what has come back with a saved cursor; nil: nothing is known of it.
        mutating func restore(_ saved: Writing?) {
            style = saved?.style ?? .unknown
            charsets = saved?.charsets ?? charsets
            // Not all terminals save it.
            isInLink = isInLink || saved?.isInLink == true
            if let saved, isOriginRelative != nil { isOriginRelative = saved.isOriginRelative == true }
        }
    }

    /// The alternate screen, while it is shown.
    struct AlternateScreen: Sendable {
        /// The mode that has shown it.
        fileprivate var mode: Int
        /// What mode 1049 has saved with the main screen's cursor; nil: nothing.
        fileprivate let main: Writing?

        /// Mode 1049 brings back what it has not saved.
        fileprivate var bringsBackUnknown: Bool { mode == 1049 && main == nil }
        fileprivate var hiding: String { "\u{1B}[?\(main == nil ? mode : 1049)l" }
    }

    /// One bit for each of the followed modes.
    private var areSet: UInt32 = 0
    /// DECKPAM.
    var isKeypadApplication = false
    var keyboard = PrintedKeyboard()
    /// DECAWM. Nil: not known.
    var autowrap: Bool? = true
    /// DECTCEM.
    var isCursorVisible = true
    /// IRM.
    private(set) var isInsertMode = false
    /// LNM.
    private(set) var isNewLineMode = false
    /// Whether the scroll region (DECSTBM) is the whole screen.
    var isRegionFull = true
    var hasUsualTabs = true
    /// Whether a mode may be on that moves the cursor in a way that is not tracked.
    var areUntracked: Bool { isLost || hasMargins }
    var hasMargins: Bool { areSet & Self.margins != 0 }
    /// Whether such a mode may be on until a reset.
    var isLost = false
    var writing = Writing()
    /// Nil on the main screen.
    private(set) var alternateScreen: AlternateScreen?

    /// Whether rows are counted from the screen's first.
    var countsFromTop: Bool { writing.isOriginRelative == nil }

    /// Sets or resets a mode of ECMA-48 (SM, RM).
    mutating func set(_ mode: Int, _ isSet: Bool) {
        switch mode {
        case 4: isInsertMode = isSet
        case 20: isNewLineMode = isSet
        default: break
        }
    }

    /// Sets or resets a private mode (DECSET, DECRST).
    mutating func setPrivate(_ mode: Int, _ isSet: Bool) {
        switch mode {
        case 6: writing.isOriginRelative = isSet
        case 7: autowrap = isSet
        case 25: isCursorVisible = isSet
        case 47, 1047, 1049: showAlternateScreen(isSet, by: mode)
        default:
            guard let index = Self.followed.firstIndex(of: mode) else { return }
            areSet = isSet ? areSet | 1 << index : areSet & ~(1 << index)
        }
    }

    private mutating func showAlternateScreen(_ isShown: Bool, by mode: Int) {
        if isShown, alternateScreen != nil {
            alternateScreen?.mode = mode
        } else {
            keyboard.forgetAlternateScreen()
            alternateScreen = isShown ? AlternateScreen(mode: mode, main: mode == 1049 ? writing : nil) : nil
        }
    }

    /// The sequences that reset the modes. They reverse those that the job has used, so they come from ECMA-48, DEC and xterm as those do, and
    /// not from terminfo.
    ///
    /// - Parameters:
    ///   - rows: How many rows the screen has.
    ///   - andStyle: Whether colors and other attributes are reset as well.
    fileprivate func reset(rows: Int, andStyle: Bool) -> String {
        var reset = resetOfScreen(rows: rows)
        for (index, mode) in Self.followed.enumerated() where areSet >> index & 1 == 1 { reset += "\u{1B}[?\(mode)l" }
        reset += keyboard.reset
        if isKeypadApplication { reset += "\u{1B}>" }
        if writing.isInLink { reset += "\u{1B}]8;;\u{1B}\\" }
        if isInsertMode { reset += "\u{1B}[4l" }
        if isNewLineMode { reset += "\u{1B}[20l" }
        if autowrap != true { reset += "\u{1B}[?7h" }
        reset += resetOfWriting(andStyle: andStyle)
        return isCursorVisible ? reset : reset + "\u{1B}[?25h"
    }

    /// Resets what moves the cursor to the top of the screen, and leaves the alternate screen.
    ///
    /// If the cursor has moved, the output goes on at the bottom, in a new row, unless the main screen comes back with its cursor.
    private func resetOfScreen(rows: Int) -> String {
        var reset = isRegionFull ? "" : "\u{1B}[r"
        if writing.isOriginRelative == true { reset += "\u{1B}[?6l" }
        var hasMoved = !reset.isEmpty
        if let alternateScreen {
            reset += keyboard.resetOfAlternateScreen + alternateScreen.hiding
            hasMoved = alternateScreen.main == nil
            if alternateScreen.main?.isOriginRelative == true {
                reset += "\u{1B}[?6l"
                hasMoved = true
            }
        }
        return hasMoved ? reset + "\u{1B}[\(max(1, rows));1H\n" : reset
    }

    private func resetOfWriting(andStyle: Bool) -> String {
        // Not all terminals bring back more than the cursor.
        let written = [writing, alternateScreen?.main].compactMap { $0 }
        let isUnknown = alternateScreen?.bringsBackUnknown == true
        var reset = ""
        if isUnknown || written.contains(where: { $0.charsets != PrintedCharsets() }) {
            reset += "()*+".map { "\u{1B}\($0)B" }.joined() + "\u{0F}"
        }
        if andStyle, isUnknown || !written.allSatisfy(\.style.isPlain) { reset += "\u{1B}[m" }
        return reset
    }
}

extension OutputTracker {
    /// The bytes that give a terminal its usual modes after a job that has left others: empty if all are known to be usual.
    ///
    /// - Parameter andStyle: Whether colors and other attributes are reset as well.
    package func resetOfModes(andStyle: Bool) -> [UInt8] {
        cancellation + modes.reset(rows: rows, andStyle: andStyle).utf8
    }
}
