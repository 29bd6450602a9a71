import HUDCore

extension ManualClock {
    /// Advances by `seconds`, to the nanosecond.
    func advance(by seconds: Double) { advance(by: .nanoseconds(Int64((seconds * 1_000_000_000).rounded()))) }
}
