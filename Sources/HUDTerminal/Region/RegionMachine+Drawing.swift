import HUDCore

// Frames at the cursor, and the one place where bytes become actions.
extension RegionMachine {
    /// Output of the program that is written together with a frame.
    struct Lead {
        /// The bytes before the frame: those that erase the old rows, and the output.
        var bytes: [UInt8] = []
        /// The output alone.
        var printed: [UInt8] = []
        /// The rows that it erases.
        var old: Picture?
    }

    /// The second of the job that the next frame shows.
    var frameSecond: Int64 { members.first?.entry.snapshot.elapsed.wholeSeconds ?? 0 }

    /// The time of the frame that is drawn, or was drawn last.
    var frameTime: HUDInstant { members.first?.entry.snapshot.timestamp ?? .zero }

    /// The place for rows of this height now; nil if there is none, or if that is not known.
    func placement(height: Int) -> HUDPlacement? {
        if options.sharesTerminal { return HUDPlacement(pinnedIn: output, height: height) }
        return HUDPlacement(in: output, capabilities, drawsBelow: options.drawsBelowUnfinishedLines, height: height)
    }

    /// Draws a frame, or erases the rows if there is no place for them.
    mutating func draw(_ facts: TerminalFacts, _ actions: inout [RegionAction], after lead: Lead = Lead()) {
        noticeInterruptions(facts, &actions)
        var lead = lead
        if !isSessionOpen, !lead.bytes.isEmpty {
            // Before the session begins, because its farewell erases the row that the cursor is in after this output.
            actions.append(.print(lead.printed))
            lead = Lead()
        }
        if isResting() { return stayOff(facts, &actions, after: lead) }
        if isFlooded, budget.isEased(at: facts.now) { isFlooded = false }
        if options.sharesTerminal || isFlooded && picture?.placement.isPinned ?? true,
            drawPinned(facts, &actions, after: lead)
        {
            return
        }
        var prefix = lead.bytes
        var isCursorHidden = false
        var last = (picture ?? lead.old)?.placement
        if let old = picture, old.placement.isPinned {
            prefix = takingOff(facts)
            isCursorHidden = old.placement == .here
            state = .absent
        }
        let grid = nextGrid(in: facts.window, canStack: capabilities.canMoveUp)
        if let old = picture, !output.canTake(rowsBelow: old.placement.rowsBelow(grid.rows)), grid.rows > old.grid.rows {
            prefix = takingOff(facts)
            state = .absent
        }
        if picture == nil {
            guard let placement = placement(height: grid.rows) else {
                if !prefix.isEmpty { write(prefix + givingBack(from: last), printed: lead.printed, facts, &actions) }
                return forget(&actions)
            }
            last = placement
        }
        guard let placement = last else { return }
        output.around.noteHUD(rowsBelow: placement.rowsBelow(grid.rows))
        let isNew = picture == nil
        if placement == .here { prefix += beginningLine(in: facts.window) }
        var bytes = picture.map { changes(from: $0, to: grid, facts) } ?? drawing(of: grid)
        if isNew || !bytes.isEmpty {
            bytes = placement.around(
                bytes, isNew, output.style, capabilities, hidesCursor: isNew && !isCursorHidden,
                showsCursor: output.isCursorVisible)
        }
        let new = Picture(
            grid: grid, marks: lines.marks, placement: placement, window: facts.window,
            interruptions: facts.interruptions)
        show(new, by: prefix + bytes, printed: lead.printed, &actions)
    }

