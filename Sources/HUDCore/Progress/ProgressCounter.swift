import Synchronization

/// Counts units of work from any thread, at the price of one atomic add.
///
/// It knows no lock, no clock and no HUD. A HUD that has it as its ``HUD/progressSource`` samples it once a frame, however often it
/// was incremented in between, and once more as it goes, so that what is last seen is the last value.
///
/// ```swift
/// let counter = ProgressCounter(totalUnitCount: files.count)
/// hud.progressSource = counter
/// for file in files {
///     compress(file)
///     counter.increment()
/// }
/// ```
public final class ProgressCounter: ProgressSource {
    @usableFromInline let completed: Atomic<Int>
    // Read once a frame and hardly ever written, so that sharing the counter's cache line costs it nothing.
    private let total: Atomic<Int>
    /// Units begun and not done yet; -1 while nobody has counted any.
    private let running = Atomic<Int>(-1)
    /// What is counted.
    public let unit: ProgressUnit

    /// A counter at zero.
    ///
    /// - Parameters:
    ///   - totalUnitCount: Units in all. Zero or less: not known (yet).
    ///   - unit: What is counted.
    public init(totalUnitCount: Int = 0, unit: ProgressUnit = .items) {
        completed = Atomic(0)
        total = Atomic(totalUnitCount)
        self.unit = unit
    }

    /// One more unit is done.
    @inlinable
    public func increment() {
        // Relaxed: the count orders nothing else.
        completed.wrappingAdd(1, ordering: .relaxed)
    }

    /// `count` more units are done; negative takes back. A sum that does not fit an `Int` stops at its end, where for a moment a
    /// sampler may see it on the other side.
    @inlinable
    public func increment(by count: Int) {
        let (old, new) = completed.wrappingAdd(count, ordering: .relaxed)
        if (new < old) != (count < 0) { saturate(count < 0 ? .min : .max) }
    }

    @usableFromInline
    func saturate(_ limit: Int) {
        completed.store(limit, ordering: .relaxed)
    }

    /// Units done so far. Can be set, to start again or to follow a count kept elsewhere.
    public var completedUnitCount: Int {
        get { completed.load(ordering: .relaxed) }
        set { completed.store(newValue, ordering: .relaxed) }
    }

    /// Units in all; zero or less where that is not known.
    public var totalUnitCount: Int {
        get { total.load(ordering: .relaxed) }
        set { total.store(newValue, ordering: .relaxed) }
    }

    /// Units begun and not done yet, which a bar shows as a segment of its own; nil where nobody counts them. Less than zero counts as
    /// zero.
    public var runningUnitCount: Int? {
        get {
            let count = running.load(ordering: .relaxed)
            return count < 0 ? nil : count
        }
        set { running.store(newValue.map { max(0, $0) } ?? -1, ordering: .relaxed) }
    }

    /// From 0 to 1; 0 while the total is not known.
    public var fractionCompleted: Double { sample().fraction }

    /// The count and the total as they are now.
    public func sample() -> ProgressSample {
        ProgressSample(
            completedUnitCount: completedUnitCount, totalUnitCount: totalUnitCount, runningUnitCount: runningUnitCount, unit: unit
        )
    }
}
