/// How often a HUD is drawn anew because something was printed. Of that a terminal can be given more than it is worth; frames are few.
struct RedrawBudget: Sendable {
    /// Up to so many a second nobody minds; and so many at once.
    static let rate = 500
    static let most = 100

    private var used: Duration = .zero
    private var last: ContinuousClock.Instant?

    /// Whether half of them are left again.
    func isEased(at now: ContinuousClock.Instant) -> Bool {
        used - (last.map { now - $0 } ?? .zero) <= Duration.seconds(1) / Self.rate * (Self.most / 2)
    }

    /// Takes one, if there is one left.
    mutating func take(at now: ContinuousClock.Instant) -> Bool {
        let cost = Duration.seconds(1) / Self.rate
        used = max(.zero, used - (last.map { now - $0 } ?? .zero))
        last = now
        guard used + cost <= cost * Self.most else { return false }
        used += cost
        return true
    }
}
