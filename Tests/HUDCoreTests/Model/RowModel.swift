@testable import HUDCore

/// A call on a machine of rows, as a history has it.
enum RowCall: Hashable {
    case update(Int, TaskState, ago: Int = 0), resize(Int), presented, move(RowMove)
}

/// The rules of rows once more, in the plainest form: lists that are searched, and a step for every tenth of a second.
struct RowModel {
    struct Task {
        var state = TaskState.waiting
        /// When its grace time is over, if it has no row and runs.
        var due: Int?
        /// Since when it wants a row.
        var wants: Int?
        /// Its turn among those of the same time.
        var turn = 0
        /// When it began, without pauses; when it was paused; when it ended.
        var start = 0
        var pausedAt: Int?
        var end = 0
        /// The number of its end among all ends, or of its row if that came later.
        var endTurn = 0
        /// From when its row counts as shown; nil without a row.
        var shown: Int?
        /// Whether its row stays until its place is needed.
        var isKept = false
    }

    /// The task that each task is a part of.
    let parents: [Int?]
    let grace: Int
    let stay: Int
    let isList: Bool
    var height: Int
    var tasks: [Int: Task] = [:]
    /// The tasks with rows, from the top, and the places in use.
    var rows: [Int] = []
    var places = 0
    var folded: Set<Int> = []
    var unpresented: Set<Int> = []
    /// How many parts of each task have ended, until the task has ended and none of them is left; under nil, the tasks of the top level.
    var ended: [Int?: RowTaskCounts] = [:]
    var selected: Int?
    var turn = 0
    var firstTurn = 0
    /// What came and went in this step, without order.
    var events: [String] = []

    var limit: Int { isList && height > 0 ? 1_000 : height }

    init(parents: [Int?], grace: Int, stay: Int, isList: Bool = false, height: Int) {
        (self.parents, self.grace, self.stay, self.isList, self.height) = (parents, grace, stay, isList, height)
    }

    func depth(_ task: Int) -> Int { parents[task].map { depth($0) + 1 } ?? 0 }
    func parts(of task: Int) -> [Int] { tasks.keys.filter { parents[$0] == task }.sorted() }
    private func isBelow(_ task: Int, _ other: Int) -> Bool { parents[task].map { $0 == other || isBelow($0, other) } ?? false }
    private func rows(below task: Int) -> [Int] { rows.filter { isBelow($0, task) } }
    private func isOpen(_ task: Int?) -> Bool { task.map { tasks[$0].map { !$0.state.hasEnded } ?? false } ?? true }
    private func hasBeenShown(_ task: Int, at now: Int) -> Bool { tasks[task]?.shown.map { $0 + stay <= now } ?? false }

    /// Ended tasks in the order of their ends.
    private func inOrder(_ ended: [Int]) -> [Int] {
        ended.sorted { (known($0).end, known($0).endTurn) < (known($1).end, known($1).endTurn) }
    }
    private func known(_ task: Int) -> Task { tasks[task] ?? Task() }
    private mutating func change(_ task: Int, _ body: (inout Task) -> Void) {
        guard var known = tasks[task] else { return }
        body(&known)
        tasks[task] = known
    }

    private mutating func nextTurn() -> Int {
        turn += 1
        return turn
    }

    // MARK: Counts

    func elapsed(_ task: Int, at now: Int) -> Int {
        let known = known(task)
        return (known.state.hasEnded ? known.end : known.state == .paused ? known.pausedAt ?? now : now) - known.start
    }

    /// The tasks of the top level.
    var counts: RowTaskCounts {
        var counts = ended[nil] ?? RowTaskCounts()
        for (task, known) in tasks where parents[task] == nil && !known.state.hasEnded { counts[known.state] += 1 }
        return counts
    }

    /// Those of them without a row, and the parts of tasks with a row that have no row and have not ended or have failed.
    var rest: RowTaskCounts {
        var rest = counts
        for row in rows {
            let state = known(row).state
            if parents[row] == nil || state.isFailure { rest[state] -= 1 }
            rest.failed += ended[row]?.failed ?? 0
            for part in parts(of: row) where known(part).shown == nil && !known(part).state.hasEnded {
                rest[known(part).state] += 1
            }
        }
        return rest
    }

    private mutating func forgetCounts() { ended = ended.filter { isOpen($0.key) || !parts(of: $0.key ?? 0).isEmpty } }

    // MARK: Calls

    mutating func carryOut(_ call: RowCall, visible: [Int], at now: Int) {
        defer { forgetCounts() }
        switch call {
        case .update(let task, let state, let ago): update(task, state, ago: ago, at: now)
        case .resize(let height): resize(height, at: now)
        case .presented:
            for task in unpresented where visible.contains(task) { tasks[task]?.shown = now }
            unpresented = []
        case .move(.fold): fold(at: now)
        case .move(.unfold): unfold(at: now)
        case .move: break
        }
    }

