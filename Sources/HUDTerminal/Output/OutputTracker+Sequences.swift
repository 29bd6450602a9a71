// What escape and control sequences do to the cursor (ECMA-48, DEC's manuals, xterm's control sequences).
extension OutputTracker {
    // MARK: ESC

    mutating func performEscape(_ final: UInt32) {
        if let intermediate = intermediates.first {
            // UTF-8 as the coding; 7 or 8 bits for controls.
            if intermediates.count == 1, intermediate == 0x25 && final == 0x47 || intermediate == 0x20 { return }
            if intermediates.count == 1, charsets.designate(intermediate, final) { return }
            // Lines twice as wide or high, another coding.
            leaps += 1
            lose()
            cursorIsUnknown = true
            return
        }
        if ![0x44, 0x45, 0x48, 0x3D, 0x3E, 0x5C, 0x4E, 0x4F, 0x5A, 0x6E, 0x6F].contains(final) { leaps += 1 }
        switch Unicode.Scalar(final) {
        case "7": save()
        case "8": restore()
        case "D": lineFeed()
        case "E":
            lineFeed()
            position = 0
        case "M":
            comeBack(1)
            // The rows below may have moved, and the last one off the screen.
            lowestExtent = columns
            if position == columns { position = nil }
        case "c": reset()
        case "H":
            hasUsualTabs = false
        // Keypad modes, ST, single shifts and questions.
        case "=", ">", "\\", "N", "O", "Z": break
        case "n": charsets.shift(to: 2)
        case "o": charsets.shift(to: 3)
        default: lose()
        }
    }

    private mutating func reset() {
        let fresh = OutputTracker(window: window, isUTF8: isUTF8)
        position = fresh.position
        rowsBelow = 0
        room = max(0, rows - 1)
        forgetAnchors()
        extent = 0
        touchRows()
        isFresh = true
        columnsAbove = 0
        autowrap = true
        showCursor(true)
        isInsertMode = false
        isNewLineMode = false
        isRegionFull = true
        countsFromTop = true
        hasUsualTabs = true
        cursorIsUnknown = false
        hasColoredRows = false
        charsets = fresh.charsets
        style = fresh.style
        saved = nil
        main = nil
        isAlternateScreen = false
    }

    private var place: Place {
        Place(
            position: position, rowsBelow: rowsBelow, extent: extent, room: room, anchoring: anchoring, rowChanges: rowChanges,
            charsets: charsets, style: style)
    }

    private mutating func save() {
        saved = place
        anchor()
    }

    /// The column is the saved one. Where the row lies now, seen from the lowest, is not known if it has been left meanwhile.
    private mutating func restore() {
        let place = saved
        let position = place?.position.flatMap { $0 < columns ? $0 : nil }
        if position == nil || place?.rowChanges != rowChanges { lose() }
        self.position = position
        isFresh = false
        room = max(room, place?.room ?? 0)
        restoreWriting(place)
        anchor()
    }

    /// Style and character sets come back with the cursor.
    private mutating func restoreWriting(_ place: Place?) {
        style = place?.style ?? .unknown
        charsets = place?.charsets ?? charsets
    }

    // MARK: CSI

    /// The numbers among the parameters, the subparameters left out.
    private var numbers: [Int] {
        guard !parameters.isEmpty else { return [] }
        return parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { parameter in
            var number = 0
            for byte in parameter.prefix(while: { $0 != UInt8(ascii: ":") }) {
                // Some terminals take such a number for 0.
                guard (0x30...0x39).contains(byte) else { return 0 }
                number = min(65_535, number * 10 + Int(byte - 0x30))
            }
            return number
        }
    }

    /// Carries out the sequence that `final` ends.
    mutating func perform(_ final: UInt8) {
        if final == UInt8(ascii: "m"), intermediates.isEmpty, parameters.first.map({ $0 < 0x3C }) ?? true {
            return style.apply(parameters)
        }
        var marker: UInt8?
        if let first = parameters.first, first >= 0x3C {
            marker = first
            parameters.removeFirst()
        }
        if parameters.contains(where: { $0 >= 0x3C }) { isDoubtful = true }
        let numbers = numbers
        if leaps(final, marker, numbers) { leaps += 1 }
        if !intermediates.isEmpty { return performRare(final) }
        switch marker {
        case nil: perform(final, numbers)
        case UInt8(ascii: "?"): performPrivate(final, numbers)
        // Keyboards and questions.
        default: break
        }
    }

    /// Whether a sequence does more than move within the row, erase or draw there.
    private func leaps(_ final: UInt8, _ marker: UInt8?, _ numbers: [Int]) -> Bool {
        if !intermediates.isEmpty { return final == UInt8(ascii: "p") || "xzrvwt{".utf8.contains(final) }
        guard marker == nil else {
            let modes = marker == UInt8(ascii: "?") && "hlrs".utf8.contains(final)
            return final == UInt8(ascii: "J")
                || modes && numbers.contains { [3, 6, 40, 45, 47, 69, 95, 1047, 1048, 1049].contains($0) }
        }
        return "ABEFHJLMSTdefrsu^".utf8.contains(final)
    }

