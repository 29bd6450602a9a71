import HUDCore

extension StreamMachine {
    /// What the driver has not taken yet.
    struct PendingChanges: Sendable {
        /// All of it but ``Changes/tasks``.
        var changes = Changes()
        /// The tasks that have changed, in the order of their first changes.
        private(set) var tasks: [UInt64] = []
        /// The number of the last line whose changes were taken.
        private var takenLine = 0

        /// Whether there are so many that they must be taken, although there is more to read.
        var hasMany: Bool { changes.prints.count >= Changes.manyPrints || tasks.count >= Changes.manyTasks }

        /// - Parameter line: The number of the line that told of the task last before.
        mutating func add(task key: UInt64, toldBefore line: Int) {
            if line <= takenLine { tasks.append(key) }
        }

        mutating func add(_ print: Print) {
            if changes.prints.count == Changes.mostPrints { changes.prints.removeFirst(Changes.mostPrints / 2) }
            changes.prints.append(print)
        }

        /// The work before is gone. Of work that follows in the same read, nothing was told.
        mutating func reset(after outcome: HUDOutcome?, ends: [Changes.Task]) {
            let (outcome, ends) = changes.isReset ? (changes.outcome, changes.ends) : (outcome, ends)
            changes = Changes(isReset: true, outcome: outcome, ends: ends, hasWork: true, prints: changes.prints)
            tasks = []
        }

        /// Everything was taken up to a line.
        mutating func removeAll(upTo line: Int) {
            changes = Changes()
            tasks.removeAll(keepingCapacity: true)
            takenLine = line
        }
    }
}
