// Trees: the parts of a task, and where their rows are.
extension RowMachine {
    /// What is known of the parts of a task that has not ended.
    struct Branch: Sendable {
        /// Its parts that have not ended, have a row, or failed.
        var parts: Set<Task> = []
        /// How many parts there are and have been.
        var counts = RowTaskCounts()
        /// Those that could get a row while the task has one.
        var candidates = Candidates()
    }

    /// The task that a task is a part of, and the number of tasks that it is in.
    struct Membership: Sendable {
        var parent: Task
        var depth: Int
    }

    /// A task with a row whose parts can have rows.
    struct Group: Sendable {
        var task: Task
        /// The depth of its parts.
        var depth: Int
        /// When a row of a deeper level can give way; nil if there is none.
        var foldableEnd: HUDInstant?
        /// As in ``Candidates``.
        var nextRunning: HUDInstant?
        var failed: Candidate?
    }

    /// A row that gives way to a task of a level above it.
    struct Foldable: Sendable {
        var depth: Int
        var place: Int
        /// When its minimum show time is over.
        var end: HUDInstant
    }

    /// Whether a task can have parts: it is known and has not ended.
    func isOpen(_ task: Task?) -> Bool {
        guard let task else { return true }
        return tasks[task].map { !$0.state.hasEnded } ?? false
    }

    /// Whether a part of the task has a row.
    func showsParts(of task: Task) -> Bool { places.contains { $0?.parent == task } }

    /// The task that a task is a part of; nil for one of the top level.
    func parent(of task: Task) -> Task? { memberships.isEmpty ? nil : memberships[task]?.parent }

    /// The number of tasks that a task is in.
    func depth(of task: Task) -> Int { memberships.isEmpty ? 0 : memberships[task]?.depth ?? 0 }

    /// Adds to the number of tasks in a state.
    mutating func count(_ state: RowTaskState, of parent: Task?, by difference: Int) {
        if let parent { branches[parent]?.counts[state] += difference } else { counts[state] += difference }
    }

    /// Adds a part to the branch that it belongs to.
    mutating func join(_ task: Task, _ parent: Task) {
        if branches[parent] == nil {
            branches[parent] = Branch()
            isOverviewStale = true
        }
        branches[parent]?.parts.insert(task)
        memberships[task] = Membership(parent: parent, depth: (memberships[parent]?.depth ?? 0) + 1)
    }

    /// Forgets a task that has no row.
    mutating func forget(_ task: Task) {
        tasks[task] = nil
        guard !memberships.isEmpty, let parent = memberships.removeValue(forKey: task)?.parent else { return }
        branches[parent]?.parts.remove(task)
    }

    // MARK: Folding

    /// Ends the parts of a task that has ended. Those without a row are forgotten.
    mutating func fold(_ task: Task, as ending: RowTaskState, at now: HUDInstant, _ events: inout [RowEvent<Task>]) {
        guard foldParts(of: task, as: ending, at: now) else { return }
        isOverviewStale = true
        // From below: the rows of parts leave before the row that they belong to.
        for index in places.indices.reversed() {
            guard let place = places[index], place.parent != nil, let known = tasks[place.task], known.state.hasEnded,
                known.state != .failed
            else { continue }
            _ = places[index]?.machine.hide(at: now, animated: false)
            if places[index]?.machine.phase == .hidden { stayEnded(at: now, in: index, &events) }
        }
    }

    /// - Returns: Whether the task had parts.
    private mutating func foldParts(of task: Task, as ending: RowTaskState, at now: HUDInstant) -> Bool {
        guard let branch = branches.removeValue(forKey: task) else { return false }
        for part in branch.parts {
            _ = foldParts(of: part, as: ending, at: now)
            guard var known = tasks[part], known.isOnScreen else {
                tasks[part] = nil
                memberships[part] = nil
                continue
            }
            known.leaveOutPause(at: now)
            known.end = known.end ?? now
            switch known.state {
            case .waiting, .running, .paused, .failed: known.state = ending
            case .finished, .cancelled: break
            }
            tasks[part] = known
        }
        return true
    }

    // MARK: Places

    /// Makes room for a row: the first empty place among the rows of its branch, or else one behind them, to which other rows move.
    ///
    /// There must be an empty place, or fewer places than the limit.
    ///
    /// - Returns: The place, which is empty or the one after the last.
    mutating func makePlace(for task: Task) -> Int {
        if !overview.isDeep, let free = overview.freePlace, parent(of: task) == nil { return free }
        let block = block(of: parent(of: task))
        if let free = emptyPlace(in: block, depth: memberships[task]?.depth ?? 0) { return free }
        let end = block.upperBound
        if let below = places[end...].firstIndex(where: { $0 == nil }) {
            places.remove(at: below)
        } else if places.count >= limit, let above = places[..<end].lastIndex(where: { $0 == nil }) {
            places.remove(at: above)
            places.insert(nil, at: end - 1)
            return end - 1
        }
        places.insert(nil, at: end)
        return end
    }

    /// The places that are only for the parts of a task, at any depth; all places for those of the top level.
    func block(of parent: Task?) -> Range<Int> {
        guard let parent, let row = place(of: parent), let depth = places[row]?.depth else { return 0..<places.count }
        let end = places[(row + 1)...].firstIndex { $0.map { $0.depth <= depth } ?? false }
        return row + 1..<(end ?? places.count)
    }

    /// The first empty place in a block that is not among the rows below a part of the block.
    func emptyPlace(in block: Range<Int>, depth: Int) -> Int? {
        var free: Int?
        for index in block {
            guard let row = places[index] else {
                free = free ?? index
                continue
            }
            if let free, row.depth <= depth { return free }
            free = nil
        }
        return free
    }

    /// Removes a place from more than there may be: an empty one if there is one, or else the last of the deepest rows.
    mutating func removePlace(at time: HUDInstant, limit: Int, _ events: inout [RowEvent<Task>]) {
        guard let last = places.last else { return }
        guard let last else { return places.removeLast(1) }
        let parent = last.parent
        let isEmptyAmongFirst = places.prefix(limit).contains { $0 == nil }
        if isEmptyAmongFirst {
            if let free = emptyPlace(in: block(of: parent), depth: last.depth), free < limit {
                places[free] = last
                places.removeLast()
            } else if let free = places.prefix(limit).firstIndex(where: { $0 == nil }) {
                places.remove(at: free)
            }
            return
        }
        let deepest = places.reduce(0) { max($0, $1?.depth ?? 0) }
        guard let index = places.lastIndex(where: { $0?.depth == deepest }), let place = places[index] else { return }
        places.remove(at: index)
        leave(place.task, from: index, at: time, &events)
    }
}
