import Synchronization

/// A running ``withHUD(_:total:unit:timing:rows:summary:renderer:clock:capturesOutput:cancelsOnInterrupt:_:)`` call: its HUD, and the HUDs of scopes inside it
/// that have ended.
///
/// The outermost scope waits until all of these are gone. A scope inside another one returns at once, and leaves its HUD to the scope around it: for
/// a second, as the row of a part does, or for the rest of its minimum show time. The next scope that begins there takes the HUD over, so that its row
/// changes instead of blinking.
///
/// A class, because scopes inside it add to it from any task.
final class HUDScope: Sendable {
    /// The scope around the current task or thread.
    @TaskLocal static var current: HUDScope?

    /// How long the row of an ended scope stays for the next one: as that of a part.
    private static let rowTime = Duration.seconds(1)

    private struct State {
        /// The HUDs of ended scopes that are still on screen, in the order of their ends.
        var lingering: [HUD] = []
        var hasEnded = false
    }

    let hud: HUD
    private let parent: HUDScope?
    private let capture: ScopeCapture?
    private let state = Mutex(State())

    /// What a scope's HUD is made from.
    struct Settings {
        var label: String
        var total: Int?
        var unit: ProgressUnit
        var timing: HUDTiming
        var rows: HUDRows
        var summary: HUDSummary
        var renderer: any HUDRenderer
        var clock: (any HUDClock)?
        var capturesOutput = false

        fileprivate var clockOfHUD: any HUDClock { clock ?? HUDScope.current?.hud.clock ?? LiveClock.shared }

        /// Makes a HUD that is not shown.
        ///
        /// - Parameter other: A HUD whose place it takes, if that is still on screen.
        func makeHUD(takingOver other: HUD? = nil) -> HUD {
            let work = ProgressNode(totalCount: total, unit: unit)
            let hud =
                other.flatMap { HUD(takingOver: $0, label: label, timing: timing, work: work) }
                ?? HUD(label: label, timing: timing, work: work, renderer: renderer, clock: clockOfHUD)
            hud.storage.update { $0.awaitsTransience = true }
            if total != nil { hud.storage.beginUsingWork() }
            if rows != .none { hud.rows = rows }
            if summary != .never { hud.summary = summary }
            return hud
        }
    }

    /// Begins a scope and shows its HUD.
    ///
    /// - Parameter hud: A HUD that ``Settings/makeHUD(takingOver:)`` has made; nil: one that is still on screen, or a new one.
    init(_ settings: Settings, hud: HUD? = nil) {
        parent = Self.current?.notEnded
        let other = hud == nil ? parent?.takeLingering(for: settings) : nil
        self.hud = hud ?? settings.makeHUD(takingOver: other)
        // Before the HUD is shown, because the renderer must know the terminal by then.
        capture = settings.capturesOutput ? settings.renderer.terminal?.beginCapture() : nil
        // If its time was over, the scope around this one still waits for it.
        if let other, !other.storage.isGone { _ = leave([other]) }
        self.hud.show()
    }

    /// This scope or, if it has ended, the next one around it that has not. A task can outlive the scope that it was started in.
    private var notEnded: HUDScope? { state.withLock { $0.hasEnded } ? parent?.notEnded : self }

    /// A HUD of an ended scope that has not begun to disappear, leaves no line and is not observed, for the next scope.
    ///
    /// - Returns: Nil if none has the same renderer and clock.
    private func takeLingering(for settings: Settings) -> HUD? {
        let clock = settings.clockOfHUD
        return state.withLock { state in
            state.lingering.firstIndex {
                $0.renderer === settings.renderer && $0.clock.isSame(as: clock) && !$0.leavesLine && !$0.storage.isObserved
                    && $0.storage.removal != nil
            }.map { state.lingering.remove(at: $0) }
        }
    }

    /// Takes the HUDs of an ended scope that are still on screen. Returns false if this scope has ended as well.
    private func keep(_ huds: [HUD]) -> Bool {
        // Those that are gone are released outside the lock.
        let old = state.withLock { state -> [HUD]? in
            if state.hasEnded { return nil }
            let old = state.lingering
            state.lingering = old.filter { !$0.storage.isGone } + huds
            return old
        }
        return old != nil
    }

    /// Leaves HUDs that are still on screen to the scope around this one. Returns false if there is none.
    private func leave(_ huds: [HUD]) -> Bool {
        while let scope = parent?.notEnded {
            if scope.keep(huds) { return true }
        }
        return false
    }

    // MARK: The end

