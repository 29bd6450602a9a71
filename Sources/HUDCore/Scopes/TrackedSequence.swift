/// A sequence whose iteration shows a HUD; made by `tracked(_:)`.
///
/// Each loop over it has a HUD of its own. An element counts as complete when the next one is asked for.
///
/// ```swift
/// let loop = files.tracked("Compressing", renderer: InlineRenderer())
/// for file in loop {
///     if !isText(file) { loop.hud.log("\(file): no text") }
/// }
/// ```
public struct TrackedSequence<Base: Sequence>: Sequence {
    @usableFromInline let base: Base
    @usableFromInline let source: LoopSource

    /// The HUD of the loop that began last. Before the first loop, the one that it will show.
    ///
    /// Of a sequence that counts with a node: the HUD of the scope around the caller. Where there is none, a HUD that is never shown and prints what it
    /// logs.
    public var hud: HUD { source.hud }

    /// Iterates over the elements of the base, and counts them.
    ///
    /// Not `Sendable`: it belongs to one loop.
    public struct Iterator: IteratorProtocol {
        @usableFromInline var base: Base.Iterator
        @usableFromInline let loop: TrackedLoop
        @usableFromInline var isStarted = false

        @inlinable
        init(base: Base.Iterator, loop: TrackedLoop) {
            self.base = base
            self.loop = loop
        }

        /// The next element; nil at the end, when the HUD is gone.
        @inlinable
        public mutating func next() -> Base.Element? {
            if isStarted { loop.completeElement() }
            isStarted = true
            guard let element = base.next() else {
                isStarted = false
                loop.finish(.succeeded)
                return nil
            }
            return element
        }
    }

    /// Shows the HUD.
    @inlinable
    public func makeIterator() -> Iterator {
        Iterator(base: base.makeIterator(), loop: source.start())
    }

    /// The count of the base, where it is known beforehand.
    public var underestimatedCount: Int { base.underestimatedCount }
}

extension TrackedSequence: Sendable where Base: Sendable {}

extension Sequence {
    /// This sequence with a HUD for each loop over it: shown when the loop begins, and gone when it ends, is left or throws.
    ///
    /// ```swift
    /// for file in files.tracked("Compressing", renderer: InlineRenderer()) { try compress(file) }
    /// ```
    ///
    /// The end of the loop waits as ``withHUD(_:total:unit:timing:rows:summary:renderer:clock:capturesOutput:cancelsOnInterrupt:_:)`` does.
    /// A scope or a tracked loop that begins in its body is not inside it: put both into a scope if one follows the other there.
    /// - Parameters:
    ///   - label: What is going on.
    ///   - total: The number of elements; nil: the count, for a collection that knows it.
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
    ) -> TrackedSequence<Self> {
        let settings = HUDScope.Settings(
            label: label, total: total ?? knownCount, unit: unit, timing: timing, rows: rows, summary: summary,
            renderer: renderer, clock: clock)
        return TrackedSequence(base: self, source: LoopSource(.hud(settings)))
    }

    /// This sequence, each of whose elements counts as one unit of `node`. The loop does not end the node.
    public func tracked(by node: ProgressNode) -> TrackedSequence<Self> {
        TrackedSequence(base: self, source: LoopSource(.node(node)))
    }

    /// The number of elements, if it is known without visiting them.
    private var knownCount: Int? {
        if let range = self as? any IntegerRange { return range.exactCount }
        if let collection = self as? any RandomAccessCollection { return collection.exactCount }
        // Of another collection that is not lazy, `underestimatedCount` is the count.
        guard self is any Collection, underestimatedCount > 0 else { return nil }
        return underestimatedCount
    }
}

extension RandomAccessCollection {
    /// The count; nil if it is zero, or no `Int`.
    fileprivate var exactCount: Int? {
        if isEmpty { return nil }
        guard let first = startIndex as? any ClosedRangeIndex else { return count }
        return first.count(to: index(before: endIndex))
    }
}

extension FixedWidthInteger {
    /// The count of the integers from `self` on and before `end`, or with it; nil if it is zero, or no `Int`.
    fileprivate func count(to end: Self, isClosed: Bool) -> Int? {
        guard let distance = Int(exactly: Magnitude(truncatingIfNeeded: end &- self)) else { return nil }
        let (count, isTooMany) = distance.addingReportingOverflow(isClosed ? 1 : 0)
        return isTooMany || count == 0 ? nil : count
    }
}

/// A range whose `count` traps if it is no `Int`.
private protocol IntegerRange {
    /// The count; nil if it is zero, or no `Int`.
    var exactCount: Int? { get }
}

extension Range: IntegerRange where Bound: FixedWidthInteger {
    fileprivate var exactCount: Int? { lowerBound.count(to: upperBound, isClosed: false) }
}

/// An index of a closed range of integers, and of each lazy collection over one. Their `count` traps if it is no `Int`.
private protocol ClosedRangeIndex {
    /// The count of the elements up to and with the one at `last`, which has the same type; nil if it is no `Int`.
    func count(to last: Any) -> Int?
}

extension ClosedRange.Index: ClosedRangeIndex where Bound: FixedWidthInteger {
    fileprivate func count(to last: Any) -> Int? {
        guard case .inRange(let first) = self, case .inRange(let last)? = last as? Self else { return nil }
        return first.count(to: last, isClosed: true)
    }
}
