/// Estimates rate and remaining time from samples of progress: a value that gets the time as an argument.
///
/// It weights by time and not by samples, so that neither bursts of calls nor the frame rate matter: progress counts for the time since the
/// previous step, and changes within a quarter of a second are one step. How far it looks back depends on how long the work has been running and
/// on how steady it is.
///
/// Within the usual gap between two steps, progress is assumed to continue. After that it has stalled: the rate falls, and the stall
/// is expected to last as long again as it has lasted, until in the end there is no estimate. If a count goes back, the estimate starts again; if
/// the total changes, the rate stays.
///
/// ```swift
/// var estimator = ProgressEstimator(startedAt: clock.now)
/// estimator.record(counter.sample(), at: clock.now)  // once a frame, at whatever rate
/// estimator.remaining(at: clock.now)  // nil until there is a reliable estimate
/// ```
///
/// The size of the estimator is constant.
public struct ProgressEstimator: Sendable, Hashable {
    private let startedAt: HUDInstant?
    // Not an optional, because each look at a value in an optional would copy it.
    private var run = Run(start: .zero, origin: .zero)
    private var hasRun = false

    /// Makes an estimator without a sample.
    ///
    /// - Parameter startedAt: When the work began, with nothing complete; nil: the first sample is the start.
    public init(startedAt: HUDInstant? = nil) {
        self.startedAt = startedAt
    }

    /// Records the progress at `now`. Call it once a frame, at regular intervals or not.
    ///
    /// - Parameters:
    ///   - sample: The progress. If it is less than before, or in another unit, the estimate starts again from it. What was complete before the work
    ///     began does not count.
    ///   - now: The time. A time before the latest counts as the latest.
    public mutating func record(_ sample: ProgressSample, at now: HUDInstant) {
        if !hasRun { beginFirstRun(endingWith: sample, at: now) }
        if hasRun, run.record(sample, at: now) { return }
        run = Run(start: hasRun ? max(now, run.now) : now, origin: sample)
        hasRun = true
    }

    /// The rate at `now` in units per second or, if progress is only a fraction, in fractions per second.
    ///
    /// - Returns: nil if there is no reliable estimate: within the first two seconds, before three steps or one percent, after a minute without
    ///   progress where that is unusual, and when the work is complete.
    public func rate(at now: HUDInstant) -> Double? {
        estimate(at: now)?.rate
    }

    /// The estimated remaining time at `now`.
    ///
    /// - Returns: nil if ``rate(at:)`` is nil, if the total is not known, and if it is 100 hours or more.
    public func remaining(at now: HUDInstant) -> Duration? {
        estimate(at: now)?.remaining
    }

    /// Rate and remaining time together.
    func estimate(at now: HUDInstant) -> (rate: Double, remaining: Duration?)? {
        hasRun ? run.estimate(at: now) : nil
    }

    /// Begins with the run up to the first sample, unless that was too short to have made that progress.
    private mutating func beginFirstRun(endingWith sample: ProgressSample, at now: HUDInstant) {
        guard let startedAt, startedAt.duration(to: now) >= .milliseconds(100) else { return }
        run = Run(start: startedAt, origin: sample.withNothingDone)
        hasRun = true
    }
}

/// The progress since the start, or since the estimate was started again.
private struct Run: Sendable, Hashable {
    let start: HUDInstant
    let origin: ProgressSample
    /// The latest time and sample.
    private(set) var now: HUDInstant
    private var latest: ProgressSample
    /// When the progress last changed.
    private var changedAt: HUDInstant
    /// When a sample first had an origin whose units were not complete yet.
    private var awaitedSince: HUDInstant?
    /// When the first change since the last counted step was made.
    private var pendingSince: HUDInstant?
    /// The time of the last counted step.
    private var stepAt: HUDInstant
    private var counted: ProgressSample
    private var rate = WeightedRate()

    /// Changes within this time count as one step.
    private static let oneStep = Duration.milliseconds(250)

    /// How long units can be complete later than the origin says. The two are set one after the other.
    private static let longestAwait = Duration.seconds(1)

    init(start: HUDInstant, origin: ProgressSample) {
        self.start = start
        self.origin = origin
        now = start
        latest = origin
        changedAt = start
        stepAt = start
        counted = origin
    }

    /// Records a sample. Returns false if it is not comparable with the samples before.
    mutating func record(_ sample: ProgressSample, at instant: HUDInstant) -> Bool {
        let before = now
        now = max(now, instant)
        if let pendingSince, pendingSince.duration(to: now) >= Self.oneStep { countStep() }
        guard sample != latest else { return true }
        if latest.awaits(sample) {
            let since = awaitedSince ?? now
            awaitedSince = since
            if since.duration(to: now) < Self.longestAwait { return true }
        }
        awaitedSince = nil
        guard let amount = latest.amount(to: sample) else { return false }
        latest = sample
        guard amount > 0 else { return true }
        changedAt = now
        if pendingSince == nil { pendingSince = now }
        // The next frame would be too late to count the change in this step.
        if before.duration(to: now) >= Self.oneStep { countStep() }
        return true
    }

