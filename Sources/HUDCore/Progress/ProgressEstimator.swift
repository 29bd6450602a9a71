/// How fast something goes, and how long it will still take, from samples of its progress: a value, told the time.
///
/// It weighs by time and not by samples, so that neither bursts of calls nor the frame rate make a difference: progress counts for the time
/// that it took since the last, and changes within a quarter of a second count as one. How far it looks back depends on how long the
/// work has been going on and on how steady it is.
///
/// Within the gap that is usual between two steps, progress is taken to go on. From there on it stalls: the rate falls, and the stall
/// is taken to last as long again as it has, until in the end there is no estimate. A count that goes back starts anew; a total that
/// changes leaves the rate.
///
/// ```swift
/// var estimator = ProgressEstimator(startedAt: clock.now)
/// estimator.record(counter.sample(), at: clock.now)  // once a frame, at whatever rate
/// estimator.remaining(at: clock.now)  // nil while there is nothing worth saying
/// ```
///
/// Its memory is fixed.
public struct ProgressEstimator: Sendable, Hashable {
    private let startedAt: HUDInstant?
    private var run: Run?

    /// An estimator without a sample.
    ///
    /// - Parameter startedAt: When the work began, with nothing done; nil: with the first sample, whatever was done by then.
    public init(startedAt: HUDInstant? = nil) {
        self.startedAt = startedAt
    }

    /// Takes up how far it is at `now`. To be called once a frame, in regular intervals or not.
    ///
    /// - Parameters:
    ///   - sample: Less than before, or in other units, starts anew from there.
    ///   - now: One before the latest counts as the latest.
    public mutating func record(_ sample: ProgressSample, at now: HUDInstant) {
        if run == nil { run = firstRun(endingWith: sample, at: now) }
        if run?.record(sample, at: now) != true {
            run = Run(start: max(now, run?.now ?? now), origin: sample)
        }
    }

    /// Units a second at `now`, or where progress is a fraction alone, what part a second.
    ///
    /// - Returns: nil while there is nothing worth saying: within two seconds, before three steps or one per cent, after a minute without
    ///   progress where that is unusual, and when it is done.
    public func rate(at now: HUDInstant) -> Double? {
        estimate(at: now)?.rate
    }

    /// How long it will take from `now` until it is done.
    ///
    /// - Returns: nil where ``rate(at:)`` is, where no total is known, and from 100 hours on.
    public func remaining(at now: HUDInstant) -> Duration? {
        estimate(at: now)?.remaining
    }

    /// Both at once.
    func estimate(at now: HUDInstant) -> (rate: Double, remaining: Duration?)? {
        run?.estimate(at: now)
    }

    /// The run up to the first sample; nil where that took too little time to have done it.
    private func firstRun(endingWith sample: ProgressSample, at now: HUDInstant) -> Run? {
        guard let startedAt, startedAt.duration(to: now) >= .milliseconds(100) else { return nil }
        return Run(start: startedAt, origin: sample.withNothingDone)
    }
}

/// What is known since the start, or since it started anew.
private struct Run: Sendable, Hashable {
    let start: HUDInstant
    let origin: ProgressSample
    /// The latest time told, and the latest sample.
    private(set) var now: HUDInstant
    private var latest: ProgressSample
    /// When it changed last.
    private var changedAt: HUDInstant
    /// When the first change came that is not counted yet.
    private var pendingSince: HUDInstant?
    /// The last step that was counted.
    private var stepAt: HUDInstant
    private var counted: ProgressSample
    private var rate = WeightedRate()

    /// Changes within this time count as one step.
    private static let oneStep = Duration.milliseconds(250)

    init(start: HUDInstant, origin: ProgressSample) {
        self.start = start
        self.origin = origin
        now = start
        latest = origin
        changedAt = start
        stepAt = start
        counted = origin
    }

    /// Takes up a sample; false where none can follow from what was before.
    mutating func record(_ sample: ProgressSample, at instant: HUDInstant) -> Bool {
        let before = now
        now = max(now, instant)
        if let pendingSince, pendingSince.duration(to: now) >= Self.oneStep { countStep() }
        guard sample != latest else { return true }
        guard let amount = latest.amount(to: sample) else { return false }
        latest = sample
        guard amount > 0 else { return true }
        changedAt = now
        if pendingSince == nil { pendingSince = now }
        // The next frame would be too late for the same step.
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

    /// Units and seconds; nil where there is nothing worth saying.
    func estimate(at instant: HUDInstant) -> (rate: Double, remaining: Duration?)? {
        guard rate.steps > 0, latest.fraction < 1, rate.steps >= 3 || latest.fraction - origin.fraction >= 0.01 else {
            return nil
        }
        let steady = rate.value
        guard steady > 0 else { return nil }
        let now = max(now, instant)
        guard start.duration(to: now) >= .seconds(2) else { return nil }
        // Frames may be a second apart; what is shorter than that is no stall at any frame rate.
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
        return (present, remaining.flatMap { $0 < 100 * 3600 ? .seconds($0) : nil })
    }
}

extension HUDInstant {
    fileprivate func seconds(to other: HUDInstant) -> Double {
        // By halves: `Duration`'s own division takes longer than all the rest of an estimate.
        let attoseconds = duration(to: other).attoseconds
        let high = Double(Int64(truncatingIfNeeded: attoseconds >> 64)) * 0x1p64
        return (high + Double(UInt64(truncatingIfNeeded: attoseconds))) * 1e-18
    }
}

extension ProgressSample {
    fileprivate var withNothingDone: ProgressSample {
        guard completedUnitCount != nil else { return .zero }
        return ProgressSample(completedUnitCount: 0, totalUnitCount: totalUnitCount, unit: unit)
    }

    /// What was done from here to `next`; nil where it went back, or where the two can't be compared.
    fileprivate func amount(to next: ProgressSample) -> Double? {
        switch (completedUnitCount, next.completedUnitCount) {
        case (let old?, let new?): new >= old && next.unit == unit ? Double(new - old) : nil
        case (nil, nil): next.fraction >= fraction ? next.fraction - fraction : nil
        case (nil, _?), (_?, nil): nil
        }
    }

    /// What is still to do; nil where the total is not known.
    fileprivate var amountLeft: Double? {
        guard let completedUnitCount else { return 1 - fraction }
        return totalUnitCount.map { Double(max(0, $0 - completedUnitCount)) }
    }
}