    private mutating func performRare(_ final: UInt8) {
        switch String(decoding: intermediates + [final], as: UTF8.self) {
        // The cursor's shape, questions, bells.
        case " q", "$p", " t", " u": break
        case "!p":
            // DECSTR. Terminals disagree on what it does to the region and to wrapping.
            lose()
            autowrap = nil
            showCursor(true)
            saved = nil
            style = .unknown
        default: lose()
        }
    }

    private mutating func perform(_ final: UInt8, _ numbers: [Int]) {
        let number = numbers.first ?? 0
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
            position = min(max(1, numbers.dropFirst().first ?? 1), columns) - 1
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
        case "h", "l": setModes(numbers, final == UInt8(ascii: "h"))
        case "r": setRegion(numbers)
        case "s":
            // With parameters it sets margins, to terminals that have them.
            if !parameters.isEmpty { lose() }
            save()
        case "u":
            restore()
            if !parameters.isEmpty { lose() }
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
    }

    private mutating func eraseInDisplay(_ number: Int) {
        noteErasing()
        switch number {
        case 0:
            eraseRowsBelow()
            if position == 0, room == rows - 1 { forgetAnchors() }
            eraseInLine(0)
            rowChanges += 1
        case 1: changeRow()
        case 2:
            touchRows()
            forgetAnchors()
            eraseRowsBelow()
            extent = extentOfErased
            if position == columns { position = nil }
        case 3: rowChanges += 1
        default: lose()
        }
    }

    /// Rows that are erased in a color may not be drawn over: they take part in what the job shows.
    private mutating func eraseRowsBelow() {
        rowsBelow = style.mayHaveBackground ? max(0, rows - 1) : 0
        if style.mayHaveBackground { lowestExtent = columns }
    }

    private mutating func eraseInLine(_ number: Int) {
        noteErasing()
        guard number == 0 else { return changeRow() }
        if position == columns { position = nil }
        isFresh = false
        extent = max(min(extent, position ?? columns), extentOfErased)
    }

    /// Something in the row is changed that leaves gaps, or is not known to leave none.
    private mutating func changeRow() {
        noteErasing()
        extent = max(extent, extentOfErased)
        isFresh = false
        columnsAbove = nil
        if position == columns { position = nil }
    }

    private mutating func setRegion(_ numbers: [Int]) {
        let top = max(1, numbers.first ?? 0)
        let bottom = numbers.dropFirst().first ?? 0
        lose()
        anchor()
        if bottom == 0 || bottom >= rows, top == 1, rows > 1 {
            isRegionFull = true
        } else {
            isRegionFull = false
        }
    }

    // MARK: Modes

    private mutating func setModes(_ numbers: [Int], _ isSet: Bool) {
        for number in numbers {
            switch number {
            case 4: isInsertMode = isSet
            case 20: isNewLineMode = isSet
            default: break
            }
        }
    }

    private mutating func performPrivate(_ final: UInt8, _ numbers: [Int]) {
        switch Unicode.Scalar(final) {
        case "h", "l": for number in numbers { setPrivateMode(number, final == UInt8(ascii: "h")) }
        case "J", "K": if position == columns { loseColumn() } else { changeRow() }
        case "s": break
        // Restores saved modes, which are not known.
        case "r":
            lose()
            cursorIsUnknown = true
        case "W": hasUsualTabs = false
        default: break
        }
    }

    private mutating func setPrivateMode(_ mode: Int, _ isSet: Bool) {
        switch mode {
        case 6:
            lose()
            countsFromTop = false
        case 7:
            autowrap = isSet
            if position == columns { position = nil }
        case 25: showCursor(isSet)
        // Columns for the terminal to say, margins, a backspace that wraps.
        case 3, 40, 45, 69, 95: if mode == 3 || isSet { beyond() }
        case 47, 1047: showAlternateScreen(isSet)
        case 1048: if isSet { save() } else { restore() }
        case 1049: if isSet { enterAlternateScreen() } else { leaveAlternateScreen() }
        default: break
        }
    }

    private mutating func showCursor(_ isShown: Bool) {
        isCursorVisible = isShown
        if isShown { cursorShows += 1 }
    }

    private mutating func beyond() {
        lose()
        cursorIsUnknown = true
    }

    private mutating func showAlternateScreen(_ isShown: Bool) {
        lose()
        saved = nil
        main = nil
        isAlternateScreen = isShown
    }

    private mutating func enterAlternateScreen() {
        let place = place
        let isFirst = !isAlternateScreen
        let before = main
        showAlternateScreen(true)
        main = isFirst ? place : before
    }

    private mutating func leaveAlternateScreen() {
        let place = main
        showAlternateScreen(false)
        restoreWriting(place)
        guard let place else { return }
        position = place.position.flatMap { $0 < columns ? $0 : nil }
        rowsBelow = place.rowsBelow
        room = place.room
        anchoring = place.anchoring
        extent = place.extent
        lowestExtent = columns
    }
}
