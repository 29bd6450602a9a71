@testable import HUDCore

/// The rules of ``RowMachine`` once more, in the plainest form: lists that are searched, and a step for every millisecond.
struct RowModel {
    struct Task {
        var state = RowTaskState.waiting
        var start = 0
        var number = 0
        var expected: Int?
        var end: Int?
        var pausedAt: Int?
        /// Since when its row is on screen.
        var place: Int?
        var since = 0
        /// Whether it failed and its minimum show time is over.
        var hasStayed = false
    }

    var tasks: [Int: Task] = [:]
    var places: [Int?] = []
    var limit: Int
    let grace: Int
    let minimumShow: Int
    var events: [RowEvent<Int>] = []
    private var last = 0

    init(limit: Int, grace: Int, minimumShow: Int) {
        self.limit = limit
        self.grace = grace
        self.minimumShow = minimumShow
    }

    mutating func start(_ id: Int, in _: Int?, expected: Int?, at now: Int) {
        var task = tasks[id] ?? Task()
        if task.state == .running || task.state == .paused { return }
        last += 1
        task.state = .running
        task.start = now
        task.number = last
        task.expected = expected
        task.end = nil
        task.pausedAt = nil
        task.since = now
        task.hasStayed = false
        tasks[id] = task
        if grace == 0, task.place == nil { while fill(at: now) {} }
    }

    mutating func add(_ id: Int, in _: Int?, at _: Int) {
        // A task that has finished is forgotten, and can come again.
        let isForgotten = tasks[id].map { $0.place == nil && ($0.state == .finished || $0.state == .cancelled) } ?? true
        if isForgotten { tasks[id] = Task() }
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
        if task.place == nil { task.number = last }
        tasks[id] = task
    }

    mutating func end(_ id: Int, as state: RowTaskState, at now: Int) {
        guard var task = tasks[id], !task.state.hasEnded else { return }
        task.state = state
        task.end = now
        last += 1
        if state == .failed { task.number = last }
        task.hasStayed = now >= task.since + minimumShow
        tasks[id] = task
        if state != .failed, let place = task.place, now >= task.since + minimumShow {
            places[place] = nil
            leave(id, at: now)
        }
    }

    mutating func setLimit(_ new: Int, at now: Int) {
        limit = new
        while places.count > new {
            guard let id = places.removeLast() else { continue }
            if let free = places.prefix(new).firstIndex(of: nil) {
                places[free] = id
                tasks[id]?.place = free
            } else {
                leave(id, at: now)
            }
        }
    }

    /// What happens at the end of a millisecond, after the calls.
    mutating func settle(at now: Int) {
        leaveEnded(at: now)
        while fill(at: now) {}
    }

    private mutating func leaveEnded(at now: Int) {
        for (place, id) in places.enumerated() {
            guard let id, let task = tasks[id], task.state.hasEnded else { continue }
            if task.state == .failed {
                tasks[id]?.hasStayed = now >= task.since + minimumShow
            } else if now >= task.since + minimumShow {
                places[place] = nil
                leave(id, at: now)
            }
        }
    }

    private mutating func leave(_ id: Int, at now: Int) {
        events.append(RowEvent(.disappear, of: id, place: tasks[id]?.place ?? -1, at: instant(now)))
        tasks[id]?.place = nil
        last += 1
        if let state = tasks[id]?.state, state == .failed || state == .running { tasks[id]?.number = last }
    }

    private mutating func fill(at now: Int) -> Bool {
        let failedRows = tasks.values.count { $0.place != nil && $0.state == .failed }
        let kept = limit / 4
        let free = places.firstIndex(of: nil) ?? (places.count < limit ? places.count : nil)
        let failed = tasks.filter { $0.value.place == nil && $0.value.state == .failed }
            .min { ($0.value.end ?? 0, $0.value.number) < ($1.value.end ?? 0, $1.value.number) }?.key
        if let free {
            guard let id = (failedRows < kept ? failed : nil) ?? bestRunning(at: now) ?? failed else { return false }
            enter(id, free, at: now)
            return true
        }
        let takeable = places.indices.first { place in
            guard let id = places[place], let task = tasks[id] else { return false }
            return task.state == .failed && task.hasStayed
        }
        guard failedRows > kept, let takeable, let old = places[takeable], let id = bestRunning(at: now) else { return false }
        leave(old, at: now)
        enter(id, takeable, at: now)
        return true
    }

    private func bestRunning(at now: Int) -> Int? {
        let ready = tasks.filter {
            $0.value.place == nil && $0.value.state == .running && $0.value.start + grace <= now
        }
        func due(_ task: Task) -> Int { task.start + (task.expected ?? Int.max / 2) }
        let overdue = ready.filter { due($0.value) <= now }
            .min { (due($0.value), $0.value.number) < (due($1.value), $1.value.number) }
        return (overdue ?? ready.min { ($0.value.start, $0.value.number) < ($1.value.start, $1.value.number) })?.key
    }

    private mutating func enter(_ id: Int, _ place: Int, at now: Int) {
        if place == places.count { places.append(nil) }
        places[place] = id
        tasks[id]?.place = place
        tasks[id]?.since = now
        tasks[id]?.hasStayed = minimumShow == 0
        events.append(RowEvent(.appear, of: id, place: place, at: instant(now)))
    }

    func instant(_ milliseconds: Int) -> HUDInstant { HUDInstant.zero.advanced(by: .milliseconds(milliseconds)) }
}
