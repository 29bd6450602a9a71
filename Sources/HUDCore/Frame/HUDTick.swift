/// The times of a frame in which nothing but the time has changed since the last one, as far as the HUD knows.
public struct HUDTick: Sendable, Hashable {
    /// The HUD, as in ``HUDSnapshot/hudID``.
    public var hudID: Int
    /// The number of the frame.
    public var frame: Int
    /// The time of the frame on the grid.
    public var timestamp: HUDInstant
    /// How long the job has been running.
    public var elapsed: Duration
    /// The time since the HUD appeared.
    public var timeOnScreen: Duration

    /// Makes the times of a frame.
    public init(hudID: Int, frame: Int, timestamp: HUDInstant, elapsed: Duration, timeOnScreen: Duration) {
        self.hudID = hudID
        self.frame = frame
        self.timestamp = timestamp
        self.elapsed = elapsed
        self.timeOnScreen = timeOnScreen
    }
}
