/// The modes that a job has set and that do not change where its output goes: keys, mouse, paste, and the like.
struct PrintedModes: Sendable, Equatable {
    /// Cursor keys, reverse screen, keypad, margins; mouse; focus; bracketed paste, synchronized updates.
    private static let followed = [1, 5, 66, 69, 9, 1000, 1001, 1002, 1003, 1005, 1006, 1015, 1016, 1004, 2004, 2026]

    /// One bit for each of the followed modes.
    private var areSet: UInt32 = 0
    /// DECKPAM.
    var isKeypadApplication = false
    /// DECOM, which can't be reset without moving the cursor.
    var isOriginRelative = false
    /// The mode that has shown the alternate screen; 0 on the main screen.
    var alternateScreen = 0

    mutating func set(_ mode: Int, _ isSet: Bool) {
        if mode == 6 { isOriginRelative = isSet }
        if [47, 1047, 1049].contains(mode) { alternateScreen = isSet ? mode : 0 }
        guard let index = Self.followed.firstIndex(of: mode) else { return }
        areSet = isSet ? areSet | 1 << index : areSet & ~(1 << index)
    }

    /// The sequences that reset the followed modes, and the keypad.
    fileprivate var reset: String {
        let modes = Self.followed.enumerated().filter { areSet >> $0.offset & 1 == 1 }
        return modes.map { "\u{1B}[?\($0.element)l" }.joined() + (isKeypadApplication ? "\u{1B}>" : "")
    }
}

extension OutputTracker {
    /// The bytes that give a terminal its usual modes after a job that has left others: empty if all are known to be usual.
    ///
    /// They reverse the sequences that the job has used, so they come from ECMA-48, DEC and xterm as those do, and not from terminfo. Setting or
    /// resetting the scroll region moves the cursor to the top of the screen. So the output goes on at the bottom, in a new row, unless the main
    /// screen comes back with its cursor.
    ///
    /// - Parameter andStyle: Whether colors and other attributes are reset as well.
    func resetOfModes(andStyle: Bool) -> [UInt8] {
        var bytes = isRegionFull ? "" : "\u{1B}[r"
        if modes.isOriginRelative { bytes += "\u{1B}[?6l" }
        let hasMoved = !bytes.isEmpty || modes.alternateScreen > 0
        if modes.alternateScreen > 0 { bytes += "\u{1B}[?\(modes.alternateScreen)l" }
        if hasMoved, modes.alternateScreen != 1049 { bytes += "\u{1B}[\(max(1, rows));1H\n" }
        bytes += modes.reset
        if isInsertMode { bytes += "\u{1B}[4l" }
        if isNewLineMode { bytes += "\u{1B}[20l" }
        if autowrap != true { bytes += "\u{1B}[?7h" }
        bytes += charsets.reset
        if andStyle, style != PrintedStyle() { bytes += "\u{1B}[m" }
        if !isCursorVisible { bytes += "\u{1B}[?25h" }
        guard !bytes.isEmpty || isInSequence else { return [] }
        // CAN ends a sequence that the job has broken off.
        return (isInSequence ? [0x18] : []) + Array(bytes.utf8)
    }
}

extension PrintedCharsets {
    /// The sequences that designate ASCII and shift it in.
    fileprivate var reset: String {
        self == PrintedCharsets() ? "" : "()*+".map { "\u{1B}\($0)B" }.joined() + "\u{0F}"
    }
}
