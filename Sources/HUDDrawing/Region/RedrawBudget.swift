/// Limits how often a HUD is redrawn because something was printed: more redraws cost the terminal more than they are worth.
///
/// A *flood* begins when more is printed than the budget has redraws for, and is over when half of it is left again.
struct RedrawBudget: Sendable {
    /// The redraws per second that cost nothing noticeable, and how many of them may come at once.
    static let rate = 500
    static let most = 100
    private static let cost = Duration.seconds(1) / rate
    private static let total = cost * most

    private var used: Duration = .zero
    private var last: HUDInstant?
    var isFlooded = false

    /// Ends a flood if half of the budget is left again.
    mutating func ease(at now: HUDInstant) {
        if used(at: now) <= Self.total / 2 { isFlooded = false }
    }

    /// Takes one redraw from the budget. Returns false if none is left.
    ///
    /// - Parameter floods: Whether a flood begins if none is left.
    mutating func take(at now: HUDInstant, floods: Bool = false) -> Bool {
        used = max(.zero, used(at: now))
        last = now
        guard used + Self.cost <= Self.total else {
            if floods { isFlooded = true }
            return false
        }
        used += Self.cost
        return true
    }

    private func used(at now: HUDInstant) -> Duration { used - (last.map { $0.duration(to: now) } ?? .zero) }
}
