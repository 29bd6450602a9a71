/// The clock that a HUD runs on: it tells the time and wakes its users at deadlines.
///
/// A HUD reads no other clock, so a test can drive it. ``LiveClock`` runs in real time; ``ManualClock`` is advanced by
/// a test.
public protocol HUDClock: Sendable {
    /// The current time. It never goes back.
    var now: HUDInstant { get }

    /// Makes an alarm that calls `action` at the deadline that is set on it.
    ///
    /// - Parameter action: Called on a thread of the clock's choice, never from inside ``HUDAlarm/set(_:)``.
    func makeAlarm(_ action: @escaping @Sendable () -> Void) -> any HUDAlarm
}

/// A wake-up with one deadline at a time.
///
/// After each change its owner sets it to the next deadline, so there is never a second timer that could go stale.
public protocol HUDAlarm: AnyObject, Sendable {
    /// Sets the deadline and replaces the one set before; nil clears it.
    ///
    /// Returns at once and never calls the action itself, so it can be called with a lock held. A deadline in the past is due
    /// at once. An alarm fires once for each deadline that is set.
    /// A call of the action that has already begun when the deadline moves may still happen. The action must therefore check
    /// the time and its own state, not assume why it was called.
    func set(_ deadline: HUDInstant?)
}
