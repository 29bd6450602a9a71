/// Keeps the last rows of the screen from scrolling, and releases them. The cursor, whose position is not known, and the style stay as they
/// are.
///
/// `sc` and `rc` save and restore both. Most terminals also restore a pending wrap; tmux
/// does not.
extension TerminalCapabilities {
    /// Sets the scroll region to the first `rows` rows; nil: to the whole screen, without a number if possible, because the window may have grown.
    private func region(rows: Int?) -> [UInt8] {
        guard let pinning else { return [] }
        let isUsual = pinning.region.template.starts(with: "\u{1B}[%i%p1%d;%p2%dr".utf8)
        return rows == nil && isUsual ? Array("\u{1B}[r".utf8) : pinning.region.bytes(0, (rows ?? 1000) - 1)
    }

    /// Moves to the start of the first of the last `rows` rows. The position is relative to the last row, because the window may have
    /// another size by now.
    private func movement(toLast rows: Int) -> [UInt8] {
        guard let pinning else { return [] }
        return pinning.address.bytes(998, 0) + (rows > 1 ? moves.up?.bytes(rows - 1) ?? [] : [])
    }

    /// Saves the cursor, writes `bytes` in plain style, and restores the cursor.
    private func elsewhere(_ bytes: [UInt8]) -> [UInt8] {
        let plain = styles.reset + bytes
        return savedCursor?.around(plain) ?? plain
    }

    /// Draws on the pinned rows.
    package func drawingPinned(_ drawing: [UInt8], rows: Int) -> [UInt8] { elsewhere(movement(toLast: rows) + drawing) }

    /// Pins the last rows, and draws them completely.
    ///
    /// - Parameters:
    ///   - rows: The number of rows.
    ///   - height: The height of the screen.
    ///   - old: The number of rows that were pinned so far.
    ///   - others: The number of rows below the cursor's that are above them.
    ///   - drawing: The bytes that draw them, from the start of the first row.
    @inline(never)
    package func pinning(_ rows: Int, of height: Int, insteadOf old: Int, below others: Int, _ drawing: [UInt8]) -> [UInt8] {
        // If the cursor is so low that it or the others would be on the pinned rows, the screen scrolls, as it would for output of the job.
        let room = makingRoom(rows > old ? others + rows - old : 0)
        return room
            + elsewhere(
                region(rows: height - rows) + movement(toLast: max(rows, old)) + eraseToEndOfScreen
                    + (old > rows ? movement(toLast: rows) : []) + drawing)
    }

    /// Makes sure that there are `rows` rows below the cursor.
    func makingRoom(_ rows: Int) -> [UInt8] {
        guard rows > 0, let pinning, let up = moves.up?.bytes(rows) else { return [] }
        return Self.repeated(pinning.index, rows) + up
    }

    /// Erases the pinned rows, and sets the scroll region to the whole screen.
    package func unpinning(rows: Int) -> [UInt8] { elsewhere(region(rows: nil) + movement(toLast: rows) + eraseToEndOfScreen) }

    /// Sets the scroll region to the whole screen, and leaves its content.
    package var resetScrollRegion: [UInt8] { pinning == nil ? [] : elsewhere(region(rows: nil)) }

    /// The same after a resize: the rows are somewhere below the cursor and `others` rows, and are no longer pinned.
    package func unpinningResized(in window: WindowSize, below others: Int) -> [UInt8] {
        guard window.rows > others + 1, let down = moves.down?.bytes(others + 1) else { return resetScrollRegion }
        return resetScrollRegion + makingRoom(others + 1) + elsewhere(down + [UInt8(ascii: "\r")] + eraseToEndOfScreen)
    }
}
