// Characters: those that are drawn, and those that control.
extension OutputTracker {
    /// Draws characters that take `count` columns.
    ///
    /// - Parameter isWide: Whether it is one character, which the terminal does not divide.
    mutating func print(columns count: Int, isWide: Bool = false) {
        row.write()
        guard let start = cursor.position, modes.autowrap == true && cursor.slack == 0 || start + count < columns,
            !isWide || columns >= count
        else { return loseColumn() }
        var end = start + count
        if end > columns {
            let wraps = (end - 1) / columns
            let above = row.columnsAbove.map { $0 + wraps * columns }
            for _ in 0..<wraps {
                row.extent = columns
                scrollDown(1)
            }
            around.noteWrap()
            // The row above a wide character ends before its last column, which a window of another width would not do.
            row.columnsAbove = modes.isRegionFull && !isWide ? above : nil
            end = isWide ? count : end - wraps * columns
        }
        cursor.position = end
        row.extent = modes.isInsertMode ? columns : max(row.extent, end)
        row.filled = max(row.filled, end - cursor.slack)
    }

    /// Draws a character beyond ASCII.
    mutating func print(_ scalar: UInt32) {
        guard let character = Unicode.Scalar(scalar) else { return loseColumn() }
        let joined = Self.joins(scalar) ? Self.mostJoined : Self.mayTakeNone(character) ? 1 : nil
        guard let width = joined ?? TextWidth.of(character) else { return loseColumn() }
        // What follows a joiner may take no column of its own.
        if joined != nil || cursor.slack > 0 { cursor.slack += width }
        if family == .linux, width == 0 || width > 1 && !Self.isWideOnConsole(scalar) {
            // Marks are drawn behind their letters.
            let most = width > 0 || Self.isWideOnConsole(scalar) ? 2 : 1
            cursor.slack += most - (width > 0 ? 1 : 0)
            return print(columns: most, isWide: most > 1)
        }
        guard width == 0 else { return print(columns: width, isWide: width > 1) }
        row.isFresh = false
        // The next letter may be drawn in the place of the one before.
        guard character.properties.canonicalCombiningClass == .virama else { return }
        if cursor.isWrapPending { loseColumn() } else { cursor.slack += 1 }
    }

    /// Whether Linux's console takes two columns for a character in all versions.
    private static func isWideOnConsole(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3040...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    /// How many columns a character that joins others takes at most, or makes them wider.
    private static let mostJoined = 2

    /// What terminals that know grapheme clusters draw in other columns than those that don't: joiners, selectors, Hangul's vowels, flags,
    /// shades of skin, tags.
    private static func joins(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x200C...0x200D, 0x1160...0x11FF, 0xD7B0...0xD7FB, 0xFE00...0xFE0F, 0x1F1E6...0x1F1FF, 0x1F3FB...0x1F3FF,
            0xE0000...0xE0FFF:
            true
        default: false
        }
    }

    /// Whether a character takes one column in some terminals, and none in others: marks beside a letter, signs that begin a number, a hyphen that may be
    /// there.
    private static func mayTakeNone(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x0E33, 0x0EB3, 0x110BD, 0x110CD: true
        case 0x0900...: scalar.properties.generalCategory == .spacingMark
        default: false
        }
    }

    // MARK: C0

    /// Carries out a control, within a sequence too.
    mutating func perform(_ control: UInt8) {
        // DEL, and CAN where there is nothing to cancel.
        if control == 0x7F || control == 0x18 { return }
        row.columnsRight = nil
        switch control {
        case 0x0A:
            lineFeed()
            if newlineReturns {
                cursor.go(toColumn: 1)
            } else if modes.isNewLineMode, cursor.exact != 0 {
                // tmux and VTE do not have this mode.
                cursor.position = nil
            }
        case 0x0D: cursor.go(toColumn: 1)
        case 0x08:
            row.isFresh = false
            // tmux goes back to the end of the row above, if the line has wrapped there.
            if cursor.exact ?? 0 == 0, row.columnsAbove != 0 {
                row.emptyAbove = 0
                goUp(1)
                cursor.position = nil
            }
            cursor.goLeft(1)
        case 0x09:
            row.isFresh = false
            guard modes.hasUsualTabs, let start = cursor.exact, start < columns else { return loseColumn() }
            cursor.position = min((start / 8 + 1) * 8, columns - 1)
        // VT and FF: a line feed to most.
        case 0x0B, 0x0C: loseColumn()
        case 0x0E: modes.writing.charsets.shift(to: 1)
        case 0x0F: modes.writing.charsets.shift(to: 0)
        // SUB: some terminals draw a sign for it.
        case 0x1A: lose()
        default: break
        }
    }
}
