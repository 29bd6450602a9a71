// Rows pinned to the screen's last rows: on a terminal that others write to as well, in a flood, or while
// the job's cursor rests above rows of the job, or in a column on which terminals disagree.
extension RegionMachine {
    /// Draws the HUDs on the last rows, or leaves them off.
    ///
    /// - Returns: False if no other program writes, they can't be pinned now, and must be drawn at the cursor.
    mutating func drawPinned(_ facts: TerminalFacts, after lead: Lead) -> Bool {
        let window = facts.window
        // If no other program writes, the cursor's place is known, and everything is as it was afterwards.
        if !options.sharesTerminal, !output.canComeBack { return picture != nil }
        // Not in the middle of a sequence of the job's, and not while a wrap is pending that the terminal would lose.
        if picture != nil, !output.canBeLeft { return true }
        // A program that has more to print can be in the middle of a character or a sequence. Fewer frames interrupt it less often.
        let isWhole = members.second != members.drawnSecond
        if !isWhole, lead.bytes.isEmpty, options.sharesTerminal, facts.areReadersBehind { return true }
        // Two rows stay for the output.
        let grid = nextGrid(in: WindowSize(columns: window.columns, rows: window.rows - 1), canStack: true)
        let placement: HUDPlacement
        var frame = lead
        if let old = picture, old.grid.rows == grid.rows {
            placement = old.placement
            frame.bytes += tick(from: old, to: grid, isWhole: isWhole)
        } else {
            guard let new = HUDPlacement(pinnedIn: output, height: grid.rows) else {
                guard picture == nil else { return true }
                guard options.sharesTerminal else { return false }
                stayOff(facts, after: lead)
                return true
            }
            placement = new
            frame.bytes += capabilities.pinning(
                grid.rows, of: window.rows, insteadOf: picture?.grid.rows ?? 0, below: output.usedBelow,
                drawing(of: grid, returns: false))
            output.noteHUD(rowsBelow: output.usedBelow + grid.rows)
        }
        show(grid, at: placement, by: frame, facts)
        return true
    }

    /// - Parameter isWhole: Whether everything is redrawn. That happens once a second, because other programs may have erased it.
    private func tick(from old: Picture, to new: CellGrid, isWhole: Bool) -> [UInt8] {
        let changes = isWhole ? CellDiff.everything(of: new) : changes(from: old, to: new)
        guard !changes.isEmpty else { return [] }
        var encoder = CellEncoder(capabilities)
        encoder.apply(changes, of: new)
        return capabilities.drawingPinned(encoder.finish(returns: false), rows: new.rows)
    }

    /// Prints while the rows are pinned. They need not be touched as long as the output leaves them alone.
    mutating func printPinned(_ bytes: UnsafeRawBufferPointer, _ facts: TerminalFacts) {
        if !outbox.kept.isEmpty {
            let all = outbox.kept + bytes
            outbox.kept = []
            return all.withUnsafeBytes { printPinned($0, facts) }
        }
        let count = followBeside(picture?.grid.rows ?? 0, bytes, facts)
        let isWithinBudget = budget.take(at: facts.now)
        if let count { return actions.append(.print(Array(bytes[..<count]))) }
        guard canDraw(facts) else {
            output.follow(bytes, facts)
            return actions.append(.print(Array(bytes)))
        }
        let printed = withStyle(bytes)
        let off = takingOff(facts).bytes
        output.follow(bytes, facts)
        let on = isWithinBudget ? drawingAgain(facts) : nil
        print(bytes, after: off, before: on, orAlone: printed, holdsBack: true, facts)
    }

    /// Prints bytes in a flood, if the rows are off or the bytes leave the pinned rows alone, and nothing else is due. That holds for most of
    /// a flood, so it costs no more than following the bytes.
    ///
    /// - Returns: How many of the bytes the driver must write; the rest is kept. Nil if nothing was done and ``print(_:_:)`` must decide.
    package mutating func passOn(_ bytes: UnsafeRawBufferPointer, _ facts: TerminalFacts) -> Int? {
        // Not by `passesOutputOn`, because the compiler would copy the machine for it.
        guard budget.isFlooded, !options.sharesTerminal, facts.takesMore, outbox.isEmpty, !outbox.isStyleLost,
            !members.isEmpty, facts.window == output.window, let last = bytes.last
        else { return nil }
        let count: Int
        switch state {
        case .shown(let picture):
            let before = output.isScrolledForHUD ? output : nil
            guard picture.placement.isPinned, picture.facts.interruptions == facts.interruptions,
                let whole = followBeside(picture.grid.rows, bytes, facts)
            else { return nil }
            // Rows that the HUD has made need the background color of the output.
            if let before, before.counts.uncoloredRows != output.counts.uncoloredRows {
                (output, outbox.kept) = (before, [])
                return nil
            }
            count = whole
        case .heldBack:
            guard !output.isScrolledForHUD, facts.isForeground else { return nil }
            output.follow(bytes, facts)
            count = bytes.count
        case .absent, .resting, .suspended, .covered: return nil
        }
        _ = budget.take(at: facts.now)
        outbox.isStuck = false
        outbox.note(last)
        return count
    }

    /// Follows output that leaves `height` pinned rows alone, and keeps what can't be printed yet.
    ///
    /// - Returns: How many of the bytes can be printed; nil if the rows are affected, and nothing was followed.
    private mutating func followBeside(_ height: Int, _ bytes: UnsafeRawBufferPointer, _ facts: TerminalFacts) -> Int? {
        let isAlone = !options.sharesTerminal
        let before = output
        var count = bytes.count
        output.follow(bytes, facts)
        if output.isInSequence || isAlone && output.isWrapPending {
            (output, count) = before.followingWhole(bytes, facts, isAlone: isAlone)
        }
        guard output.counts.jumps == before.counts.jumps, output.reachesBlock(abovePinned: height),
            !isAlone || output.canComeBack && (budget.isFlooded || !output.isAtEmptyLastRow)
        else {
            output = before
            return nil
        }
        if count < bytes.count { outbox.kept = Array(bytes[count...]) }
        return count
    }

    /// The bytes that draw the rows again after output has reached them: at the cursor, if they need not be pinned any more; nil if there is no place for them.
    private mutating func drawingAgain(_ facts: TerminalFacts) -> [UInt8]? {
        if pinsRows { return pinning(facts) }
        guard let grid = picture?.grid, let new = placement(height: grid.rows) else { return nil }
        place(at: new)
        return new.around(
            drawing(of: grid), true, output.style, capabilities, hidesCursor: true, showsCursor: output.isCursorVisible)
    }

    /// The bytes that pin the rows again after they were erased; nil if they cannot be pinned now.
    mutating func pinning(_ facts: TerminalFacts) -> [UInt8]? {
        guard options.sharesTerminal || output.canComeBack, let picture,
            let placement = HUDPlacement(pinnedIn: output, height: picture.grid.rows)
        else { return nil }
        place(at: placement)
        return capabilities.pinning(
            picture.grid.rows, of: facts.window.rows, insteadOf: 0, below: output.usedBelow,
            drawing(of: picture.grid, returns: false))
    }

    /// What begins a line where another program may have left the cursor in any column: as many blanks as zsh writes, which go to the next
    /// row from every column but the first.
    func beginningLine(in window: WindowSize) -> [UInt8] {
        guard options.sharesTerminal || options.cursorMayFollowText && outbox.end == .untouched else { return [] }
        let blanks = Array(repeating: UInt8(ascii: " "), count: max(0, window.columns - 1))
        return capabilities.styles.reset + blanks + [UInt8(ascii: "\r")] + capabilities.eraseToEndOfLine
    }
}
