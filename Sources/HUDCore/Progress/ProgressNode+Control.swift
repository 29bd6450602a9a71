// Waiting, pausing, cancelling and retrying. The handlers are named after those of Foundation's `Progress`.
extension ProgressNode {
    // MARK: Beginning

    /// Begins the work of a node that was waiting. No effect on any other.
    public func begin() {
        tally.begin()
    }

    /// Begins at a position, for work that was partly done before, such as a download that is resumed.
    ///
    /// ```swift
    /// try await withHUD("Downloading", total: 10_000_000, unit: .bytes) { hud in
    ///     hud.work.begin(at: 4_000_000)  // the bar begins at 40 %
    ///     for try await chunk in download { hud.work.complete(count: chunk.count) }
    /// }
    /// ```
    ///
    /// These units are complete, but they don't count for the rate and the remaining time, in this node and in the nodes that it is a part of. Call it
    /// once, when the work begins.
    ///
    /// - Parameter position: The completed units. It replaces what was counted so far. Negative counts as zero.
    public func begin(at position: Int) {
        tally.begin(at: position)
    }

    /// Begins the work of a node that was waiting, and that has been running for a time already. No effect on any other.
    package func begin(ago headStart: Duration) {
        tally.begin(ago: headStart)
    }

    /// What a row shows beside the label; empty: the labels of the running parts.
    package var detailsLabel: String {
        get { tally.detailsLabel }
        set { tally.detailsLabel = newValue }
    }

    /// Whether the node is `other`, or a part of it at any depth.
    package func isWithin(_ other: ProgressNode) -> Bool {
        var next: ProgressTally? = tally
        while let node = next {
            if node === other.tally { return true }
            next = node.parent
        }
        return false
    }

    /// Takes note of units of its own that will not be done, because no part is started for them; of fewer, if the number is negative.
    package func skip(_ units: Int) { tally.skip(units) }

    // MARK: Pausing

    /// Marks the node and its parts as paused, and calls their ``pausingHandler``: those that are running. A part that starts later is running.
    public func pause() {
        tally.pause()
    }

    /// Marks the node and its parts as running again, and calls their ``resumingHandler``: those that are paused.
    public func resume() {
        tally.resume()
    }

    /// Called when the node is paused, on the thread that pauses it: suspend the work here.
    public var pausingHandler: (@Sendable () -> Void)? {
        get { tally.handlers.pausing }
        set { tally.changeHandlers { $0.pausing = newValue } }
    }

    /// Called when the node is resumed, on the thread that resumes it.
    public var resumingHandler: (@Sendable () -> Void)? {
        get { tally.handlers.resuming }
        set { tally.changeHandlers { $0.resuming = newValue } }
    }

    // MARK: Cancelling

    /// Called when the node is cancelled, on the thread that cancels it: stop the work here. Called at once if it has been cancelled already,
    /// and once at most until the node is tried again. A node that has finished releases its handlers.
    ///
    /// ```swift
    /// hud.work.cancellationHandler = { download.cancel() }
    /// ```
    public var cancellationHandler: (@Sendable () -> Void)? {
        get { tally.handlers.cancellation }
        set { tally.setCancellation(newValue) }
    }

    /// Lets a node that failed or was cancelled count from zero, and run again, and one that was paused run; for a HUD that stands for other work now. Calls no
    /// handler.
    ///
    /// - Parameter headStart: How long the work has been running.
    package func restart(ago headStart: Duration = .zero) {
        tally.restart(ago: headStart)
    }

    /// Ends the node as its work has ended.
    ///
    /// - Parameter elapsed: How long the work ran, if it is known better than from when the node began.
    package func end(_ outcome: HUDOutcome, after elapsed: Duration? = nil) {
        tally.end(TaskState(outcome), after: elapsed)
    }

    // MARK: Trying again

    /// Tries the work again if it has failed or was cancelled: the node counts from zero, is running, and its ``retryHandler`` is called. Without a handler the
    /// caller does the work again:
    ///
    /// ```swift
    /// let part = hud.work.subprogress(assigningCount: 1, label: "film.mkv").start()
    /// part.fail("connection reset")
    /// part.retry()
    /// try await part.run { try await download(part.label) }
    /// ```
    ///
    /// On a node that has not ended: tries its parts again that have failed and have a handler.
    public func retry() {
        tally.retry(of: self)
    }

    /// Called with the node when the work has to be done again, on the thread that calls ``retry()``.
    ///
    /// ```swift
    /// hud.work.retryHandler = { node in
    ///     Task { try await download(node.label) }
    /// }
    /// ```
    ///
    /// Set it before the node ends. The program need not keep a node that has failed; the handler gets it. A node remembers 1,000 failed parts.
    public var retryHandler: (@Sendable (ProgressNode) -> Void)? {
        get { tally.handlers.retrying }
        set { tally.changeHandlers { $0.retrying = newValue } }
    }
}
