// Frames at the cursor, and the one place where bytes become actions.
extension RegionMachine {
    /// What is written together with a frame, or where there is none: output of the program, and what takes rows off.
    struct Lead {
        var bytes: [UInt8] = []
        /// The output in them alone, with the style in which it goes on.
        var printed: [UInt8] = []
        /// The rows that it erases.
        var old: Picture?
    }

    /// The place for rows of this height now; nil if there is none, or if that is not known.
    func placement(height: Int) -> HUDPlacement? {
        if options.sharesTerminal { return HUDPlacement(pinnedIn: output, height: height) }
        return HUDPlacement(in: output, capabilities, drawsBelow: options.drawsBelowUnfinishedLines, height: height)
    }

    /// Draws a frame, or erases the rows if there is no place for them.
    mutating func draw(_ facts: TerminalFacts, after lead: Lead = Lead()) {
        noticeInterruptions(facts)
        var lead = lead
        if session == nil, !lead.bytes.isEmpty {
            // Before the session begins, because its farewell erases the row that the cursor is in after this output.
            actions.append(.print(lead.printed))
            lead = Lead()
        }
        if isResting() { return stayOff(facts, after: lead) }
        budget.ease(at: facts.now)
        rest.note(isAway: output.usedBelow > 0 || output.isColumnVague, addressesRows: output.addressesRows, at: facts.now)
        if pinsRows, drawPinned(facts, after: lead) { return }
        if picture?.placement.isPinned == true {
            lead = takingOff(facts)
            state = .absent
        }
        let grid = nextGrid(in: facts.window, canStack: capabilities.canMoveUp)
        if let old = picture, !output.canTake(rowsBelow: old.placement.rowsBelow(grid.rows)), grid.rows > old.grid.rows {
            lead = takingOff(facts)
            state = .absent
        }
        guard let placement = picture?.placement ?? placement(height: grid.rows) else {
            return stayOff(facts, after: lead)
        }
        output.noteHUD(rowsBelow: placement.rowsBelow(grid.rows))
        let isNew = picture == nil
        if placement == .here {
            let beginning = beginningLine(in: facts.window)
            // Before the session begins, because its farewell erases the row that the cursor is in.
            if session != nil { lead.bytes += beginning } else if !beginning.isEmpty { actions.append(.print(beginning)) }
        }
        var bytes = picture.map { repainting(from: $0, to: grid) } ?? drawing(of: grid)
        if isNew || !bytes.isEmpty {
            bytes = placement.around(
                bytes, isNew, output.style, capabilities, hidesCursor: isNew,
                showsCursor: output.isCursorVisible)
        }
        lead.bytes += bytes
        show(grid, at: placement, by: lead, facts)
    }

    /// Whether the rows are pinned if that is possible. On the last row the HUD has the same place without that, and the screen need not scroll for it: the
    /// job may be about to redraw a block as high as the screen.
    var pinsRows: Bool {
        if options.sharesTerminal { return true }
        let isAway = rest.isAway && capabilities.canPin && !output.isAtEmptyLastRow
        return (budget.isFlooded || isAway) && picture?.placement.isPinned ?? true
    }

    private mutating func repainting(from old: Picture, to grid: CellGrid) -> [UInt8] {
        encoder.begin()
        // Typed characters are on the first row if the terminal has echoed them.
        let isClean = members.second == members.drawnSecond || options.drawsBelowUnfinishedLines
        encoder.apply(changes(from: old, to: grid, rewriting: isClean ? 0 : old.facts.window.columns), of: grid)
        return encoder.finish()
    }

    /// The changes from a picture to the grid that was made last.
    func changes(from old: Picture, to grid: CellGrid, rewriting leading: Int = 0) -> [CellDiff.Change] {
        let marks = lines.marks
        return CellDiff.changes(from: old.grid, to: grid, rewriting: leading) { row in
            row < marks.count && row < old.marks.count && marks[row] == old.marks[row]
        }
    }

    /// The grid of all HUDs for a window of this size.
    mutating func nextGrid(in window: WindowSize, canStack: Bool) -> CellGrid {
        let stack = StackedLayout(
            columns: window.columns, rows: window.rows, canStack: canStack,
            isUTF8: capabilities.isUTF8, meter: meter, lines: members.lines)
        // Each has a row at least. One more says that there are more than rows.
        return stack.grid(of: members.entries(atMost: max(1, window.rows) + 1), with: &lines)
    }

