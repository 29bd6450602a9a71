import CTerminalSupport
import HUDCore
import Synchronization

// Work that is pending because the terminal was stuck: the rest of a write, rows to erase, and held output.
extension InlineRegion {
    /// Regions with pending work. They are kept alive until it is done, or the process ends.
    private static let debtors = Mutex<[InlineRegion]>([])

    /// Registers what writes the debts at exit, as far as the terminals take them.
    static let finishAtExit: Void = {
        _ = atexit {
            for region in InlineRegion.debtors.withLock({ $0 }) { region.finish() }
        }
    }()

    /// How often a stuck terminal is looked after.
    private static let interval = Duration.milliseconds(20)

    /// Does the pending work, as far as the terminal accepts output now or within `patience`: first the rest of the last write, then what
    /// must be erased, then the held output.
    func recover(_ state: inout State, within patience: Duration) {
        while mayPrint(&state, { takeStep(&$0, within: patience) }) {}
    }

    /// - Returns: Whether there is more to do, and the terminal may take it.
    private func takeStep(_ state: inout State, within patience: Duration) -> Bool {
        flush(&state, within: patience)
        guard owesSomething(state), !state.machine.isCovered, writer.isReady(within: patience) else { return false }
        let facts = currentFacts(&state)
        if state.machine.owesSomething {
            perform(state.machine.settle(facts), &state, patience)
        } else if let chunk = state.hold?.next() {
            let actions = canDraw ? chunk.withUnsafeBytes { state.machine.release($0, facts) } : [.print(chunk)]
            perform(actions, &state, patience)
        } else {
            state.hold = nil
            state.machine.hasReleasedAll()
            return false
        }
        flush(&state, within: patience)
        return true
    }

    /// Calls `body`, which prints. While output is printed that was held behind a bezel, a signal handler begins behind what `body` has printed.
    ///
    /// - Returns: What `body` returns; false if a handler has printed it.
    private func mayPrint(_ state: inout State, _ body: (inout State) -> Bool) -> Bool {
        guard state.hold?.isBehindBezel == true, !state.machine.isCovered else { return body(&state) }
        var mask = sigset_t()
        let entry = hud_held_lock(writer.descriptor, &mask)
        guard entry >= 0 else { return false }
        let goesOn = body(&state)
        // A handler writes the bytes that a session's farewell begins with.
        let unsent = state.session?.farewellHasUnsent == true ? 0 : writer.unsent.count
        let start = state.hold == nil ? -1 : max(0, (state.hold?.taken ?? 0) - off_t(unsent))
        hud_held_unlock(entry, start, &mask)
        return goesOn
    }

    /// Sends the rest of the last write. An open session does that, and keeps its farewell up to date.
    @inline(never)
    func flush(_ state: inout State, within patience: Duration) {
        guard takePageBack(&state) else { return }
        let isStale = state.session?.isFarewellStale ?? false
        guard writer.hasUnsent || isStale else { return }
        if state.session == nil { writer.flush(within: patience) } else { state.session?.flush(within: patience) }
    }

    /// The facts while the terminal accepts output.
    @inline(never)
    private func currentFacts(_ state: inout State) -> TerminalFacts {
        var facts = facts(&state, within: .zero)
        facts.takesMore = true
        return facts
    }

    func owesSomething(_ state: borrowing State) -> Bool {
        state.hold != nil || writer.hasUnsent || state.machine.owesSomething
    }

    /// Lets the clock's thread check the terminal as long as work is pending.
    ///
    /// - Returns: Whether work is pending for the terminal.
    @discardableResult
    func attend(_ state: inout State) -> Bool {
        leavePage(&state)
        let owes = owesSomething(state) && !state.machine.isCovered
        if !owes {
            for body in state.whenWritten { body() }
            state.whenWritten = []
        }
        guard owes || state.machine.hasWaitingLines else {
            if state.isDebtor { Self.debtors.withLock { $0.removeAll { $0 === self } } }
            state.isDebtor = false
            return false
        }
        Self.finishAtExit
        if !state.isDebtor { Self.debtors.withLock { $0.append(self) } }
        state.isDebtor = true
        guard owes else { return false }
        let alarm = state.alarm ?? LiveClock.shared.makeAlarm { [weak self] in self?.lookAgain() }
        state.alarm = alarm
        alarm.set(LiveClock.shared.now.advanced(by: Self.interval))
        return true
    }

    /// Calls `body` once no work is pending for the terminal.
    func whenWritten(_ body: @escaping @Sendable () -> Void) {
        state.withLock { state in
            if attend(&state) { state.whenWritten.append(body) } else { body() }
        }
    }

    /// Checks whether the terminal accepts output now.
    func lookAgain() {
        state.withLock { state in
            recover(&state, within: .zero)
            attend(&state)
        }
    }

    /// The process ends.
    private func finish() {
        // A thread that is in the middle of a write is not waited for.
        _ = state.withLockIfAvailable { state in
            // A slow terminal gets more time than during the run, because pending output is lost otherwise.
            writer.expectProgress()
            recover(&state, within: .seconds(1))
            let facts = facts(&state, within: .zero)
            if facts.takesMore { perform(state.machine.finish(facts), &state, TerminalWriter.patience) }
            leavePage(&state)
        }
    }
}
