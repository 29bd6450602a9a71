@testable import HUDCore

/// The rules of ``RowMachine`` for trees once more, in the plainest form: lists that are searched, and a step for every millisecond.
struct RowTreeModel {
    struct Task {
        var state = RowTaskState.waiting
        var start = 0
        var number = 0
        var expected: Int?
        var end = 0
        var pausedAt: Int?
        /// Since when its row is on screen; nil without a row.
        var since: Int?
        /// Whether it has ended and its minimum show time is over.
        var hasStayed = false
    }

    /// The task that each task is a part of.
    let parents: [Int?]
    private var paths: [[Int]] = []
    var tasks: [Int: Task] = [:]
    var places: [Int?] = []
    var limit: Int
    let grace: Int
    let minimumShow: Int
    var events: [RowEvent<Int>] = []
    private var last = 0

    init(parents: [Int?], limit: Int, grace: Int, minimumShow: Int) {
        self.parents = parents
        self.limit = limit
        self.grace = grace
        self.minimumShow = minimumShow
        for parent in parents { paths.append(parent.map { paths[$0] + [$0] } ?? []) }
    }

    func ancestors(of id: Int) -> [Int] { paths[id] }
    func depth(of id: Int) -> Int { paths[id].count }
    private func isOpen(_ id: Int?) -> Bool { id.map { tasks[$0].map { !$0.state.hasEnded } ?? false } ?? true }
    private func showsParts(_ id: Int) -> Bool { places.contains { $0.map { parents[$0] == id } ?? false } }
    private func hasRow(_ id: Int?) -> Bool { id.map { tasks[$0]?.since != nil } ?? true }

    // MARK: Calls

    mutating func add(_ id: Int, in _: Int?, at _: Int) {
        if tasks[id] == nil, isOpen(parents[id]) { tasks[id] = Task() }
    }

    mutating func start(_ id: Int, in _: Int?, expected: Int?, at now: Int) {
        var task = tasks[id] ?? Task()
        guard task.state != .running, task.state != .paused, isOpen(parents[id]) else { return }
        last += 1
        (task.state, task.start, task.expected, task.pausedAt, task.hasStayed) = (.running, now, expected, nil, false)
        if task.since == nil { task.number = last } else { task.since = now }
        tasks[id] = task
        if grace == 0, task.since == nil { while fill(at: now) {} }
    }

    mutating func pause(_ id: Int, at now: Int) {
        guard tasks[id]?.state == .running else { return }
        tasks[id]?.state = .paused
        tasks[id]?.pausedAt = now
    }

    mutating func resume(_ id: Int, at now: Int) {
        guard var task = tasks[id], let pausedAt = task.pausedAt, task.state == .paused else { return }
        task.state = .running
        task.start += now - pausedAt
        task.pausedAt = nil
        last += 1
        if task.since == nil { task.number = last }
        tasks[id] = task
    }

    mutating func end(_ id: Int, as state: RowTaskState, at now: Int) {
        guard let task = tasks[id], !task.state.hasEnded else { return }
        // Rows whose minimum show time ends in this millisecond, and that have ended before, leave at its end.
        var leaving: Set<Int> = [id]
        for (part, known) in tasks where ancestors(of: part).contains(id) {
            guard known.since != nil else {
                tasks[part] = nil
                continue
            }
            if !known.state.hasEnded || known.hasStayed { leaving.insert(part) }
            if known.state != .finished, known.state != .cancelled {
                tasks[part]?.state = state == .finished ? .finished : .cancelled
            }
        }
        tasks[id]?.state = state
        tasks[id]?.pausedAt = nil
        tasks[id]?.end = now
        last += 1
        if state == .failed { tasks[id]?.number = last } else if task.since == nil { tasks[id] = nil }
        leaveEnded(at: now, among: leaving)
    }

    mutating func setLimit(_ new: Int, at now: Int) {
        if new == limit { return }
        limit = new
        while let bottom = places.last, places.count > new {
            guard let bottom else {
                places.removeLast()
                continue
            }
            let empty = places.indices.filter { $0 < new && places[$0] == nil }
            if let free = freePlaces(for: bottom).first, free < new, !empty.isEmpty {
                places[free] = bottom
                places.removeLast()
            } else if let free = empty.first {
                places.remove(at: free)
            } else {
                let deepest = places.compactMap { $0 }.map(depth).max()
                guard let index = places.lastIndex(where: { $0.map(depth) == deepest }), let id = places[index] else { return }
                places.remove(at: index)
                leave(id, from: index, at: now)
            }
        }
    }

    // MARK: Time

    /// What happens at the end of a millisecond, after the calls.
    mutating func settle(at now: Int) {
        leaveEnded(at: now)
        while fill(at: now) {}
    }

    private mutating func leaveEnded(at now: Int, among some: Set<Int>? = nil) {
        var isChanged = true
        while isChanged {
            isChanged = false
            // A row that leaves can take the one above it along.
            for (place, id) in places.enumerated() {
                guard let id, places[place] == id, some?.contains(id) ?? true, let task = tasks[id], let since = task.since,
                    task.state.hasEnded,
                    now >= since + minimumShow
                else { continue }
                tasks[id]?.hasStayed = true
                if task.state == .failed || showsParts(id) { continue }
                places[place] = nil
                leave(id, from: place, at: now)
                isChanged = true
            }
        }
    }

