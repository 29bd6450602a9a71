import HUDCore

extension JobMachine {
    /// How long a job has printed nothing, in the job's time: without stops and pauses, and without the time in which it waits for a person.
    struct Silence: Sendable, Equatable {
        /// A silence of this length is shown.
        static let shownFrom = Duration.seconds(30)
        /// How often the driver finds out whether a job that waits for a person still does.
        static let interval = Duration.seconds(1)

        /// How long the job may be silent.
        let limit: Duration
        /// When the silence began, moved forward by every wait for a person.
        private var begin = Duration.zero
        /// Since when the job waits for a person; nil: it does not.
        private var waitsSince: Duration?
        /// The length that is shown, in whole seconds; nil: none.
        private(set) var shown: Duration?

        init(limit: Duration) { self.limit = min(max(.zero, limit), Self.longest) }

        /// No silence is as long, and no sum with it overflows.
        private static let longest = Duration.seconds(1 << 40)

        /// When it is too long; nil while the job waits for a person.
        var end: Duration? { waitsSince == nil ? begin + limit : nil }

        private func seconds(at time: Duration) -> Duration { .seconds(((waitsSince ?? time) - begin).components.seconds) }

        /// When the machine must look at it again: at its end, and when a second of it is full.
        func nextLook(at time: Duration) -> Duration {
            guard let end else { return time + Self.interval }
            return min(end, begin + seconds(at: time) + .seconds(1))
        }

        /// The job has printed something.
        mutating func hear(at time: Duration) {
            begin = time
            if waitsSince != nil { waitsSince = time }
        }

        /// The driver has found out whether the job waits for a person.
        mutating func attend(_ waits: Bool, at time: Duration) {
            if waits {
                waitsSince = waitsSince ?? time
            } else if let since = waitsSince {
                begin += time - since
                waitsSince = nil
            }
        }

        /// Updates what is shown. Returns whether that has changed.
        mutating func show(at time: Duration) -> Bool {
            let seconds = seconds(at: time)
            let new = seconds >= Self.shownFrom ? seconds : nil
            defer { shown = new }
            return new != shown
        }
    }
}
