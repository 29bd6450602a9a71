import HUDCore

/// Which parts of a HUD's work are reported in lines, and when: a value.
///
/// A part is reported when its grace time is over. One that ends within it is reported only if it failed. Times come from the reports and the frames.
///
/// Before a part of a part is reported, those that it is in have begun. When a part ends, so do its own parts, before it.
struct PartReports: Sendable {
    /// A part that has begun and has not ended.
    struct Run: Sendable {
        let part: ReportedPart
        /// Counted from 1 in the order of the first reports, unless the program has given it one.
        let number: Int
        /// The number of the nearest part that it is in and that was running when it began; nil for a part of the work itself.
        var parent: Int?
        let name: String
        /// The number of times that it has begun.
        var attempt = 1
        /// Moved forward by the time for which it was paused.
        var start: HUDInstant
        /// When it was paused or ended; nil while it runs.
        var until: HUDInstant?
        let graceTime: Duration
        /// Whether its beginning was reported.
        var hasBegun = false
        /// Whether its grace time was over.
        var isReported = false

        func elapsed(at time: HUDInstant) -> Duration { max(.zero, start.duration(to: until ?? time)) }
    }

    enum Event {
        /// A part has begun. Comes before all others, when the first of them is due.
        case begun(Run)
        /// The grace time of a part is over.
        case appeared(Run)
        /// A part that was reported is paused, or runs again.
        case changed(Run)
        /// A part has ended.
        case ended(Run, HUDOutcome, elapsed: Duration)
    }

    /// The parts, by number.
    private(set) var runs: [Int: Run] = [:]
    private var numbers: [ReportedPart: Int] = [:]
    /// The numbers of those that were not reported.
    private var fresh: Set<Int> = []
    private var lastNumber = 0
    /// The running parts of each part, by number.
    private var partsOf: [Int: Set<Int>] = [:]
    private var lastNumberOfParts = Self.mostNumbered
    /// Parts that have not succeeded, the oldest first: they can begin again, as the same ones.
    private var brokenOff: [ReportedPart: Run] = [:]
    private var order: [ReportedPart] = []

    /// Parts of those that the program numbers have greater numbers than this, so that no later number of the program is the same.
    static let mostNumbered = 1_000_000_000
    /// The most parts that have not succeeded and are remembered.
    private static let mostBrokenOff = 1000

    /// Takes a report.
    mutating func take(_ report: PartChange) -> [Event] {
        let state = report.part.state
        if let number = numbers[report.part], var run = runs[number] {
            switch state {
            case .waiting: return []
            case .running, .paused:
                if let start = report.start { run.start = start }
                run.until = state == .paused ? report.until ?? report.time : nil
                runs[number] = run
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
            // Otherwise its end has been reported.
            guard report.isFirst else { return [] }
            return end(begin(report, in: ancestors, at: report.until), .failed(reason: reason), at: report.time)
        case .running, .paused:
            let run = begin(report, in: ancestors, at: state == .paused ? report.until ?? report.time : nil)
            runs[run.number] = run
            numbers[report.part] = run.number
            fresh.insert(run.number)
            if let parent = run.parent { partsOf[parent, default: []].insert(run.number) }
            return appear(run.number, at: report.time)
        }
    }

    private mutating func begin(_ report: PartChange, in ancestors: [ReportedPart], at until: HUDInstant?) -> Run {
        let start = report.start ?? report.time
        let parent = ancestors.first { numbers[$0] != nil }.flatMap { numbers[$0] }
        if var run = brokenOff.removeValue(forKey: report.part) {
            order.removeAll { $0 == report.part }
            (run.parent, run.start, run.until, run.hasBegun, run.isReported) = (parent, start, until, false, false)
            run.attempt += 1
            return run
        }
        return Run(
            part: report.part, number: report.part.number ?? newNumber(in: ancestors), parent: parent, name: report.part.label,
            start: start, until: until, graceTime: report.graceTime)
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
        switch outcome {
        case .succeeded, .cancelled: break
        case .failed: events += begun(&run)
        }
        runs[run.number] = nil
        numbers[run.part] = nil
        fresh.remove(run.number)
        if let parent = run.parent {
            partsOf[parent]?.remove(run.number)
            if partsOf[parent]?.isEmpty == true { partsOf[parent] = nil }
        }
        if run.hasBegun { events.append(.ended(run, outcome, elapsed: run.elapsed(at: time))) }
        switch outcome {
        case .succeeded: break
        case .failed, .cancelled: remember(run)
        }
        return events
    }

    /// Ends the parts of a part that has ended, or begins again, the deepest ones first.
    mutating func endParts(of number: Int, _ outcome: HUDOutcome, at time: HUDInstant) -> [Event] {
        guard let parts = partsOf[number] else { return [] }
        let ending = outcome == .succeeded ? HUDOutcome.succeeded : .cancelled
        return parts.sorted().flatMap { part in runs[part].map { end($0, ending, at: time) } ?? [] }
    }

    /// The beginnings of a part and of those that it is in, as far as they were not reported, the highest one first.
    private mutating func begun(_ run: inout Run) -> [Event] {
        guard !run.hasBegun else { return [] }
        run.hasBegun = true
        var events = [Event.begun(run)]
        var above = run.parent
        while let number = above, var parent = runs[number], !parent.hasBegun {
            parent.hasBegun = true
            runs[number] = parent
            events.append(.begun(parent))
            above = parent.parent
        }
        return events.reversed()
    }

    private mutating func remember(_ run: Run) {
        brokenOff[run.part] = run
        order.append(run.part)
        if order.count > Self.mostBrokenOff { brokenOff[order.removeFirst()] = nil }
    }

    /// Lets a part begin again whose runs the program counts itself.
    mutating func restart(_ number: Int, at time: HUDInstant) {
        guard var run = runs[number] else { return }
        (run.start, run.until, run.hasBegun, run.isReported) = (time, nil, false, false)
        runs[number] = run
        fresh.insert(number)
    }

    /// Takes the time of a frame.
    mutating func advance(to time: HUDInstant) -> [Event] {
        fresh.filter { isDue($0, at: time) }.sorted().flatMap { appear($0, at: time) }
    }

    private func isDue(_ number: Int, at time: HUDInstant) -> Bool {
        guard let run = runs[number], run.until == nil else { return false }
        return run.start.advanced(by: run.graceTime) <= time
    }

    private mutating func appear(_ number: Int, at time: HUDInstant) -> [Event] {
        guard isDue(number, at: time), var run = runs[number] else { return [] }
        let begun = begun(&run)
        run.isReported = true
        runs[number] = run
        fresh.remove(number)
        return begun + [.appeared(run)]
    }
}
