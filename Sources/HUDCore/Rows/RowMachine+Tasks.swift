// What happens to tasks: they begin, rest, end, and are forgotten.
extension RowMachine {
    /// Whether a task can have parts: it is known and has not ended.
    func isOpen(_ task: RowTask?) -> Bool {
        guard let task else { return true }
        return tasks[task].map { !$0.state.hasEnded } ?? false
    }

    /// The number of tasks that a task is in.
    func depth(of task: RowTask) -> Int { tasks[task]?.parent.map { depth(of: $0) + 1 } ?? 0 }

    /// Changes the tasks of the top level, or the parts of a task.
    mutating func change(_ parent: RowTask?, _ body: (inout Block) -> Void) {
        if let parent { body(&blocks[parent, default: Block()]) } else { body(&top) }
    }

    /// Counts a new task, which the caller stores.
    mutating func join(_ task: RowTask, _ known: Known) {
        change(known.parent) { block in
            block.counts[known.state] += 1
            if known.parent != nil { block.parts.insert(task) }
        }
    }

    /// Forgets a task that has no row.
    private mutating func forget(_ task: RowTask) {
        if let part = task.part { released.append(part) }
        guard let parent = tasks.removeValue(forKey: task)?.parent else {
            if !blocks.isEmpty { blocks[task] = nil }
            return
        }
        blocks[task] = nil
        blocks[parent]?.parts.remove(task)
    }

    /// Forgets a task that has lost its row, if it has ended and can't begin again.
    mutating func forgetIfEnded(_ task: RowTask) {
        guard let known = tasks[task], known.state.hasEnded, !known.state.isFailure || !isOpen(known.parent) else { return }
        if known.state.isFailure { forgetFailure(of: task) }
        forget(task)
    }

    private mutating func forgetFailure(of task: RowTask) {
        if let index = failed.firstIndex(of: task) { failed.remove(at: index) }
    }

    /// Forgets the end of a task that has a row.
    mutating func forgetEnd(of task: RowTask) {
        if let index = ended.firstIndex(where: { $0.task == task }) { ended.remove(at: index) }
    }

    private mutating func setState(_ state: TaskState, of task: RowTask, _ known: inout Known) {
        let (old, hasRow) = (known.state, known.hasRow)
        change(known.parent) { block in
            block.counts[old] -= 1
            block.counts[state] += 1
            guard hasRow else { return }
            block.listed[old] -= 1
            block.listed[state] += 1
        }
        known.state = state
    }

    // MARK: Beginning

    /// Begins, pauses or resumes a task.
    mutating func run(
        _ task: RowTask, as state: TaskState, in parent: RowTask?, ago headStart: Duration
    ) {
        var known: Known
        if let found = tasks[task] {
            known = found
        } else {
            guard isOpen(parent) else { return }
            known = Known(state: .waiting, parent: parent, time: TaskTime(start: now))
            join(task, known)
        }
        guard known.state.moves(to: state), isOpen(known.parent) else { return }
        let hasEntry = !known.hasRow && !known.state.hasEnded && known.entry != 0
        switch known.state {
        case .running, .paused: known.time.leaveOutPause(at: now)
        case .waiting, .finished, .failed, .cancelled:
            if known.state.isFailure { forgetFailure(of: task) }
            if known.hasRow { forgetEnd(of: task) }
            known.time = TaskTime(start: now.advanced(by: .zero - headStart))
            schedule.lastNumber += 1
            known.number = schedule.lastNumber
        }
        if case .paused = state { known.time.until = now }
        let due = known.time.start.advanced(by: graceTime)
        // One whose grace time is over waits for a row while it is paused as well.
        let waits = hasEntry && due <= now
        schedule.isTopValid = waits || known.entry == 0
        if !known.hasRow, !waits { known.entry = 0 }
        setState(state, of: task, &known)
        let needsRow = state == .running && !known.hasRow && !waits
        // Planned here, not by `plan`, because each look-up of a task counts for parts that come and go without a row.
        if needsRow, due > now {
            let entry = makeEntry(of: task, at: due)
            known.entry = entry.number
            schedule.entries.insert(entry)
        }
        tasks[task] = known
        guard needsRow, due <= now else { return }
        schedule.isTopValid = false
        wait(task)
        fill(from: known.parent)
    }

    /// Lets a task wait for a row, behind those that wait.
    private mutating func wait(_ task: RowTask) { wait(task, nextEntry(of: task, at: now)) }

    /// Lets a task that has lost its row wait for another one, before those that wait. Rows are lost from the bottom, so they come back in their order.
    mutating func waitFirst(_ task: RowTask) {
        schedule.firstNumber -= 1
        tasks[task]?.entry = schedule.firstNumber
        wait(task, Entry(time: .distantPast, number: schedule.firstNumber, task: task))
    }

    private mutating func wait(_ task: RowTask, _ entry: Entry) {
        let tasks = tasks
        change(tasks[task]?.parent) { block in
            block.waiting.insert(entry)
            block.waiting.drop(moreThan: 2 * tasks.count + 64) { tasks[$0.key]?.entry != $0.number }
        }
    }

