import CTerminalSupport
import Synchronization

// Work that is pending because the terminal was stuck: the rest of a write, rows to erase, and held output.
extension InlineRegion {
    /// Regions with pending work. They are kept alive until it is done, or the process ends.
    private static let withPendingWork = Mutex<[InlineRegion]>([])

    /// Registers what does the pending work at exit, as far as the terminals take it.
    static let finishAtExit: Void = {
        _ = atexit {
            InlineRegion.isEnding.store(true, ordering: .relaxed)
            for region in InlineRegion.withPendingWork.withLock({ $0 }) { region.finish() }
        }
    }()

    /// How often a stuck terminal is looked after.
    private static let interval = Duration.milliseconds(20)
    /// The time that other threads have between two pieces of work, if there is more than one call may do.
    private static let pause = Duration.milliseconds(1)
    /// Whether the process ends, so that only the thread that ends it does the work.
    static let isEnding = Atomic(false)

    /// How long one call prints held output, with the region locked. The rest is printed by later calls, and on the clock's thread.
    private static let longestPrint = Duration.milliseconds(50)

    private enum Step {
        /// There is more to do.
        case taken
        /// The terminal accepts nothing now.
        case stuck
        case nothing
    }

    /// Does the pending work, as far as the terminal accepts output now or within `patience`: first the rest of the last write, then what
    /// must be erased, then the held output.
    ///
    /// - Parameter limit: How long it goes on while the terminal accepts output; nil for no limit.
    /// - Returns: Whether the terminal has taken something.
    @discardableResult
    func doPendingWork(_ state: inout State, within patience: Duration, atMost limit: Duration? = longestPrint) -> Bool {
        var (start, stuckSince): (HUDInstant?, HUDInstant?)
        var hasMoved = false
        while true {
            let unsent = writer.unsent.count
            let step = mayPrint(&state) { takeStep(&$0) }
            if case .nothing = step { return hasMoved }
            let now = LiveClock.shared.now
            start = start ?? now
            var isStuck = false
            if case .stuck = step { isStuck = writer.unsent.count >= unsent }
            if !isStuck {
                (stuckSince, hasMoved) = (nil, true)
                if let limit, let start, start.duration(to: now) >= limit { return true }
                if case .taken = step { continue }
            }
            // Outside of `mayPrint`, so that a signal handler need not wait for the terminal as well.
            let waited = stuckSince.map { $0.duration(to: now) }
            stuckSince = stuckSince ?? now
            guard waited ?? .zero < patience, writer.waits(within: patience - (waited ?? .zero)) else { return hasMoved }
            // poll reports room for one byte, but a line feed can need two.
            if waited != nil { _ = poll(nil, 0, 1) }
        }
    }

    private func takeStep(_ state: inout State) -> Step {
        flush(&state, within: .zero)
        guard hasPendingWork(state), !state.machine.isCovered else { return .nothing }
        guard writer.isReady() else { return .stuck }
        let facts = currentFacts(&state)
        if state.machine.hasPendingWork {
            perform(state.machine.doPendingWork(facts), &state, .zero)
        } else if let chunk = state.hold?.next() {
            let actions = canDraw ? chunk.withUnsafeBytes { state.machine.release($0, facts) } : [.print(chunk)]
            perform(actions, &state, .zero)
        } else {
            state.hold = nil
            state.machine.hasReleasedAll()
            return .nothing
        }
        flush(&state, within: .zero)
        return .taken
    }

