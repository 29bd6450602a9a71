/// The clock a HUD runs on: what time is it, and wake me at a deadline.
///
/// A HUD never reads a clock of its own accord; it is given one, so that a test can drive it. ``LiveClock`` is the real one,
/// ``ManualClock`` the one that a test advances by hand.
public protocol HUDClock: Sendable {
    /// The time now. Never goes back.
    var now: HUDInstant { get }

    /// Makes an alarm that calls `action` when the deadline set on it has come.
    ///
    /// - Parameter action: Called on whatever thread the clock runs its alarms on, never from inside ``HUDAlarm/set(_:)``.
    func makeAlarm(_ action: @escaping @Sendable () -> Void) -> any HUDAlarm
}

/// A wake-up with one deadline at a time, which can be moved.
///
/// Its owner sets it to whatever comes next after each change; there is never a second timer that could go stale.
public protocol HUDAlarm: AnyObject, Sendable {
    /// Sets the deadline, in place of any set before; nil clears it.
    ///
    /// Returns at once and never calls the action itself, so it can be called with a lock held. A deadline that has
    /// already passed is due at once. An alarm fires once for each deadline set.
    /// A call to the action that is already under way when the deadline moves may still happen: the action looks at
    /// the time and at its own state, not at why it was called.
    func set(_ deadline: HUDInstant?)
}