    private mutating func countStep() {
        pendingSince = nil
        guard changedAt > stepAt, let amount = counted.amount(to: latest) else { return }
        rate.add(amount, after: stepAt.seconds(to: changedAt))
        stepAt = changedAt
        counted = latest
    }

    /// The rate and the remaining time; nil if there is no reliable estimate.
    func estimate(at instant: HUDInstant) -> (rate: Double, remaining: Duration?)? {
        guard rate.steps > 0, latest.fraction < 1, rate.steps >= 3 || latest.madeFraction - origin.madeFraction >= 0.01 else {
            return nil
        }
        let steady = rate.value
        guard steady > 0 else { return nil }
        let now = max(now, instant)
        guard start.duration(to: now) >= .seconds(2) else { return nil }
        // Frames may be a second apart, so a shorter gap is never a stall.
        let usualGap = max(1, rate.usualGap)
        let gap = changedAt.seconds(to: now)
        guard gap < max(60, 10 * usualGap) else { return nil }
        let stall = max(0, gap - usualGap)

        var present = steady
        if stall > 0 {
            let kept = rate.kept(after: gap)
            present *= kept + (1 - kept) * usualGap / gap
        }
        // A stall is as likely to end within the time that it has lasted as after it.
        let remaining = latest.amountLeft.map { max(0, $0 / steady - (gap - stall) + stall) }
        // To a nanosecond, because `Duration.seconds(_:)` of a `Double` takes as long as the rest of the estimate.
        return (present, remaining.flatMap { $0 < 100 * 3600 ? .nanoseconds(Int64(($0 * 1e9).rounded())) : nil })
    }
}

extension HUDInstant {
    fileprivate func seconds(to other: HUDInstant) -> Double {
        // In two parts, because dividing a `Duration` takes longer than the rest of the estimate.
        let attoseconds = duration(to: other).attoseconds
        let high = Double(Int64(truncatingIfNeeded: attoseconds >> 64)) * 0x1p64
        return (high + Double(UInt64(truncatingIfNeeded: attoseconds))) * 1e-18
    }
}

extension ProgressSample {
    /// The sample at the start of the work.
    fileprivate var withNothingDone: ProgressSample {
        let units = originUnits.rounded(.down)
        return ProgressSample(
            completedUnitCount: completedUnitCount.map { _ in Int(clamping: Int128(units)) }, totalUnitCount: totalUnitCount,
            partialUnits: originUnits - units, originUnits: originUnits, fraction: originFraction, unit: unit)
    }

    /// The fraction that was completed since the work began.
    fileprivate var madeFraction: Double { fraction - originFraction }

    /// Whether `next` has an origin whose units are not complete yet.
    fileprivate func awaits(_ next: ProgressSample) -> Bool {
        guard next.originUnits > originUnits else { return false }
        guard let old = completedUnitCount, let new = next.completedUnitCount else {
            return next.fraction >= fraction && next.madeFraction < madeFraction - 1e-12
        }
        let done = Double(new - old) + next.partialUnits - partialUnits
        return done >= 0 && done - (next.originUnits - originUnits) < -1e-12 * next.originUnits
    }

    /// The progress from this sample to `next`; nil if it went back or the two are not comparable.
    fileprivate func amount(to next: ProgressSample) -> Double? {
        switch (completedUnitCount, next.completedUnitCount) {
        case (let old?, let new?):
            let partial = next.partialUnits - partialUnits - (next.originUnits - originUnits)
            let amount = Double(new - old) + partial
            // What a rounding error of the origin makes is no progress.
            if next.unit == unit, abs(amount) <= 1e-12 * max(originUnits, next.originUnits) { return 0 }
            // Parts can go back by less than a unit: by a rounding error, or because the total of one has grown.
            return amount > -1 && next.unit == unit ? max(0, amount) : nil
        case (nil, nil):
            let amount = next.madeFraction - madeFraction
            if abs(amount) <= 1e-12 * max(originFraction, next.originFraction) { return 0 }
            return amount >= 0 ? amount : nil
        case (nil, _?), (_?, nil): return nil
        }
    }

    /// The remaining amount; nil if the total is not known.
    fileprivate var amountLeft: Double? {
        guard let completedUnitCount else { return 1 - fraction }
        return totalUnitCount.map { max(0, Double(max(0, $0 - completedUnitCount)) - partialUnits - lostUnits) }
    }
}
