/// When the job of a HUD runs, which is what its elapsed time counts.
struct JobTime {
    /// The time of the `show` in effect; nil if there is none.
    private var askedAt: HUDInstant?
    /// When the job of the HUD on screen began, and when it ended.
    private var startedAt = HUDInstant.zero
    private var endedAt: HUDInstant?

    /// When the job began; nil if it has ended.
    var runningSince: HUDInstant? { endedAt == nil ? startedAt : nil }

    func elapsed(at time: HUDInstant) -> Duration { startedAt.duration(to: min(time, endedAt ?? time)) }

    /// A `show`, after which the machine is in `phase`.
    mutating func ask(at now: HUDInstant, _ phase: HUDPhase) {
        // Nothing on screen shows the time of the last job.
        if askedAt == nil, phase == .waiting { endedAt = nil }
        askedAt = askedAt ?? now
        if phase == .visible, endedAt != nil { (startedAt, endedAt) = (now, nil) }
    }

    /// The HUD appears, or has not appeared at all: the job began with the `show`.
    mutating func begin(at time: HUDInstant) { startedAt = askedAt ?? time }

    /// No `show` is in effect any longer.
    mutating func end(at time: HUDInstant) {
        askedAt = nil
        stop(at: time)
    }

    /// Stops the elapsed time, unless it has stopped before.
    mutating func stop(at time: HUDInstant) { endedAt = endedAt ?? time }

    /// Goes on as if the job had not ended.
    mutating func resume() { endedAt = nil }

    /// Excludes a time from the elapsed time of the job.
    mutating func leaveOut(_ time: Duration) {
        guard endedAt == nil else { return }
        askedAt = askedAt?.advanced(by: time)
        startedAt = startedAt.advanced(by: time)
    }
}
