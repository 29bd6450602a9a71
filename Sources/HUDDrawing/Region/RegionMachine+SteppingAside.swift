// Suspensions, and bezels that use the full screen.
extension RegionMachine {
    /// Whether something has taken the HUDs off, and has not let them come back yet.
    package var isSuspended: Bool { suspensions > 0 }

    /// Whether a suspension or a bezel keeps the rows off now.
    var hasSteppedAside: Bool {
        switch state {
        case .suspended, .covered: true
        case .absent, .shown, .heldBack, .resting: false
        }
    }

    /// Removes the HUDs until ``resume(isOnNewLine:_:)``. They come back when each suspension has ended.
    package mutating func suspend(_ facts: TerminalFacts) -> [RegionAction] {
        catchUp(facts)
        suspensions += 1
        switch state {
        case .suspended, .covered: break
        case .shown(let picture) where !facts.takesMore: state = .suspended(unerased: picture)
        case .absent, .shown, .heldBack, .resting:
            erase(facts)
            state = .suspended(unerased: nil)
        }
        // Another program prints between the rows that were cut and the cursor.
        output.rowsSinceCut = nil
        return takeActions()
    }

    /// Ends a suspension. After the last one the HUDs come back with their next frames.
    ///
    /// - Parameter isOnNewLine: Whether the cursor is known to be at the start of a line now.
    package mutating func resume(isOnNewLine: Bool, _ facts: TerminalFacts) -> [RegionAction] {
        catchUp(facts)
        if isOnNewLine { beginLine(facts) }
        guard isSuspended else { return takeActions() }
        if !isOnNewLine { output.loseUnfinishedLine() }
        suspensions -= 1
        if !isSuspended, case .suspended(let unerased) = state { state = unerased.map { .shown($0) } ?? .absent }
        return takeActions()
    }

    /// Takes it that the cursor is at the start of a line, because another program has used the terminal. That program resets the style, but not the modes
    /// that the output has set.
    package mutating func beginLine(_ facts: TerminalFacts) {
        output = OutputTracker(window: facts.window, after: output)
        outbox.touch()
    }

    /// The answer to a request for the full screen.
    package enum FullScreen {
        case begun
        /// The output cannot be left in the state in which it is now.
        case notNow
        case refused
    }

    /// Removes the HUDs and holds output until ``uncover(_:)``, because a bezel uses the full screen.
    ///
    /// - Parameter canHold: Called if nothing else is in the way: whether output can be held.
    package mutating func cover(_ facts: TerminalFacts, if canHold: () -> Bool = { true }) -> (FullScreen, [RegionAction]) {
        catchUp(facts)
        if isCovered { return (.refused, takeActions()) }
        // The job's style is set again after the bezel, so it has to be known.
        guard facts.takesMore, output.canBeLeft, output.style.isKnown else { return (.notNow, takeActions()) }
        guard canHold() else { return (.refused, takeActions()) }
        erase(facts)
        state = .covered
        return (.begun, takeActions())
    }

    /// The bezel is gone. The driver then prints what was held, and the HUDs come back with their next frames.
    package mutating func uncover(_ facts: TerminalFacts) -> [RegionAction] {
        guard isCovered else { return [] }
        state = isSuspended ? .suspended(unerased: nil) : .absent
        if facts.isForeground { outbox.resumption = output.resuming(capabilities) }
        catchUp(facts)
        return takeActions()
    }
}
