// Suspensions, and bezels that use the full screen.
extension RegionMachine {
    /// Removes the HUDs until ``resume(isOnNewLine:_:)``.
    mutating func suspend(_ facts: TerminalFacts) -> [RegionAction] {
        var actions: [RegionAction] = []
        catchUp(facts, &actions)
        switch state {
        case .suspended: break
        case .covered: state = .covered(isSuspended: true)
        case .shown(let picture) where !facts.takesMore: state = .suspended(owed: picture)
        case .absent, .shown, .heldBack, .resting:
            erase(facts, &actions)
            state = .suspended(owed: nil)
        }
        return actions
    }

    /// Lets the HUDs come back with their next frames.
    ///
    /// - Parameter isOnNewLine: Whether the cursor is known to be at the start of a line now.
    mutating func resume(isOnNewLine: Bool, _ facts: TerminalFacts) -> [RegionAction] {
        var actions: [RegionAction] = []
        catchUp(facts, &actions)
        if isOnNewLine {
            output = OutputTracker(window: facts.window, isUTF8: output.isUTF8)
            outbox.touch()
        }
        switch state {
        case .suspended(let owed):
            if !isOnNewLine { output.loseUnfinishedLine() }
            state = owed.map { .shown($0) } ?? .absent
        case .covered(isSuspended: true):
            if !isOnNewLine { output.loseUnfinishedLine() }
            state = .covered(isSuspended: false)
        case .covered(isSuspended: false), .absent, .shown, .heldBack, .resting: break
        }
        return actions
    }

    /// The answer to a request for the full screen.
    enum FullScreen {
        case begun
        /// The output cannot be left in the state in which it is now.
        case notNow
        case refused
    }

    /// Removes the HUDs and holds output until ``uncover(_:)``, because a bezel uses the full screen.
    mutating func cover(_ facts: TerminalFacts) -> (FullScreen, [RegionAction]) {
        var actions: [RegionAction] = []
        catchUp(facts, &actions)
        let wasSuspended: Bool
        switch state {
        case .covered: return (.refused, actions)
        case .suspended: wasSuspended = true
        case .absent, .shown, .heldBack, .resting: wasSuspended = false
        }
        // The job's style is set again after the bezel, so it has to be known.
        guard facts.takesMore, output.canBeLeft, output.style.isKnown else { return (.notNow, actions) }
        erase(facts, &actions)
        state = .covered(isSuspended: wasSuspended)
        return (.begun, actions)
    }

    /// The bezel is gone. The driver then prints what was held, and the HUDs come back with their next frames.
    mutating func uncover(_ facts: TerminalFacts) -> [RegionAction] {
        guard case .covered(let isSuspended) = state else { return [] }
        state = isSuspended ? .suspended(owed: nil) : .absent
        if facts.isForeground { outbox.resumption = output.resuming(capabilities) }
        var actions: [RegionAction] = []
        catchUp(facts, &actions)
        return actions
    }
}
