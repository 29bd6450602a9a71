import HUDCore
import HUDJob
import HUDTerminal

extension StreamEvent.Progress {
    /// The progress as a HUD shows it.
    var sample: ProgressSample {
        guard let completed else { return ProgressSample(fraction: fraction ?? 0) }
        let counted = ProgressSample(completedUnitCount: completed, totalUnitCount: total, unit: unit)
        let fraction = min(1, fraction ?? 0)
        guard let total = counted.totalUnitCount, fraction - counted.fraction > Self.leastPartial else { return counted }
        return ProgressSample(
            completedUnitCount: completed, totalUnitCount: total,
            partialUnits: fraction * Double(total) - Double(completed), fraction: fraction, unit: unit)
    }

    /// By how much a fraction is greater than the counts say, at least, if parts are further than these. Less is rounding.
    private static let leastPartial = 0.001

    /// Whether a bar can show it.
    var isKnown: Bool { fraction != nil || total.map { $0 > 0 } ?? false }
}

/// Shows streams under a HUD: a stream as the HUD itself, its tasks as rows, or several streams as rows.
final class FollowRows {
    let display: JobDisplay
    var hud: HUD? { display.hud }
    let configuration: JobStreams.Configuration
    let parts: [Part]
    /// When the HUD's elapsed time begins: with the work of a single stream, as soon as that is known.
    var begin: HUDInstant
    /// The number of the last task; streams have the numbers before the first one.
    var lastNumber = 0
    /// Whether a single stream is the HUD itself.
    let isAlone: Bool
    private var isTree = false
    /// How the tasks of earlier work of a single stream have ended, without those that had not begun.
    private var earlier = RowTaskCounts()

    init(_ followed: JobStreams, on display: JobDisplay, begin: HUDInstant) {
        let streams = followed.streams
        self.display = display
        configuration = followed.configuration
        self.begin = begin
        isAlone = streams.count == 1
        parts = streams.enumerated().map { Part(number: $0 + 1, of: $1) }
        if !isAlone { lastNumber = streams.count }
        guard let hud, !isAlone else { return }
        hud.work.totalCount = streams.count
        for part in parts { part.node = share(of: hud.work, part.name.given ?? part.name.origin, number: part.number).enqueue() }
    }

    /// How many tasks of the HUD's work there are and have been in each state, also of earlier work; nil if they are not counted.
    var counts: RowTaskCounts? {
        guard var counts = hud?.partCounts else { return nil }
        for state in [TaskState.finished, .failed(reason: ""), .cancelled] { counts[state] += earlier[state] }
        counts.skipped += earlier.skipped
        return counts
    }

    /// Shows what has changed in a stream.
    ///
    /// - Parameter interruption: Why nothing comes; nil if the work goes on.
    func update(
        _ index: Int, _ stream: StreamMachine, _ changes: StreamMachine.Changes,
        _ interruption: FollowMachine.Interruption? = nil, at now: HUDInstant
    ) {
        let part = parts[index]
        let interrupted = part.interruption
        part.interruption = interruption
        let before = part.last?.state
        if changes.isReset { reset(part, stream, changes, at: now) }
        print(changes, of: part, stream)
        if isAlone, stream.isTree, !isTree { becomeTree() }
        let hasChanged = changes.hasWork || !changes.tasks.isEmpty || interruption != interrupted
        // A stream begins before its tasks, and ends after them.
        if !isAlone, hasChanged { beginPart(part, stream, since: before, at: now) }
        update(changes.tasks, of: part, at: now)
        for skip in changes.skips { show(skip, of: part) }
        if changes.unskipped > 0 { work(of: part)?.skip(-changes.unskipped) }
        if hasChanged {
            isAlone ? updateHUD(part, stream, at: now) : updatePart(part, stream, at: now)
        }
        if stream.state != before { printState(of: part, stream) }
        if let interruption, interruption.reason != interrupted?.reason {
            printInterruption(of: part, stream, interruption.words)
        }
    }

    /// Ends the work of before and forgets it. What has been counted of it is counted from nothing.
    private func reset(_ part: Part, _ stream: StreamMachine, _ changes: StreamMachine.Changes, at now: HUDInstant) {
        update(changes.ends.filter { part.tasks.known[$0.key] != nil }, of: part, at: now)
        let outcome = changes.outcome ?? .cancelled
        if isAlone, var counts = counts {
            counts[TaskState(Self.outcome(ofPartsOf: outcome))] += counts.running + counts.paused
            (counts.waiting, counts.running, counts.paused) = (0, 0, 0)
            earlier = counts
        }
        endTasks(of: part, outcome, at: now)
        if let begun = part.begun {
            report(endOf: part, begun.name, outcome, elapsed: begun.time.duration(to: now))
        }
        part.tasks = TaskLedger(mostRemembered: StreamMachine.mostEnded)
        part.ended = EndedTasks()
        part.progress.reset()
        if isAlone {
            hud?.forgetEndedParts()
            // The progress of the next job is not known.
            if part.last != nil {
                isTree = false
                hud?.progressSource = nil
                if configuration.mode == nil { hud?.mode = .indeterminate }
            }
        }
        guard let node = work(of: part), part.last != nil, node.state == .running else { return }
        // A failure is taken back, and the handler of cancellations of a HUD's work is the program's.
        node.fail("")
        node.totalCount = nil
        node.restart()
    }

