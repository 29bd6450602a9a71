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

    /// Tasks, each after the one that it is a part of if that is among them. Otherwise the order stays.
    static func parentsFirst(_ keys: [UInt64], _ parent: (UInt64) -> UInt64) -> [UInt64] {
        var left = Set(keys)
        var order: [UInt64] = []
        order.reserveCapacity(keys.count)
        for key in keys {
            var path: [UInt64] = []
            var next = key
            // A cycle ends at the task where it began.
            while left.remove(next) != nil {
                path.append(next)
                next = parent(next)
            }
            order += path.reversed()
        }
        return order
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
