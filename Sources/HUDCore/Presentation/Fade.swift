/// An opacity that moves from one value to another with a cubic ease-out: fast at first and slow at the end.
struct Fade: Sendable, Equatable {
    /// From 0 to 1, as the target.
    let from: Double
    let target: Double
    let start: HUDInstant
    /// With a duration of zero it is complete at once.
    let duration: Duration

    /// The opacity at `now`, 0 to 1.
    func value(at now: HUDInstant) -> Double {
        let elapsed = start.duration(to: now)
        if elapsed >= duration { return target }
        if elapsed <= .zero { return from }
        let remaining = 1 - elapsed / duration
        return from + (target - from) * (1 - remaining * remaining * remaining)
    }
}