    private mutating func changes(from old: Picture, to grid: CellGrid, _ facts: TerminalFacts) -> [UInt8] {
        encoder.begin()
        // Typed characters are on the first row if the terminal has echoed them.
        let isClean = frameSecond == shownSecond || options.drawsBelowUnfinishedLines
        let leading = isClean ? 0 : facts.hasInput ? Int.max : 24
        encoder.apply(changes(from: old, to: grid, rewriting: leading), of: grid)
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

    /// Writes the bytes of a frame. From here on `picture` describes what is on the terminal and must be removed.
    mutating func show(_ new: Picture, by bytes: [UInt8], printed: [UInt8], _ actions: inout [RegionAction]) {
        var (new, bytes) = (new, bytes)
        // A new session counts from 0.
        if !isSessionOpen { new.interruptions = 0 }
        if let first = members.first {
            bytes += announcements.bytes(for: first.entry.snapshot, capabilities, setsTitle: options.setsWindowTitle)
        }
        if case .shown(let old) = state { lines.reuse(old.grid) }
        state = .shown(new)
        isUntouched = false
        shownSecond = frameSecond
        members.haveBeenDrawn(rows: new.window.rows)
        if !isSessionOpen {
            isSessionOpen = true
            // The rows are erased by the farewell of the write that draws them. Until then the last rows can be the job's.
            farewell = (0, new.placement)
            actions.append(.beginSession(farewell: farewell(rows: 0, new.placement)))
        }
        guard !bytes.isEmpty else { return }
        actions.append(.write(newWrite(bytes, printed: printed, interruptions: new.interruptions)))
    }

    /// Writes bytes for a terminal that no handler has restored since the facts were read. Without a session nothing of the region stands
    /// there, and only the program's output is written.
    @inline(never)
    mutating func write(_ bytes: [UInt8], printed: [UInt8] = [], _ facts: TerminalFacts, _ actions: inout [RegionAction]) {
        if isSessionOpen {
            let interruptions = picture?.interruptions ?? facts.interruptions
            actions.append(.write(newWrite(bytes, printed: printed, interruptions: interruptions)))
        } else if !printed.isEmpty {
            actions.append(.print(printed))
        }
    }

    private mutating func newWrite(_ bytes: [UInt8], printed: [UInt8], interruptions: Int) -> RegionWrite {
        var write = RegionWrite(bytes: bytes, printed: keptInWrite + printed, interruptions: interruptions)
        keptInWrite = []
        if let picture, farewell != (picture.grid.rows, picture.placement) {
            farewell = (picture.grid.rows, picture.placement)
            write.farewell = farewell(rows: picture.grid.rows, picture.placement)
        }
        return write
    }

    /// A session has refused a write, because the terminal was restored after the facts were read. The rows are gone.
    mutating func refused(_ write: RegionWrite) -> [RegionAction] {
        var actions: [RegionAction] = []
        loseRows(&actions)
        if !write.printed.isEmpty { actions.append(.print(write.printed)) }
        return actions
    }

    /// If the facts report an interruption since the rows were drawn, the farewell has erased them.
    mutating func noticeInterruptions(_ facts: TerminalFacts, _ actions: inout [RegionAction]) {
        if let picture, picture.interruptions != facts.interruptions { loseRows(&actions) }
    }

    /// Takes note that the rows are gone, and that another program may have used the terminal.
    private mutating func loseRows(_ actions: inout [RegionAction]) {
        forget(&actions)
        isStyleLost = true
        output.loseUnfinishedLine()
    }

    /// Erases the rows and writes a line in their place, in one write. HUDs that are still shown are drawn below the line.
    ///
    /// - Returns: Whether the rows that are still shown have been redrawn, or may not be.
    mutating func leave(_ grid: CellGrid, _ facts: TerminalFacts, _ actions: inout [RegionAction]) -> Bool {
        let drawing = HUDPlacement.here.around(
            self.drawing(of: grid), true, stream.style, capabilities, hidesCursor: false, showsCursor: false)
        let whole = drawing + Array("\n".utf8)
        let isHeld = isHolding(facts)
        if !isHeld { noticeInterruptions(facts, &actions) }
        guard isHeld ? facts.allowDrawing : canDraw(facts, &actions) else { return true }
        if stream.isInSequence {
            waitingLines += whole
            return false
        }
        let line = (isAtLineStart ? beginningLine(in: facts.window) : Array("\r\n".utf8)) + whole
        if isHeld {
            line.withUnsafeBytes { accept($0, facts, &actions) }
            return true
        }
        endsWithNewline = true
        let old = picture
        let off = old == nil ? [] : capabilities.beginSynchronized + takingOff(facts)
        let end = off.isEmpty ? [] : capabilities.endSynchronized
        _ = line.withUnsafeBytes { output.follow($0, facts) }
        switch state {
        case .shown, .absent, .heldBack, .resting:
            guard !members.isEmpty, placement(height: 1) != nil else { break }
            if old != nil { state = .absent }
            draw(facts, &actions, after: Lead(bytes: off + line + end, printed: line, old: old))
            return true
        case .suspended, .covered: break
        }
        let back = off.isEmpty ? [] : givingBack(from: old?.placement)
        write(off + line + back + end, printed: line, facts, &actions)
        forget(&actions)
        return true
    }
}