    private mutating func leave(_ id: Int, from place: Int, at now: Int) {
        events.append(RowEvent(.disappear, of: id, place: place, at: instant(now)))
        last += 1
        tasks[id]?.since = nil
        tasks[id]?.number = last
        tasks[id]?.hasStayed = false
        if let state = tasks[id]?.state, state == .finished || state == .cancelled { tasks[id] = nil }
        guard let parent = parents[id], let row = places.firstIndex(of: parent), let task = tasks[parent], task.hasStayed,
            task.state != .failed, !showsParts(parent)
        else { return }
        places[row] = nil
        leave(parent, from: row, at: now)
    }

    private mutating func fill(at now: Int) -> Bool {
        let failedRows = tasks.values.count { $0.since != nil && $0.state == .failed }
        let kept = limit / 4
        let failed = tasks.filter { $0.value.since == nil && $0.value.state == .failed && hasRow(parents[$0.key]) }
            .min { rank($0.key, $0.value.end) < rank($1.key, $1.value.end) }?.key
        if places.contains(nil) || places.count < limit {
            guard let id = (failedRows < kept ? failed : nil) ?? bestRunning(at: now) ?? failed else { return false }
            enter(id, at: now)
            return true
        }
        guard let id = bestRunning(at: now) else { return false }
        let stayed = places.indices.first { place in
            guard let row = places[place], let task = tasks[row] else { return false }
            return task.state == .failed && task.hasStayed && !showsParts(row)
        }
        let deeper = places.indices.filter { place in
            guard let row = places[place], let task = tasks[row], let since = task.since else { return false }
            return depth(of: row) > depth(of: id) && !task.state.hasEnded && !showsParts(row) && now >= since + minimumShow
        }
        let deepest = deeper.compactMap { places[$0] }.map(depth).max()
        let taken = failedRows > kept && stayed != nil ? stayed : deeper.last { places[$0].map(depth) == deepest }
        guard let taken, let old = places[taken] else { return false }
        places[taken] = nil
        leave(old, from: taken, at: now)
        enter(id, at: now)
        return true
    }

    private func rank(_ id: Int, _ time: Int) -> (Int, Int, Int) { (depth(of: id), time, tasks[id]?.number ?? 0) }

    private func bestRunning(at now: Int) -> Int? {
        let ready = tasks.filter {
            $0.value.since == nil && $0.value.state == .running && $0.value.start + grace <= now && hasRow(parents[$0.key])
        }
        let top = ready.keys.map(depth).min()
        let level = ready.filter { depth(of: $0.key) == top }
        func due(_ task: Task) -> Int { task.start + (task.expected ?? Int.max / 2) }
        let overdue = level.filter { due($0.value) <= now }.min { rank($0.key, due($0.value)) < rank($1.key, due($1.value)) }
        return (overdue ?? level.min { rank($0.key, $0.value.start) < rank($1.key, $1.value.start) })?.key
    }

    // MARK: Places

    /// The places below the row of the task that a task is a part of, up to the next row that is not in that task.
    private func block(for id: Int) -> Range<Int> {
        guard let parent = parents[id], let row = places.firstIndex(of: parent) else { return 0..<places.count }
        let end = places.indices.first { index in
            index > row && places[index].map { !ancestors(of: $0).contains(parent) } ?? false
        }
        return row + 1..<(end ?? places.count)
    }

    /// The empty places in which the row of a task would stand directly in the task that it is a part of.
    private func freePlaces(for id: Int) -> [Int] {
        let block = block(for: id)
        return block.filter { index in
            guard places[index] == nil else { return false }
            let next = places[index..<block.upperBound].compactMap { $0 }.first
            return next.map { parents[$0] == parents[id] } ?? true
        }
    }

    private mutating func enter(_ id: Int, at now: Int) {
        var place: Int
        let end = block(for: id).upperBound
        if let free = freePlaces(for: id).first {
            place = free
        } else {
            place = end
            if let below = places.indices.first(where: { $0 >= end && places[$0] == nil }) {
                places.remove(at: below)
            } else if places.count == limit, let above = places.indices.last(where: { $0 < end && places[$0] == nil }) {
                places.remove(at: above)
                place -= 1
            }
            places.insert(nil, at: place)
        }
        places[place] = id
        tasks[id]?.since = now
        let isOver = minimumShow == 0 && tasks[id]?.state == .failed
        tasks[id]?.hasStayed = isOver
        events.append(RowEvent(.appear, of: id, place: place, at: instant(now)))
    }

    func instant(_ milliseconds: Int) -> HUDInstant { HUDInstant.zero.advanced(by: .milliseconds(milliseconds)) }

    /// How many tasks that have not ended, or have failed, have no row and are in no row but that of a task which shows its parts.
    var rest: RowTaskCounts {
        var rest = RowTaskCounts()
        for (id, task) in tasks where task.since == nil && hasRow(parents[id]) && isOpen(parents[id]) { rest[task.state] += 1 }
        return rest
    }
}
