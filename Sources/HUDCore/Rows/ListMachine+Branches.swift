// Trees: the parts of a task, and whether they are folded.
extension ListMachine {
    /// What is known of the parts of a task that has not ended.
    struct Branch: Sendable {
        /// Its parts that have not ended, have a row, or failed.
        var parts: Set<Task> = []
        /// Whether they have no rows because the user has folded them.
        var isFolded = false
    }

    /// Whether a task can have parts: it is known and has not ended.
    func isOpen(_ task: Task?) -> Bool {
        guard let task else { return true }
        return tasks[task].map { !$0.state.hasEnded } ?? false
    }

    /// The task that a task is a part of; nil for one of the top level.
    func parent(of task: Task) -> Task? { parents.isEmpty ? nil : parents[task] }

    /// The number of tasks that a task is in.
    func depth(of task: Task) -> Int { parent(of: task).map { depth(of: $0) + 1 } ?? 0 }

    /// Whether a task can have a row now, apart from its grace time.
    func canShow(_ task: Task) -> Bool {
        guard let parent = parent(of: task) else { return true }
        return tasks[parent]?.number != nil && branches[parent]?.isFolded == false
    }

    /// Whether the row below that of `index` is of a part of the same task.
    func hasRows(below index: Int) -> Bool {
        index + 1 < order.count && order[index + 1].depth > order[index].depth
    }

    // MARK: What is known

    mutating func makeKnown(_ task: Task, in parent: Task?, at now: HUDInstant) {
        tasks[task] = Known(state: .waiting, start: now, row: newRow)
        guard let parent else { return counts.waiting += 1 }
        parents[task] = parent
        branches[parent, default: Branch()].parts.insert(task)
    }

    /// Adds a part that runs again to the branch that it belongs to, which may have run again as well.
    mutating func rejoin(_ task: Task) {
        guard let parent = parent(of: task) else { return }
        branches[parent, default: Branch()].parts.insert(task)
    }

    /// Forgets a task that has no row.
    mutating func forget(_ task: Task) {
        if tasks.removeValue(forKey: task)?.state == .failed { failedCount -= 1 }
        guard !parents.isEmpty, let parent = parents.removeValue(forKey: task) else { return }
        branches[parent]?.parts.remove(task)
    }

    // MARK: The end

    /// Ends the parts of a task that has ended. Those without a row are forgotten; the rows of others leave from the bottom up.
    mutating func endParts(of task: Task, as ending: RowTaskState, at now: HUDInstant, _ events: inout [RowEvent<Task>]) {
        var ended: [(key: RowKey, task: Task)] = []
        endParts(of: task, as: ending, at: now, into: &ended)
        for (_, part) in ended.sorted(by: { $0.key > $1.key }) {
            if let deadline = tasks[part]?.row.nextDeadline {
                stay(part, until: deadline)
            } else {
                leaveUnlessNeeded(part, at: now, &events)
            }
        }
    }

    private mutating func endParts(
        of task: Task, as ending: RowTaskState, at now: HUDInstant, into ended: inout [(key: RowKey, task: Task)]
    ) {
        guard let branch = branches.removeValue(forKey: task) else { return }
        for part in branch.parts {
            endParts(of: part, as: ending, at: now, into: &ended)
            guard var known = tasks[part], let key = key(of: part) else {
                forget(part)
                continue
            }
            // One that has ended by itself leaves by itself.
            if known.state == .finished || known.state == .cancelled { continue }
            known.end = known.end ?? now
            known.leaveOutPause(at: now)
            change(part, &known, to: ending)
            _ = known.row.hide(at: now, animated: false)
            tasks[part] = known
            ended.append((key, part))
        }
    }

    // MARK: Folding

    /// Takes the rows of the parts of the selected task off, until it is unfolded; selects the task that it is a part of if it has none.
    mutating func foldSelected(at now: HUDInstant, _ events: inout [RowEvent<Task>]) {
        guard let selected else { return }
        guard let branch = branches[selected], !branch.isFolded, !branch.parts.isEmpty else {
            if let parent = parent(of: selected), tasks[parent]?.number != nil { self.selected = parent }
            return
        }
        branches[selected]?.isFolded = true
        removeRows(below: selected, at: now, &events)
    }

    /// Shows the parts of the selected task again; selects the first of them if they are shown.
    mutating func unfoldSelected(at now: HUDInstant, _ events: inout [RowEvent<Task>]) {
        guard let selected else { return }
        if branches[selected]?.isFolded == true {
            branches[selected]?.isFolded = false
            enterParts(of: selected, at: now, &events)
        } else if let index = index(of: selected), hasRows(below: index) {
            self.selected = task(at: index + 1)
        }
    }

    /// Takes the rows of the parts of a task off, from the bottom up. Those that run or have failed are still known.
    mutating func removeRows(below task: Task, at now: HUDInstant, _ events: inout [RowEvent<Task>]) {
        guard let index = index(of: task) else { return }
        let depth = order[index].depth
        let end = order[(index + 1)...].firstIndex { $0.depth <= depth } ?? order.count
        for place in (index + 1..<end).reversed() {
            guard let part = self.task(at: place), let state = tasks[part]?.state else { continue }
            takeOff(part, from: place, at: now, &events)
            if state == .finished || state == .cancelled { forget(part) }
        }
    }

    /// Gives rows to the parts of a task that waited for its own row, in the order of their starts.
    mutating func enterParts(of task: Task, at now: HUDInstant, _ events: inout [RowEvent<Task>]) {
        guard let branch = branches[task], !branch.isFolded else { return }
        let due = branch.parts.compactMap { part -> (part: Task, known: Known)? in
            guard let known = tasks[part], known.number == nil else { return nil }
            switch known.state {
            case .failed: return (part, known)
            case .running: return known.start.advanced(by: graceTime) <= now ? (part, known) : nil
            case .waiting, .paused, .finished, .cancelled: return nil
            }
        }
        for (part, _) in due.sorted(by: { ($0.known.start, $0.known.entry) < ($1.known.start, $1.known.entry) }) {
            enter(part, at: now, &events)
        }
    }
}
