// Pausing, resuming, cancelling and retrying a part, and who is told.
extension ProgressTally {
    /// What few nodes have.
    struct Extras: Sendable {
        var handlers = Handlers()
        var detailsLabel = ""
        var followers: [ActivityFollower] = []
        /// What shows the parts as rows beside `workRows`, because several HUDs show them.
        var otherRows: [Weak<WorkRows>] = []
        /// The HUDs in which each part that fails, at any depth, and the node itself leave a line.
        var failureLines: [Weak<HUDStorage>] = []
        /// How long the work had been running when it began or, if it has ended, how long it ran; zero if that was not said.
        var runningTime = Duration.zero
        /// Where the work began, in units of its own.
        var position = 0
        /// What the parent's origin has of the node's, in units of the parent.
        var originInParent = 0.0
    }

    /// A reference that does not keep its object.
    struct Weak<Object: AnyObject & Sendable>: Sendable {
        weak let object: Object?
    }

    /// Extras that do not change: another object replaces them. A node without any has one word for them, and a reader needs the lock only to take the reference.
    final class SharedExtras: Sendable {
        let extras: Extras

        init(_ extras: Extras) {
            self.extras = extras
        }
    }

    /// What the program wants to do when a node is paused, resumed, cancelled or tried again.
    struct Handlers: Sendable {
        var cancellation: (@Sendable () -> Void)?
        var pausing: (@Sendable () -> Void)?
        var resuming: (@Sendable () -> Void)?
        var retrying: (@Sendable (ProgressNode) -> Void)?
        /// Whether the handler of cancellations was called in this run.
        var hasReportedCancellation = false

        var isEmpty: Bool { cancellation == nil && pausing == nil && resuming == nil && retrying == nil }
    }

    var handlers: Handlers { parts.withLock { $0.extras.handlers } }

    /// Changes the handlers, unless the node has finished, after which none is called.
    func changeHandlers(_ change: (inout Handlers) -> Void) {
        let old: Handlers? = parts.withLock { parts in
            if parts.state == .finished { return nil }
            let old = parts.extras.handlers
            change(&parts.extras.handlers)
            return old
        }
        // A closure of the program is released outside the lock.
        withExtendedLifetime(old) {}
    }

    /// Sets the handler of cancellations, and calls it if the node has been cancelled.
    func setCancellation(_ handler: (@Sendable () -> Void)?) {
        changeHandlers { handlers in
            handlers.cancellation = handler
            handlers.hasReportedCancellation = false
        }
        let due = parts.withLock { $0.takeCancellation() }
        due?()
    }

    /// How the node stands, and how long its work had been running when it began, or ran when it ended; zero if that was not said.
    var stateForRow: (state: TaskState, runningTime: Duration) {
        parts.withLock { ($0.state, $0.sharedExtras?.extras.runningTime ?? .zero) }
    }

    func changeExtras(_ change: (inout Extras) -> Void) {
        parts.withLock { change(&$0.extras) }
    }

    /// What a row shows beside the label; empty: the labels of the running parts.
    var detailsLabel: String {
        get { parts.withLock { $0.extras.detailsLabel } }
        set {
            parts.withLock { parts in
                if parts.extras.detailsLabel != newValue { parts.extras.detailsLabel = newValue }
            }
        }
    }

    // MARK: Changes of the state

    /// Changes the state if it is `old`.
    private func change(from old: TaskState, to new: TaskState) -> Bool {
        let isChanged = parts.withLock { parts in
            guard parts.state == old else { return false }
            parts.state = new
            return true
        }
        guard isChanged else { return false }
        reportState()
        noteChange()
        return true
    }

    func begin(ago headStart: Duration = .zero) {
        if headStart > .zero { changeExtras { $0.runningTime = headStart } }
        _ = change(from: .waiting, to: .running)
    }

    func pause() {
        if change(from: .running, to: .paused) { handlers.pausing?() }
        for child in children { child.pause() }
    }

    func resume() {
        if change(from: .paused, to: .running) { handlers.resuming?() }
        for child in children { child.resume() }
    }

    /// Tries the work again if it has failed or was cancelled; otherwise that of the parts that failed.
    ///
    /// - Parameter asked: The node that was asked; nil: a node that this one is a part of.
    func retry(of asked: ProgressNode?) {
        guard state.hasEnded else {
            // Each leaves the list when it runs again: one that is still ending can't yet.
            let failed = parts.withLock(\.failed)
            for part in failed + children { part.retry(of: nil) }
            return
        }
        // Without a handler the caller does the work again, which it can't for parts that it does not name.
        let handler = handlers.retrying
        guard asked != nil || handler != nil, reopen() else { return }
        handler?(asked ?? node ?? ProgressNode(self))
    }

    /// Lets a node that has failed or was cancelled run again, from nothing, and one that is paused run.
    func restart(ago headStart: Duration) {
        if !reopen(ago: headStart) { _ = change(from: .paused, to: .running) }
    }

    /// Lets a node that has failed or was cancelled run again, from nothing.
    ///
    /// - Returns: False for any other node.
    private func reopen(ago headStart: Duration = .zero) -> Bool {
        let isReopened = parts.withLock { parts in
            guard parts.state.isBrokenOff, !parts.isBreakingOff else { return false }
            parts.state = .running
            parts.counts = parts.counts.ofNextRun
            if parts.sharedExtras != nil || headStart > .zero {
                parts.extras.runningTime = headStart
                parts.extras.handlers.hasReportedCancellation = false
            }
            restarts.wrappingAdd(1, ordering: .relaxed)
            runningCount = nil
            completed.set(0)
            ending.store(.none, ordering: .releasing)
            return true
        }
        if isReopened {
            clearOrigin()
            parent?.insert(self)
        }
        return isReopened
    }

