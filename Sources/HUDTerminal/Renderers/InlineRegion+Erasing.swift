extension InlineRegion.State {
    /// What gives the terminal back, wherever the program is.
    func farewell(for grid: CellGrid, _ capabilities: TerminalCapabilities) -> [UInt8] {
        var announcements = announcements
        if case .pinned(let rows) = placement {
            return capabilities.unpinning(rows: rows) + capabilities.enableAutowrap + announcements.takeBack()
        }
        let rest =
            capabilities.erasingBelow + placement.leaving(capabilities) + capabilities.enableAutowrap + announcements.takeBack()
            + capabilities.showCursor
        let start = capabilities.resetStyle + placement.entering()
        let whole = start + capabilities.erasing(rows: grid.rows) + rest
        // Of very many rows the cursor is given back, and what erases all below takes off what it can.
        return whole.count <= TerminalSession.farewellCapacity ? whole : start + capabilities.erasing(rows: 1) + rest
    }

    /// What takes the rows off, however many the terminal has made of them; the cursor is where they began.
    func erasure(in window: WindowSize, _ capabilities: TerminalCapabilities) -> [UInt8] {
        guard let screen else { return [] }
        let rows = window.columns < self.window.columns ? Rewrapping.rows(of: screen, columns: window.columns) : screen.rows
        let isCertain = window == self.window
        return capabilities.erasing(rows: min(rows, window.rows), isCertain: isCertain)
            + (isCertain && !hasBeenResized ? [] : capabilities.erasingBelow)
    }

    /// What takes the rows off and leaves the cursor to what is printed, in a window that may have another size by now.
    mutating func takingOff(in window: WindowSize, _ capabilities: TerminalCapabilities) -> [UInt8] {
        if case .pinned(let rows) = placement {
            output.noteRoom(screen?.rows ?? 0)
            let off = window == self.window ? capabilities.unpinning(rows: rows) : capabilities.unpinningResized(in: window)
            // Nothing can come behind what is kept.
            return kept.isEmpty ? off : off + announcements.takeBack() + releaseKept()
        }
        defer { output.resize(to: window) }
        let style = output.style
        let plain = style == PrintedStyle() ? [] : capabilities.resetStyle
        var placement = placement
        if window != self.window, case .below = placement {
            // All behind the cursor is ours, wherever it is now.
            if output.endsAtCursor(in: window.columns), !capabilities.eraseToEndOfScreen.isEmpty {
                return plain + capabilities.eraseToEndOfScreen + style.bytes
            }
            let column = output.likelyColumn(in: window.columns)
            // What begins a row anew begins that which was our first.
            placement = column == 0 && output.column != 0 ? .here : column.map { .below(column: $0) } ?? .here
        }
        return plain + placement.entering() + erasure(in: window, capabilities) + placement.leaving(capabilities) + style.bytes
    }

    /// What else is given back with the rows: the cursor only where what was printed has not hidden it.
    mutating func givingBack(_ capabilities: TerminalCapabilities) -> [UInt8] {
        if case .pinned = placement { return announcements.takeBack() }
        return announcements.takeBack() + (output.isCursorVisible ? capabilities.showCursor : [])
    }
}
