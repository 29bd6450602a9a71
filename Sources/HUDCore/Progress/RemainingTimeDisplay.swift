/// A remaining time that does not dance: it counts down by itself, and follows the estimate only where that says something else.
public struct RemainingTimeDisplay: Sendable, Hashable {
    private var end: HUDInstant?
    private var latest = HUDInstant.distantPast

    /// Nothing shown yet.
    public init() {}

    /// What to show at `now`.
    ///
    /// - Parameters:
    ///   - estimate: How long it will take from now; less than zero counts as zero. nil: not known, and nothing is shown.
    ///   - now: One before the latest counts as the latest.
    /// - Returns: The time to the end that was last taken from an estimate; not less than zero. An estimate takes its place that differs
    ///   from it by more than a second and more than a tenth of itself.
    public mutating func shown(_ estimate: Duration?, at now: HUDInstant) -> Duration? {
        latest = max(latest, now)
        guard let estimate = estimate.map({ max(.zero, $0) }) else {
            end = nil
            return nil
        }
        let estimatedEnd = latest.advanced(by: estimate)
        if let end {
            let difference = max(end, estimatedEnd).duration(to: min(end, estimatedEnd))
            if difference >= .zero - max(.seconds(1), estimate / 10) { return max(.zero, latest.duration(to: end)) }
        }
        end = estimatedEnd
        return estimate
    }
}
