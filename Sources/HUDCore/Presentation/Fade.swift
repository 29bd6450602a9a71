/// An opacity that goes from one value to another: a cubic ease-out, fast at first and slow at the end.
struct Fade: Sendable, Equatable {
    private var start: HUDInstant
    private var duration: Duration
    private var from: Double
    private var target: Double

    /// A fade that has ended at `value`.
    init(settledAt value: Double) {
        self.init(from: value, to: value, start: .distantPast, duration: .zero)
    }

    /// A fade from `from` to `target` that begins at `start`; both from 0 to 1. A `duration` of zero is there at once.
    init(from: Double, to target: Double, start: HUDInstant, duration: Duration) {
        self.from = from
        self.target = target
        self.start = start
        self.duration = duration
    }

    /// The opacity at `now`, 0 to 1.
    func value(at now: HUDInstant) -> Double {
        let elapsed = start.duration(to: now)
        if elapsed >= duration { return target }
        if elapsed <= .zero { return from }
        let remaining = 1 - elapsed / duration
        return from + (target - from) * (1 - remaining * remaining * remaining)
    }
}
