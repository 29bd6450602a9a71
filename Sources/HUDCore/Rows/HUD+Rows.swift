extension HUD {
    /// Rows for the parts of ``work``, below the HUD; none by default.
    ///
    /// ```swift
    /// hud.rows = .upTo(8)
    /// hud.work.totalCount = urls.count
    /// for url in urls {
    ///     let part = hud.work.subprogress(assigningCount: 1, label: url).start()
    ///     Task {
    ///         try await part.run { try await download(url) }
    ///     }
    /// }
    /// ```
    ///
    /// Each row has a grace time and a minimum show time of its own, so that a part that ends sooner never has a row, and a row never flashes. A
    /// running part keeps its place. The row of a part that has ended stays, dimmed, until another part takes its place, or for one second; that of a failed
    /// part stays until its place is needed, while at most a quarter of the places show failures. Parts without a row are counted in a last row: `… 12
    /// more: 2 failed, 10 done`. If each part was assigned one unit of ``work``, those that are still to come are in the count, too.
    ///
    /// The parts of a part have rows below its row, indented, at any depth, in the places that the levels above leave;
    /// ``HUDRows/levels`` limits that.
    ///
    /// If ``progressSource`` is a ``ProgressNode``, the rows are those of its parts. Renderers that print lines print one when a
    /// row would appear, and one when its part ends. One that has a screen for itself, as `BezelRenderer`, shows a list of all rows, which
    /// scrolls with the selection, and whose branches can be folded.
    ///
    /// Setting it begins with new rows, for the parts that have not ended.
    public var rows: HUDRows {
        get { storage.rows }
        set { storage.rows = newValue }
    }

    /// Moves the selection among the rows: by rows or windows of rows, or to an end.
    ///
    /// ```swift
    /// hud.moveRowSelection(.pages(1))
    /// ```
    ///
    /// If no row is selected, a move by rows selects the first row on the screen, or the last one for a move up; a move by windows begins there. The
    /// selection follows its part. When the part's row is gone, the nearest one is selected.
    public func moveRowSelection(_ move: RowMove) {
        storage.workRows?.move(move)
    }

    /// The part whose row is selected; nil if none is, or if the program has released the part's node.
    public var selectedPart: ProgressNode? {
        storage.workRows?.selected?.node
    }

    /// The label of the row that is selected, also if the part has no node any more.
    package var selectedLabel: String? { storage.workRows?.selected?.label }

    /// Forgets the parts of the work itself that have ended, with their rows, because the HUD stands for other work now.
    package func forgetEndedParts() { storage.workRows?.forgetEnded() }

    /// Rows of parts that wait and have no node, the next first. They say what they wait for in their details label, such as `for build`, and have the places
    /// below the others that are free.
    package func setUpcomingRows(_ rows: [HUDRow]) {
        storage.workRows?.setUpcoming(rows)
    }

    /// How many parts of its work there are and have been in each state, and how many are to come; nil if ``rows`` is none.
    package var partCounts: RowTaskCounts? { storage.state.withLock { $0.sources }.partCounts }

    /// Called with each row that comes or goes, with the part's label, on the thread on which it happens; for a trace.
    package var onRowEvent: (@Sendable (RowEvent<String>) -> Void)? {
        get { storage[\.onRowEvent] }
        set { storage[\.onRowEvent] = newValue }
    }
}

extension HUDStorage {
    var workRows: WorkRows? { state.withLock { $0.sources.workRows } }

    var rows: HUDRows {
        get { workRows?.settings ?? .none }
        set {
            let workRows = newValue.limit == 0 ? nil : makeWorkRows(newValue)
            // The old ones may hold the last reference to a part, whose release calls back: not under the lock.
            let (tree, old) = state.withLock { state in
                defer { state.sources.workRows = workRows }
                needFrame(&state)
                return (state.sources.rowTree, state.sources.workRows)
            }
            tree.setWorkRows(workRows, insteadOf: old)
        }
    }

    private func makeWorkRows(_ settings: HUDRows) -> WorkRows {
        WorkRows(settings, isList: renderer?.listsRows == true, clock: clock) { [weak self] events in
            guard let onEvent = self?[\.onRowEvent] else { return }
            for event in events { onEvent(event) }
        }
    }

    /// Begins with new rows after the progress source was replaced.
    func moveWorkRows() {
        let rows = rows
        if rows.limit != 0 { self.rows = rows }
        observeFailures()
    }

    // MARK: Parts that fail

    /// Lets each part of the work that fails leave a line, if the HUD leaves any.
    func observeFailures() {
        let (tree, summary) = state.withLock { ($0.sources.rowTree, $0.presenter.content.summary) }
        guard summary != .never else { return }
        tree.leaveFailures(in: self)
    }

    /// Leaves a line about a part that has failed.
    ///
    /// - Parameter reporting: The rows that have reported its end to their renderers.
    func leaveLine(about part: ProgressTally, in root: ProgressTally, unlessReportedBy reporting: [WorkRows?]) {
        let (tree, workRows, summary) = state.withLock { ($0.sources.rowTree, $0.sources.workRows, $0.presenter.content.summary) }
        // The program reports parts with a number itself.
        guard tree === root, summary != .never, part.number == 0, case .failed(let reason) = part.state, let renderer,
            renderer.display.medium != .none
        else { return }
        if let workRows, reporting.contains(where: { $0 === workRows }) { return }
        let texts = [renderer.failureMark, part.label, reason].filter { !$0.isEmpty }
        DrawingThread.log(texts.joined(separator: " ").withoutControls(replacement: " "), by: renderer)
    }

    /// The outcome of work that has failed or was cancelled, or of which parts have failed; nil if it has not.
    var workFailure: HUDOutcome? {
        let tree = state.withLock { $0.sources.rowTree }
        if let outcome = tree.state.outcome, outcome != .succeeded { return outcome }
        let (failed, all) = tree.failures
        return failed > 0 ? .failed(reason: "\(failed) of \(all) failed") : nil
    }
}
