import HUDCore

/// Which parts of a HUD's work are reported in lines, and when: a value.
///
/// A part is reported when its grace time is over. One that ends within it is reported only if it failed. Times come from the reports and the frames.
///
/// Before a part of a part is reported, those that it is in have begun. When a part ends, so do its own parts, before it.
package struct PartReports: Sendable {
    /// A part that has begun and has not ended.
    package struct Run: LedgerTask {
        package let part: ReportedPart
        /// Counted from 1 in the order of the first reports, unless the program has given it one.
        let number: Int
        /// The number of the nearest part that it is in and that was running when it began; nil for a part of the work itself.
        package var parent: Int?
        /// The label that it has when its beginning is reported: programs set it after they have started a part.
        package var name: String
        /// The number of times that it has begun.
        var attempt = 0
        package var state = TaskState.waiting
        var time: TaskTime
        let graceTime: Duration
        /// Whether its beginning was reported.
        var hasBegun = false
        /// Whether its grace time was over.
        var isReported = false
    }

    package enum Event {
        /// A part has begun. Comes before all others, when the first of them is due.
        case begun(Run)
        /// The grace time of a part is over.
        case appeared(Run)
        /// A part that was reported is paused, or runs again.
        case changed(Run)
        /// A part has ended.
        case ended(Run, HUDOutcome, elapsed: Duration)
    }

    /// The parts, by number. Those that have not succeeded are remembered: they can begin again, as the same ones.
    private(set) var runs = TaskLedger<Run>(mostRemembered: Self.mostBrokenOff)
    private var numbers: [ReportedPart: Int] = [:]
    /// The numbers of those that were not reported.
    private var fresh: Set<Int> = []
    private var lastNumber = 0
    private var lastNumberOfParts = Self.mostNumbered
    /// Parts that were forgotten; see ``takeReleased()``.
    private var released: [ReportedPart] = []

    /// Parts of those that the program numbers have greater numbers than this, so that no later number of the program is the same.
    static let mostNumbered = 1_000_000_000
    /// The most parts that have not succeeded and are remembered.
    private static let mostBrokenOff = 1000

    package init() {}

    /// Takes a report.
    package mutating func take(_ report: PartChange) -> [Event] {
        let state = report.part.state
        if let number = numbers[report.part], var run = runs.known[number] {
            switch state {
            case .waiting: return []
            case .running, .paused:
                if let start = report.start { run.time.start = start }
                run.time.until = state == .paused ? report.until ?? report.time : nil
                run.state = state
                runs.set(number, run)
                return run.isReported ? [.changed(run)] : appear(number, at: report.time)
            case .finished, .failed, .cancelled: return state.outcome.map { end(run, $0, at: report.time) } ?? []
            }
        }
        let ancestors = report.ancestors
        // Parts end with the part that they are in, whatever becomes of them.
        if ancestors.contains(where: \.state.hasEnded) { return [] }
        switch state {
        case .waiting, .finished, .cancelled: return []
        case .failed(let reason):
            // Its end may have been reported.
            guard numbers[report.part] == nil else { return [] }
            return end(begin(report, in: ancestors, at: report.until), .failed(reason: reason), at: report.time)
        case .running, .paused:
            var run = begin(report, in: ancestors, at: state == .paused ? report.until ?? report.time : nil)
            run.state = state
            runs.set(run.number, run)
            fresh.insert(run.number)
            return appear(run.number, at: report.time)
        }
    }

    private mutating func begin(_ report: PartChange, in ancestors: [ReportedPart], at until: HUDInstant?) -> Run {
        let parent = ancestors.compactMap { numbers[$0] }.first { runs.known[$0] != nil }
        let time = TaskTime(start: report.start ?? report.time, until: until)
        var run =
            numbers[report.part].flatMap { runs[$0] }
            ?? Run(
                part: report.part, number: report.part.number ?? newNumber(in: ancestors), name: report.part.label, time: time,
                graceTime: report.graceTime)
        run.attempt += 1
        (run.parent, run.time, run.hasBegun, run.isReported) = (parent, time, false, false)
        numbers[run.part] = run.number
        return run
    }

    private mutating func newNumber(in ancestors: [ReportedPart]) -> Int {
        if ancestors.contains(where: { $0.number != nil }) {
            lastNumberOfParts += 1
            return lastNumberOfParts
        }
        lastNumber += 1
        return lastNumber
    }

    private mutating func end(_ ended: Run, _ outcome: HUDOutcome, at time: HUDInstant) -> [Event] {
        var run = ended
        var events = endParts(of: run.number, outcome, at: time)
        if case .failed = outcome { events += begun(&run) }
        fresh.remove(run.number)
        run.state = TaskState(outcome)
        runs.set(run.number, run)
        let oldest = runs.dismiss(run.number, as: outcome == .succeeded ? nil : run)
        if let gone = outcome == .succeeded ? run : oldest, runs[gone.number] == nil { numbers[gone.part] = nil }
        if let oldest { released.append(oldest.part) }
        if run.hasBegun { events.append(.ended(run, outcome, elapsed: run.time.elapsed(at: time))) }
        return events
    }

    /// Ends the parts of a part that has ended, or begins again, the deepest ones first.
    mutating func endParts(of number: Int, _ outcome: HUDOutcome, at time: HUDInstant) -> [Event] {
        let ending = outcome == .succeeded ? HUDOutcome.succeeded : .cancelled
        return runs.parts(of: number).sorted().flatMap { part in runs.known[part].map { end($0, ending, at: time) } ?? [] }
    }

    /// The beginnings of a part and of those that it is in, as far as they were not reported, the highest one first.
    private mutating func begun(_ run: inout Run) -> [Event] {
        guard !run.hasBegun else { return [] }
        run.hasBegun = true
        run.name = run.part.label
        var events = [Event.begun(run)]
        var above = run.parent
        while let number = above, var parent = runs.known[number], !parent.hasBegun {
            parent.hasBegun = true
            parent.name = parent.part.label
            runs.set(number, parent)
            events.append(.begun(parent))
            above = parent.parent
        }
        return events.reversed()
    }

    /// Lets a part begin again whose runs the program counts itself.
    mutating func restart(_ number: Int, at time: HUDInstant) {
        guard var run = runs.known[number] else { return }
        (run.time, run.hasBegun, run.isReported) = (TaskTime(start: time), false, false)
        runs.set(number, run)
        fresh.insert(number)
    }

    /// Takes the parts that were forgotten, to release outside a lock: one may hold the last reference to a closure of the program.
    package mutating func takeReleased() -> [ReportedPart] {
        if released.isEmpty { return [] }
        defer { released = [] }
        return released
    }

    /// Takes the time of a frame.
    package mutating func advance(to time: HUDInstant) -> [Event] {
        fresh.filter { isDue($0, at: time) }.sorted().flatMap { appear($0, at: time) }
    }

    private func isDue(_ number: Int, at time: HUDInstant) -> Bool {
        guard let run = runs.known[number], run.time.until == nil else { return false }
        return run.time.start.advanced(by: run.graceTime) <= time
    }

    private mutating func appear(_ number: Int, at time: HUDInstant) -> [Event] {
        guard isDue(number, at: time), var run = runs.known[number] else { return [] }
        let begun = begun(&run)
        run.isReported = true
        runs.set(number, run)
        fresh.remove(number)
        return begun + [.appeared(run)]
    }
}
