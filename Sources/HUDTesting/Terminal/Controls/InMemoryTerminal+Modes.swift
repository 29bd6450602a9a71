extension InMemoryTerminal {
    /// Modes that are recognized. Without effect here: cursor keys, 132 columns, smooth scrolling, reverse screen, autorepeat, blinking, meta, bracketed
    /// paste, mouse and focus. With an effect: 6, 7, 25, 2026.
    private static let knownModes: Set<Int> = [
        1, 3, 4, 5, 6, 7, 8, 12, 25, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1034, 2004, 2026
    ]

    /// SM and RM: insert mode and new line mode. Returns false if there was another mode.
    mutating func setANSIModes(_ modes: [Int], _ isSet: Bool) -> Bool {
        var areKnown = true
        for mode in modes {
            switch mode {
            case 4: isInsertMode = isSet
            case 20: isNewLineMode = isSet
            default: areKnown = false
            }
        }
        return areKnown
    }

    /// DECSET and DECRST. Returns false if there was an unknown mode.
    mutating func setModes(_ modes: [Int], _ isSet: Bool) -> Bool {
        var areKnown = true
        for mode in modes {
            switch mode {
            case 47: showAlternateScreen(isSet)
            case 1047:
                if !isSet && isAlternateScreen { page.eraseRows(0..<rows, style) }
                showAlternateScreen(isSet)
            case 1048:
                if isSet { saveCursor() } else { restoreCursor() }
            case 1049:
                if isSet {
                    saveCursor()
                    showAlternateScreen(true)
                    page.eraseRows(0..<rows, style)
                } else {
                    showAlternateScreen(false)
                    restoreCursor()
                }
            case _ where Self.knownModes.contains(mode):
                setMode(mode, isSet)
                // Setting or resetting DECOM moves the cursor home.
                if mode == 6 { move(toRow: 0, column: 0) }
            default: areKnown = false
            }
        }
        return areKnown
    }

    mutating func setMode(_ mode: Int, _ isSet: Bool) {
        if isSet { privateModes.insert(mode) } else { privateModes.remove(mode) }
    }

    /// The cursor and the scroll region belong to the terminal, not to the page.
    private mutating func showAlternateScreen(_ isShown: Bool) {
        guard isShown != isAlternateScreen else { return }
        otherPage.row = page.row
        otherPage.column = page.column
        otherPage.isWrapPending = page.isWrapPending
        otherPage.region = page.region
        swap(&page, &otherPage)
        isAlternateScreen = isShown
    }
}
