/// When a task runs, which is what its elapsed time counts.
package struct TaskTime: Sendable, Hashable {
    /// When it began, moved forward by the time for which it was paused.
    package var start: HUDInstant
    /// When it was paused or ended; nil while it runs.
    package var until: HUDInstant?

    package init(start: HUDInstant, until: HUDInstant? = nil) {
        self.start = start
        self.until = until
    }

    /// How long it has been running, without pauses.
    package func elapsed(at time: HUDInstant) -> Duration { max(.zero, start.duration(to: until ?? time)) }

    /// A task that has not ended goes on, or ends: the time of its pause does not count.
    mutating func leaveOutPause(at now: HUDInstant) {
        guard let since = until else { return }
        start = start.advanced(by: since.duration(to: now))
        until = nil
    }
}
