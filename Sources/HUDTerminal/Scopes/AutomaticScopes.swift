import HUDCore

// The scopes and loops of HUDCore, where the renderer can be left out.

/// What draws a scope: the renderer that it is given, or that of the scope around it, or a new automatic one.
private func scopeRenderer(_ renderer: (any HUDRenderer)?) -> any HUDRenderer {
    renderer ?? HUD.rendererOfScope ?? AutomaticRenderer()
}

/// Shows a HUD on the terminal, runs `body`, and hides the HUD on every way out.
///
/// Within `body`, `hud.log` prints above the HUD. `print` needs `capturesOutput: true`, and `readLine` needs `hud.suspended { readLine() }`:
/// see <doc:PrintWhileAHUDIsUp>.
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
/// The call is HUDCore's, which explains what it promises and its parameters, except that the renderer can be left out.
///
/// Without a `renderer`, that of the scope around this one draws the HUD, or else an ``AutomaticRenderer``.
///
/// - Returns: What `body` returned.
/// - Throws: What `body` threw.
@discardableResult
nonisolated(nonsending) public func withHUD<Success, Failure: Error>(
    _ label: String, total: Int? = nil, unit: ProgressUnit = .items, timing: HUDTiming = HUDTiming(),
    rows: HUDRows = .none, summary: HUDSummary = .never, renderer: (any HUDRenderer)? = nil, clock: (any HUDClock)? = nil,
    capturesOutput: Bool = false, cancelsOnInterrupt: Bool = false,
    _ body: nonisolated(nonsending) (HUD) async throws(Failure) -> Success
) async throws(Failure) -> Success {
    try await HUDCore.withHUD(
        label, total: total, unit: unit, timing: timing, rows: rows, summary: summary, renderer: scopeRenderer(renderer),
        clock: clock, capturesOutput: capturesOutput, cancelsOnInterrupt: cancelsOnInterrupt, body)
}

/// Shows a HUD on the terminal, runs `body`, and hides the HUD on every way out: the same for programs without concurrency.
///
/// How to print and read within `body`: <doc:PrintWhileAHUDIsUp>.
///
/// Without a `renderer`, that of the scope around this one draws the HUD, or else an ``AutomaticRenderer``.
///
/// - Returns: What `body` returned.
/// - Throws: What `body` threw.
@discardableResult
public func withHUD<Success, Failure: Error>(
    _ label: String, total: Int? = nil, unit: ProgressUnit = .items, timing: HUDTiming = HUDTiming(),
    rows: HUDRows = .none, summary: HUDSummary = .never, renderer: (any HUDRenderer)? = nil, clock: (any HUDClock)? = nil,
    capturesOutput: Bool = false,
    _ body: (HUD) throws(Failure) -> Success
) throws(Failure) -> Success {
    try HUDCore.withHUD(
        label, total: total, unit: unit, timing: timing, rows: rows, summary: summary, renderer: scopeRenderer(renderer),
        clock: clock, capturesOutput: capturesOutput, body)
}

extension Sequence {
    /// This sequence with a HUD on the terminal for each loop over it: shown when the loop begins, and gone when it ends, is left or throws.
    ///
    /// ```swift
    /// for file in files.tracked("Compressing") { try compress(file) }
    /// ```
    ///
    /// A loop that is left before its end has no outcome, so that no `summary` leaves a line: use `withHUD` where failures must be seen.
    ///
    /// A HUD notices that its loop was left by the release of the iterator. In the top-level code of a `main.swift` that uses `await`, Swift 6.3 releases
    /// it only at the end of the program, so write such a loop in a function.
    ///
    /// Without a `renderer`, that of the scope around this call draws the HUD, or else an ``AutomaticRenderer``. The other parameters are those
    /// of HUDCore's call.
    public func tracked(
        _ label: String, total: Int? = nil, unit: ProgressUnit = .items, timing: HUDTiming = HUDTiming(),
        rows: HUDRows = .none, summary: HUDSummary = .never, renderer: (any HUDRenderer)? = nil, clock: (any HUDClock)? = nil
    ) -> TrackedSequence<Self> {
        tracked(
            label, total: total, unit: unit, timing: timing, rows: rows, summary: summary, renderer: scopeRenderer(renderer),
            clock: clock)
    }
}

extension Sequence where Element: Sendable {
    /// Transforms the elements under a HUD on the terminal, several at a time.
    ///
    /// ```swift
    /// let sums = try await files.concurrentMap("Hashing", atMost: 8) { file, part in try await hash(file, part) }
    /// ```
    ///
    /// The call is HUDCore's, which explains what it promises and its parameters, except that the renderer can be left out.
    ///
    /// Without a `renderer`, that of the scope around the call draws the HUD, or else an ``AutomaticRenderer``.
    ///
    /// - Returns: What `transform` returned, in the order of the elements.
    /// - Throws: The first error that `transform` threw, or a `CancellationError`.
    nonisolated(nonsending) public func concurrentMap<T: Sendable>(
        _ label: String, atMost limit: Int, unit: ProgressUnit = .items, timing: HUDTiming = HUDTiming(),
        rows: HUDRows = .halfOfWindow(), summary: HUDSummary = .never, renderer: (any HUDRenderer)? = nil,
        clock: (any HUDClock)? = nil, capturesOutput: Bool = false, cancelsOnInterrupt: Bool = false,
        _ transform: @Sendable @escaping (Element, ProgressNode) async throws -> T
    ) async throws -> [T] {
        try await concurrentMap(
            label, atMost: limit, unit: unit, timing: timing, rows: rows, summary: summary, renderer: scopeRenderer(renderer),
            clock: clock, capturesOutput: capturesOutput, cancelsOnInterrupt: cancelsOnInterrupt, transform)
    }
}

extension AsyncSequence {
    /// This sequence with a HUD on the terminal for each loop over it: shown when the loop begins, and gone when it ends, is left or throws.
    ///
    /// ```swift
    /// for try await chunk in download.tracked("Downloading", total: chunks) { … }
    /// ```
    ///
    /// As for a `Sequence`, write a loop that is left early in a function, and not in top-level code.
    ///
    /// Without a `renderer`, that of the scope around this call draws the HUD, or else an ``AutomaticRenderer``. The other parameters are those
    /// of HUDCore's call.
    public func tracked(
        _ label: String, total: Int? = nil, unit: ProgressUnit = .items, timing: HUDTiming = HUDTiming(),
        rows: HUDRows = .none, summary: HUDSummary = .never, renderer: (any HUDRenderer)? = nil, clock: (any HUDClock)? = nil
    ) -> TrackedAsyncSequence<Self> {
        tracked(
            label, total: total, unit: unit, timing: timing, rows: rows, summary: summary, renderer: scopeRenderer(renderer),
            clock: clock)
    }
}
