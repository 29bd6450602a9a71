/// Shows a HUD, runs `body`, and hides the HUD on every way out.
///
/// ```swift
/// let count = try await withHUD("Installing", total: packages.count, renderer: InlineRenderer()) { hud in
///     for package in packages {
///         try await install(package)
///         hud.work.complete()
///     }
///     return packages.count
/// }
/// ```
///
/// The outcome is success, failure with the error's text as a reason, or cancelled for a `CancellationError`. On success the rest of the work counts
/// as complete. If the work was ended by ``ProgressNode/fail(_:)`` or ``ProgressNode/cancel()``, the outcome is that; if parts of the work itself have failed, a failure that
/// counts them: `1 of 8 failed`; parts of these decide only how they end. An outcome that the body sets stays.
/// ``HUD/summary`` decides whether a line stays.
///
/// The outermost scope returns when the HUD is gone, so that the terminal is the program's again. That takes at most what is left of the minimum show
/// time and the animation, and within the grace time nothing. If the task is cancelled, the HUD goes at once. On a ``ManualClock`` the wait advances
/// the clock.
///
/// A scope inside another one has a row of its own, if both have the same renderer, and the clock of the outer one, if it is given none. It returns at
/// once. Its row stays for the rest of its minimum show time, or for a second if that is longer, and the next scope takes the row over if it begins
/// before that, unless something observes the HUD. The second is left out when the outer scope ends, and for a scope that was cancelled or leaves a line.
///
/// The output of the program and its children can be printed above the HUD, as long as they print to the terminal:
///
/// ```swift
/// try withHUD("Compressing", renderer: InlineRenderer(), capturesOutput: true) { hud in
///     print("compressing", file)
///     try compress(file)
/// }
/// ```
///
/// The body runs in the caller's isolation. The HUD is the scope's; don't use it after the body has returned.
///
/// In programs that import HUDTerminal, a call without a renderer has that of the scope around it, or else an `AutomaticRenderer`.
///
/// - Parameters:
///   - label: What is going on.
///   - total: The total of ``HUD/work``; nil: not known (yet), and the HUD shows a spinner, and what is completed.
///   - unit: The unit of ``HUD/work``.
///   - timing: When the HUD appears, and how long it stays at least.
///   - rows: Which parts of ``HUD/work`` have a row.
///   - summary: Which outcomes leave a line.
///   - renderer: What draws the HUD.
///   - clock: The clock; nil: that of the scope around this one, or ``LiveClock/shared``.
///   - capturesOutput: Whether what the process and the children it starts write to the terminal appears above the HUD, whole and in order. It takes
///     a renderer of HUDTerminal; see its article about printing while a HUD is up.
///   - cancelsOnInterrupt: Whether ^C cancels the current task. When the body has ended, the HUD goes and the process ends by SIGINT; a body that returns
///     was cancelled, unless it has set an outcome. A second ^C ends the process at once, with the terminal restored. It takes a renderer of HUDTerminal.
///   - body: The work.
/// - Returns: What `body` returned.
/// - Throws: What `body` threw.
@discardableResult
nonisolated(nonsending) public func withHUD<Success, Failure: Error>(
    _ label: String, total: Int? = nil, unit: ProgressUnit = .items, timing: HUDTiming = HUDTiming(),
    rows: HUDRows = .none, summary: HUDSummary = .never, renderer: any HUDRenderer, clock: (any HUDClock)? = nil,
    capturesOutput: Bool = false, cancelsOnInterrupt: Bool = false,
    _ body: nonisolated(nonsending) (HUD) async throws(Failure) -> Success
) async throws(Failure) -> Success {
    let scope = HUDScope(
        .init(
            label: label, total: total, unit: unit, timing: timing, rows: rows, summary: summary, renderer: renderer,
            clock: clock, capturesOutput: capturesOutput))
    let task = cancelsOnInterrupt ? ScopeTask() : nil
    let endInterrupts = task.flatMap { task in
        scope.hud.renderer?.beginInterrupts { task.cancel() }
    }
    let result: Result<Success, Failure> = await HUDScope.$current.withValue(scope) {
        do throws(Failure) {
            return .success(try await body(scope.hud))
        } catch {
            return .failure(error)
        }
    }
    await scope.finish(result.outcome(isInterrupted: task?.isCancelled == true))
    task?.forget()
    endInterrupts?()
    return try result.get()
}

/// Shows a HUD, runs `body`, and hides the HUD on every way out: the same for programs without concurrency, which have no task that ^C could cancel.
///
/// ```swift
/// let count = try withHUD("Installing", total: packages.count, renderer: InlineRenderer()) { hud in
///     for package in packages {
///         try install(package)
///         hud.work.complete()
///     }
///     return packages.count
/// }
/// ```
///
/// The outermost scope blocks until the HUD is gone: at most for what is left of the minimum show time and the animation. On the
/// thread of a ``LiveClock``, and in a closure of a HUD or its renderer, it does not wait.
@discardableResult
public func withHUD<Success, Failure: Error>(
    _ label: String, total: Int? = nil, unit: ProgressUnit = .items, timing: HUDTiming = HUDTiming(),
    rows: HUDRows = .none, summary: HUDSummary = .never, renderer: any HUDRenderer, clock: (any HUDClock)? = nil,
    capturesOutput: Bool = false,
    _ body: (HUD) throws(Failure) -> Success
) throws(Failure) -> Success {
    let scope = HUDScope(
        .init(
            label: label, total: total, unit: unit, timing: timing, rows: rows, summary: summary, renderer: renderer,
            clock: clock, capturesOutput: capturesOutput))
    let result = HUDScope.$current.withValue(scope) {
        Result { () throws(Failure) in try body(scope.hud) }
    }
    scope.finish(result.outcome())
    return try result.get()
}

extension Result {
    /// The outcome for a HUD whose scope's body has set none itself.
    ///
    /// - Parameter isInterrupted: Whether the program will end by SIGINT. That a body has returned all the same is no success.
    fileprivate func outcome(isInterrupted: Bool = false) -> HUDOutcome {
        switch self {
        case .success: isInterrupted ? .cancelled : .succeeded
        case .failure(let error): HUDOutcome(of: error)
        }
    }
}
