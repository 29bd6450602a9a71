/// What keeps the screen's last rows out of its scrolling, and gives them back: with no word on where the cursor is, and it stays there, as
/// does the style that is written in.
///
/// `sc` and `rc` keep both. A character in the last column that has another row waiting for it is kept waiting by most terminals; tmux
/// forgets it.
extension TerminalCapabilities {
    /// From the first row on so many: all the screen scrolls. Without a number where the terminal takes that: the window may have grown.
    private func region(rows: Int?) -> [UInt8] {
        guard let pinning else { return [] }
        let isUsual = pinning.region.hasPrefix("\u{1B}[%i%p1%d;%p2%dr")
        return rows == nil && isUsual ? Array("\u{1B}[r".utf8) : Self.filled(pinning.region, 0, (rows ?? 1000) - 1)
    }

    /// Goes to the start of the first one of the screen's last rows. Counted from the last one, whose number is asked of nobody: the window may
    /// have another size by now, and its rows other numbers.
    private func going(toLast rows: Int) -> [UInt8] {
        guard let pinning else { return [] }
        return Self.filled(pinning.address, 998, 0) + (rows > 1 ? moveUp(rows - 1) ?? [] : [])
    }

    /// What is done elsewhere, in plain style, between keeping the cursor and going back to it.
    private func elsewhere(_ bytes: [UInt8]) -> [UInt8] { (saveCursor ?? []) + resetStyle + bytes + (restoreCursor ?? []) }

    /// Draws on the last rows, so many of which are pinned.
    func drawingPinned(_ drawing: [UInt8], rows: Int) -> [UInt8] { elsewhere(going(toLast: rows) + drawing) }

    /// Pins the last rows, and draws them whole.
    ///
    /// - Parameters:
    ///   - rows: How many.
    ///   - height: How many the screen has.
    ///   - old: How many were pinned until now.
    ///   - drawing: From the start of the first row on.
    func pinning(_ rows: Int, of height: Int, insteadOf old: Int, _ drawing: [UInt8]) -> [UInt8] {
        // Where the cursor is so low that they would lie on it, the screen goes up by as many rows, as it would for the job itself.
        let room = makingRoom(max(0, rows - old))
        return room
            + elsewhere(
                region(rows: height - rows) + going(toLast: max(rows, old)) + eraseToEndOfScreen
                    + (old > rows ? going(toLast: rows) : []) + drawing)
    }

    /// Sees to it that so many rows lie below the cursor.
    private func makingRoom(_ rows: Int) -> [UInt8] {
        guard rows > 0, let pinning, let up = moveUp(rows) else { return [] }
        return Array(repeatElement(pinning.index, count: rows).joined()) + up
    }

    /// Takes off what is pinned in the last rows, and has all the screen scroll again.
    func unpinning(rows: Int) -> [UInt8] { elsewhere(region(rows: nil) + going(toLast: rows) + eraseToEndOfScreen) }

    /// Has all the screen scroll again, and leaves what is on it.
    var scrollingAgain: [UInt8] { pinning == nil ? [] : elsewhere(region(rows: nil)) }

    /// The same in a window that has another size by now: what was pinned lies somewhere below the cursor, and scrolls by now.
    func unpinningResized(in window: WindowSize) -> [UInt8] {
        guard window.rows > 1, let down = moveDown(1) else { return scrollingAgain }
        return scrollingAgain + makingRoom(1) + elsewhere(down + [UInt8(ascii: "\r")] + eraseToEndOfScreen)
    }
}
