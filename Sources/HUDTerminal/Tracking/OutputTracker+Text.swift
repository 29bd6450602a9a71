// Characters: those that are drawn, and those that control.
extension OutputTracker {
    /// Draws characters that take a column each.
    mutating func print(columns count: Int) {
        isFresh = false
        if columnsRight != 0 { columnsRight = nil }
        guard let start = position else { return loseColumn() }
        let end = start + count
        if end < columns || end == columns && autowrap == true {
            position = end
        } else if autowrap == true {
            let wraps = (end - 1) / columns
            wrap(wraps)
            position = end - wraps * columns
        } else {
            return loseColumn()
        }
        extent = isInsertMode ? columns : max(extent, position ?? columns)
    }

    /// Draws a character that the terminal does not divide.
    mutating func printWide() {
        isFresh = false
        if columnsRight != 0 { columnsRight = nil }
        guard let start = position, columns >= 2, autowrap == true || start + 2 < columns else { return loseColumn() }
        if start + 2 > columns {
            wrap(1)
            // The row above ends before its last column, which a window of another width would not do.
            columnsAbove = nil
        }
        let begin = start + 2 > columns ? 0 : start
        position = begin + 2
        extent = isInsertMode ? columns : max(extent, begin + 2)
    }

    private mutating func wrap(_ count: Int) {
        let above = columnsAbove.map { $0 + count * columns }
        noteScrolling(count)
        goDown(count)
        columnsAbove = isRegionFull ? above : nil
    }

    /// Draws a character beyond ASCII.
    mutating func print(_ scalar: UInt32) {
        guard let character = Unicode.Scalar(scalar), !Self.joins(scalar), let width = TextWidth.of(character) else {
            return loseColumn()
        }
        switch width {
        case 0: isFresh = false
        case 1: print(columns: 1)
        default: printWide()
        }
    }

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

    // MARK: C0

    /// Carries out a control, within a sequence too.
    mutating func perform(_ control: UInt8) {
        // DEL, and CAN where there is nothing to cancel.
        if control == 0x7F || control == 0x18 { return }
        columnsRight = nil
        switch control {
        case 0x0A:
            lineFeed()
            if position != 0, beginsLines { position = 0 }
        case 0x0D: position = 0
        case 0x08:
            isFresh = false
            // tmux goes back to the end of the row above, if the line has wrapped there.
            if position ?? 0 == 0, columnsAbove != 0 {
                goUp(1)
                position = nil
            }
            position = position.flatMap { $0 == columns ? nil : max(0, $0 - 1) }
        case 0x09:
            isFresh = false
            guard hasUsualTabs, let start = position, start < columns else { return loseColumn() }
            position = min((start / 8 + 1) * 8, columns - 1)
        // VT and FF: a line feed to most.
        case 0x0B, 0x0C: loseColumn()
        case 0x0E: charsets.shift(to: 1)
        case 0x0F: charsets.shift(to: 0)
        // SUB: some terminals draw a sign for it.
        case 0x1A: lose()
        default: break
        }
    }

    /// Whether a line feed goes to the start of the next row.
    var beginsLines: Bool { isNewLineMode || newlineReturns }
}
