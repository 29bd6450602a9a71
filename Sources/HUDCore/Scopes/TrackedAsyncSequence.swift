/// An asynchronous sequence whose iteration shows a HUD; made by `tracked(_:)`.
///
/// Each loop over it has a HUD of its own. An element counts as complete when the next one is asked for.
///
/// ```swift
/// let loop = download.tracked("Downloading", renderer: InlineRenderer())
/// for try await chunk in loop {
///     if chunk.isEmpty { loop.hud.log("an empty chunk") }
/// }
/// ```
public struct TrackedAsyncSequence<Base: AsyncSequence>: AsyncSequence {
    let base: Base
    let source: LoopSource

    /// The HUD of the loop that began last. Before the first loop, the one that it will show.
    ///
    /// Of a sequence that counts with a node: the HUD of the scope around the caller. Where there is none, a HUD that is never shown and prints what it
    /// logs.
    public var hud: HUD { source.hud }

    /// Iterates over the elements of the base, and counts them.
    ///
    /// Not `Sendable`: it belongs to one loop.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var base: Base.AsyncIterator
        let loop: TrackedLoop
        var isStarted = false

        /// The next element; nil at the end, when the HUD is gone.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(Base.Failure) -> Base.Element? {
            if isStarted { loop.completeElement() }
            isStarted = true
            do throws(Base.Failure) {
                if let element = try await base.next(isolation: actor) { return element }
            } catch {
                isStarted = false
                await loop.finish(HUDOutcome(of: error))
                throw error
            }
            isStarted = false
            await loop.finish(Task.isCancelled ? .cancelled : .succeeded)
            return nil
        }
    }

    /// Shows the HUD.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(base: base.makeAsyncIterator(), loop: source.start())
    }
}

extension TrackedAsyncSequence: Sendable where Base: Sendable {}

extension AsyncSequence {
    /// This sequence with a HUD for each loop over it: shown when the loop begins, and gone when it ends, is left or throws.
    ///
    /// ```swift
    /// for try await chunk in download.tracked("Downloading", total: chunks, renderer: InlineRenderer()) { … }
    /// ```
    ///
    /// The end of the loop waits as ``withHUD(_:total:unit:timing:rows:summary:renderer:clock:capturesOutput:cancelsOnInterrupt:_:)`` does.
    /// A scope or a tracked loop that begins in its body is not inside it: put both into a scope if one follows the other there.
    /// - Parameters:
    ///   - label: What is going on.
    ///   - total: The number of elements; nil: not known.
    ///   - unit: The unit of an element.
    ///   - timing: When the HUD appears, and how long it stays at least.
    ///   - rows: Which parts of the HUD's work have a row. They don't count; the loop counts its elements.
    ///   - summary: Which outcomes leave a line. A loop that is left before its end, by `break` or by an error, has none: use `withHUD` where failures
    ///     must be seen.
    ///   - renderer: What draws the HUD.
    ///   - clock: The clock; nil: that of the scope around the loop, or ``LiveClock/shared``.
    public func tracked(
        _ label: String, total: Int? = nil, unit: ProgressUnit = .items, timing: HUDTiming = HUDTiming(),
        rows: HUDRows = .none, summary: HUDSummary = .never, renderer: any HUDRenderer, clock: (any HUDClock)? = nil
    ) -> TrackedAsyncSequence<Self> {
        let settings = HUDScope.Settings(
            label: label, total: total, unit: unit, timing: timing, rows: rows, summary: summary,
            renderer: renderer, clock: clock)
        return TrackedAsyncSequence(base: self, source: LoopSource(.hud(settings)))
    }

    /// This sequence, each of whose elements counts as one unit of `node`. The loop does not end the node.
    public func tracked(by node: ProgressNode) -> TrackedAsyncSequence<Self> {
        TrackedAsyncSequence(base: self, source: LoopSource(.node(node)))
    }
}
