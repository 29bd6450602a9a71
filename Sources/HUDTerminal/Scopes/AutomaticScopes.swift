import HUDCore

// Scopes and loops whose HUD is drawn by an automatic renderer, if the caller names none.

/// The renderer of a scope that is given none: that of the scope around it, or a new automatic one.
private var scopeRenderer: any HUDRenderer { HUDScope.currentRenderer ?? AutomaticRenderer() }

/// Shows a HUD on the terminal, runs `body`, and hides the HUD on every way out.
///
/// ```swift
/// let count = try await withHUD("Installing", total: packages.count) { hud in
///     for package in packages {
///         try await install(package)
///         hud.work.complete()
///     }
///     return packages.count
/// }
/// ```
///
/// An ``AutomaticRenderer`` draws the HUD; inside another scope the renderer of that scope does. Everything else is as for a call that names a
/// renderer.
///
/// The output of the program and its children can be printed above the HUD, as long as they print to the terminal:
///
/// ```swift
/// try withHUD("Compressing", capturesOutput: true) { hud in
///     print("compressing", file)
///     try compress(file)
/// }
/// ```
///
/// - Parameters:
///   - label: What is going on.
///   - total: The total of the HUD's work; nil: not known (yet), and the HUD shows a spinner.
///   - unit: The unit of the HUD's work.
///   - timing: When the HUD appears, and how long it stays at least.
///   - clock: The clock; nil: that of the scope around this one, or `LiveClock.shared`.
///   - capturesOutput: Whether what the process and the children it starts write to the terminal appears above the HUD, whole and in order. See
///     <doc:PrintWhileAHUDIsUp>.
///   - cancelsOnInterrupt: Whether ^C cancels the current task. When the body has ended, the HUD goes and the process ends by SIGINT. A second ^C
///     ends it at once, with the terminal restored.
///   - body: The work.
/// - Returns: What `body` returned.
/// - Throws: What `body` threw.
@discardableResult
nonisolated(nonsending) public func withHUD<Success, Failure: Error>(
    _ label: String, total: Int? = nil, unit: ProgressUnit = .items, timing: HUDTiming = HUDTiming(),
    clock: (any HUDClock)? = nil, capturesOutput: Bool = false,
    cancelsOnInterrupt: Bool = false,
    _ body: nonisolated(nonsending) (HUD) async throws(Failure) -> Success
) async throws(Failure) -> Success {
    try await withHUD(
        label, total: total, unit: unit, timing: timing, renderer: scopeRenderer, clock: clock,
        capturesOutput: capturesOutput, cancelsOnInterrupt: cancelsOnInterrupt, body)
}

/// Shows a HUD on the terminal, runs `body`, and hides the HUD on every way out: the same for programs without concurrency.
///
/// - Parameters:
///   - label: What is going on.
///   - total: The total of the HUD's work; nil: not known (yet), and the HUD shows a spinner.
///   - unit: The unit of the HUD's work.
///   - timing: When the HUD appears, and how long it stays at least.
///   - clock: The clock; nil: that of the scope around this one, or `LiveClock.shared`.
///   - capturesOutput: Whether what the process and the children it starts write to the terminal appears above the HUD, whole and in order. See
///     <doc:PrintWhileAHUDIsUp>.
///   - body: The work.
/// - Returns: What `body` returned.
/// - Throws: What `body` threw.
@discardableResult
public func withHUD<Success, Failure: Error>(
    _ label: String, total: Int? = nil, unit: ProgressUnit = .items, timing: HUDTiming = HUDTiming(),
    clock: (any HUDClock)? = nil, capturesOutput: Bool = false,
    _ body: (HUD) throws(Failure) -> Success
) throws(Failure) -> Success {
    try withHUD(
        label, total: total, unit: unit, timing: timing, renderer: scopeRenderer, clock: clock,
        capturesOutput: capturesOutput, body)
}

extension Sequence {
    /// This sequence with a HUD on the terminal for each loop over it: shown when the loop begins, and gone when it ends, is left or throws.
    ///
    /// ```swift
    /// for file in files.tracked("Compressing") { try compress(file) }
    /// ```
    ///
    /// An ``AutomaticRenderer`` draws the HUD; inside a scope the renderer of that scope does.
    ///
    /// A HUD notices that its loop was left by the release of the iterator. In the top-level code of a `main.swift` that uses `await`, Swift 6.3 releases
    /// it only at the end of the program, so write such a loop in a function.
    /// - Parameters:
    ///   - label: What is going on.
    ///   - total: The number of elements; nil: the count, for a collection that knows it.
    ///   - unit: The unit of an element.
    ///   - timing: When the HUD appears, and how long it stays at least.
    ///   - clock: The clock; nil: that of the scope around the loop, or `LiveClock.shared`.
    public func tracked(
        _ label: String, total: Int? = nil, unit: ProgressUnit = .items, timing: HUDTiming = HUDTiming(),
        clock: (any HUDClock)? = nil
    ) -> TrackedSequence<Self> {
        tracked(
            label, total: total, unit: unit, timing: timing, renderer: scopeRenderer,
            clock: clock)
    }
}

extension AsyncSequence {
    /// This sequence with a HUD on the terminal for each loop over it: shown when the loop begins, and gone when it ends, is left or throws.
    ///
    /// ```swift
    /// for try await chunk in download.tracked("Downloading", total: chunks) { … }
    /// ```
    ///
    /// An ``AutomaticRenderer`` draws the HUD; inside a scope the renderer of that scope does.
    ///
    /// A HUD notices that its loop was left by the release of the iterator. In the top-level code of a `main.swift` that uses `await`, Swift 6.3 releases
    /// it only at the end of the program, so write such a loop in a function.
    /// - Parameters:
    ///   - label: What is going on.
    ///   - total: The number of elements; nil: not known.
    ///   - unit: The unit of an element.
    ///   - timing: When the HUD appears, and how long it stays at least.
    ///   - clock: The clock; nil: that of the scope around the loop, or `LiveClock.shared`.
    public func tracked(
        _ label: String, total: Int? = nil, unit: ProgressUnit = .items, timing: HUDTiming = HUDTiming(),
        clock: (any HUDClock)? = nil
    ) -> TrackedAsyncSequence<Self> {
        tracked(
            label, total: total, unit: unit, timing: timing, renderer: scopeRenderer,
            clock: clock)
    }
}