    private mutating func update(_ task: Int, _ state: TaskState, ago: Int, at now: Int) {
        let isNew = tasks[task] == nil
        if isNew {
            guard !state.hasEnded, isOpen(parents[task]) else { return }
            tasks[task] = Task()
        }
        guard var known = tasks[task], isOpen(parents[task]) else { return }
        switch (known.state, state) {
        case (.waiting, _), (.running, .paused), (.paused, .running): break
        case (.running, _), (.paused, _): guard state.hasEnded else { return }
        case (.failed, .running), (.failed, .paused), (.cancelled, .running), (.cancelled, .paused): break
        case (.finished, _), (.failed, _), (.cancelled, _): return
        }
        if state == .waiting { return }
        if known.state == .paused { known.start += now - (known.pausedAt ?? now) }
        if known.state == .waiting || known.state.hasEnded || state.hasEnded && ago > 0 { known.start = now - ago }
        if known.state.hasEnded { ended[parents[task], default: RowTaskCounts()][known.state] -= 1 }
        if state.hasEnded { ended[parents[task], default: RowTaskCounts()][state] += 1 }
        let isOpen = known.state == .running || known.state == .paused
        let waits = isOpen && !state.hasEnded && (known.wants != nil || known.due.map { $0 <= now } == true)
        (known.state, known.isKept) = (state, false)
        if !waits { (known.due, known.wants) = (nil, nil) }
        if state == .paused { known.pausedAt = now }
        if state == .running, known.shown == nil, !waits { (known.due, known.turn) = (max(now, known.start + grace), nextTurn()) }
        if state.hasEnded { (known.end, known.endTurn) = (now, nextTurn()) }
        tasks[task] = known
        if state.hasEnded { end(task, at: now) }
        if known.due == now, !waits { want(task, at: now) }
        // Another call changes no row.
        if known.due == now && !waits || state.hasEnded && known.shown != nil { fill(at: now) }
    }

    private mutating func end(_ task: Int, at now: Int) {
        close(task, as: known(task).state.isFailure ? .cancelled : known(task).state, at: now)
        if tasks[task]?.shown == nil { return forget(task) }
        if case .failed = tasks[task]?.state { keep(task, at: now) }
    }

    private mutating func close(_ task: Int, as state: TaskState, at now: Int) {
        folded.remove(task)
        for part in rows(below: task) where !known(part).state.hasEnded {
            let turn = nextTurn()
            change(part) { $0.endTurn = turn }
        }
        for part in parts(of: task) {
            change(part) { task in
                if task.state == .paused { task.start += now - (task.pausedAt ?? now) }
                if !task.state.hasEnded { (task.state, task.end) = (state, now) }
                (task.due, task.wants, task.isKept) = (nil, nil, false)
            }
            close(part, as: state, at: now)
            if tasks[part]?.shown == nil { tasks[part] = nil }
        }
        for row in rows(below: task).reversed() { leaveIfOver(row, at: now) }
    }

    /// Of the rows of failed tasks, as many stay as a quarter of the places.
    private mutating func keep(_ task: Int?, at now: Int) {
        if let task { tasks[task]?.isKept = true }
        func kept() -> [Int] { inOrder(rows.filter { known($0).isKept }) }
        while kept().count > limit / 4, let oldest = kept().first {
            tasks[oldest]?.isKept = false
            leaveIfOver(oldest, at: now)
        }
    }

    private mutating func want(_ task: Int, at now: Int) {
        let turn = nextTurn()
        change(task) { ($0.due, $0.wants, $0.turn) = (nil, now, turn) }
    }

    /// The first of all, because it had a row.
    private mutating func wantFirst(_ task: Int) {
        firstTurn -= 1
        let turn = firstTurn
        change(task) { ($0.due, $0.wants, $0.turn) = (nil, -1, turn) }
    }

    private mutating func resize(_ height: Int, at now: Int) {
        guard height != self.height else { return }
        self.height = height
        while rows.count > limit {
            let ended = inOrder(rows.filter { known($0).state.hasEnded && isOpen(parents[$0]) })
            let deepest = rows.map { depth($0) }.max() ?? 0
            let last = rows.last { depth($0) == deepest }
            guard let task = ended.first(where: { !known($0).isKept }) ?? ended.first ?? last else { break }
            for row in rows(below: task).reversed() + [task] where rows.contains(row) { leave(row, at: now) }
        }
        places = min(places, limit)
        keep(nil, at: now)
        fill(at: now)
    }

