// What happens to tasks: they begin, rest, end, and are forgotten.
extension RowMachine {
    /// Whether a task can have parts: it is known and has not ended.
    func isOpen(_ task: Int?) -> Bool {
        guard let task else { return true }
        return tasks[task].map { !$0.state.hasEnded } ?? false
    }

    /// The number of tasks that a task is in.
    func depth(of task: Int) -> Int { tasks[task]?.parent.map { depth(of: $0) + 1 } ?? 0 }

    /// Changes the rows of the top level, or of the parts of a task.
    mutating func change(_ parent: Int?, _ body: (inout Block) -> Void) {
        if let parent { body(&blocks[parent, default: Block()]) } else { body(&top) }
    }

    /// Takes how a task stands.
    mutating func store(_ known: Known) {
        let old = tasks.set(known.task.number, known)
        guard known.hasRow || old?.hasRow == true else { return }
        change(known.parent) { block in
            if let old, old.hasRow { block.listed[old.state] -= 1 }
            if known.hasRow { block.listed[known.state] += 1 }
        }
    }

    /// Forgets a task that has ended and has no row, or remembers it if it can begin again.
    mutating func dismiss(_ known: Known) {
        if known.state.isFailure, isOpen(known.parent) {
            guard let gone = tasks.dismiss(known.task.number, as: known), tasks[gone.task.number] == nil else { return }
            release(gone)
        } else {
            tasks.dismiss(known.task.number, as: nil)
            release(known)
        }
    }

    private mutating func release(_ known: Known) {
        if !blocks.isEmpty { blocks[known.task.number] = nil }
        if let part = known.task.part { released.append(part) }
    }

    /// Forgets the end of a task that has a row.
    mutating func forgetEnd(of task: Int) {
        if let index = ended.firstIndex(where: { $0.task == task }) { ended.remove(at: index) }
    }

    // MARK: Beginning

    /// Begins, pauses or resumes a task.
    mutating func run(
        _ task: RowTask, as state: TaskState, in parent: Int?, ago headStart: Duration
    ) {
        var known = tasks[task.number] ?? Known(task: task, parent: parent, time: TaskTime(start: now))
        guard known.state.moves(to: state), isOpen(known.parent) else { return }
        let hasEntry = !known.hasRow && !known.state.hasEnded && known.entry != 0
        switch known.state {
        case .running, .paused: known.time.leaveOutPause(at: now)
        case .waiting, .finished, .failed, .cancelled:
            if known.hasRow { forgetEnd(of: task.number) }
            known.time = TaskTime(start: now.advanced(by: .zero - headStart))
            schedule.lastNumber += 1
            known.number = schedule.lastNumber
        }
        if case .paused = state { known.time.until = now }
        let due = known.time.start.advanced(by: graceTime)
        // A task whose grace time is over, or that has lost its row, stays in the queue for rows while it is paused.
        let waits = hasEntry && (due <= now || known.entry < 0)
        schedule.isTopValid = waits || known.entry == 0
        if !known.hasRow, !waits { known.entry = 0 }
        known.state = state
        let needsRow = state == .running && !known.hasRow && !waits
        // Planned here and not by `plan`, which would look the task up again: that takes time for each of very many parts that end before they have a row.
        if needsRow, due > now {
            let entry = makeEntry(of: task.number, at: due)
            known.entry = entry.number
            schedule.entries.insert(entry)
        }
        store(known)
        guard needsRow, due <= now else { return }
        schedule.isTopValid = false
        wait(task.number)
        fill(from: known.parent)
    }

    /// Puts a task at the end of the queue for rows.
    private mutating func wait(_ task: Int) { wait(task, nextEntry(of: task, at: now)) }

    /// Puts a task that has lost its row at the head of the queue for rows. The lowest row is lost first, so rows come back in the order that they had.
    mutating func waitFirst(_ task: Int) {
        schedule.firstNumber -= 1
        tasks.known[task]?.entry = schedule.firstNumber
        wait(task, Entry(time: .distantPast, number: schedule.firstNumber, task: task))
    }

    private mutating func wait(_ task: Int, _ entry: Entry) {
        let known = tasks.known
        change(known[task]?.parent) { block in
            block.waiting.insert(entry)
            block.waiting.drop(moreThan: 2 * known.count + 64) { known[$0.task]?.entry != $0.number }
        }
    }

    // MARK: Ending

