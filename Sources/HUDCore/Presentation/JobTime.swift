/// When the job of a HUD runs, which is what its elapsed time counts.
struct JobTime {
    /// The time of the `show` in effect; nil if there is none.
    private var askedAt: HUDInstant?
    /// When the job of the HUD on screen began, and when it ended.
    private var startedAt = HUDInstant.zero
    private var endedAt: HUDInstant?
    /// The number of jobs that have begun.
    private(set) var count = 0
    /// The job of the `show` in effect, while the HUD still disappears with the one before; nil if there is no such job.
    private var next: Next?

    private struct Next {
        var endedAt: HUDInstant?
    }

    /// The number of the job; nil if it has ended.
    var number: Int? { endedAt == nil ? count : nil }

    func elapsed(at time: HUDInstant) -> Duration { max(.zero, startedAt.duration(to: min(time, endedAt ?? time))) }

    /// A `show`, after which the machine is in `phase`.
    mutating func ask(at now: HUDInstant, _ phase: HUDPhase) {
        // Nothing on screen shows the time of the last job.
        if askedAt == nil, phase == .waiting { endedAt = nil }
        if phase == .hiding { next = Next() }
        askedAt = askedAt ?? now
        if phase == .visible, endedAt != nil { (startedAt, endedAt, count) = (now, nil, count + 1) }
    }

    /// The HUD appears, or has not appeared at all: the job began with the `show`.
    mutating func begin(at time: HUDInstant) {
        (startedAt, count) = (askedAt ?? time, count + 1)
        if let next { (endedAt, self.next) = (next.endedAt, nil) }
    }

    /// The last job is not on screen any more: what follows belongs to the job of the `show` in effect, if there is one.
    mutating func beginNext(at time: HUDInstant) {
        if next != nil { begin(at: time) }
    }

    /// No `show` is in effect any longer.
    mutating func end(at time: HUDInstant) {
        (askedAt, next) = (nil, nil)
        stop(at: time)
    }

    /// Stops the elapsed time, unless it has stopped before.
    mutating func stop(at time: HUDInstant) {
        if let next { self.next?.endedAt = next.endedAt ?? time } else { endedAt = endedAt ?? time }
    }

    /// Goes on as if the job had not ended.
    mutating func resume() {
        if next != nil { next = Next() } else { endedAt = nil }
    }

    /// Excludes a time from the elapsed time of the job.
    mutating func leaveOut(_ time: Duration) {
        guard next == nil ? endedAt == nil : next?.endedAt == nil else { return }
        askedAt = askedAt?.advanced(by: time)
        if next == nil { startedAt = startedAt.advanced(by: time) }
    }
}
