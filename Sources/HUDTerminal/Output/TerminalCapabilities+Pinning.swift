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

    private func going(toRow row: Int) -> [UInt8] { pinning.map { Self.filled($0.address, row, 0) } ?? [] }

    /// What is done elsewhere, in plain style, between keeping the cursor and going back to it.
    private func elsewhere(_ bytes: [UInt8]) -> [UInt8] { (saveCursor ?? []) + resetStyle + bytes + (restoreCursor ?? []) }

    /// Draws on rows that are pinned, from `row` on.
    func drawingPinned(_ drawing: [UInt8], from row: Int) -> [UInt8] { elsewhere(going(toRow: row) + drawing) }

    /// Pins the rows from `row` on, and draws them whole.
    ///
    /// - Parameters:
    ///   - old: The row that they were pinned from until now; the screen's height where none was.
    ///   - drawing: From the start of the first row on.
    func pinning(from row: Int, before old: Int, _ drawing: [UInt8]) -> [UInt8] {
        // Where the cursor is so low that they would lie on it, the screen goes up by as many rows, as it would for the job itself.
        let room = makingRoom(max(0, old - row))
        return room
            + elsewhere(
                region(rows: row) + going(toRow: min(row, old)) + eraseToEndOfScreen + (old < row ? going(toRow: row) : [])
                    + drawing)
    }

    /// Sees to it that so many rows lie below the cursor.
    private func makingRoom(_ rows: Int) -> [UInt8] {
        guard rows > 0, let pinning, let up = moveUp(rows) else { return [] }
        return Array(repeatElement(pinning.index, count: rows).joined()) + up
    }

    /// Takes off what is pinned from `row` on, and has all the screen scroll again.
    func unpinning(from row: Int) -> [UInt8] { elsewhere(region(rows: nil) + going(toRow: row) + eraseToEndOfScreen) }

    /// Has all the screen scroll again, and leaves what is on it.
    var scrollingAgain: [UInt8] { elsewhere(region(rows: nil)) }

    /// The same in a window that has another size by now: what was pinned lies somewhere below the cursor, and scrolls by now.
    func unpinningResized(in window: WindowSize) -> [UInt8] {
        guard window.rows > 1, let down = moveDown(1) else { return scrollingAgain }
        return scrollingAgain + makingRoom(1) + elsewhere(down + [UInt8(ascii: "\r")] + eraseToEndOfScreen)
    }
}
