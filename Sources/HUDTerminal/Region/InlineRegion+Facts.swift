import CTerminalSupport

// What is asked of the terminal, and when nothing is.
extension InlineRegion {
    /// Draws a frame in which at most the spinner has moved, by the few questions that it can't do without, and one write. If nothing has to be written, and
    /// the terminal was looked at not long ago, no system call is made.
    ///
    /// - Returns: The number of bytes; nil if nothing was drawn, and `entry` has to be rendered.
    func drawStep(to entry: StackedLayout.Entry, of id: RegionMember, _ state: inout State) -> Int? {
        guard state.hold == nil, !state.isRegistered, let step = state.machine.step(to: entry, of: id) else { return nil }
        if step.mustLook || state.session?.interruptions != step.facts.interruptions {
            guard state.session?.write(step.bytes, tickFacts(step.facts, group: state.seen.group)) == true else { return nil }
        }
        state.machine.hasDrawn(entry, step)
        return step.bytes.count
    }

    private func tickFacts(_ facts: TerminalFacts, group: Int32) -> hud_tick_facts {
        hud_tick_facts(
            keyboard: options.drawsWithoutEcho ? -1 : options.echoDescriptor ?? writer.descriptor,
            allows_relayed: options.drawsBelowUnfinishedLines, columns: Int32(clamping: facts.window.columns),
            rows: Int32(clamping: facts.window.rows), group: group, unread_lines: Int32(clamping: facts.unreadLines),
            interruptions: Int64(facts.interruptions))
    }

    /// Reads the facts. The terminal may take more at once, or within `patience`.
    ///
    /// - Parameter maximumAge: How old the facts may be. The window's size and what costs no system call are always current.
    func facts(_ state: inout State, within patience: Duration, maximumAge: Duration = .zero) -> TerminalFacts {
        let keyboard = options.echoDescriptor ?? writer.descriptor
        let now = state.time()
        let seen = look(&state, at: now, keyboard, maximumAge)
        var facts = TerminalFacts(now: now)
        facts.window = WindowSize(seen)
        rowCount.store(facts.window.rows, ordering: .relaxed)
        facts.isForeground = seen.is_foreground
        // What a program relays from elsewhere is output like any other.
        facts.isEchoing =
            options.drawsWithoutEcho || seen.is_echoing
            || options.sharesTerminal && hud_is_relayed_by_neighbor(keyboard)
            || options.drawsBelowUnfinishedLines && seen.is_relayed
        facts.newlineReturns = seen.newline_returns
        facts.unreadLines = Int(seen.unread_lines)
        facts.areReadersBehind = options.sharesTerminal && areReadersBehind()
        facts.interruptions = state.session?.interruptions ?? 0
        let isHolding = state.hold != nil && !state.machine.isCovered
        facts.takesMore = !isHolding && writer.isReady(within: patience)
        return facts
    }

    /// Takes rows off again that were written while the window got another size.
    func lookAfterWrite(_ facts: TerminalFacts, _ state: inout State) {
        guard state.session != nil else { return }
        hud_look_at_window(writer.descriptor, &state.seen)
        guard WindowSize(state.seen) != facts.window else { return }
        var facts = facts
        facts.window = WindowSize(state.seen)
        facts.interruptions = state.session?.interruptions ?? 0
        facts.takesMore = writer.isReady(within: .zero)
        perform(state.machine.doPendingWork(facts), &state, .zero)
    }

    /// How old the facts may be for output that is passed on while the rows are pinned in a flood: that draws nothing.
    static let longestAgeInFlood = Duration.milliseconds(5)

    private func look(
        _ state: inout State, at now: HUDInstant, _ keyboard: Int32, _ maximumAge: Duration
    ) -> hud_facts {
        if let time = state.seenTime, time.duration(to: now) < maximumAge {
            hud_look_at_window(writer.descriptor, &state.seen)
        } else {
            hud_look(writer.descriptor, keyboard, &state.seen)
            state.seenTime = now
            if !state.seen.is_foreground { hud_sessions_give_back_late() }
        }
        if state.isCaptured { hud_capture_resize(state.seen.columns, state.seen.rows) }
        return state.seen
    }
}
