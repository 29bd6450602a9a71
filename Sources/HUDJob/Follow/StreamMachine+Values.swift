extension StreamMachine {
    /// What has changed since the driver last asked.
    struct Changes: Sendable, Equatable {
        /// Whether all tasks before are gone, because the stream has begun again.
        var isReset = false
        var hasWork = false
        /// The tasks as they are now, in the order of their first changes.
        var tasks: [Task] = []
        /// The lines that were printed; the last ones of many.
        var prints: [Print] = []

        /// The most lines. A driver that wants all takes them after each ``manyPrints``.
        static let mostPrints = 100_000
        static let manyPrints = 1000

        struct Task: Sendable, Equatable {
            var key: UInt64
            var work: Work
        }
    }

    /// A line that the work, or a task of it, has printed.
    struct Print: Sendable, Equatable {
        /// The task; 0 for the work itself.
        var task: UInt64 = 0
        /// Without the line feed.
        var text: String
    }

    /// How lines were read.
    struct Counts: Sendable, Equatable {
        /// Lines with an event, or something else that is well-formed.
        var understood = 0
        /// Lines that are not JSON.
        var text = 0
        /// Lines that were skipped.
        var broken = 0
    }
}
