// The program's own output, above the HUDs.
extension RegionMachine {
    /// Follows everything that was printed so far: what is on the terminal, what is kept back, and what is held.
    var stream: OutputTracker { outbox.stream(after: output) }

    /// Whether the next output begins a line. Sequences may follow the end of the last line.
    var isAtLineStart: Bool { outbox.isAtLineStart(after: output) }

    /// Whether output is usually passed on as it is: in a flood, if the rows are off until the next frame, or pinned, where only a movement
    /// to them changes that.
    package var passesOutputOn: Bool {
        guard budget.isFlooded, !options.sharesTerminal else { return false }
        switch state {
        case .shown(let picture): return picture.placement.isPinned
        case .heldBack: return true
        case .absent, .resting, .suspended, .covered: return false
        }
    }

    /// Whether output is held now: behind a bezel, while the terminal is stuck, or because other output is held already.
    func isHolding(_ facts: TerminalFacts) -> Bool {
        if case .covered = state { return true }
        return !facts.takesMore || outbox.held != nil
    }

    /// Forgets what was printed before, because the program may have printed more without the region, unless HUDs depend on it. As for a new region,
    /// the cursor is assumed to be at the start of a line.
    package mutating func beginOutput() {
        guard case .absent = state, members.isEmpty, outbox.held == nil else { return }
        output = OutputTracker(window: output.window, isUTF8: output.isUTF8, family: output.family)
        outbox.end = .untouched
    }

    /// Prints bytes above the HUDs. The HUDs stay off if there is no place for them below the last line.
    package mutating func print(_ bytes: UnsafeRawBufferPointer, _ facts: TerminalFacts) -> [RegionAction] {
        catchUp(facts)
        accept(bytes, facts)
        return takeActions()
    }

    /// Prints whole lines, each with its end, above the HUDs. Amid an escape sequence or a character they wait for its end.
    package mutating func log(_ lines: [UInt8], _ facts: TerminalFacts) -> [RegionAction] {
        catchUp(facts)
        if outbox.add(lines, after: output) { flushWaitingLines(facts) }
        return takeActions()
    }

    /// Prints a piece of the held output.
    package mutating func release(_ bytes: UnsafeRawBufferPointer, _ facts: TerminalFacts) -> [RegionAction] {
        catchUp(facts)
        printNow(bytes, facts)
        return takeActions()
    }

    /// Takes note that all of the held output was released.
    package mutating func hasReleasedAll() { outbox.held = nil }

    /// Resets the modes that the printed output has left set. In the background they are another program's.
    package mutating func resetModes(andStyle: Bool, _ facts: TerminalFacts) -> [RegionAction] {
        let bytes = facts.isForeground ? stream.resetOfModes(andStyle: andStyle) : []
        let end = outbox.end
        defer { outbox.end = end }
        return bytes.isEmpty ? [] : bytes.withUnsafeBytes { print($0, facts) }
    }

    /// Prints or holds `bytes`, and the lines that wait, as soon as `bytes` end the sequence that they wait for.
    mutating func accept(_ bytes: UnsafeRawBufferPointer, _ facts: TerminalFacts) {
        guard let end = outbox.placeForLines(in: bytes, after: output) else { return printOrHold(bytes, facts) }
        printOrHold(UnsafeRawBufferPointer(rebasing: bytes[..<end]), facts)
        flushWaitingLines(facts)
        printOrHold(UnsafeRawBufferPointer(rebasing: bytes[end...]), facts)
    }

    /// Prints the waiting lines.
    mutating func flushWaitingLines(_ facts: TerminalFacts) {
        outbox.takeLines(after: output, capabilities).withUnsafeBytes { printOrHold($0, facts) }
    }

    private mutating func printOrHold(_ bytes: UnsafeRawBufferPointer, _ facts: TerminalFacts) {
        guard let last = bytes.last else { return }
        outbox.note(last)
        guard isHolding(facts) else { return printNow(bytes, facts) }
        outbox.hold(bytes, facts, after: output)
        actions.append(.hold(Array(bytes)))
    }