    // MARK: Rows

    /// Has the parts shown as rows, at any depth, from now on.
    ///
    /// - Parameters:
    ///   - workRows: The rows; nil: none.
    ///   - old: The rows whose place they take.
    func setWorkRows(_ workRows: WorkRows?, insteadOf old: WorkRows?) {
        // The rows of other HUDs are returned as well, because they may be released here: not under the lock.
        let (children, rows): ([ProgressTally?], [WorkRows?]) = parts.withLock { parts in
            let others = parts.sharedExtras?.extras.otherRows ?? []
            let rows = [parts.workRows] + others.map(\.object)
            let all = (rows + [workRows]).compactMap { $0 === old ? nil : $0 }
            parts.workRows = all.first
            if !others.isEmpty || all.count > 1 { parts.extras.otherRows = all.dropFirst().map { Weak(object: $0) } }
            isObserved.store(true, ordering: .releasing)
            return (parts.children, rows)
        }
        withExtendedLifetime(rows) {}
        if let workRows { Self.report(children, to: workRows, depth: 0) }
    }

    /// Reports parts, each before its own parts, because those of a part that is not known are not shown.
    private static func report(_ parts: [ProgressTally?], to workRows: WorkRows, depth: Int) {
        for case let part? in parts {
            workRows.update(part, depth: depth)
            if part.hasParts.load(ordering: .acquiring) {
                report(part.parts.withLock { $0.children }, to: workRows, depth: depth + 1)
            }
        }
    }

    /// Tells an indicator which parts run, from now on.
    func follow(by follower: ActivityFollower) {
        // Outside the lock, because a look at an indicator may release it.
        let over = parts.withLock { $0.sharedExtras?.extras.followers ?? [] }.filter(\.isOver)
        let children: [ProgressTally?] = parts.withLock { parts in
            parts.extras.followers.removeAll { follower in over.contains { $0 === follower } }
            parts.extras.followers.append(follower)
            isObserved.store(true, ordering: .releasing)
            return parts.children
        }
        for child in children { if let child { follower.update(child) } }
    }

    /// Lets each part that fails, at any depth, leave a line in a HUD, from now on.
    func leaveFailures(in hud: HUDStorage) {
        // Returned, because these may be released here: not under the lock.
        let others: [HUDStorage] = parts.withLock { parts in
            let others = parts.extras.failureLines.compactMap(\.object).filter { $0 !== hud }
            parts.extras.failureLines = (others + [hud]).map { Weak(object: $0) }
            return others
        }
        withExtendedLifetime(others) {}
        isObserved.store(true, ordering: .releasing)
    }

    /// How many parts have failed, and how many there are, with those that have not been started.
    var failures: (failed: Int, all: Int) {
        let toCome = partsToCome
        return parts.withLock { ($0.counts.failed, $0.counts.started.addingSaturating(toCome)) }
    }

    /// Reports the state to what shows the part as a row, of whatever node that is, and to indicators that follow the part's own node.
    func reportState() {
        parent?.passOn(self, depth: 0)
    }

    private func passOn(_ part: ProgressTally, depth: Int) {
        if isObserved.load(ordering: .acquiring) {
            report(part, depth: depth, to: parts.withLock { ($0.workRows, $0.sharedExtras) })
        }
        parent?.passOn(part, depth: depth + 1)
    }

    /// Tells observers that the state of a part has changed. They take it under their lock, so that the last report has the last state.
    ///
    /// A function of its own, because the weak reference to the rows is loaded for its call and not retained again.
    private func report(_ part: ProgressTally, depth: Int, to observers: (workRows: WorkRows?, others: SharedExtras?)) {
        let isReported = observers.workRows?.update(part, depth: depth) == true
        guard let others = observers.others?.extras else { return }
        var reporting = isReported ? [observers.workRows] : []
        for rows in others.otherRows where rows.object?.update(part, depth: depth) == true { reporting.append(rows.object) }
        if !others.failureLines.isEmpty, part.state.isFailure {
            for hud in others.failureLines { hud.object?.leaveLine(about: part, in: self, unlessReportedBy: reporting) }
        }
        if depth == 0 { for follower in others.followers { follower.update(part) } }
    }

    /// Takes note of units that will not be done, because no part is started for them.
    func skip(_ units: Int) {
        parts.withLock { $0.counts.skip(units) }
        noteChange()
    }

    /// Adds the parts that have not been started, and those that will not be.
    func addPartsToCome(to counts: inout RowTaskCounts) {
        counts.waiting = max(0, counts.waiting.addingSaturating(partsToCome))
        counts.skipped = counts.skipped.addingSaturating(parts.withLock { $0.counts.skippedUnits })
    }

    /// The number of parts of a node that have not been started, if each is assigned one unit.
    var partsToCome: Int {
        var rest = totalCount ?? 0
        return parts.withLock { parts in
            guard parts.counts.isEven, !parts.state.hasEnded else { return 0 }
            let counts = parts.counts
            for known in [completed.sum, counts.assignedUnits, counts.failedUnits] { rest -= min(rest, max(0, known)) }
            for source in parts.adopted { rest -= min(rest, max(0, source.assigned)) }
            return rest
        }
    }
}

extension ProgressTally.Parts {
    /// The handler of a node that was cancelled; nil if it was called in this run.
    mutating func takeCancellation() -> (@Sendable () -> Void)? {
        guard state == .cancelled, let handlers = sharedExtras?.extras.handlers, !handlers.hasReportedCancellation,
            let handler = handlers.cancellation
        else { return nil }
        extras.handlers.hasReportedCancellation = true
        return handler
    }
}

extension ProgressTally: Hashable {
    @usableFromInline static func == (one: ProgressTally, other: ProgressTally) -> Bool { one === other }

    @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
