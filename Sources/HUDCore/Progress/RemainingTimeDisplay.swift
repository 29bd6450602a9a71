/// A steady remaining time: it counts down by itself, and follows the estimate only if the two differ noticeably.
package struct RemainingTimeDisplay: Sendable, Hashable {
    private var end: HUDInstant?
    private var latest = HUDInstant.distantPast

    /// Makes a display that has shown nothing yet.
    package init() {}

    /// The time to show at `now`.
    ///
    /// - Parameters:
    ///   - estimate: The estimated remaining time; negative counts as zero. Nil: not known, and nothing is shown.
    ///   - now: The time. A time before the latest counts as the latest.
    /// - Returns: The time that is left of the last accepted estimate; never negative. A new estimate is accepted if it differs
    ///   by more than a second and by more than a tenth of itself.
    package mutating func shown(_ estimate: Duration?, at now: HUDInstant) -> Duration? {
        latest = max(latest, now)
        guard let estimate = estimate.map({ max(.zero, $0) }) else {
            end = nil
            return nil
        }
        let estimatedEnd = latest.advanced(by: estimate)
        if let end {
            let difference = max(end, estimatedEnd).duration(to: min(end, estimatedEnd))
            // In attoseconds, because dividing a `Duration` takes longer than the rest.
            let tenth = Duration(attoseconds: estimate.attoseconds / 10)
            if difference >= .zero - max(.seconds(1), tenth) { return max(.zero, latest.duration(to: end)) }
        }
        end = estimatedEnd
        return estimate
    }
}
