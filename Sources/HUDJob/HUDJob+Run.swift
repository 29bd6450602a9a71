import HUDCore
import HUDLibc
import HUDTerminal

// Commands with a HUD of their own, and commands that are a part of a HUD's work.
extension HUDJob {
    /// Runs the command under a HUD of its own, and waits until it has ended and the HUD is gone.
    ///
    /// ```swift
    /// let result = try await HUDJob(["make", "-j8"]).run("Building", summary: .shown)
    /// ```
    ///
    /// The HUD is that of a `withHUD` scope: inside a scope it has a row below
    /// the scope's HUD, and the call doesn't wait for its minimum show time. It shows a bar when progress is known, by ``Configuration/progress`` or by
    /// the durations of earlier runs. It ends as failed if the command has failed.
    ///
    /// If the task is cancelled, the command gets SIGTERM, and SIGKILL five seconds later; the result says how it ended. In a task that is cancelled
    /// already, it is not started, and the result is that of a command that SIGTERM has killed.
    ///
    /// A process that the command leaves behind may go on printing: the call returns once a second has passed without output. What comes later goes to this
    /// process's standard output or error, also while a HUD is shown.
    ///
    /// While the reader of this process's output stands still, the command waits, and limits and cancellation still end it. The call returns when what the
    /// command had printed by then is written.
    ///
    /// Blocks no thread of the concurrency pool.
    ///
    /// - Parameters:
    ///   - label: What is going on; nil: the command.
    ///   - timing: When the HUD appears, and how long it stays at least.
    ///   - rows: Which parts of the command's work have a row, if it reports a tree.
    ///   - summary: Whether a line stays that says how the command has ended.
    ///   - renderer: What draws the HUD; nil: what draws the scope around the call, or else an `AutomaticRenderer`.
    ///   - cancelsOnInterrupt: Whether ^C cancels the current task, as for a scope.
    /// - Throws: ``HUDJobError`` if the command can't be started.
    @discardableResult
    public func run(
        _ label: String? = nil, timing: HUDTiming = HUDTiming(), rows: HUDRows = .none, summary: HUDSummary = .never,
        renderer: (any HUDRenderer)? = nil, cancelsOnInterrupt: Bool = false
    ) async throws(HUDJobError) -> Result {
        try await withHUD(
            label ?? commandLine, timing: timing, rows: rows, summary: summary, renderer: renderer,
            cancelsOnInterrupt: cancelsOnInterrupt
        ) { hud async throws(HUDJobError) in try await JobScope(hud: hud).run(self) }
    }

    /// Runs the command under a HUD of its own, and waits until it has ended and the HUD is gone: the same for programs without concurrency. Blocks this
    /// thread.
    ///
    /// In the top-level code of `main.swift` the compiler takes this method even behind `await`, and warns that nothing is awaited. Leave `await` out there.
    ///
    /// - Parameters:
    ///   - label: What is going on; nil: the command.
    ///   - timing: When the HUD appears, and how long it stays at least.
    ///   - rows: Which parts of the command's work have a row, if it reports a tree.
    ///   - summary: Whether a line stays that says how the command has ended.
    ///   - renderer: What draws the HUD; nil: what draws the scope around the call, or else an `AutomaticRenderer`.
    /// - Throws: ``HUDJobError`` if the command can't be started.
    @discardableResult
    public func run(
        _ label: String? = nil, timing: HUDTiming = HUDTiming(), rows: HUDRows = .none, summary: HUDSummary = .never,
        renderer: (any HUDRenderer)? = nil
    ) throws(HUDJobError) -> Result {
        try withHUD(label ?? commandLine, timing: timing, rows: rows, summary: summary, renderer: renderer) {
            hud throws(HUDJobError) in try JobScope(hud: hud).run(self)
        }
    }

    /// Runs the command as a part of a HUD's work, and waits until it has ended.
    ///
    /// ```swift
    /// try await withHUD("Releasing", total: 3) { hud in
    ///     hud.rows = .halfOfWindow()
    ///     guard try await HUDJob(["make", "test"]).run(in: hud).hasSucceeded else { return }
    ///     try await HUDJob(["make", "dist"]).run(in: hud, assigningCount: 2)
    /// }
    /// ```
    ///
    /// The command has a part of `hud.work`, with its progress if that is known, and a row if the HUD has rows. Its output appears above the
    /// HUD. If it fails, its part fails: a scope ends as failed then, if its body sets no outcome. The HUD is the caller's: it must be shown, and its
    /// label, its total and its end don't change.
    ///
    /// If the task is cancelled, the command gets SIGTERM, and SIGKILL five seconds later; the result says how it ended. In a task that is cancelled
    /// already, it is not started, and the result is that of a command that SIGTERM has killed. Cancelling the part, as `hud.work.cancel()`
    /// does, does not end the command.
    ///
    /// Blocks no thread of the concurrency pool. Several commands can run in one HUD at once.
    ///
    /// - Parameters:
    ///   - hud: A HUD that is shown.
    ///   - assigningCount: The command's share of the work's total.
    ///   - label: The label of the command's part; nil: the command.
    /// - Throws: ``HUDJobError`` if the command can't be started. Its part has failed then.
    @discardableResult
    public func run(in hud: HUD, assigningCount: Int = 1, label: String? = nil) async throws(HUDJobError) -> Result {
        try await JobScope(hud: hud, part: part(of: hud, assigningCount, label)).run(self)
    }

    /// Runs the command as a part of a HUD's work, and waits until it has ended: the same for programs without concurrency. Blocks this thread.
    ///
    /// Cancelling the part does not end the command.
    ///
    /// - Parameters:
    ///   - hud: A HUD that is shown.
    ///   - assigningCount: The command's share of the work's total.
    ///   - label: The label of the command's part; nil: the command.
    /// - Throws: ``HUDJobError`` if the command can't be started. Its part has failed then.
    @discardableResult
    public func run(in hud: HUD, assigningCount: Int = 1, label: String? = nil) throws(HUDJobError) -> Result {
        try JobScope(hud: hud, part: part(of: hud, assigningCount, label)).run(self)
    }

    private func part(of hud: HUD, _ assigningCount: Int, _ label: String?) -> ProgressNode {
        hud.work.subprogress(assigningCount: assigningCount, label: label ?? commandLine).start()
    }

    /// The command as it would be typed in a shell.
    private var commandLine: String { ShellWord.joined(command) }
}
