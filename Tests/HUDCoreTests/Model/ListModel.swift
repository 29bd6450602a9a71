@testable import HUDCore

/// The rules of ``ListMachine`` once more, in the plainest form: lists that are searched, and a step for every millisecond.
struct ListModel {
    struct Task {
        var state: RowTaskState
        var start: Int
        var pausedAt: Int?
        /// When the row appeared; nil without one.
        var appeared: Int?
        /// From when the minimum show time counts.
        var shown = 0
        var ended = 0
        /// From when it could have a row: when its grace time is over, but not before it was started or resumed.
        var due = 0
        /// When it was started, resumed or ended last, among all such calls.
        var turn = 0
        /// Whether the task that it is a part of has not ended since it began.
        var isJoined = true
        /// Whether its time is over, and there are rows below its own.
        var isBlocked = false
        /// From when its row could leave but for the minimum show time.
        var hidden: Int { max(ended, appeared ?? 0) }
    }

    let grace: Int
    let stay: Int
    /// The task that each task is a part of.
    let parents: [Int?]
    var tasks: [Int: Task] = [:]
    /// The tasks with rows, from the top.
    var rows: [Int] = []
    var folded: Set<Int> = []
    var unpresented: Set<Int> = []
    /// The index of the selected row, which the next one takes if it leaves.
    var selectedIndex: Int?
    var lastTurn = 0
    /// How many tasks of the top level there are and have been.
    var counts = RowTaskCounts()

    init(parents: [Int?], grace: Int, stay: Int) {
        self.parents = parents
        self.grace = grace
        self.stay = stay
    }

    func depth(_ task: Int) -> Int { parents[task].map { depth($0) + 1 } ?? 0 }
    private func isBelow(_ task: Int, _ other: Int) -> Bool { parents[task].map { $0 == other || isBelow($0, other) } ?? false }
    private func parts(of task: Int) -> [Int] { tasks.keys.filter { parents[$0] == task } }
    private func hasRows(below task: Int) -> Bool { rows.contains { isBelow($0, task) } }
    private func isOpen(_ task: Int?) -> Bool { task.map { tasks[$0].map { !$0.state.hasEnded } ?? false } ?? true }
    private func canShow(_ task: Int) -> Bool { parents[task].map { tasks[$0]?.appeared != nil && !folded.contains($0) } ?? true }

    private mutating func takeTurn(_ task: Int) {
        lastTurn += 1
        tasks[task]?.turn = lastTurn
    }

    private mutating func change(_ task: Int, to state: RowTaskState) {
        guard let old = tasks[task]?.state else { return }
        if parents[task] == nil {
            counts[old] -= 1
            counts[state] += 1
        }
        tasks[task]?.state = state
        takeTurn(task)
    }

    // MARK: Calls

    mutating func add(_ task: Int, at time: Int) {
        guard tasks[task] == nil, isOpen(parents[task]) else { return }
        tasks[task] = Task(state: .waiting, start: time)
        if parents[task] == nil { counts.waiting += 1 }
    }

    mutating func start(_ task: Int, at time: Int) -> [String] {
        add(task, at: time)
        guard let known = tasks[task], known.state != .running, known.state != .paused, isOpen(parents[task]) else { return [] }
        change(task, to: .running)
        tasks[task]?.start = time
        tasks[task]?.due = time + grace
        tasks[task]?.isJoined = true
        tasks[task]?.isBlocked = false
        // As a HUD that is shown again.
        if known.appeared != nil { tasks[task]?.shown = time }
        return grace == 0 ? appearances(at: time) : []
    }

    mutating func pause(_ task: Int, at time: Int) {
        guard tasks[task]?.state == .running else { return }
        change(task, to: .paused)
        tasks[task]?.pausedAt = time
    }

    mutating func resume(_ task: Int, at time: Int) {
        guard let known = tasks[task], known.state == .paused else { return }
        change(task, to: .running)
        let start = known.start + time - (known.pausedAt ?? time)
        tasks[task]?.start = start
        tasks[task]?.pausedAt = nil
        tasks[task]?.due = max(time, start + grace)
    }

    mutating func end(_ task: Int, _ ending: RowTaskState, at time: Int) -> [String] {
        guard let known = tasks[task], !known.state.hasEnded else { return [] }
        change(task, to: ending)
        tasks[task]?.ended = time
        // The pause is left out.
        if let pausedAt = known.pausedAt { tasks[task]?.start += time - pausedAt }
        tasks[task]?.pausedAt = nil
        var events = endParts(of: task, ending == .finished ? .finished : .cancelled, at: time)
        takeTurn(task)
        if ending == .failed {
            return known.appeared == nil && canShow(task) ? events + [appear(task, at: time)] : events
        }
        guard known.appeared != nil else {
            tasks[task] = nil
            return events
        }
        if known.shown + stay <= time { events += tryLeave(task, at: time) }
        return events
    }

