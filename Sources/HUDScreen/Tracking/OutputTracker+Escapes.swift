// What escape sequences and strings do to the cursor (ECMA-48, ECMA-35, DEC's manuals, xterm's control sequences).
extension OutputTracker {
    mutating func perform(_ sequence: EscapeSequenceParser.EscapeSequence) {
        guard sequence.intermediates.isEmpty else { return performRare(sequence) }
        if ![0x44, 0x45, 0x48, 0x3D, 0x3E, 0x5C, 0x4E, 0x4F, 0x5A, 0x6E, 0x6F].contains(sequence.final) { counts.jumps += 1 }
        switch Unicode.Scalar(sequence.final) {
        case "7": save()
        case "8": restore()
        case "D": lineFeed()
        case "E":
            lineFeed()
            cursor.go(toColumn: 1)
        case "M":
            comeBack(1)
            // The rows below may have moved, and the last one off the screen.
            around.loseLowest(columns: columns)
            cursor.loseWrap()
        case "c": reset()
        case "H": modes.hasUsualTabs = false
        case "=", ">": modes.isKeypadApplication = sequence.final == UInt8(ascii: "=")
        // ST, single shifts and questions.
        case "\\", "N", "O", "Z": break
        case "n": modes.writing.charsets.shift(to: 2)
        case "o": modes.writing.charsets.shift(to: 3)
        default: lose()
        }
    }

    private mutating func performRare(_ sequence: EscapeSequenceParser.EscapeSequence) {
        if let intermediate = sequence.intermediates.only {
            // UTF-8 as the coding; 7 or 8 bits for controls.
            if intermediate == 0x25 && sequence.final == 0x47 || intermediate == 0x20 { return }
            if modes.writing.charsets.designate(intermediate, sequence.final) { return }
        }
        // Lines twice as wide or high, another coding.
        counts.jumps += 1
        loseCursor()
    }

    mutating func perform(_ string: EscapeSequenceParser.ControlString) {
        switch string.ending {
        case .terminated:
            // DCS and APC may be pictures, which move the cursor. iTerm2's pictures are commands.
            switch string.introducer {
            case .command:
                // kitty's text of another size takes more columns and rows.
                if string.start.starts(with: "1337;") || string.start.starts(with: "66;") { lose() }
                if string.start.starts(with: "8;") { modes.writing.isInLink = !string.endsLink }
                // Where the terminal has shell integration, it may begin a line for a prompt.
                if column != 0, ["133;A", "133;L", "133;N"].contains(where: { string.start.starts(with: $0) }) { loseColumn() }
            case .device, .application: lose()
            case .message: break
            }
        case .canceled: lose()
        case .interrupted: break
        }
        switch string.alphabet {
        case .ascii: break
        case .unicode: if !isUTF8 { loseColumn() }
        case .invalid: loseColumn()
        case .eightBitControls: if isUTF8 { loseColumn() } else { lose() }
        }
    }

    /// RIS.
    private mutating func reset() {
        let fresh = OutputTracker(window: window, isUTF8: isUTF8, family: family)
        touchRow()
        counts.cursorShows += 1
        cursor.go(toColumn: 1)
        (row, around, modes, saved) = (fresh.row, fresh.around, fresh.modes, fresh.saved)
        around.below = around.most
        anchors = Anchors()
        // A job that clears the screen in this way usually addresses its rows afterwards.
        noteAddressing()
    }
}
