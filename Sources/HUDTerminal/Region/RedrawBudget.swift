import HUDCore

/// Limits how often a HUD is redrawn because something was printed: more redraws cost the terminal more than they are worth.
struct RedrawBudget: Sendable {
    /// The redraws per second that cost nothing noticeable, and how many of them may come at once.
    static let rate = 500
    static let most = 100
    private static let cost = Duration.seconds(1) / rate
    private static let total = cost * most

    private var used: Duration = .zero
    private var last: HUDInstant?

    /// Whether half of the budget is left again.
    func isEased(at now: HUDInstant) -> Bool {
        used - (last.map { $0.duration(to: now) } ?? .zero) <= Self.total / 2
    }

    /// Takes one redraw from the budget. Returns false if none is left.
    mutating func take(at now: HUDInstant) -> Bool {
        used = max(.zero, used - (last.map { $0.duration(to: now) } ?? .zero))
        last = now
        guard used + Self.cost <= Self.total else { return false }
        used += Self.cost
        return true
    }
}