    private mutating func endParts(of task: Int, _ ending: RowTaskState, at time: Int) -> [String] {
        folded.remove(task)
        var open = [task]
        var ended: [Int] = []
        /// Those whose time ends now. It has begun to run out before, so it ends after the calls of this instant.
        var late: Set<Int> = []
        while let next = open.popLast() {
            for part in parts(of: next) where tasks[part]?.isJoined == true {
                folded.remove(part)
                guard let known = tasks[part], known.appeared != nil else {
                    open.append(part)
                    tasks[part]?.isJoined = false
                    continue
                }
                tasks[part]?.isJoined = false
                if known.state == .finished || known.state == .cancelled { continue }
                open.append(part)
                if known.state != .failed { tasks[part]?.ended = time }
                if known.state == .failed, known.shown + stay == time, known.hidden < time { late.insert(part) }
                change(part, to: ending)
                ended.append(part)
            }
        }
        for part in tasks.keys where tasks[part]?.isJoined == false && tasks[part]?.appeared == nil { tasks[part] = nil }
        var events: [String] = []
        for part in rows.reversed() where ended.contains(part) {
            takeTurn(part)
            if !late.contains(part), (tasks[part]?.shown ?? 0) + stay <= time { events += tryLeave(part, at: time) }
        }
        return events
    }

    /// The row leaves, and then those that have waited for it.
    private mutating func tryLeave(_ task: Int, at time: Int) -> [String] {
        if hasRows(below: task) {
            tasks[task]?.isBlocked = true
            return []
        }
        let event = takeOff(task, at: time)
        tasks[task] = nil
        guard let parent = parents[task], tasks[parent]?.isBlocked == true else { return [event] }
        return [event] + tryLeave(parent, at: time)
    }

    private mutating func takeOff(_ task: Int, at time: Int) -> String {
        let index = rows.firstIndex(of: task) ?? -1
        rows.removeAll { $0 == task }
        if let selected = selectedIndex {
            selectedIndex = rows.isEmpty ? nil : min(index < selected ? selected - 1 : selected, rows.count - 1)
        }
        unpresented.remove(task)
        tasks[task]?.appeared = nil
        return "disappear \(task) in \(index) at \(time)"
    }

    // MARK: Time

    /// What happens by time alone.
    mutating func pass(from now: Int, to time: Int, includesNow: Bool) -> [String] {
        var events: [String] = []
        for instant in now...max(now, time) where instant < time || includesNow {
            let leaving = rows.filter { task in
                guard let known = tasks[task], [.finished, .cancelled].contains(known.state), !known.isBlocked else {
                    return false
                }
                return max(known.ended, known.shown + stay) <= instant
            }
            for task in leaving.sorted(by: { (tasks[$0]?.turn ?? 0) < (tasks[$1]?.turn ?? 0) }) {
                events += tryLeave(task, at: instant)
            }
            events += appearances(at: instant)
        }
        return events
    }

    mutating func presented(_ window: some Sequence<Int>, at now: Int) {
        for row in window where unpresented.contains(row) {
            // A row whose time was over when its task ended has nothing left to wait for.
            guard let known = tasks[row], !known.state.hasEnded || known.shown + stay > known.hidden else { continue }
            tasks[row]?.shown = max(known.shown, now)
        }
        unpresented = []
    }

    private mutating func appearances(at time: Int) -> [String] {
        let due = tasks.filter { $0.value.state == .running && $0.value.due <= time }
        return enter(due.sorted { ($0.value.due, $0.value.turn) < ($1.value.due, $1.value.turn) }.map(\.key), at: time)
    }

    /// Gives rows to those that can have one, each followed by its own parts that have waited for it.
    private mutating func enter(_ order: [Int], at time: Int) -> [String] {
        var events: [String] = []
        for task in order where tasks[task]?.appeared == nil && canShow(task) {
            events.append(appear(task, at: time))
            events += enterParts(of: task, at: time)
        }
        return events
    }

    private mutating func enterParts(of task: Int, at time: Int) -> [String] {
        let due = parts(of: task).filter { part in
            guard let known = tasks[part] else { return false }
            return known.state == .failed || known.state == .running && known.start + grace <= time
        }
        let order = due.sorted {
            (tasks[$0]?.start ?? 0, tasks[$0]?.turn ?? 0) < (tasks[$1]?.start ?? 0, tasks[$1]?.turn ?? 0)
        }
        return enter(order, at: time)
    }

    private mutating func appear(_ task: Int, at time: Int) -> String {
        tasks[task]?.appeared = time
        tasks[task]?.shown = time
        unpresented.insert(task)
        var index = rows.count
        if let parent = parents[task], let last = rows.lastIndex(where: { $0 == parent || isBelow($0, parent) }) {
            index = last + 1
        }
        rows.insert(task, at: index)
        if let selected = selectedIndex, index <= selected { selectedIndex = selected + 1 }
        return "appear \(task) in \(index) at \(time)"
    }

    // MARK: Folding

    mutating func fold(at time: Int) -> [String] {
        guard let index = selectedIndex else { return [] }
        let task = rows[index]
        guard !folded.contains(task), parts(of: task).contains(where: { tasks[$0]?.isJoined == true }) else {
            if let parent = parents[task], let above = rows.firstIndex(of: parent) { selectedIndex = above }
            return []
        }
        folded.insert(task)
        return rows.reversed().filter { isBelow($0, task) }.map { part in
            let event = takeOff(part, at: time)
            if let state = tasks[part]?.state, state == .finished || state == .cancelled { tasks[part] = nil }
            return event
        }
    }

    mutating func unfold(at time: Int) -> [String] {
        guard let index = selectedIndex else { return [] }
        if folded.remove(rows[index]) != nil { return enterParts(of: rows[index], at: time) }
        if index + 1 < rows.count, isBelow(rows[index + 1], rows[index]) { selectedIndex = index + 1 }
        return []
    }
}
