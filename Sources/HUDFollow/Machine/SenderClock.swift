import HUDCore

/// Maps the instants of a sender to ours, by when its events arrived.
///
/// An event arrives after it happened, by the time that it was under way. The events that were quickest say best how far the clocks are apart, so the
/// smallest difference so far is taken: the first event gives one, and each that was quicker gives a better one. A reader that joins late reads old
/// events at once; the newest of them tells.
struct SenderClock {
    /// What to add to the sender's time; nil until an event had one.
    private(set) var offset: Duration?
    /// When the work began, by the sender's clock.
    private var origin: Duration?
    /// The sender's time of the newest report.
    private var newest: Duration?
    /// The sender's last time.
    private var last: Duration?

    /// Notes that something which happened at `time` arrived at `arrival`, and that the work had begun at `origin`.
    mutating func note(_ time: Duration, arrivedAt arrival: HUDInstant, origin: Duration = .zero) {
        self.origin = min(self.origin ?? origin, origin)
        last = max(last ?? time, time)
        let difference = HUDInstant(offset: time).duration(to: arrival)
        guard let known = offset else { return offset = difference }
        if difference < known { offset = difference }
    }

    /// Our instant of the sender's `time`; nil while that is not known.
    func here(_ time: Duration) -> HUDInstant? {
        offset.map { HUDInstant(offset: time).advanced(by: $0) }
    }

    /// Whether no report of a later time has come before.
    mutating func isNewest(_ time: Duration) -> Bool {
        let isNewest = time >= newest ?? time
        if isNewest { newest = time }
        return isNewest
    }

    /// Our instant of the beginning of the work; nil while that is not known.
    var begin: HUDInstant? { origin.flatMap { here($0) } }

    /// How long the work had been going on when the sender said something last; nil while that is not known.
    var elapsed: Duration? { last.flatMap { elapsed(at: $0) } }

    /// How long the work had been going on at the sender's `time`; nil while that is not known.
    func elapsed(at time: Duration) -> Duration? { origin.map { max(.zero, time - $0) } }
}