    mutating func end(_ task: Int, as state: TaskState, after elapsed: Duration) {
        guard let place = tasks.known.index(forKey: task), case var known = tasks.known.values[place],
            known.state.moves(to: state)
        else { return }
        if !known.hasRow, !state.isFailure, tasks.parts.isEmpty, blocks.isEmpty {
            // Not among those to release, because the caller has it.
            tasks.end(at: place, as: state)
            guard schedule.entries.top?.number == known.entry else { return schedule.isTopValid = true }
            schedule.entries.removeTop()
            schedule.isTopValid = schedule.entries.count == 0
            return
        }
        known.time.leaveOutPause(at: now)
        if known.state == .waiting { known.time.start = now }
        if elapsed > .zero { known.time.start = now.advanced(by: .zero - elapsed) }
        (known.state, known.time.until, known.entry) = (state, now, 0)
        store(known)
        endParts(of: task, as: state.isFailure ? .cancelled : state)
        guard known.hasRow else { return dismiss(known) }
        addEnded(task, known)
        settle(task)
        fill()
    }

    /// Ends the parts of a task. Their rows leave from the bottom up, when they have been shown long enough.
    private mutating func endParts(of task: Int, as state: TaskState) {
        let rows = parts(below: task)
        closeBlock(of: task, as: state)
        // If the task is tried again before they have left, its new parts take their places.
        for part in rows where !ended.contains(where: { $0.task == part }) {
            if let known = tasks.known[part] { addEnded(part, known) }
        }
        for part in rows.reversed() { settle(part) }
    }

    private mutating func closeBlock(of task: Int, as state: TaskState) {
        guard tasks.parts[task] != nil || blocks[task] != nil else { return }
        for part in tasks.parts(of: task) {
            guard var known = tasks[part] else { continue }
            if !known.state.hasEnded {
                known.time.leaveOutPause(at: now)
                (known.state, known.time.until, known.entry) = (state, now, 0)
                store(known)
            }
            closeBlock(of: part, as: state)
            if !known.hasRow { dismiss(known) }
        }
        for index in ended.indices where ended[index].parent == task { ended[index].isKept = false }
        guard let block = blocks[task] else { return }
        if block.listed.total == 0 { blocks[task] = nil } else { blocks[task]?.waiting = BinaryHeap() }
    }

    /// Forgets the tasks of the top level that have ended, with their rows, because other work begins.
    mutating func forgetEnded(at time: HUDInstant) -> [RowEvent<RowTask>] {
        call(at: time) { machine in
            for row in machine.ended where row.parent == nil { machine.removeRows(of: row.task) }
            machine.released += machine.tasks.forgetEnded().compactMap(\.task.part)
            machine.fill()
        }
    }

    // MARK: Time

    /// The next entry of a task in a queue. All others are void.
    private mutating func nextEntry(of task: Int, at time: HUDInstant) -> Entry {
        let entry = makeEntry(of: task, at: time)
        tasks.known[task]?.entry = entry.number
        return entry
    }

    /// An entry with the next number, for the caller to store in the task.
    private mutating func makeEntry(of task: Int, at time: HUDInstant) -> Entry {
        schedule.lastNumber += 1
        return Entry(time: time, number: schedule.lastNumber, task: task)
    }

    /// Has a task processed at a time.
    mutating func plan(_ task: Int, at time: HUDInstant) { schedule.entries.insert(nextEntry(of: task, at: time)) }

    /// Processes what is due at `time`: tasks whose grace time is over come first, and take the places of rows whose time is over, too.
    mutating func process(_ time: HUDInstant) {
        schedule.lastReading = time
        schedule.isTopValid = false
        var due: [Int] = []
        while let entry = schedule.entries.top, entry.time <= time {
            schedule.entries.removeTop()
            guard let known = tasks.known[entry.task], known.entry == entry.number else { continue }
            if !known.hasRow { wait(entry.task) }
            due.append(entry.task)
        }
        for task in due { fill(from: tasks[task]?.parent) }
        for task in due { settle(task) }
        fill()
        dropVoidEntries()
    }

    /// Removes void entries from the top of the schedule, and all of them once they are the most.
    mutating func dropVoidEntries() {
        let most = 2 * tasks.known.count + 64
        guard !schedule.isTopValid || schedule.entries.count > most else { return }
        let known = tasks.known
        schedule.entries.drop(moreThan: most) { known[$0.task]?.entry != $0.number }
    }
}