    private mutating func fold(at now: Int) {
        guard let selected else { return }
        guard isOpen(selected), !folded.contains(selected), !parts(of: selected).isEmpty else {
            if let parent = parents[selected] { self.selected = parent }
            return
        }
        folded.insert(selected)
        for row in rows(below: selected).reversed() {
            let isFailed = tasks[row]?.state.isFailure == true
            leave(row, at: now)
            if isFailed, isOpen(parents[row]), tasks[row] != nil { wantFirst(row) }
        }
        fill(at: now)
    }

    private mutating func unfold(at now: Int) {
        guard let selected else { return }
        if folded.contains(selected) {
            folded.remove(selected)
            fill(at: now)
        } else if let part = rows(below: selected).first {
            self.selected = part
        }
    }

    // MARK: Time

    /// What happens at a time after the calls.
    mutating func settle(at now: Int) {
        let due = tasks.keys.filter { tasks[$0]?.due == now }
        for task in due.sorted(by: { known($0).turn < known($1).turn }) { want(task, at: now) }
        fill(at: now)
        for row in rows { leaveIfOver(row, at: now) }
        fill(at: now)
        forgetCounts()
    }

    private mutating func leaveIfOver(_ row: Int, at now: Int) {
        guard rows.contains(row), let task = tasks[row], task.state.hasEnded, hasBeenShown(row, at: now), rows(below: row).isEmpty
        else { return }
        if !isOpen(parents[row]) || !task.isKept && task.end + 10 <= now { leave(row, at: now) }
    }

    private mutating func leave(_ row: Int, at now: Int) {
        guard let index = rows.firstIndex(of: row) else { return }
        rows.remove(at: index)
        if selected == row { selected = rows.isEmpty ? nil : rows[min(index, rows.count - 1)] }
        hide(row, at: now)
        if let parent = parents[row], !isOpen(parent) { leaveIfOver(parent, at: now) }
    }

    private mutating func hide(_ row: Int, at now: Int) {
        events.append("\(now) disappear \(row)")
        unpresented.remove(row)
        change(row) { ($0.shown, $0.isKept) = (nil, false) }
        if let state = tasks[row]?.state, !state.hasEnded { wantFirst(row) }
        forget(row)
    }

    private mutating func forget(_ task: Int) {
        guard let known = tasks[task], known.state.hasEnded, !known.state.isFailure || !isOpen(parents[task]) else { return }
        tasks[task] = nil
    }

    // MARK: Places

    private mutating func fill(at now: Int) {
        while true {
            let waiting = tasks.keys.filter { task in
                guard tasks[task]?.wants != nil else { return false }
                guard let parent = parents[task] else { return true }
                return tasks[parent]?.shown != nil && isOpen(parent) && !folded.contains(parent)
            }.sorted { (depth($0), known($0).wants ?? 0, known($0).turn) < (depth($1), known($1).wants ?? 0, known($1).turn) }
            guard waiting.contains(where: { give($0, at: now) }) else { return }
        }
    }

    /// Gives a task a place if there is one for it.
    private mutating func give(_ task: Int, at now: Int) -> Bool {
        guard limit > 0 else { return false }
        let takeable = inOrder(
            rows.filter {
                parents[$0] == parents[task] && known($0).state.hasEnded && hasBeenShown($0, at: now) && rows(below: $0).isEmpty
            })
        if let old = takeable.first(where: { !known($0).isKept }) ?? (rows.count < limit ? nil : takeable.first) {
            guard let index = rows.firstIndex(of: old) else { return false }
            rows[index] = task
            if selected == old { selected = task }
            hide(old, at: now)
            show(task, at: now)
            return true
        }
        if rows.count >= limit {
            let lower = rows.filter { depth($0) > depth(task) && rows(below: $0).isEmpty && hasBeenShown($0, at: now) }
            guard let deepest = lower.map({ depth($0) }).max(), let row = lower.last(where: { depth($0) == deepest })
            else { return false }
            leave(row, at: now)
        }
        let parent = parents[task]
        let end = parent.map { parent in (rows.lastIndex { $0 == parent || isBelow($0, parent) } ?? 0) + 1 } ?? rows.count
        rows.insert(task, at: end)
        places = max(places, rows.count)
        show(task, at: now)
        return true
    }

    private mutating func show(_ task: Int, at now: Int) {
        events.append("\(now) appear \(task)")
        change(task) { ($0.shown, $0.wants) = (now, nil) }
        unpresented.insert(task)
        if tasks[task]?.state.isFailure == true {
            let turn = nextTurn()
            change(task) { $0.endTurn = turn }
            keep(task, at: now)
            leaveIfOver(task, at: now)
        }
    }
}
