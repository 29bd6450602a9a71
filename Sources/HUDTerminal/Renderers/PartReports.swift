import HUDCore

/// Which parts of a HUD's work are reported in lines, and when: a value.
///
/// A part is reported when its grace time is over. One that ends within it is reported only if it failed. Times come from the reports and the frames.
struct PartReports: Sendable {
    /// A part that has begun and has not ended.
    struct Run: Sendable {
        let part: ReportedPart
        /// Counted from 1 in the order of the first reports, unless the program has given it one.
        let number: Int
        let name: String
        /// The number of times that it has begun.
        var attempt = 1
        /// Moved forward by the time for which it was paused.
        var start: HUDInstant
        /// When it was paused or ended; nil while it runs.
        var until: HUDInstant?
        let graceTime: Duration
        /// Whether it was reported.
        var isReported = false

        func elapsed(at time: HUDInstant) -> Duration { max(.zero, start.duration(to: until ?? time)) }
    }

    enum Event {
        /// The grace time of a part is over.
        case appeared(Run)
        /// A part that was reported is paused, or runs again.
        case changed(Run)
        /// A part has ended. If it was not reported, it failed.
        case ended(Run, HUDOutcome, elapsed: Duration)
    }

    /// The parts, by number.
    private(set) var runs: [Int: Run] = [:]
    private var numbers: [ReportedPart: Int] = [:]
    /// The numbers of those that were not reported.
    private var fresh: Set<Int> = []
    private var lastNumber = 0
    /// Parts that have not succeeded, the oldest first: they can begin again, as the same ones.
    private var brokenOff: [ReportedPart: Run] = [:]
    private var order: [ReportedPart] = []

    /// The most parts that have not succeeded and are remembered.
    private static let mostBrokenOff = 1000

    /// Takes a report.
    mutating func take(_ report: PartReport) -> [Event] {
        let state = report.part.state
        if let number = numbers[report.part], var run = runs[number] {
            switch state {
            case .waiting: return []
            case .running, .paused:
                if let start = report.start { run.start = start }
                run.until = state == .paused ? report.until ?? report.time : nil
                runs[number] = run
                return run.isReported ? [.changed(run)] : appear(number, at: report.time)
            case .finished: return end(run, .succeeded, at: report.time)
            case .cancelled: return end(run, .cancelled, at: report.time)
            case .failed(let reason): return end(run, .failed(reason: reason), at: report.time)
            }
        }
        switch state {
        case .waiting, .finished, .cancelled: return []
        case .failed(let reason):
            // Otherwise its end has been reported.
            return report.isFirst ? end(begin(report, at: report.until), .failed(reason: reason), at: report.time) : []
        case .running, .paused:
            let run = begin(report, at: state == .paused ? report.until ?? report.time : nil)
            runs[run.number] = run
            numbers[report.part] = run.number
            fresh.insert(run.number)
            return appear(run.number, at: report.time)
        }
    }

    private mutating func begin(_ report: PartReport, at until: HUDInstant?) -> Run {
        let start = report.start ?? report.time
        if var run = brokenOff.removeValue(forKey: report.part) {
            order.removeAll { $0 == report.part }
            (run.start, run.until, run.isReported) = (start, until, false)
            run.attempt += 1
            return run
        }
        lastNumber += 1
        return Run(
            part: report.part, number: report.part.number ?? lastNumber, name: report.part.label, start: start, until: until,
            graceTime: report.graceTime)
    }

    private mutating func end(_ run: Run, _ outcome: HUDOutcome, at time: HUDInstant) -> [Event] {
        runs[run.number] = nil
        numbers[run.part] = nil
        fresh.remove(run.number)
        var isReported = run.isReported
        switch outcome {
        case .succeeded: break
        case .failed:
            isReported = true
            remember(run)
        case .cancelled: remember(run)
        }
        return isReported ? [.ended(run, outcome, elapsed: run.elapsed(at: time))] : []
    }

    private mutating func remember(_ run: Run) {
        brokenOff[run.part] = run
        order.append(run.part)
        if order.count > Self.mostBrokenOff { brokenOff[order.removeFirst()] = nil }
    }

    /// Lets a part begin again whose runs the program counts itself.
    mutating func restart(_ number: Int, at time: HUDInstant) {
        guard var run = runs[number] else { return }
        (run.start, run.until, run.isReported) = (time, nil, false)
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
        run.isReported = true
        runs[number] = run
        fresh.remove(number)
        return [.appeared(run)]
    }
}
