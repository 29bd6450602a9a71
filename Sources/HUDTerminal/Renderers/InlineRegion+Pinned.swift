import HUDCore

/// The HUDs pinned to the screen's last rows, on a terminal that others write to as well, or in a flood.
extension InlineRegion {
    /// Draws them there, or leaves them off; where they are pinned only for a flood, and can't be, nothing is done.
    ///
    /// - Parameters:
    ///   - interruptions: How often the terminal was given back, as far as that is known.
    ///   - lead: What is written before it, in the same go, where nothing of ours stands.
    /// - Returns: Whether that is settled.
    func drawPinned(
        _ state: inout State, _ capabilities: TerminalCapabilities, in window: WindowSize, at interruptions: Int,
        after lead: [UInt8]
    ) -> Bool {
        var bytes = lead
        if window != state.window, state.screen != nil {
            write(state.takingOff(in: window, capabilities) + state.givingBack(capabilities), &state)
            forget(&state)
            state.rest()
        }
        if state.screen == nil, state.restsUntil > state.now {
            state.isHeldBack = true
            if !lead.isEmpty { write(lead + state.givingBack(capabilities), &state) }
            forget(&state)
            return true
        }
        state.output.resize(to: window)
        // Where nobody else writes the cursor's place is known, and all is as it was afterwards.
        if !options.sharesTerminal, !state.output.canComeBack { return state.screen != nil }
        // Not amid a sequence of the job's, nor while a wrap is pending that would be forgotten.
        if state.screen != nil, !state.output.canBeLeft { return true }
        // Who has more to print may be amid a character or a sequence. The fewer frames come then, the fewer come there.
        let isWhole = state.frameSecond != state.second
        if !isWhole, bytes.isEmpty, options.sharesTerminal, areReadersBehind() { return true }
        // A row less than others have: what they print is to have two.
        let layout = StackedLayout(columns: window.columns, rows: window.rows - 1, canStack: true, isUTF8: capabilities.isUTF8)
        let grid = state.layout.grid(of: state.members.map(\.entry), by: layout)
        if let old = state.screen, old.rows == grid.rows {
            bytes += tick(from: old, to: grid, isWhole: isWhole, capabilities)
        } else {
            guard let placement = HUDPlacement(pinnedIn: state.output, height: grid.rows) else {
                guard state.screen == nil else { return true }
                guard options.sharesTerminal else { return false }
                if !lead.isEmpty { write(bytes + state.givingBack(capabilities), &state) }
                forget(&state)
                return true
            }
            bytes += capabilities.pinning(
                grid.rows, of: window.rows, insteadOf: state.screen?.rows ?? 0, drawing(grid, capabilities))
            state.placement = placement
            state.output.noteRoom(grid.rows)
        }
        show(grid, by: bytes, in: window, at: interruptions, &state, capabilities)
        return true
    }

    /// - Parameter isWhole: Whether all is drawn anew. Once a second: others may have erased it, who knew nothing of it.
    private func tick(
        from old: CellGrid, to new: CellGrid, isWhole: Bool, _ capabilities: TerminalCapabilities
    ) -> [UInt8] {
        let changes = isWhole ? CellDiff.everything(of: new) : CellDiff.changes(from: old, to: new)
        guard !changes.isEmpty else { return [] }
        var encoder = CellEncoder(capabilities)
        encoder.apply(changes, of: new)
        return capabilities.drawingPinned(encoder.finish(returns: false), rows: new.rows)
    }

    private func drawing(_ grid: CellGrid, _ capabilities: TerminalCapabilities) -> [UInt8] {
        var encoder = CellEncoder(capabilities)
        encoder.writeAll(grid)
        return encoder.finish(returns: false)
    }

    /// Prints: nothing is to be done for it, as long as it leaves the rows alone that are pinned.
    func printPinned(
        _ bytes: UnsafeRawBufferPointer, in window: WindowSize, _ state: inout State, _ capabilities: TerminalCapabilities
    ) {
        if !state.kept.isEmpty {
            let all = state.kept + bytes
            state.kept = []
            return all.withUnsafeBytes { printPinned($0, in: window, &state, capabilities) }
        }
        let isAlone = !options.sharesTerminal
        let (output, count) = state.output.followingWhole(bytes, window, on: descriptor, isAlone: isAlone)
        let isLeft = state.budget.take(at: state.time())
        if output.leaps == state.output.leaps, window == state.window, !isAlone || output.canComeBack {
            state.output = output
            state.kept = Array(bytes[count...])
            return TerminalOutput.write(UnsafeRawBufferPointer(rebasing: bytes[..<count]), to: descriptor)
        }
        // Off, printed, and on again in one write, where there is a place for them.
        let isOthers = yields(&state, capabilities)
        let off = isOthers ? [] : state.takingOff(in: window, capabilities)
        _ = state.output.follow(bytes, window, on: descriptor)
        if isOthers { return TerminalOutput.write(bytes, to: descriptor) }
        if window != state.window { state.rest() }
        let on = window == state.window && isLeft ? pinning(&state, in: window, capabilities) : nil
        state.isHeldBack = on == nil
        print(bytes, after: off, before: on, &state, capabilities)
        if on == nil { forget(&state) }
    }

    /// Prints what was kept.
    func release(_ state: inout State) {
        let bytes = state.releaseKept()
        if !bytes.isEmpty { bytes.withUnsafeBytes { TerminalOutput.write($0, to: descriptor) } }
    }

    /// What pins the HUDs again, or in a flood, when they have just been taken off; nil where they can't be, and are to wait for a frame.
    func pinning(_ state: inout State, in window: WindowSize, _ capabilities: TerminalCapabilities) -> [UInt8]? {
        guard options.sharesTerminal || state.output.canComeBack, let screen = state.screen,
            let placement = HUDPlacement(pinnedIn: state.output, height: screen.rows)
        else { return nil }
        state.placement = placement
        return capabilities.pinning(screen.rows, of: window.rows, insteadOf: 0, drawing(screen, capabilities))
    }

    /// What begins a line where nobody knows in which column others have left the cursor: blanks, as zsh has it, which go to the next row from
    /// any column but the first.
    func beginningLine(in window: WindowSize, _ capabilities: TerminalCapabilities) -> [UInt8] {
        guard options.sharesTerminal else { return [] }
        let blanks = Array(repeating: UInt8(ascii: " "), count: max(0, window.columns - 1))
        return capabilities.resetStyle + blanks + [UInt8(ascii: "\r")] + capabilities.eraseToEndOfLine
    }
}

extension InlineRegion.State {
    /// The time of the frame that is drawn, or was drawn last.
    var now: HUDInstant { members.first?.entry.snapshot.timestamp ?? .zero }

    /// Takes note of another size. tmux tells of those that come next up to 0.25 s late, and rows that go by their old numbers are others' by
    /// then: until it has kept its size for a while nothing is drawn.
    mutating func rest() {
        restsUntil = now.advanced(by: .milliseconds(300))
    }
}