    private mutating func printNow(_ bytes: UnsafeRawBufferPointer, _ facts: TerminalFacts) {
        guard !bytes.isEmpty else { return }
        noticeInterruptions(facts)
        if facts.isForeground, let style = outbox.takeStyle(of: output) {
            let all = style + bytes
            return all.withUnsafeBytes { printNow($0, facts) }
        }
        if output.isScrolledForHUD, !options.sharesTerminal,
            let colored = outbox.followingKept(after: output).coloringNewRows(in: bytes, facts, capabilities)
        {
            return colored.withUnsafeBytes { put($0, facts) }
        }
        put(bytes, facts)
    }

    private mutating func put(_ bytes: UnsafeRawBufferPointer, _ facts: TerminalFacts) {
        // In a flood it is found out later that the rows have to go.
        let mayStay = options.sharesTerminal || budget.isFlooded || facts.allowDrawing
        if mayStay, picture?.placement.isPinned == true { return printPinned(bytes, facts) }
        // Although the rows are off until the next frame: the flood goes on.
        if case .heldBack = state { _ = takeRedraw(facts) }
        guard let old = picture, canDraw(facts) else {
            output.follow(bytes, facts)
            // The program in the foreground may write before the next output.
            if !facts.isForeground { output.loseUnfinishedLine() }
            actions.append(.print(Array(bytes)))
            return
        }
        let style = output.style
        let printed = withStyle(bytes)
        let off = takingOff(facts).bytes
        let (shows, wasVisible) = (output.counts.cursorShows, output.isCursorVisible)
        let staysInRow = output.follow(bytes, facts)
        let new = placement(height: old.grid.rows)
        if let new, staysInRow, old.placement.isBelow, new.isBelow {
            // Nothing happens to the region's rows, so they are not redrawn.
            place(at: new)
            return write(style.bytes + bytes, printed: printed, facts)
        }
        let isWithinBudget = new != nil && takeRedraw(facts)
        var on: [UInt8]?
        if let new, isWithinBudget {
            place(at: new)
            on = new.around(
                drawingOfPicture(), true, output.style, capabilities,
                hidesCursor: old.placement.isBelow || output.counts.cursorShows != shows, showsCursor: output.isCursorVisible)
        } else if new != nil, budget.isFlooded {
            on = pinning(facts)
        }
        let showing = !isWithinBudget && wasVisible ? capabilities.cursorVisibility.on : []
        print(bytes, after: off + showing, before: on, orAlone: printed, holdsBack: new != nil, facts)
    }

    /// Takes a redraw from the budget. A flood begins if none is left.
    private mutating func takeRedraw(_ facts: TerminalFacts) -> Bool {
        budget.take(at: facts.now, floods: capabilities.canPin)
    }

    /// Prints between what takes the rows off and what draws them again, in one write: the moment between is never on the screen.
    ///
    /// - Parameters:
    ///   - on: What draws them again; nil: they stay off.
    ///   - printed: What is printed if the session refuses the write (``withStyle(_:)``).
    ///   - holdsBack: Whether rows that stay off come back with the next frame.
    mutating func print(
        _ bytes: UnsafeRawBufferPointer, after off: [UInt8], before on: [UInt8]?, orAlone printed: [UInt8], holdsBack: Bool,
        _ facts: TerminalFacts
    ) {
        let all: [UInt8]
        if let on {
            all = capabilities.synchronizedUpdate.on + off + bytes + on + capabilities.synchronizedUpdate.off
        } else {
            all = off + takingBack() + bytes
        }
        write(all, printed: printed, facts)
        guard on == nil else { return }
        forget()
        if holdsBack { state = .heldBack }
    }

    /// What is printed if the session refuses a write of `bytes`: its farewell has reset the job's style by then. If the style came back
    /// only with the next output, the alternate screen or a saved position could restore the wrong one later.
    func withStyle(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        output.isInSequence ? Array(bytes) : output.style.bytes + bytes
    }

    /// Updates where the rows are.
    mutating func place(at placement: HUDPlacement) {
        guard case .shown(var picture) = state else { return }
        picture.placement = placement
        output.noteHUD(rowsBelow: output.usedBelow + placement.rowsBelow(picture.grid.rows))
        state = .shown(picture)
    }
}
