// Modes (ECMA-48's SM and RM, DEC's private ones).
extension OutputTracker {
    mutating func setModes(_ modes: EscapeSequenceParser.Parameters, _ isSet: Bool) {
        modes.forEach { mode in
            switch mode {
            case 4: isInsertMode = isSet
            case 20: isNewLineMode = isSet
            default: break
            }
        }
    }

    /// Carries out a control sequence with `?` before its parameters.
    mutating func performPrivate(_ final: UInt8, _ parameters: EscapeSequenceParser.Parameters) {
        switch Unicode.Scalar(final) {
        case "h", "l": parameters.forEach { setPrivateMode($0, final == UInt8(ascii: "h")) }
        case "J", "K": if position == columns { loseColumn() } else { changeRow() }
        case "s": break
        // Restores saved modes, which are not known.
        case "r": loseCursor()
        case "W": hasUsualTabs = false
        default: break
        }
    }

    @inline(never)
    private mutating func setPrivateMode(_ mode: Int, _ isSet: Bool) {
        modes.set(mode, isSet)
        switch mode {
        case 6:
            lose()
            countsFromTop = false
        case 7:
            autowrap = isSet
            if position == columns { position = nil }
        case 25: showCursor(isSet)
        // Columns for the terminal to say, margins, a backspace that wraps.
        case 3, 40, 45, 69, 95: if mode == 3 || isSet { loseCursor() }
        case 47, 1047:
            // Where the cursor is on the other screen is not known, and a job that changes screens addresses their rows.
            showAlternateScreen(isSet)
            anchor()
        case 1048: if isSet { save() } else { restore() }
        case 1049: if isSet { enterAlternateScreen() } else { leaveAlternateScreen() }
        default: break
        }
    }

    mutating func showCursor(_ isShown: Bool) {
        isCursorVisible = isShown
        if isShown { cursorShows += 1 }
    }
}
