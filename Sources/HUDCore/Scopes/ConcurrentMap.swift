import Synchronization

extension Sequence where Element: Sendable {
    /// Transforms the elements under a HUD, several at a time.
    ///
    /// ```swift
    /// let sums = try await files.concurrentMap("Hashing", atMost: 8, renderer: InlineRenderer()) { file, part in
    ///     try await hash(file, part)
    /// }
    /// ```
    ///
    /// Each running element has a part of the HUD's work and, by default, a row. Its label is the element's description; the transform can set another
    /// one, and count with the part. An element is complete when its transform has returned, even if that has not touched the part.
    ///
    /// The first error cancels the elements that are running, and is thrown when they have ended. No element begins after that, nor after the
    /// task is cancelled; if that leaves an element out, a `CancellationError` is thrown.
    ///
    /// The scope is that of ``withHUD(_:total:unit:timing:rows:summary:renderer:clock:capturesOutput:cancelsOnInterrupt:_:)``, which explains the
    /// other parameters.
    ///
    /// - Parameters:
    ///   - label: What is going on.
    ///   - limit: How many elements run at once; at least 1.
    ///   - unit: The unit in which the parts count. The whole counts elements; it shows no count if the parts have another unit.
    ///   - timing: When the HUD appears, and how long it stays at least.
    ///   - rows: Which running elements have a row.
    ///   - summary: Which outcomes leave a line.
    ///   - renderer: What draws the HUD.
    ///   - clock: The clock; nil: that of the scope around the call, or ``LiveClock/shared``.
    ///   - capturesOutput: Whether what the process prints appears above the HUD.
    ///   - cancelsOnInterrupt: Whether ^C cancels the current task, and with it the elements.
    ///   - transform: The work for an element, and its part.
    /// - Returns: What `transform` returned, in the order of the elements.
    /// - Throws: The first error that `transform` threw, or a `CancellationError`.
    nonisolated(nonsending) public func concurrentMap<T: Sendable>(
        _ label: String, atMost limit: Int, unit: ProgressUnit = .items, timing: HUDTiming = HUDTiming(),
        rows: HUDRows = .halfOfWindow(), summary: HUDSummary = .never, renderer: any HUDRenderer,
        clock: (any HUDClock)? = nil, capturesOutput: Bool = false, cancelsOnInterrupt: Bool = false,
        _ transform: @Sendable @escaping (Element, ProgressNode) async throws -> T
    ) async throws -> [T] {
        precondition(limit > 0, "At least one element must run at once, but atMost is \(limit)")
        let elements = Array(self)
        return try await withHUD(
            label, total: elements.count, timing: timing, rows: rows, summary: summary, renderer: renderer,
            clock: clock, capturesOutput: capturesOutput, cancelsOnInterrupt: cancelsOnInterrupt
        ) { hud in
            // The group hears of an error only behind the results that have come before it.
            let hasFailed = Flag()
            return try await withThrowingTaskGroup(of: (Int, T?).self) { group in
                var results = [T?](repeating: nil, count: elements.count)
                for (index, element) in elements.enumerated() {
                    if index >= limit, let (ended, result) = try await group.next() { results[ended] = result }
                    try Task.checkCancellation()
                    if hasFailed.value.load(ordering: .acquiring) { break }
                    // Here and not in the task, so that the rows are in the order of the elements.
                    let part = hud.work.subprogress(assigningCount: 1, label: "\(element)").start(unit: unit)
                    group.addTask {
                        if Task.isCancelled || hasFailed.value.load(ordering: .acquiring) {
                            part.cancel()
                            return (index, nil)
                        }
                        let result = try await part.run {
                            do {
                                return try await transform(element, part)
                            } catch {
                                hasFailed.value.store(true, ordering: .releasing)
                                throw error
                            }
                        }
                        return (index, result)
                    }
                }
                for try await (ended, result) in group { results[ended] = result }
                let all = results.compactMap(\.self)
                if all.count < elements.count { throw CancellationError() }
                return all
            }
        }
    }
}

/// A flag that tasks share.
private final class Flag: Sendable {
    let value = Atomic(false)
}