    /// Ends the scope with an outcome.
    ///
    /// - Parameter outcome: How the body has ended; an outcome that it has set stays. Nil: it was left early.
    /// - Returns: The HUDs that the caller must wait for, and the ends that they had (``HUDStorage/end``); none for a scope inside another one.
    private func end(_ outcome: HUDOutcome?) -> [(HUD, end: Int)] {
        capture?.drain()
        // It may know an outcome, which counts more than that of the body.
        hud.onFinish?()
        if hud.outcome == nil, let outcome {
            hud.outcome = outcome == .succeeded ? hud.storage.workFailure ?? .succeeded : outcome
        }
        if hud.outcome == .succeeded { hud.workNode.finish() }
        let inner = state.withLock { state in
            state.hasEnded = true
            defer { state.lingering.removeAll() }
            return state.lingering
        }
        let ends = (inner + [hud]).map { ($0, end: $0.storage.end) }
        // No scope follows that could take them over.
        for hud in inner { hud.storage.hide { $0.letGo(at: $1) } }
        let isLeft = leavesRow
        if isLeft {
            hud.storage.hide { $0.hide(at: $1, notBefore: $1.advanced(by: Self.rowTime)) }
        } else if let last = lastLine(of: inner) {
            hud.storage.hide { $0.hide(at: $1, notBefore: last) }
        } else {
            hud.hide()
        }
        let remaining = ends.filter { hud, end in !hud.storage.isGone(after: end) }
        if !remaining.isEmpty, leave(remaining.map(\.0)) { return [] }
        // The scope around it may have ended since its row was left for the next one.
        if isLeft { hud.storage.hide { $0.letGo(at: $1) } }
        return remaining
    }

    /// When the HUD may begin to disappear so that its line comes below that of the last scope inside this one.
    ///
    /// - Returns: Nil if there is nothing to wait for.
    private func lastLine(of inner: [HUD]) -> HUDInstant? {
        guard parent?.notEnded == nil, hud.leavesLine, hud.isOnScreen else { return nil }
        let fade = hud.storage.read(\.machine.animationDuration)
        // Only instants of one clock can be compared.
        let lines = inner.filter { $0.leavesLine && $0.clock.isSame(as: hud.clock) }
        return lines.compactMap(\.storage.timeGone).max()?.advanced(by: .nanoseconds(1) - max(.zero, fade))
    }

    /// Whether the row stays a while for the next scope: one below that of the scope around it, of which no line is awaited.
    ///
    /// Within the grace time the renderer is not asked, because it may have to look at the terminal.
    private var leavesRow: Bool {
        guard let parent = parent?.notEnded, let renderer = hud.renderer, renderer === parent.hud.renderer else { return false }
        return hud.outcome != .cancelled && !hud.leavesLine && hud.isOnScreen && renderer.display.isTransient
    }

    /// Ends the scope. The outermost one blocks until its HUD and those of the scopes inside it are gone.
    ///
    /// - Parameter dismisses: Whether they go at once, as they do if the task is cancelled.
    func finish(_ outcome: HUDOutcome?, dismisses: Bool = false) {
        for (hud, end) in end(outcome) {
            if dismisses || Task.isCancelled { hud.dismiss() }
            hud.storage.waitUntilGone(after: end)
        }
        capture?.end()
    }

    /// Ends the scope. The outermost one waits until its HUD and those of the scopes inside it are gone; if the task is cancelled they go at once.
    nonisolated(nonsending) func finish(_ outcome: HUDOutcome?) async {
        for (hud, end) in end(outcome) { await hud.waitUntilGone(after: end) }
        capture?.end()
    }
}

extension HUD {
    /// What draws the scope around the caller; nil if there is none.
    package static var rendererOfScope: (any HUDRenderer)? { HUDScope.current?.hud.renderer }

    /// Whether the HUD, which was shown, leaves a line when it goes.
    fileprivate var leavesLine: Bool { summary.leavesLine(for: outcome, shown: true) }
}

extension HUDClock {
    /// Whether another clock is the same object; of values, whether it is of the same type.
    fileprivate func isSame(as other: any HUDClock) -> Bool {
        Self.self is AnyClass ? self as AnyObject === other as AnyObject : other is Self
    }
}

extension HUDOutcome {
    /// The outcome of work that threw `error`: cancelled for a `CancellationError`, and else failed, with the error's text in one line.
    init(of error: any Error) {
        if error is CancellationError {
            self = .cancelled
        } else {
            let words = String(describing: error).split(whereSeparator: \.isWhitespace)
            self = .failed(reason: String(words.joined(separator: " ").prefix(Self.longestReason)))
        }
    }

    private static let longestReason = 200
}
