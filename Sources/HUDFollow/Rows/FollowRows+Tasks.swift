import HUDCore
import HUDJob
import HUDReports
import HUDTerminal

// The tasks of streams: a tree of parts, as far as the streams say which task is a part of which.
extension FollowRows {
    /// What stands for a task.
    struct Entry: LedgerTask {
        /// Its part of the work; nil if nothing is shown.
        var node: ProgressNode?
        /// Its run as a job of ours, with the name and the slot with which it has begun; attempt 0 before.
        var job: JSONJob
        /// The task that it is shown below, and the number of tasks above it; nil for a task of the stream itself.
        let parent: UInt64?
        let depth: Int
        /// Whether the stream counts it. Tasks that are parts of others are counted in those.
        let isCounted: Bool
        /// The stream's number of the run.
        var attempt = 0
        /// Its progress, if that is not a count of items, which its node counts itself.
        var progress: FoundProgress?
        /// When it began.
        var began: HUDInstant?
        /// How it is shown. It has ended if the task above it has, also while the stream has not said so.
        var state = TaskState.waiting
    }

    /// The most levels of tasks. Those below are shown on the last one.
    private static var mostLevels: Int { 16 }

    func update(_ tasks: [StreamMachine.Changes.Task], of part: Part, at now: HUDInstant) {
        let isTree = tasks.contains { $0.work.parent != nil }
        // The ends of parts come before those of the tasks that they are parts of.
        var ends: [UInt64: StreamMachine.Work] = [:]
        var ending: [UInt64] = []
        for task in tasks {
            update(task, of: part, at: now)
            guard task.work.state.hasEnded else { continue }
            if isTree || !part.tasks.parts(of: task.key).isEmpty {
                ends[task.key] = task.work
                ending.append(task.key)
            } else {
                end(task.key, as: task.work, among: [:], of: part, at: now)
            }
        }
        for key in ending { if let work = ends[key] { end(key, as: work, among: ends, of: part, at: now) } }
    }

    private func update(_ task: StreamMachine.Changes.Task, of part: Part, at now: HUDInstant) {
        let work = task.work
        var entry = part.tasks.known[task.key] ?? beginAgain(task, of: part) ?? makeEntry(for: task, of: part)
        defer { part.tasks.set(task.key, entry) }
        if entry.state.hasEnded { return }
        if let node = entry.node {
            if node.label != work.label, entry.job.attempt == 0 || !reportsLines { node.label = work.label }
            // Those that are shown below it need not be named.
            let details = part.tasks.parts(of: task.key).isEmpty ? work.details : ""
            if node.detailsLabel != details { node.detailsLabel = details }
        }
        if work.state != .waiting, entry.attempt != work.run.attempt { begin(&entry, work, at: now) }
        if let node = entry.node, let progress = work.progress { show(progress, of: &entry, on: node) }
        setPaused(&entry, work.state)
    }

    /// Begins a run of a task. The one before it has ended, although its end may not be known.
    private func begin(_ entry: inout Entry, _ work: StreamMachine.Work, at now: HUDInstant) {
        if entry.job.attempt > 0, let last = work.lastRun, isReported(entry) {
            report(
                ended: entry.job, last.outcome, status: last.status,
                elapsed: last.elapsed ?? entry.began?.duration(to: now) ?? .zero, willRetry: true)
        }
        let elapsed = work.began.map { max(.zero, $0.duration(to: now)) } ?? .zero
        (entry.state, entry.attempt) = (.running, work.run.attempt)
        entry.job.attempt += 1
        entry.job.name = work.label
        entry.job.slot = work.run.slot ?? entry.job.number
        entry.began = now.advanced(by: .zero - elapsed)
        if isReported(entry) { display.reporter?.report(started: entry.job) }
        guard let node = entry.node else { return }
        if node.state == .waiting { return node.begin(ago: elapsed) }
        if !node.state.hasEnded {
            if case .failed(let reason)? = work.lastRun?.outcome { node.fail(reason) } else { node.cancel() }
        }
        (entry.progress, node.totalCount) = (nil, nil)
        node.restart(ago: elapsed)
    }

    private func setPaused(_ entry: inout Entry, _ state: TaskState) {
        switch (entry.state, state) {
        case (.running, .paused): entry.node?.pause()
        case (.paused, .running): entry.node?.resume()
        default: return
        }
        entry.state = state
    }

    /// Shows progress that is counted elsewhere. The unit of a node is that with which it was made, and what its parts have done is counted by itself.
    private func show(_ progress: StreamEvent.Progress, of entry: inout Entry, on node: ProgressNode) {
        let sample = progress.sample
        if let shown = entry.progress { return shown.set(sample) }
        if progress.unit == .items, sample.partialUnits == 0, let completed = progress.completed {
            guard let total = progress.total, total > 0 else { return }
            if node.totalCount != total { node.totalCount = total }
            return node.complete(count: min(total, completed) - node.completedCount)
        }
        let shown = FoundProgress(sample)
        entry.progress = shown
        node.completedCount = 0
        node.takeProgress(from: shown)
    }

    /// Shows that a task is not run.
    func show(_ skip: StreamMachine.Changes.Skip, of part: Part) {
        lastNumber += 1
        // As tasks are, parts of others are counted in those.
        if skip.parent == nil { work(of: part)?.skip(1) }
        guard isAlone && skip.parent == nil || display.reportsFactsOnly else { return }
        let parent = openTask(skip.parent, of: part)?.job.number ?? numberOfWhole(part)
        display.reporter?.report(skipped: lastNumber, in: parent, skip.name, reason: skip.reason)
    }

