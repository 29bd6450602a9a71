import HUDCore

extension StreamMachine {
    /// How the stream stands.
    enum State: Sendable, Equatable {
        /// Nothing was understood yet. Can transition to: live, over, stale, lost.
        case silent
        /// The work goes on. Can transition to: stale, over, lost.
        case live
        /// The sender has been silent for longer than it promised, since that time. Can transition to: live, over, lost.
        case stale(since: HUDInstant)
        /// The work is over. Can transition to: live.
        case over(HUDOutcome)
        /// The stream has ended without saying how the work did, or can't be read. Can transition to: none.
        case lost(reason: String)

        /// Whether the stream has told how the work ended, or never will.
        var hasEnded: Bool {
            switch self {
            case .silent, .live, .stale: false
            case .over, .lost: true
            }
        }

        /// How a HUD that stands for the stream ends; nil while it goes on.
        var outcome: HUDOutcome? {
            switch self {
            case .silent, .live, .stale: nil
            case .over(let outcome): outcome
            case .lost(let reason): .failed(reason: "lost: " + reason)
            }
        }
    }

    /// What has arrived, of a file since it was written again.
    enum Content: Sendable {
        /// Nothing.
        case none
        /// Something, and no event.
        case other
        /// At least one event.
        case events
    }

    /// How the work, or a task of it, stands.
    struct Work: LedgerTask, Equatable {
        var state = TaskState.waiting
        var label = ""
        var details = ""
        var progress: StreamEvent.Progress?
        /// When it began, by our clock, as far as that is known when the driver asks; nil if it is not.
        var began: HUDInstant?
        var run = Run()
        /// How the run before the last beginning has ended, if the stream says that another one follows.
        var lastRun: EndedRun?
        /// Whether that is the last that is known of it.
        var awaitsRetry = false
        /// The task that it is a part of; nil for a part of the whole work. It may be unknown, or a part of this one.
        var parent: UInt64?
        /// The number of the line that told of it last.
        var lastEvent = 0

        /// The run that goes on, or that was the last one.
        struct Run: Sendable, Equatable {
            var attempt = 0
            /// The slot in which it runs, and the exit status when it has ended; nil if the stream does not say.
            var slot: Int?
            var status: Int32?
            /// When it began, by the sender's clock.
            var beganThere: Duration?
            /// How long it took, by the sender's clock; nil if it has not ended, or that is not known.
            var elapsed: Duration?
        }

        /// A run after which another one follows.
        struct EndedRun: Sendable, Equatable {
            var outcome: HUDOutcome
            var status: Int32?
            var elapsed: Duration?
        }

        /// What is remembered of it when it has ended.
        var memory: Work {
            Work(state: state.isFailure ? .failed(reason: "") : state, run: Run(attempt: run.attempt), parent: parent)
        }
    }

    /// What has changed since the driver last asked.
    struct Changes: Sendable, Equatable {
        /// Whether all tasks before are gone, because the stream has begun again.
        var isReset = false
        /// How the work before has ended; nil if it was broken off.
        var outcome: HUDOutcome?
        /// The tasks of the work before whose ends were not told, as they have ended.
        var ends: [Task] = []
        var hasWork = false
        /// Whether one of the tasks is a part of another.
        var hasParts = false
        /// The tasks as they are now, in the order of their first changes.
        var tasks: [Task] = []
        /// The tasks that are not run.
        var skips: [Skip] = []
        /// How many of those, and of the ones that were told before, are run after all.
        var unskipped = 0
        /// The lines that were printed; the last ones of many.
        var prints: [Print] = []

        /// The most lines. A driver that wants all takes them after each ``manyPrints``.
        static let mostPrints = 100_000
        static let manyPrints = 1000
        /// The most tasks, and those of one more read, before a driver takes them.
        static let manyTasks = 10_000

        struct Skip: Sendable, Equatable {
            var name: String
            /// The task that it is a part of; nil for none.
            var parent: UInt64?
            var reason: String
        }

        struct Task: Sendable, Equatable {
            var key: UInt64
            var work: Work
        }
    }

    /// Tasks, each after the one that it is a part of if that is among them. Otherwise the order stays.
    static func parentsFirst(_ keys: [UInt64], _ parent: (UInt64) -> UInt64?) -> [UInt64] {
        var left = Set(keys)
        var order: [UInt64] = []
        order.reserveCapacity(keys.count)
        for key in keys {
            var path: [UInt64] = []
            var next: UInt64? = key
            // A cycle ends at the task where it began.
            while let task = next, left.remove(task) != nil {
                path.append(task)
                next = parent(task)
            }
            order += path.reversed()
        }
        return order
    }

    /// A line that the work, or a task of it, has printed.
    struct Print: Sendable, Equatable {
        /// The task; 0 for the work itself.
        var task: UInt64
        /// Without the line feed.
        var text: String
    }
}
