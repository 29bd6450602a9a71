// Modes (ECMA-48's SM and RM, DEC's private ones).
extension OutputTracker {
    /// Carries out a control sequence with `?` before its parameters.
    mutating func performPrivate(_ final: UInt8, _ parameters: EscapeSequenceParser.Parameters) {
        switch Unicode.Scalar(final) {
        case "h", "l": parameters.forEach { setPrivateMode($0, final == UInt8(ascii: "h")) }
        case "J":
            // What is not protected is erased in the rows below too, by terminals that have this.
            counts.rowChanges += 1
            noteErasing()
            if style.mayHaveBackground { around.loseContents(columns: columns) }
            fallthrough
        case "K": if cursor.isWrapPending { loseColumn() } else { changeRow() }
        case "s": break
        // Restores saved modes, which are not known: they may be on.
        case "r":
            if parameters.contains(where: PrintedModes.moving.contains) { loseCursor() }
            parameters.forEach { if !PrintedModes.moving.contains($0) { modes.setPrivate($0, true) } }
        case "W": modes.hasUsualTabs = false
        case "n": if parameters.number() == 6 { noteAddressing() }
        default: break
        }
    }

    @inline(never)
    private mutating func setPrivateMode(_ mode: Int, _ isSet: Bool) {
        switch mode {
        case 6: lose()
        case 7: cursor.loseWrap()
        case 25: if isSet { counts.cursorShows += 1 }
        // Margins, and columns for the terminal to say: 80 again, if it has changed them.
        case 69: if isSet || modes.hasMargins { lose() }
        case 3 where !isSet: lose()
        // 132 columns, and whether there can be as many; a backspace that wraps.
        case 3, 40, 45, 95: if isSet { loseCursor() }
        case 47, 1047: changeScreen(isSet)
        case 1048: saveOrRestore(isSet)
        case 1049: changeScreenAndCursor(isSet)
        default: break
        }
        modes.setPrivate(mode, isSet)
    }
}
