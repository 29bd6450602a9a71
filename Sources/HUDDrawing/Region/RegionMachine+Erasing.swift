// What takes the rows off and gives the terminal back.
extension RegionMachine {
    /// Whether the HUDs may be drawn. If the terminal is another program's at present, the rows are given up.
    @inline(never)
    mutating func canDraw(_ facts: TerminalFacts) -> Bool {
        if facts.allowDrawing { return true }
        budget.isFlooded = false
        if !facts.isForeground {
            // Whatever is on the screen now belongs to the program in the foreground. But it would not know of rows that don't scroll.
            output.loseUnfinishedLine()
            // The stop that led here has written the farewell, which resets the style.
            if picture != nil { outbox.isStyleLost = true }
            forget(writesFarewell: picture?.placement.isPinned ?? false)
        } else {
            stepAside(facts)
        }
        return false
    }

    /// Erases the rows for a program that reads a password, or uses the whole screen.
    ///
    /// Its prompt begins where the cursor rested: at the start of the region's row. What is left of that row lies right of the prompt.
    private mutating func stepAside(_ facts: TerminalFacts) {
        guard let picture else { return }
        // The prompt may have moved the cursor down a row or two. So nothing is touched below but the rest of the rows. The rest of the
        // prompt is in the job's style if it goes through the region.
        let rest = picture.grid.rows > 1 ? capabilities.erasingFromCursor : capabilities.eraseToEndOfLine
        var off = Lead(bytes: rest + output.style.bytes, old: picture)
        // Below an unfinished line, the prompt went through the region and lies above.
        if picture.placement != .here { off = takingOff(facts) }
        stayOff(facts, after: off)
    }

    /// Takes everything off and gives the terminal back.
    mutating func erase(_ facts: TerminalFacts) {
        budget.isFlooded = false
        noticeInterruptions(facts)
        takeOff(facts)
    }

    /// Takes the rows off, if there are any.
    mutating func takeOff(_ facts: TerminalFacts) {
        let off = picture != nil && canDraw(facts) ? takingOff(facts) : Lead()
        stayOff(facts, after: off)
    }

    /// Writes what precedes a frame that is not drawn.
    mutating func stayOff(_ facts: TerminalFacts, after lead: Lead) {
        if !lead.bytes.isEmpty {
            write(lead.bytes + givingBack(from: lead.old?.placement), printed: lead.printed, facts)
        }
        forget()
    }

    /// Ends the session. From here on nothing of the region is on the terminal.
    mutating func forget(writesFarewell: Bool = false) {
        switch state {
        case .shown, .heldBack: state = .absent
        case .absent, .resting, .suspended, .covered: break
        }
        if session.take() != nil { actions.append(.endSession(writesFarewell: writesFarewell)) }
        let kept = outbox.takeKept(into: &output)
        if !kept.isEmpty { actions.append(.print(kept)) }
    }

    /// What is restored when the cursor is no longer where the farewell needs it.
    package var lateFarewell: (modes: [UInt8], erasure: [UInt8]) {
        var announcements = session?.announcements ?? Announcements()
        let modes = capabilities.resetScrollRegion + capabilities.autowrap.on + capabilities.cursorVisibility.on
        return (modes + announcements.takeBack(), capabilities.eraseToEndOfScreen)
    }

    /// The bytes that erase the rows, however many rows of the terminal they occupy now. The cursor ends where they began.
    ///
    /// In another window, everything to the end of the screen is erased. The terminal may have another size by now, or be about to get one, so the rows
    /// are counted only if it can't do that.
    func erasure(of picture: Picture, in window: WindowSize) -> [UInt8] {
        if window == picture.facts.window { return capabilities.erasing(rows: picture.grid.rows, isCertain: true) }
        if !capabilities.eraseToEndOfScreen.isEmpty { return capabilities.erasing(rows: 1) + capabilities.erasingBelow }
        let isNarrower = window.columns < picture.facts.window.columns
        let rows = isNarrower ? picture.grid.rewrappedRows(in: window.columns) : picture.grid.rows
        return capabilities.erasing(rows: min(rows, window.rows))
    }

    /// What takes the rows off and leaves the cursor to the printed output, in a window that may have been resized. What was kept is printed with it.
    mutating func takingOff(_ facts: TerminalFacts) -> Lead {
        guard let picture else { return Lead() }
        var off = Lead(old: picture)
        let window = facts.window
        if case .pinned(let rows) = picture.placement {
            output.noteHUD(rowsBelow: picture.grid.rows)
            off.bytes =
                window == picture.facts.window
                ? capabilities.unpinning(rows: rows)
                : capabilities.unpinningResized(in: window, below: output.usedBelow)
            // The kept bytes come last, because nothing may follow an incomplete sequence.
            guard !outbox.kept.isEmpty else { return off }
            off.printed = outbox.kept.withUnsafeBytes { withStyle($0) }
            off.bytes += takingBack() + outbox.takeKept(into: &output)
            return off
        }
        defer { output.resize(to: window) }
        let style = output.style
        off.bytes = style.isPlain ? [] : capabilities.styles.reset
        var placement = picture.placement
        // A row that is full is known, and the wrap that is pending would be lost by other ways.
        let isFull = window.columns == picture.facts.window.columns && output.fillingCharacter != nil
        if window != picture.facts.window, !isFull, case .below = placement {
            // Everything after the cursor is the region's, wherever the cursor is now.
            if output.endsAtCursor(in: window.columns), !capabilities.eraseToEndOfScreen.isEmpty {
                off.bytes += capabilities.eraseToEndOfScreen + style.bytes
                return off
            }
            // The terminal may have wrapped the line for a width that it has not reported yet, or have cut it, so the column is not known.
            // A window that loses rows drops those below the cursor first, and the cursor is in its last row then.
            let hasLostRows = window.rows < picture.facts.window.rows
            if !output.hasSavedCursor, let erasure = capabilities.erasingBelowLine(makesRoom: hasLostRows) {
                off.bytes += erasure + style.bytes
                return off
            }
            let column = output.likelyColumn(in: window.columns)
            // If the line now begins a row at the cursor, that row was the region's first.
            placement = column == 0 && output.column != 0 ? .here : column.map { .below(column: $0) } ?? .here
        }
        off.bytes += placement.entering() + erasure(of: picture, in: window) + placement.leaving(capabilities) + style.bytes
        return off
    }

    /// What takes the announcements back.
    mutating func takingBack() -> [UInt8] { session?.announcements.takeBack() ?? [] }

    /// What else is restored with rows at `placement`. The cursor is shown only if the printed output has not hidden it.
    mutating func givingBack(from placement: HUDPlacement?) -> [UInt8] {
        if case .pinned = placement { return takingBack() }
        return takingBack() + (output.isCursorVisible ? capabilities.cursorVisibility.on : [])
    }
}
