import Synchronization

/// Counts units of work from any thread. An increment is one atomic add, to a cache line that other threads rarely use.
///
/// A counter has no lock and no clock, and knows no HUD. A HUD whose ``HUD/progressSource`` it is samples it once a frame, however often it was
/// incremented in between, and once more before it disappears, so that the last value is shown.
///
/// ```swift
/// let counter = ProgressCounter(totalUnitCount: files.count)
/// hud.progressSource = counter
/// for file in files {
///     try compress(file)
///     counter.increment()
/// }
/// ```
public final class ProgressCounter: ProgressSource {
    @usableFromInline let completed: StripedCount
    private let total: Atomic<Int>
    /// Units that were begun and are not complete; -1 if they are not counted.
    private let running = Atomic<Int>(-1)
    /// The unit.
    public let unit: ProgressUnit

    /// Makes a counter at zero.
    ///
    /// - Parameters:
    ///   - totalUnitCount: The total. Zero or negative: not known (yet).
    ///   - unit: The unit.
    public init(totalUnitCount: Int = 0, unit: ProgressUnit = .items) {
        completed = StripedCount()
        total = Atomic(totalUnitCount)
        self.unit = unit
    }

    /// Counts one more completed unit.
    @inlinable
    public func increment() {
        completed.increment()
    }

    /// Counts `count` more completed units; a negative count takes units back. A sum that does not fit an `Int` saturates.
    @inlinable
    public func increment(by count: Int) {
        completed.add(count)
    }

    /// The completed units. Set it to start again, or to follow a count that is kept elsewhere.
    public var completedUnitCount: Int {
        get { completed.sum }
        set { completed.set(newValue) }
    }

    /// The total; zero or negative if it is not known.
    public var totalUnitCount: Int {
        get { total.load(ordering: .relaxed) }
        set { total.store(newValue, ordering: .relaxed) }
    }

    /// Units that were begun and are not complete, which a bar shows as a segment of its own; nil if they are not counted. Negative counts as
    /// zero.
    public var runningUnitCount: Int? {
        get {
            let count = running.load(ordering: .relaxed)
            return count < 0 ? nil : count
        }
        set { running.store(newValue.map { max(0, $0) } ?? -1, ordering: .relaxed) }
    }

    /// The completed fraction, 0 to 1; 0 while the total is not known.
    public var fractionCompleted: Double { sample().fraction }

    /// The current count and total.
    public func sample() -> ProgressSample {
        ProgressSample(
            completedUnitCount: completedUnitCount, totalUnitCount: totalUnitCount, runningUnitCount: runningUnitCount, unit: unit
        )
    }
}
