// C0 controls, and sequences of ESC and a final byte.
extension InMemoryTerminal {
    mutating func control(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\u{00}": break
        case "\u{07}": bellCount += 1
        case "\u{08}": page.move(column: page.column - 1)
        case "\t": tab(1)
        case "\n", "\u{0B}", "\u{0C}":
            page.index(style)
            if isNewLineMode { page.column = 0 }
        case "\r": page.move(column: 0)
        case "\u{0E}": charsets.shift(to: 1)
        case "\u{0F}": charsets.shift(to: 0)
        default: unknown(String(scalar))
        }
    }

    mutating func escape(_ intermediates: String, _ final: Unicode.Scalar) {
        if charsets.designate(intermediates, final) { return }
        switch intermediates + String(final) {
        case "7": saveCursor()
        case "8": restoreCursor()
        case "D": page.index(style)
        case "E":
            page.index(style)
            page.column = 0
        case "H": tabStops.insert(page.column)
        case "M": page.reverseIndex(style)
        case "c": reset()
        // DECALN.
        case "#8":
            page.region = 0...rows - 1
            page.move(row: 0, column: 0)
            let line = Line(Array(repeating: Cell("E"), count: columns), columns: columns)
            page.lines = Array(repeating: line, count: rows)
        // DECKPAM, DECKPNM, a lone ST, and the selection of UTF-8 have no visible effect.
        case "=", ">", "\\", "%G": break
        default: unknown("\u{1B}" + intermediates + String(final))
        }
    }

    /// CHT: moves to the next tab stop or the last column. A pending wrap stays pending, as in xterm.
    mutating func tab(_ count: Int) {
        for _ in 0..<min(count, columns) {
            page.column = tabStops.filter { $0 > page.column }.min() ?? columns - 1
        }
    }

    /// CBT: moves to the previous tab stop or the first column.
    mutating func backTab(_ count: Int) {
        for _ in 0..<min(count, columns) {
            page.move(column: tabStops.filter { $0 < page.column }.max() ?? 0)
        }
    }

    /// DECSC.
    mutating func saveCursor() {
        page.saved = Page.SavedCursor(
            row: page.row, column: page.column, isWrapPending: page.isWrapPending, isOriginMode: isOriginMode, style: style,
            charsets: charsets)
    }

    /// DECRC; without a saved cursor, moves home.
    mutating func restoreCursor() {
        let saved = page.saved
        setMode(6, saved.isOriginMode)
        style = saved.style
        charsets = saved.charsets
        page.move(row: saved.row, column: saved.column)
        page.isWrapPending = saved.isWrapPending
    }

    var isOriginMode: Bool { privateModes.contains(6) }

    /// DECSTR. As in xterm, autowrap is on afterwards.
    mutating func softReset() {
        for mode in [1, 6] { setMode(mode, false) }
        for mode in Self.initialModes { setMode(mode, true) }
        isInsertMode = false
        style = Style()
        charsets = Charsets()
        page.region = 0...rows - 1
        page.saved = Page.SavedCursor()
    }

    /// RIS. What tests count is kept: bells, titles, unknown sequences.
    private mutating func reset() {
        if isAlternateScreen { swap(&page, &otherPage) }
        page = Page(columns: columns, rows: rows, scrollbackLimit: page.scrollbackLimit)
        otherPage = Page(columns: columns, rows: rows, scrollbackLimit: 0)
        isAlternateScreen = false
        privateModes = Self.initialModes
        isInsertMode = false
        isNewLineMode = false
        style = Style()
        charsets = Charsets()
        tabStops = Self.initialTabStops(columns: columns)
        lastPrinted = nil
        taskbarProgress = nil
    }
}
