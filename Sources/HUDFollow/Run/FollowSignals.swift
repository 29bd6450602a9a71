import HUDJob

/// The signals that ask this process to end while it follows streams.
struct FollowSignals {
    /// The first one.
    var first: Int32?
    private var requests = EndRequests()

    /// Takes what has arrived.
    ///
    /// - Parameter stop: Called for a ^Z.
    /// - Returns: Whether there were signals that end this process.
    mutating func take(_ arrivals: [Mailbox<Never>.Arrival], stop: () -> Void) -> Bool {
        let signals = arrivals.endingSignals(&requests, stop: stop)
        first = first ?? signals.first
        return !signals.isEmpty
    }
}