    /// Calls `body`, which prints. While output is printed that was held behind a bezel, a signal handler begins behind what `body` has printed.
    ///
    /// - Returns: What `body` returns; nothing if a handler has printed it.
    private func mayPrint(_ state: inout State, _ body: (inout State) -> Step) -> Step {
        guard state.hold?.isBehindBezel == true, !state.machine.isCovered else { return body(&state) }
        var mask = sigset_t()
        let entry = hud_held_lock(writer.descriptor, &mask)
        guard entry >= 0 else { return .nothing }
        let step = body(&state)
        // A handler writes the bytes that a session's farewell begins with.
        let unsent = state.session?.farewellHasUnsent == true ? 0 : writer.unsent.count
        let start = state.hold == nil ? -1 : max(0, (state.hold?.taken ?? 0) - off_t(unsent))
        hud_held_unlock(entry, start, &mask)
        return step
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

    func hasPendingWork(_ state: borrowing State) -> Bool {
        state.hold != nil || writer.hasUnsent || state.machine.hasPendingWork
    }

    /// Lets the clock's thread check the terminal as long as work is pending.
    ///
    /// - Parameter goesOn: Whether work can go on at once.
    /// - Returns: Whether work is pending for the terminal.
    @discardableResult
    func schedulePendingWork(_ state: inout State, goesOn: Bool = false) -> Bool {
        leavePage(&state)
        let isPending = hasPendingWork(state) && !state.machine.isCovered
        if !isPending {
            for body in state.whenWritten { body() }
            state.whenWritten = []
        }
        guard isPending || state.machine.hasWaitingLines else {
            if state.isRegistered { Self.withPendingWork.withLock { $0.removeAll { $0 === self } } }
            state.isRegistered = false
            return false
        }
        Self.finishAtExit
        if !state.isRegistered { Self.withPendingWork.withLock { $0.append(self) } }
        state.isRegistered = true
        guard isPending else { return false }
        let alarm = state.alarm ?? LiveClock.shared.makeAlarm { [weak self] in self?.retryPendingWork() }
        state.alarm = alarm
        alarm.set(LiveClock.shared.now.advanced(by: goesOn ? Self.pause : Self.interval))
        return true
    }

    /// Calls `body` once no work is pending for the terminal.
    func whenWritten(_ body: @escaping @Sendable () -> Void) {
        state.withLock { state in
            if schedulePendingWork(&state) { state.whenWritten.append(body) } else { body() }
        }
    }

    /// Does pending work if the terminal accepts output now or within `patience`.
    ///
    /// - Returns: Whether the terminal has taken something.
    @discardableResult
    func retryPendingWork(within patience: Duration = interval) -> Bool {
        guard !Self.isEnding.load(ordering: .relaxed) else { return false }
        return state.withLock { state in
            let hasMoved = doPendingWork(&state, within: patience)
            schedulePendingWork(&state, goesOn: hasMoved)
            return hasMoved
        }
    }

    /// Does pending work until none is left, the terminal has taken nothing for `patience`, or `limit` is over.
    func finishPendingWork(within patience: Duration, atMost limit: Duration? = nil) {
        let start = LiveClock.shared.now
        var lastMove = start
        while !Self.isEnding.load(ordering: .relaxed), state.withLock({ hasPendingWork($0) && !$0.machine.isCovered }) {
            writer.waitUntilReady(milliseconds: 50)
            let hasMoved = retryPendingWork()
            let now = LiveClock.shared.now
            if hasMoved { lastMove = now }
            if lastMove.duration(to: now) >= patience || limit.map({ start.duration(to: now) >= $0 }) == true { return }
        }
    }

    /// The process ends.
    private func finish() {
        // A thread that is in the middle of a write for longer than another one may print is not waited for.
        let end = LiveClock.shared.now.advanced(by: Self.longestPrint * 2)
        while !tryToFinish(), LiveClock.shared.now < end { _ = poll(nil, 0, 1) }
    }

    private func tryToFinish() -> Bool {
        let isDone: Void? = state.withLockIfAvailable { state in
            // A slow terminal gets more time than during the run, because pending output is lost otherwise.
            writer.expectProgress()
            doPendingWork(&state, within: .seconds(1), atMost: nil)
            let facts = facts(&state, within: .zero)
            if facts.takesMore { perform(state.machine.finish(facts), &state, TerminalWriter.patience) }
            leavePage(&state)
        }
        return isDone != nil
    }
}