    // MARK: One stream

    private func becomeTree() {
        isTree = true
        hud?.progressSource = nil
        if configuration.mode == nil { hud?.mode = .bar }
    }

    private func updateHUD(_ part: Part, _ stream: StreamMachine, at now: HUDInstant) {
        guard let hud else { return }
        let work = stream.work
        let label = part.name.given ?? (work.label.isEmpty ? nil : work.label)
        if !configuration.keepsLabel, let label, hud.label != label { hud.label = label }
        let details = Self.details(of: part, stream, at: now)
        if part.last?.details != details { hud.detailsLabel = details }
        part.last = (stream.state, details)
        // In events the elapsed time is that of our own stream.
        if let began = work.began, began != begin, !display.reportsFactsOnly {
            hud.leaveOut(begin.duration(to: began))
            begin = began
        }
        if isTree {
            part.ended.count(stream, on: hud.work)
            if let outcome = stream.state.outcome { endTasks(of: part, outcome, at: now) }
            return
        }
        guard let progress = work.progress else { return }
        part.progress.found.set(progress.sample)
        if hud.progressSource == nil { hud.progressSource = part.progress.found }
        let shown: HUDMode = progress.isKnown ? .bar : .indeterminate
        if configuration.mode == nil, hud.mode != shown { hud.mode = shown }
    }

    /// Sets the elapsed time of a single stream's HUD to that of its work, if the stream has said it.
    ///
    /// - Returns: The elapsed time.
    func settleElapsed(_ stream: StreamMachine, at now: HUDInstant) -> Duration {
        let counted = begin.duration(to: now)
        guard isAlone, !display.reportsFactsOnly, let elapsed = stream.work.run.elapsed else { return counted }
        hud?.leaveOut(counted - elapsed)
        return elapsed
    }

    // MARK: Several streams

    private func updatePart(_ part: Part, _ stream: StreamMachine, at now: HUDInstant) {
        let details = Self.details(of: part, stream, at: now, named: part.name.given != nil)
        if let node = part.node {
            if part.last?.details != details { node.detailsLabel = details }
            if stream.isTree {
                part.ended.count(stream, on: node)
            } else if let progress = stream.work.progress {
                part.progress.show(progress, on: node)
            }
        }
        part.last = (stream.state, details)
        endPart(part, stream, at: now)
    }

    /// Begins the part of a stream that has begun.
    private func beginPart(_ part: Part, _ stream: StreamMachine, since before: StreamMachine.State?, at now: HUDInstant) {
        let name = part.title(stream)
        let node = part.node
        if let node, node.label != name { node.label = name }
        let wasOver = before?.hasEnded ?? false
        guard part.begun == nil, stream.state != .silent, !wasOver || !stream.state.hasEnded else { return }
        display.reporter?.report(started: job(part, name))
        if reportsLines { part.name.reported = name }
        let headStart = stream.work.began.map { $0.duration(to: now) } ?? .zero
        part.begun = (name, now.advanced(by: .zero - headStart))
        if wasOver { beginAgain(part) } else { node?.begin(ago: headStart) }
    }

    /// Ends the part of a stream that has ended.
    private func endPart(_ part: Part, _ stream: StreamMachine, at now: HUDInstant) {
        guard let outcome = stream.state.outcome, part.begun != nil else { return }
        endTasks(of: part, outcome, at: now)
        part.node?.end(outcome)
        report(
            endOf: part, part.title(stream), outcome,
            elapsed: stream.work.run.elapsed ?? stream.work.began?.duration(to: now) ?? begin.duration(to: now))
    }

    private func report(endOf part: Part, _ name: String, _ outcome: HUDOutcome, elapsed: Duration) {
        report(ended: job(part, name), outcome, elapsed: elapsed)
        part.begun = nil
    }

    /// A stream whose job was over has begun again.
    private func beginAgain(_ part: Part) {
        guard let hud, let node = part.node else { return }
        if node.state == .finished {
            hud.work.complete(count: -1)
            part.node = share(of: hud.work, node.label, number: part.number).start()
        } else {
            node.restart()
        }
    }

    /// What a row says beside the name.
    private static func details(of part: Part, _ stream: StreamMachine, at now: HUDInstant, named: Bool = false) -> String {
        if let interruption = part.interruption { return interruption.words }
        return switch stream.state {
        case .stale(let since):
            // The age of the last sign of life, in whole seconds.
            "stale for \(max(1, since.duration(to: now).components.seconds)) s"
        case .silent, .live, .over, .lost:
            named && stream.work.details.isEmpty && !stream.isTree ? stream.work.label : stream.work.details
        }
    }
}

extension JobStreams.Source {
    /// What the source is called.
    var label: String {
        switch self {
        case .file(let name): name.fileName
        case .descriptor: "standard input"
        case .command(let text): text.text
        }
    }
}
