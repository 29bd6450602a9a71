// What control sequences do to the cursor (ECMA-48, DEC's manuals, xterm's control sequences).
extension OutputTracker {
    mutating func perform(_ sequence: EscapeSequenceParser.ControlSequence) {
        if sequence.isStyle { return modes.writing.style.apply(sequence.parameters) }
        if jumps(sequence) { counts.jumps += 1 }
        guard sequence.intermediates.isEmpty else { return performRare(sequence) }
        switch sequence.marker {
        case nil: perform(sequence.final, sequence.parameters)
        case UInt8(ascii: "?"): performPrivate(sequence.final, sequence.parameters)
        case let marker?:
            modes.keyboard.perform(marker, sequence.final, sequence.parameters, onAlternateScreen: isAlternateScreen)
        }
    }

    /// Whether a sequence does more than move within the row or upwards, erase or draw there.
    private func jumps(_ sequence: EscapeSequenceParser.ControlSequence) -> Bool {
        let final = sequence.final
        if !sequence.intermediates.isEmpty { return final == UInt8(ascii: "p") || "xzrvwt{".utf8.contains(final) }
        guard sequence.marker == nil else {
            let modes = sequence.marker == UInt8(ascii: "?") && "hlrs".utf8.contains(final)
            return final == UInt8(ascii: "J")
                || modes && sequence.parameters.contains { $0 != 7 && $0 != 25 && PrintedModes.moving.contains($0) }
        }
        return "BEHJLMSTdefrsu^".utf8.contains(final)
    }

    private mutating func performRare(_ sequence: EscapeSequenceParser.ControlSequence) {
        switch (sequence.intermediates.only.map { Unicode.Scalar($0) }, Unicode.Scalar(sequence.final)) {
        case (" ", "q"): modes.keyboard.hasCursorShape = sequence.parameters.number() > 0
        // Questions, bells.
        case ("$", "p"), (" ", "t"), (" ", "u"): break
        // XTPOPSGR brings back a style that was not followed.
        case ("#", "}"), ("#", "q"):
            lose()
            modes.writing.style = .unknown
        case ("!", "p"):
            // DECSTR. Terminals disagree on what it does to the region and to wrapping.
            lose()
            modes.autowrap = nil
            modes.isCursorVisible = true
            counts.cursorShows += 1
            saved.cursor = nil
            modes.writing.style = .unknown
        default: lose()
        }
    }

    private mutating func perform(_ final: UInt8, _ parameters: EscapeSequenceParser.Parameters) {
        let number = parameters.number()
        let count = max(1, number)
        switch Unicode.Scalar(final) {
        case "A":
            comeBack(count)
            cursor.loseWrap()
        case "B", "e":
            descend(count)
            cursor.loseWrap()
        case "C":
            row.isFresh = false
            cursor.goRight(count)
        case "D":
            row.isFresh = false
            cursor.goLeft(count)
        case "E", "F":
            final == UInt8(ascii: "E") ? descend(count) : comeBack(count)
            cursor.go(toColumn: 1)
        case "G", "`":
            row.isFresh = false
            cursor.go(toColumn: count)
        case "H", "f":
            go(toRow: count)
            cursor.go(toColumn: parameters.number(1))
        case "d":
            go(toRow: count)
            cursor.loseWrap()
        case "J": eraseInDisplay(number)
        case "K": eraseInLine(number)
        case "@", "P", "X":
            changeRow()
            if final == UInt8(ascii: "@") { row.extent = columns }
        case "L":
            row.emptyAbove = 0
            goUp(count)
            around.loseLowest(columns: columns)
            cursor.position = nil
        case "S":
            touchRow()
            (row.extent, row.emptyAbove) = (columns, 0)
            around.loseLowest(columns: columns)
            noteErasing()
            cursor.loseWrap()
        case "M":
            loseColumn()
            around.loseLowest(columns: columns)
        case "a", "I", "Z", "b": loseColumn()
        case "g": modes.hasUsualTabs = false
        case "h", "l": parameters.forEach { modes.set($0, final == UInt8(ascii: "h")) }
        case "r": setRegion(parameters)
        case "s":
            // With parameters it sets margins, to terminals that have them.
            if parameters.count > 0 { lose() }
            save()
        case "u":
            restore()
            if parameters.count > 0 { lose() }
        // CPR: the terminal tells the row's number, so that the job can come back to it.
        case "n": if number == 6 { noteAddressing() }
        // Questions, lamps, printing, the window's own business.
        case "c", "q", "i", "t", "p", "x": break
        default: lose()
        }
    }

    private mutating func setRegion(_ parameters: EscapeSequenceParser.Parameters) {
        let top = max(1, parameters.number())
        let bottom = parameters.number(1)
        lose()
        noteAddressing()
        modes.isRegionFull = (bottom == 0 || bottom >= rows) && top == 1 && rows > 1
    }
}
