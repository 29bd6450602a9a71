import CTerminalSupport

extension RegionMachine {
    /// An open session: what its farewell was made for, and what was announced since it has begun.
    struct Session: Sendable {
        /// The rows that the farewell erases; 0 for a terminal on which none is drawn.
        var rows = 0
        var placement: HUDPlacement
        var announcements = Announcements()

        /// The farewell for rows that are drawn now; nil if it stays as it is. It holds before the frame as well if it only erases more than the one before.
        /// But until rows are pinned, the screen's last rows are the program's output.
        mutating func newFarewell(for picture: Picture, _ capabilities: TerminalCapabilities) -> RegionWrite.Farewell? {
            guard (rows, placement) != (picture.grid.rows, picture.placement) else { return nil }
            let erasesMore = placement == picture.placement && picture.grid.rows > rows
            (rows, placement) = (picture.grid.rows, picture.placement)
            return RegionWrite.Farewell(bytes: farewell(capabilities), holdsBefore: erasesMore && !placement.isPinned)
        }

        /// The bytes that restore the terminal on every way out.
        func farewell(_ capabilities: TerminalCapabilities) -> [UInt8] {
            var announcements = announcements
            let wrapping = capabilities.autowrap.on
            let rest = announcements.takeBack()
            if case .pinned(let pinned) = placement {
                return (rows == 0 ? capabilities.resetScrollRegion : capabilities.unpinning(rows: pinned)) + wrapping + rest
            }
            if rows == 0 { return capabilities.styles.reset + wrapping + rest + capabilities.cursorVisibility.on }
            let start = capabilities.styles.reset + placement.entering()
            // Turned on first, because a character that fills its row leaves no wrap pending otherwise.
            let end =
                capabilities.erasingBelow + wrapping + placement.leaving(capabilities) + rest + capabilities.cursorVisibility.on
            let whole = start + capabilities.erasing(rows: rows) + end
            // If the rows are too many to be erased one by one, the rest is erased from the cursor to the end of the screen.
            return whole.count <= Int(HUD_FAREWELL_CAPACITY) ? whole : start + capabilities.erasing(rows: 1) + end
        }
    }
}
