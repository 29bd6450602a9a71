/// Limits how often a HUD is redrawn because something was printed: more redraws cost the terminal more than they are worth.
struct RedrawBudget: Sendable {
    /// The redraws per second that cost nothing noticeable, and how many of them may come at once.
    static let rate = 500
    static let most = 100
    private static let cost = Duration.seconds(1) / rate
    private static let total = cost * most

    private var used: Duration = .zero
    private var last: ContinuousClock.Instant?

    /// Whether half of the budget is left again.
    func isEased(at now: ContinuousClock.Instant) -> Bool {
        used - (last.map { now - $0 } ?? .zero) <= Self.total / 2
    }

    /// Takes one redraw from the budget. Returns false if none is left.
    mutating func take(at now: ContinuousClock.Instant) -> Bool {
        used = max(.zero, used - (last.map { now - $0 } ?? .zero))
        last = now
        guard used + Self.cost <= Self.total else { return false }
        used += Self.cost
        return true
    }
}