    /// Writes a frame. From here on `picture` describes what is on the terminal and must be removed.
    ///
    /// - Parameter frame: Its bytes, with what precedes them.
    mutating func show(_ grid: CellGrid, at placement: HUDPlacement, by frame: Lead, _ facts: TerminalFacts) {
        var bytes = frame.bytes
        let isFirst = session == nil
        var session = session ?? Session(placement: placement)
        if let first = members.first {
            bytes += session.announcements.bytes(for: first.entry.snapshot, capabilities, setsTitle: options.setsWindowTitle)
        }
        if isFirst { actions.append(.beginSession(farewell: session.farewell(capabilities))) }
        self.session = session
        if case .shown(let old) = state { lines.reuse(old.grid) }
        var picture = Picture(grid: grid, marks: lines.marks, placement: placement, facts: facts)
        // A new session counts from 0.
        if isFirst { picture.facts.interruptions = 0 }
        state = .shown(picture)
        outbox.touch()
        members.haveBeenDrawn(rows: facts.window.rows)
        if !bytes.isEmpty { write(bytes, printed: frame.printed, facts) }
    }

    /// Writes bytes for a terminal that no handler has restored since the facts were read. Without a session nothing of the region stands
    /// there, and only the program's output is written.
    @inline(never)
    mutating func write(_ bytes: [UInt8], printed: [UInt8] = [], _ facts: TerminalFacts) {
        if session != nil {
            let interruptions = picture?.facts.interruptions ?? facts.interruptions
            let farewell = picture.flatMap { session?.newFarewell(for: $0, capabilities) }
            actions.append(.write(.init(bytes: bytes, farewell: farewell, printed: printed, interruptions: interruptions)))
        } else if !printed.isEmpty {
            actions.append(.print(printed))
        }
    }

    /// A session has refused a write, because the terminal was restored after the facts were read. The rows are gone.
    package mutating func refused(_ write: RegionWrite) -> [RegionAction] {
        loseRows()
        if !write.printed.isEmpty { actions.append(.print(write.printed)) }
        return takeActions()
    }

    /// If the facts report an interruption since the rows were drawn, the farewell has erased them.
    mutating func noticeInterruptions(_ facts: TerminalFacts) {
        if let picture, picture.facts.interruptions != facts.interruptions { loseRows() }
    }

    /// How long the rows stay off after an interruption: what a program prints because of it does not go through the region.
    static let restAfterInterruption = Duration.milliseconds(200)

    /// Takes note that the rows are gone, and that another program may have used the terminal.
    private mutating func loseRows() {
        forget()
        outbox.isStyleLost = true
        output.loseUnfinishedLine()
        guard case .absent = state, !members.isEmpty else { return }
        state = .resting(until: members.time.advanced(by: Self.restAfterInterruption))
    }

    /// What goes to the row below those of the output. If it is not known how many are below the cursor's, what is on the next one is erased.
    private func goingBelowOutput(in window: WindowSize) -> [UInt8] {
        let stream = stream
        return (stream.goingBelow(isAtLineStart: isAtLineStart) ?? stream.carriageReturn + beginningLine(in: window))
            + stream.erasingDoubtfulRow(capabilities)
    }

    /// Erases the rows and writes a line in their place, in one write. HUDs that are still shown are drawn below the line.
    ///
    /// - Returns: Whether the rows that are still shown have been redrawn, or may not be.
    mutating func leave(_ grid: CellGrid, _ facts: TerminalFacts) -> Bool {
        let drawing = HUDPlacement.here.around(
            self.drawing(of: grid), true, stream.style, capabilities, hidesCursor: false, showsCursor: false)
        let whole = drawing + Array("\n".utf8)
        let isHeld = isHolding(facts)
        if !isHeld { noticeInterruptions(facts) }
        // A bezel turns echo off itself. Behind it the line is held, as all output is.
        guard isHeld ? isCovered || facts.allowDrawing : canDraw(facts) else { return true }
        if stream.isInSequence {
            outbox.add(whole, after: output)
            return false
        }
        let line = goingBelowOutput(in: facts.window) + whole
        if isHeld {
            line.withUnsafeBytes { accept($0, facts) }
            return true
        }
        outbox.endLine()
        var lead = takingOff(facts)
        lead.bytes = (lead.old == nil ? [] : capabilities.synchronizedUpdate.on) + lead.bytes + line
        lead.printed += line
        let end = lead.old == nil ? [] : capabilities.synchronizedUpdate.off
        _ = line.withUnsafeBytes { output.follow($0, facts) }
        if !hasSteppedAside, !members.isEmpty, placement(height: 1) != nil {
            if lead.old != nil { state = .absent }
            lead.bytes += end
            draw(facts, after: lead)
            return true
        }
        let back = lead.old.map { givingBack(from: $0.placement) } ?? []
        write(lead.bytes + back + end, printed: lead.printed, facts)
        forget()
        return true
    }
}