    /// Makes what stands for a task: below the one that it is a part of, if that is known and has not ended.
    private func makeEntry(for task: StreamMachine.Changes.Task, of part: Part) -> Entry {
        lastNumber += 1
        var parent = task.work.parent
        var above = openTask(parent, of: part)
        if let last = above, last.depth + 1 >= Self.mostLevels {
            parent = last.parent
            above = openTask(parent, of: part)
        }
        let isCounted = task.work.parent == nil
        let node = (above?.node ?? work(of: part)).map {
            share(of: $0, task.work.label, number: lastNumber, isCounted: isCounted).enqueue()
        }
        above?.node?.detailsLabel = ""
        return Entry(
            node: node,
            job: JSONJob(
                number: lastNumber, parent: above?.job.number ?? numberOfWhole(part), name: "", attempt: 0, slot: lastNumber),
            parent: above == nil ? nil : parent, depth: above.map { $0.depth + 1 } ?? 0,
            isCounted: isCounted)
    }

    /// The number of the job whose parts are the tasks of a stream; nil if it is the whole work.
    private func numberOfWhole(_ part: Part) -> Int? { isAlone ? nil : part.number }

    /// The node whose parts are the tasks of a stream; nil if nothing is shown.
    func work(of part: Part) -> ProgressNode? { isAlone ? hud?.work : part.node }

    /// The share of a stream or a task, whose start and end are reported here.
    func share(of whole: ProgressNode, _ label: String, number: Int, isCounted: Bool = true) -> ProgressShare {
        var share = whole.subprogress(assigningCount: isCounted ? 1 : 0, label: label)
        share.number = number
        return share
    }

    /// What stood for a task that has ended and begins again; nil if it is not remembered. It counts once: its part will start over, or, if that has finished,
    /// what it has completed is taken back.
    private func beginAgain(_ task: StreamMachine.Changes.Task, of part: Part) -> Entry? {
        guard var entry = part.tasks.remembered[task.key] else { return nil }
        entry.state = .waiting
        if entry.node == nil, let whole = work(of: part) {
            if entry.isCounted { whole.complete(count: -1) }
            entry.node = share(of: whole, task.work.label, number: entry.job.number, isCounted: entry.isCounted).enqueue()
        }
        return entry
    }

    /// Remembers what stood for a task that has ended, unless that was a part of another one.
    private func dismiss(_ key: UInt64, of part: Part) {
        guard var memory = part.tasks.known[key] else { return }
        if memory.node?.state.isBrokenOff == false { memory.node = nil }
        memory.progress = nil
        part.tasks.dismiss(key, as: memory.parent == nil ? memory : nil)
    }

    private func inOrder(_ keys: some Sequence<UInt64>, of part: Part) -> [UInt64] {
        keys.sorted { part.tasks[$0]?.job.number ?? 0 < part.tasks[$1]?.job.number ?? 0 }
    }

    private func openTask(_ key: UInt64?, of part: Part) -> Entry? {
        guard let key, let entry = part.tasks.known[key], !entry.state.hasEnded else { return nil }
        return entry
    }

    // MARK: The end

    /// Ends a task as the stream says.
    ///
    /// - Parameter ends: Other tasks that end as well.
    private func end(
        _ key: UInt64, as work: StreamMachine.Work, among ends: [UInt64: StreamMachine.Work], of part: Part, at now: HUDInstant
    ) {
        guard let outcome = work.state.outcome else { return }
        close(key, outcome, status: work.run.status, elapsed: work.run.elapsed, among: ends, of: part, at: now)
        dismiss(key, of: part)
        if case .failed = outcome { printLog(of: part, key) { _ in work.label } } else { _ = part.log.take(of: key) }
    }

    /// Ends a task and those below it, unless it has ended with the one above it.
    private func close(
        _ key: UInt64, _ outcome: HUDOutcome, status: Int32? = nil, elapsed: Duration?, among ends: [UInt64: StreamMachine.Work],
        of part: Part, at now: HUDInstant
    ) {
        guard var entry = openTask(key, of: part) else { return }
        entry.state = TaskState(outcome)
        part.tasks.set(key, entry)
        for inner in inOrder(part.tasks.parts(of: key), of: part) {
            if let own = ends[inner] {
                end(inner, as: own, among: ends, of: part, at: now)
            } else {
                close(inner, Self.outcome(ofPartsOf: outcome), elapsed: nil, among: ends, of: part, at: now)
            }
        }
        let whole = entry.isCounted ? work(of: part) : nil
        let before = whole?.completedCount ?? 0
        entry.node?.end(outcome, after: elapsed)
        // As the sender does, the work counts none that has failed, unless that had completed all.
        part.ended.shown += (whole?.completedCount ?? before) - before
        guard isReported(entry), entry.job.attempt > 0 else { return }
        report(
            ended: entry.job, outcome, status: status, elapsed: elapsed ?? entry.began?.duration(to: now) ?? .zero)
    }

    /// How the parts of work that has ended have ended whose own ends are not known.
    static func outcome(ofPartsOf outcome: HUDOutcome) -> HUDOutcome { outcome == .succeeded ? .succeeded : .cancelled }

    /// Ends the tasks of a stream that has ended.
    func endTasks(of part: Part, _ outcome: HUDOutcome, at now: HUDInstant) {
        for key in inOrder(part.tasks.known.filter { $0.value.parent == nil }.keys, of: part) {
            close(key, Self.outcome(ofPartsOf: outcome), elapsed: nil, among: [:], of: part, at: now)
        }
    }

    // MARK: Lines

    /// Whether a task has lines of its own: in text only those of a single stream that are no parts of others.
    private func isReported(_ entry: Entry) -> Bool {
        display.reportsFactsOnly || (reportsLines || leavesHeadLines) && isAlone && entry.isCounted
    }
}
