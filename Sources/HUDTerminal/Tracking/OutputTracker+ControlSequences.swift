// What control sequences do to the cursor (ECMA-48, DEC's manuals, xterm's control sequences).
extension OutputTracker {
    mutating func perform(_ sequence: EscapeSequenceParser.ControlSequence) {
        if sequence.isStyle { return style.apply(sequence.parameters) }
        if leaps(sequence) { leaps += 1 }
        guard sequence.intermediates.isEmpty else { return performRare(sequence) }
        switch sequence.marker {
        case nil: perform(sequence.final, sequence.parameters)
        case UInt8(ascii: "?"): performPrivate(sequence.final, sequence.parameters)
        // Keyboards and questions.
        default: break
        }
    }

    /// Whether a sequence does more than move within the row, erase or draw there.
    private func leaps(_ sequence: EscapeSequenceParser.ControlSequence) -> Bool {
        let final = sequence.final
        if !sequence.intermediates.isEmpty { return final == UInt8(ascii: "p") || "xzrvwt{".utf8.contains(final) }
        guard sequence.marker == nil else {
            let modes = sequence.marker == UInt8(ascii: "?") && "hlrs".utf8.contains(final)
            return final == UInt8(ascii: "J")
                || modes && sequence.parameters.contains { [3, 6, 40, 45, 47, 69, 95, 1047, 1048, 1049].contains($0) }
        }
        return "ABEFHJLMSTdefrsu^".utf8.contains(final)
    }

    private mutating func performRare(_ sequence: EscapeSequenceParser.ControlSequence) {
        switch (sequence.intermediates.only.map { Unicode.Scalar($0) }, Unicode.Scalar(sequence.final)) {
        // The cursor's shape, questions, bells.
        case (" ", "q"), ("$", "p"), (" ", "t"), (" ", "u"): break
        case ("!", "p"):
            // DECSTR. Terminals disagree on what it does to the region and to wrapping.
            lose()
            autowrap = nil
            showCursor(true)
            saved = nil
            style = .unknown
        default: lose()
        }
    }

    private mutating func perform(_ final: UInt8, _ parameters: EscapeSequenceParser.Parameters) {
        let number = parameters.number()
        let count = max(1, number)
        switch Unicode.Scalar(final) {
        case "A": moveVertically { $0.comeBack(count) }
        case "B", "e": moveVertically { $0.descend(count) }
        case "C":
            isFresh = false
            position = position.map { min($0 + count, columns - 1) }
        case "D":
            isFresh = false
            position = position.flatMap { $0 == columns ? nil : max(0, $0 - count) }
        case "E", "F":
            final == UInt8(ascii: "E") ? descend(count) : comeBack(count)
            position = 0
        case "G", "`":
            isFresh = false
            position = min(count, columns) - 1
        case "H", "f":
            go(toRow: count)
            position = min(max(1, parameters.number(1)), columns) - 1
        case "d": moveVertically { $0.go(toRow: count) }
        case "J": eraseInDisplay(number)
        case "K": eraseInLine(number)
        case "@", "P", "X":
            changeRow()
            if final == UInt8(ascii: "@") { extent = columns }
        case "L":
            goUp(count)
            lowestExtent = columns
            position = nil
        case "S":
            touchRows()
            extent = columns
            lowestExtent = columns
            noteErasing()
            if position == columns { position = nil }
        case "M":
            loseColumn()
            lowestExtent = columns
        case "a", "I", "Z", "b": loseColumn()
        case "g": hasUsualTabs = false
        case "h", "l": setModes(parameters, final == UInt8(ascii: "h"))
        case "r": setRegion(parameters)
        case "s":
            // With parameters it sets margins, to terminals that have them.
            if parameters.count > 0 { lose() }
            save()
        case "u":
            restore()
            if parameters.count > 0 { lose() }
        // Questions, lamps, printing, the window's own business.
        case "c", "n", "q", "i", "t", "p", "x": break
        default: lose()
        }
    }

    private mutating func moveVertically(_ move: (inout OutputTracker) -> Void) {
        let isPending = position == columns
        move(&self)
        if isPending { position = nil }
    }

    /// Down, but not below the screen's last row. The lowest row of the job's is that one, or above it.
    private mutating func descend(_ count: Int) {
        let before = extent
        let (isLowest, reachesLowest) = (rowsBelow == 0, count >= rowsBelow)
        goDown(count)
        extent = !isRegionFull ? columns : isLowest ? before : reachesLowest ? lowestExtent : columns
    }

    /// CUP's and VPA's row, counted from 1: below it lie no more than the window has.
    private mutating func go(toRow row: Int) {
        touchRows()
        anchor()
        room = countsFromTop ? max(0, rows - row) : 0
        extent = columns
        lowestExtent = columns
        rowsBelow = countsFromTop ? max(0, rows - row) : max(0, rows - 1)
        rowsAbove = countsFromTop ? max(0, min(row, rows) - 1) : 0
        if countsFromTop { lift = 0 }
    }

    private mutating func setRegion(_ parameters: EscapeSequenceParser.Parameters) {
        let top = max(1, parameters.number())
        let bottom = parameters.number(1)
        lose()
        anchor()
        isRegionFull = (bottom == 0 || bottom >= rows) && top == 1 && rows > 1
    }
}
