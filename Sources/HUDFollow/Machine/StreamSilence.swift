import HUDCore

/// How long the sender of a stream has been silent, and how long it may be.
struct StreamSilence: Sendable {
    /// The heartbeat of a sender that does not say how often it has one.
    static let usualHeartbeat = Duration.seconds(30)
    /// How long such a sender may be silent: a heartbeat, and half as long for the way of the line.
    static let usualPatience = usualHeartbeat + usualHeartbeat / 2

    /// When something arrived last.
    var since: HUDInstant
    /// How long the sender may be silent; nil: as it promises.
    let limit: Duration?
    var promisesHeartbeat = false
    /// The longest silence that the sender promises.
    var heartbeat = usualHeartbeat

    /// How long the sender may be silent; nil: without limit.
    var patience: Duration? { limit ?? (promisesHeartbeat ? heartbeat + heartbeat / 2 : nil) }

    /// When it has been silent for too long.
    var deadline: HUDInstant? { patience.map { since.advanced(by: $0) } }
}