    // MARK: Ending

    mutating func end(_ task: RowTask, as state: TaskState, after elapsed: Duration) {
        guard let place = tasks.index(forKey: task), case var known = tasks.values[place], known.state.moves(to: state) else {
            return
        }
        known.time.leaveOutPause(at: now)
        if elapsed > .zero { known.time.start = now.advanced(by: .zero - elapsed) }
        let entry = known.entry
        (known.time.until, known.entry) = (now, 0)
        setState(state, of: task, &known)
        if !known.hasRow, !state.isFailure, blocks.isEmpty {
            // Not among those to release, because the caller has it.
            tasks.remove(at: place)
            guard schedule.entries.top?.number == entry else { return schedule.isTopValid = true }
            schedule.entries.removeTop()
            schedule.isTopValid = schedule.entries.count == 0
            return
        }
        tasks[task] = known
        if !blocks.isEmpty { endParts(of: task, as: state.isFailure ? .cancelled : state) }
        if state.isFailure { remember(task) }
        guard known.hasRow else { return forgetIfEnded(task) }
        addEnded(task, known)
        settle(task)
        fill()
    }

    /// Remembers a task that failed, because it can begin again. The oldest one is forgotten if there are too many.
    private mutating func remember(_ task: RowTask) {
        failed.append(task)
        guard failed.count > Self.mostFailed, let oldest = failed.first else { return }
        removeRows(of: oldest)
        forgetFailure(of: oldest)
        forget(oldest)
    }

    /// Ends the parts of a task. Their rows leave from the bottom up, when they have been shown long enough.
    private mutating func endParts(of task: RowTask, as state: TaskState) {
        guard blocks[task] != nil else { return }
        let rows = parts(below: task)
        closeBlock(of: task, as: state)
        // If the task is tried again before they have left, its new parts take their places.
        for part in rows where !ended.contains(where: { $0.task == part }) {
            if let known = tasks[part] { addEnded(part, known) }
        }
        for part in rows.reversed() { settle(part) }
    }

    private mutating func closeBlock(of task: RowTask, as state: TaskState) {
        guard let block = blocks[task] else { return }
        for part in block.parts {
            guard var known = tasks[part] else { continue }
            if !known.state.hasEnded {
                known.time.leaveOutPause(at: now)
                (known.time.until, known.entry) = (now, 0)
                setState(state, of: part, &known)
                tasks[part] = known
            }
            closeBlock(of: part, as: state)
            if !known.hasRow { forgetIfEnded(part) }
        }
        for index in ended.indices where ended[index].parent == task { ended[index].isKept = false }
        blocks[task]?.waiting = BinaryHeap()
        if block.listed.total == 0 { blocks[task] = nil }
    }

    /// Forgets the tasks of the top level that have ended, with their rows, because other work begins.
    mutating func forgetEnded(at time: HUDInstant) -> [RowEvent<RowTask>] {
        call(at: time) { machine in
            for row in machine.ended where row.parent == nil { machine.removeRows(of: row.task) }
            for task in machine.failed where machine.tasks[task]?.parent == nil {
                machine.forgetFailure(of: task)
                machine.forget(task)
            }
            (machine.top.counts.finished, machine.top.counts.failed, machine.top.counts.cancelled) = (0, 0, 0)
            machine.fill()
        }
    }

    // MARK: Time

    /// The next entry of a task in a queue. All others are void.
    private mutating func nextEntry(of task: RowTask, at time: HUDInstant) -> Entry {
        let entry = makeEntry(of: task, at: time)
        tasks[task]?.entry = entry.number
        return entry
    }

    /// An entry with the next number, for the caller to store in the task.
    private mutating func makeEntry(of task: RowTask, at time: HUDInstant) -> Entry {
        schedule.lastNumber += 1
        return Entry(time: time, number: schedule.lastNumber, task: task)
    }

    /// Has a task processed at a time.
    mutating func plan(_ task: RowTask, at time: HUDInstant) { schedule.entries.insert(nextEntry(of: task, at: time)) }

    /// Processes what is due at `time`: tasks whose grace time is over come first, and take the places of rows whose time is over, too.
    mutating func process(_ time: HUDInstant) {
        schedule.lastReading = time
        schedule.isTopValid = false
        var due: [RowTask] = []
        while let entry = schedule.entries.top, entry.time <= time {
            schedule.entries.removeTop()
            guard let place = tasks.index(forKey: entry.key) else { continue }
            let (task, known) = tasks[place]
            guard known.entry == entry.number else { continue }
            if !known.hasRow { wait(task) }
            due.append(task)
        }
        for task in due { fill(from: tasks[task]?.parent) }
        for task in due { settle(task) }
        fill()
        dropVoidEntries()
    }

    /// Removes void entries from the top of the schedule, and all of them once they are the most.
    mutating func dropVoidEntries() {
        let most = 2 * tasks.count + 64
        guard !schedule.isTopValid || schedule.entries.count > most else { return }
        let tasks = tasks
        schedule.entries.drop(moreThan: most) { tasks[$0.key]?.entry != $0.number }
    }
}
