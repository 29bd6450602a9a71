/// An opacity that moves from one value to another with a cubic ease-out: fast at first and slow at the end.
struct Fade: Sendable, Equatable {
    private var start: HUDInstant
    private var duration: Duration
    private var from: Double
    private var target: Double

    /// Makes a fade that is complete at `value`.
    init(settledAt value: Double) {
        self.init(from: value, to: value, start: .distantPast, duration: .zero)
    }

    /// Makes a fade from `from` to `target`, both 0 to 1, that begins at `start`. With a `duration` of zero it is complete at once.
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
