/// The times of a frame in which nothing but the time has changed since the last one, as far as the HUD knows.
package struct HUDTick: Sendable, Hashable {
    /// The HUD, as in ``HUDSnapshot/hudID``.
    package var hudID: Int
    /// The number of the frame.
    package var frame: Int
    /// The time of the frame on the grid.
    package var timestamp: HUDInstant
    /// How long the job has been running.
    package var elapsed: Duration
    /// The time since the HUD appeared.
    package var timeOnScreen: Duration

    package init(hudID: Int, frame: Int, timestamp: HUDInstant, elapsed: Duration, timeOnScreen: Duration) {
        self.hudID = hudID
        self.frame = frame
        self.timestamp = timestamp
        self.elapsed = elapsed
        self.timeOnScreen = timeOnScreen
    }
}

/// A renderer that can draw some frames without a snapshot, because it has prepared them.
package protocol TickingRenderer: HUDRenderer {
    /// Draws a frame in which only the time has changed since the last one, if that frame is prepared.
    ///
    /// What is on the screen afterwards is what ``HUDRenderer/render(_:)`` would have drawn.
    ///
    /// - Returns: How long the frame stays the same, as in ``HUDRenderer/nextChange(after:)``. Nil if nothing was drawn, because the frame
    ///   is not prepared: then the HUD renders it.
    func draw(_ tick: HUDTick) -> HUDInstant?
}
