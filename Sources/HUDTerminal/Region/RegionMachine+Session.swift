extension RegionMachine {
    /// An open session: what its farewell was made for, and what was announced since it has begun.
    struct Session: Sendable {
        /// The rows that the farewell erases; 0 for a terminal on which none is drawn.
        var rows = 0
        var placement: HUDPlacement
        var announcements = Announcements()

        /// The farewell for rows that are on the terminal now; nil if it stays as it is.
        mutating func newFarewell(for picture: Picture, _ capabilities: TerminalCapabilities) -> [UInt8]? {
            guard (rows, placement) != (picture.grid.rows, picture.placement) else { return nil }
            (rows, placement) = (picture.grid.rows, picture.placement)
            return farewell(capabilities)
        }

        /// The bytes that restore the terminal on every way out.
        func farewell(_ capabilities: TerminalCapabilities) -> [UInt8] {
            var announcements = announcements
            let rest = capabilities.enableAutowrap + announcements.takeBack()
            if case .pinned(let pinned) = placement {
                return (rows == 0 ? capabilities.resetScrollRegion : capabilities.unpinning(rows: pinned)) + rest
            }
            if rows == 0 { return capabilities.resetStyle + rest + capabilities.showCursor }
            let start = capabilities.resetStyle + placement.entering()
            let end = capabilities.erasingBelow + placement.leaving(capabilities) + rest + capabilities.showCursor
            let whole = start + capabilities.erasing(rows: rows) + end
            // If the rows are too many to be erased one by one, the rest is erased from the cursor to the end of the screen.
            return whole.count <= TerminalSession.farewellCapacity ? whole : start + capabilities.erasing(rows: 1) + end
        }
    }
}
