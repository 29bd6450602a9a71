// The rows of a list, and which of them come and leave.
extension ListMachine {
    /// Where a row stands: the numbers of the rows that it is below, and its own.
    struct RowKey: Comparable, Sendable {
        /// The number of the row of the top level.
        var top: Int
        /// Those of the rows below that one.
        var rest: [Int] = []

        var own: Int { rest.last ?? top }
        var depth: Int { rest.count }

        static func < (one: RowKey, other: RowKey) -> Bool {
            one.top == other.top ? one.rest.lexicographicallyPrecedes(other.rest) : one.top < other.top
        }
    }

    /// The key of a task's row; nil if it has none.
    func key(of task: Task) -> RowKey? {
        guard let number = tasks[task]?.number else { return nil }
        guard let parent = parent(of: task) else { return RowKey(top: number) }
        var key = key(of: parent)
        key?.rest.append(number)
        return key
    }

    var newRow: HUDStateMachine { HUDStateMachine(minimumShowTime: minimumShowTime, animationDuration: .zero) }

    mutating func change(_ task: Task, _ known: inout Known, to state: RowTaskState) {
        if parent(of: task) == nil {
            counts[known.state] -= 1
            counts[state] += 1
            if known.number != nil {
                listed[known.state] -= 1
                listed[state] += 1
            }
        }
        if known.state == .failed { failedCount -= 1 }
        if state == .failed { failedCount += 1 }
        known.state = state
    }

    // MARK: Heaps

    /// Lets a running task have a row when its grace time is over, which may have been before. One that has a row may lose it until then, by folding.
    mutating func nominate(_ task: Task) {
        guard let known = tasks[task] else { return }
        fresh.insert(entry(of: task, at: max(lastReading, known.start.advanced(by: graceTime))))
    }

    mutating func stay(_ task: Task, until time: HUDInstant) {
        staying.insert(entry(of: task, at: time))
    }

    mutating func keepFailed(_ task: Task, at time: HUDInstant, _ events: inout [RowEvent<Task>]) {
        failed.insert(entry(of: task, at: time))
        while failedCount > Self.mostFailed, let oldest = failed.removeTop() {
            guard let known = tasks[oldest.task], known.entry == oldest.number, known.state == .failed else { continue }
            if known.number == nil {
                forget(oldest.task)
            } else {
                removeRows(below: oldest.task, at: time, &events)
                leave(oldest.task, at: time, &events)
            }
        }
    }

    private mutating func entry(of task: Task, at time: HUDInstant) -> Entry {
        lastNumber += 1
        tasks[task]?.entry = lastNumber
        return Entry(time: time, number: lastNumber, task: task)
    }

    // MARK: Rows

    mutating func enter(_ task: Task, at time: HUDInstant, _ events: inout [RowEvent<Task>]) {
        guard var known = tasks[task], known.number == nil else { return }
        lastNumber += 1
        known.number = lastNumber
        _ = known.row.show(at: time, animated: false)
        if known.state == .failed { _ = known.row.hide(at: time, animated: false) }
        tasks[task] = known
        guard let key = key(of: task) else { return }
        if key.depth == 0 { listed[known.state] += 1 }
        rows[lastNumber] = task
        let index = order.last.map { $0 < key } ?? true ? order.count : order.firstIndexInSorted(of: key)
        // What the window shows stays where it is.
        if index <= offset, index < order.count { offset += 1 }
        order.insert(key, at: index)
        unpresented.append(lastNumber)
        events.append(RowEvent(.appear, of: task, place: index, at: time))
        if branches.isEmpty { return }
        keepInView()
        enterParts(of: task, at: time, &events)
    }

    mutating func leave(_ task: Task, at time: HUDInstant, _ events: inout [RowEvent<Task>]) {
        guard let index = index(of: task), let state = tasks[task]?.state else { return }
        takeOff(task, from: index, at: time, &events)
        let parent = parent(of: task)
        if state.hasEnded { forget(task) }
        if state == .running { nominate(task) }
        // The row that it was below may have waited for that.
        guard let parent, let above = tasks[parent], above.number != nil, above.state.hasEnded, above.state != .failed,
            above.row.nextDeadline == nil
        else { return }
        leaveUnlessNeeded(parent, at: time, &events)
    }

    /// Lets the row of a task that has ended leave, unless there are rows below it.
    mutating func leaveUnlessNeeded(_ task: Task, at time: HUDInstant, _ events: inout [RowEvent<Task>]) {
        guard let index = index(of: task), !hasRows(below: index) else { return }
        leave(task, at: time, &events)
    }

    /// Removes a row, and selects another one if it was selected.
    mutating func takeOff(_ task: Task, from index: Int, at time: HUDInstant, _ events: inout [RowEvent<Task>]) {
        guard var known = tasks[task] else { return }
        let key = order.remove(at: index)
        rows[key.own] = nil
        if key.depth == 0 { listed[known.state] -= 1 }
        events.append(RowEvent(.disappear, of: task, place: index, at: time))
        (known.number, known.row) = (nil, newRow)
        tasks[task] = known
        if index < offset { offset -= 1 }
        if selected == task { selected = self.task(at: min(index, order.count - 1)) }
        keepInView()
    }
}

extension RowTaskState {
    static let all: [RowTaskState] = [.waiting, .running, .paused, .finished, .failed, .cancelled]
}

extension Array where Element: Comparable {
    /// The index of the first element that is not less than `value`. The elements are sorted.
    func firstIndexInSorted(of value: Element) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
