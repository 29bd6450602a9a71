// Control sequences: those that begin with CSI.
extension InMemoryTerminal {
    mutating func perform(_ sequence: ControlSequence) {
        let isKnown =
            moveCursor(sequence) || edit(sequence)
            || set(sequence)
        if !isKnown { unknown(sequence.source) }
    }

    private mutating func moveCursor(_ sequence: ControlSequence) -> Bool {
        let count = sequence.count()
        let up = max(page.verticalLimits.lowerBound, page.row - count)
        let down = min(page.verticalLimits.upperBound, page.row + count)
        switch sequence.function {
        case "A": page.move(row: up)
        case "B": page.move(row: down)
        case "C", "a": page.move(column: page.column + count)
        case "D": page.move(column: page.column - count)
        case "E": page.move(row: down, column: 0)
        case "F": page.move(row: up, column: 0)
        case "G", "`": page.move(column: count - 1)
        case "H", "f": move(toRow: count - 1, column: sequence.count(1) - 1)
        case "d": move(toRow: count - 1, column: page.column)
        case "e": move(toRow: page.row - origin + count, column: page.column)
        case "I": tab(count)
        case "Z": backTab(count)
        case "s": saveCursor()
        case "u": restoreCursor()
        default: return false
        }
        return true
    }

    /// The row that counts as the first (DECOM).
    private var origin: Int { isOriginMode ? page.region.lowerBound : 0 }

    /// CUP; relative to the scroll region if DECOM is set.
    mutating func move(toRow row: Int, column: Int) {
        page.move(row: isOriginMode ? min(row + origin, page.region.upperBound) : row, column: column)
    }

    private mutating func edit(_ sequence: ControlSequence) -> Bool {
        let count = sequence.count()
        let row = page.row
        let column = page.column
        switch sequence.function {
        case "J": return eraseInDisplay(sequence.number())
        case "K":
            switch sequence.number() {
            case 0: eraseToLineEnd()
            case 1: page.lines[row].erase(0..<column + 1, style)
            case 2: page.lines[row].erase(0..<columns, style)
            default: return false
            }
        case "X":
            page.lines[row].erase(column..<min(columns, column + count), style)
            page.isWrapPending = false
        case "@":
            page.lines[row].insert(count, at: column, style)
            page.isWrapPending = false
        case "P":
            page.lines[row].delete(count, at: column, style)
            page.isWrapPending = false
        // IL moves the cursor to the start of the line, as in ECMA-48, VT510 and xterm.
        case "L" where page.region.contains(row):
            page.scrollDown(count, from: row, style)
            page.move(column: 0)
        case "M" where page.region.contains(row):
            page.delete(count, at: row, style)
            page.move(column: 0)
        case "L", "M": break
        case "S": page.scrollUp(count, style)
        // With five parameters, it starts highlight mouse tracking.
        case "T" where sequence.parameters.count < 2, "^":
            page.scrollDown(count, from: page.region.lowerBound, style)
        case "b":
            if let lastPrinted {
                for _ in 0..<min(count, columns * rows) { write(lastPrinted) }
            }
        default: return false
        }
        return true
    }

    private mutating func eraseToLineEnd() {
        page.lines[page.row].erase(page.column..<columns, style)
        page.isWrapPending = false
    }

    private mutating func eraseInDisplay(_ selector: Int) -> Bool {
        switch selector {
        case 0:
            eraseToLineEnd()
            page.eraseRows(page.row + 1..<rows, style)
        case 1:
            page.eraseRows(0..<page.row, style)
            page.lines[page.row].erase(0..<page.column + 1, style)
        case 2:
            page.eraseRows(0..<rows, style)
            page.isWrapPending = false
        // The lines that scrolled off the main screen, also while the alternate one is shown.
        case 3 where isAlternateScreen: otherPage.scrollback = []
        case 3: page.scrollback = []
        default: return false
        }
        return true
    }

    private mutating func set(_ sequence: ControlSequence) -> Bool {
        switch sequence.function {
        case "m": return style.apply(sequence.parameters)
        case "r":
            let bottom = sequence.number(1) == 0 ? rows : min(rows, sequence.number(1))
            if sequence.count() < bottom {
                page.region = sequence.count() - 1...bottom - 1
                move(toRow: 0, column: 0)
            }
        case "g":
            switch sequence.number() {
            case 0: tabStops.remove(page.column)
            case 3: tabStops = []
            default: return false
            }
        case "?h": return setModes(sequence.numbers, true)
        case "?l": return setModes(sequence.numbers, false)
        case "h": return setANSIModes(sequence.numbers, true)
        case "l": return setANSIModes(sequence.numbers, false)
        case "!p": softReset()
        case "t": return operateWindow(sequence)
        // DECSCUSR sets the shape of the cursor.
        case " q": break
        default: return false
        }
        return true
    }

    /// xterm's window operations: titles are pushed and popped, questions have no answer, and the others no effect without a window.
    private mutating func operateWindow(_ sequence: ControlSequence) -> Bool {
        switch sequence.number() {
        case 11, 13...16, 18...21: return false
        case 22: titles.push()
        case 23: titles.pop()
        default: break
        }
        return true
    }
}
