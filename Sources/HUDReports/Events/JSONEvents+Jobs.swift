import HUDCore

/// What the stream of a ``JSONRenderer`` is about.
package enum JSONStreamKind: String {
    /// One job.
    case job
    /// Jobs that have lines of their own.
    case tree
}

/// What has been written about the jobs of a tree.
struct JSONJobs {
    /// Lines about the progress of jobs in ``JSONEvents/progressInterval``, at most.
    static let mostLines = 20

    var parts = PartReports()
    /// The jobs of a group that are running, by number.
    var ofGroup: [Int: JSONJob] = [:]
    /// The progress of jobs, sampled for the lines of the current frame or report.
    var samples: [ReportedPart: ProgressSample] = [:]
    /// What was written about those that have appeared.
    var told: [Int: (last: HUDInstant, content: JSONLine)] = [:]
    /// How many jobs there are in the end; nil if the HUD knows.
    var totals: RowTaskCounts?
    /// The number of the job that a frame's last line about progress was about. The next frame begins with the job after it, so that all have their turn.
    var lastTold = 0
    /// The beginning of the interval in which lines are counted, and their number.
    var interval = (begin: HUDInstant.distantPast, lines: 0)
}

// Lines about the jobs of a tree, and about texts.
extension JSONEvents {
    // MARK: Jobs of a group

    /// A job of a group has started.
    mutating func start(of job: JSONJob, at time: HUDInstant) -> [JSONLine] {
        jobs.ofGroup[job.number] = job
        jobs.told[job.number] = nil
        if job.attempt > 1 { jobs.parts.restart(job.number, at: time) }
        guard var line = jobLine("job-start", job, at: time) else { return [] }
        line.add("slot", job.slot)
        line.add("expected", job.expected)
        return [line]
    }

    /// A run of a job of a group has ended.
    mutating func end(
        of job: JSONJob, _ outcome: HUDOutcome, status: Int, elapsed: Duration, usage: HUDUsage?, willRetry: Bool,
        at time: HUDInstant
    ) -> [JSONLine] {
        let lines = jobs.parts.endParts(of: job.number, outcome, at: time).flatMap { self.lines(for: $0, at: time) }
        jobs.ofGroup[job.number] = nil
        jobs.told[job.number] = nil
        guard var line = jobLine("job-end", job, at: time) else { return lines }
        line.add("elapsed", elapsed)
        line.add("status", status)
        line.add(outcome)
        line.add(usage)
        if willRetry { line.add("retried", true) }
        return lines + [line]
    }

    /// A job is not run.
    mutating func skip(_ number: Int, in parent: Int?, _ name: String, reason: String, at time: HUDInstant) -> [JSONLine] {
        guard let time = elapse(to: time) else { return [] }
        var line = Self.head("job-skip", at: time)
        line.add("job", number)
        line.add("parent", parent)
        line.add("name", name.ellipsized)
        line.add("reason", reason.ellipsized)
        return [line]
    }

    // MARK: Parts of a HUD's work

    /// The state of a part may have changed.
    mutating func take(_ report: PartChange) -> [JSONLine] {
        guard isOnScreen, !isWork(ofOtherThan: report.hudID) else { return [] }
        return jobs.parts.take(report).flatMap { lines(for: $0, at: report.time) }
    }

    /// The parts whose progress the next frame may report. It is sampled without a lock, because sources are the program's.
    var partsToSample: [ReportedPart] { jobs.parts.runs.known.values.map(\.part) }

    /// Lines about jobs that are due in a frame.
    mutating func jobLines(at time: HUDInstant) -> [JSONLine] {
        var lines = jobs.parts.advance(to: time).flatMap { self.lines(for: $0, at: time) }
        if jobs.told.isEmpty { return lines }
        if jobs.interval.begin.duration(to: time) >= Self.progressInterval { jobs.interval = (time, 0) }
        let numbers = jobs.told.keys.sorted()
        let next = numbers.firstIndex { $0 > jobs.lastTold } ?? 0
        for number in numbers[next...] + numbers[..<next] {
            guard jobs.interval.lines < JSONJobs.mostLines else { break }
            guard let run = jobs.parts.runs.known[number], let told = jobs.told[number] else { continue }
            let gap = told.last.duration(to: time)
            guard gap >= Self.progressInterval, jobs.samples[run.part] != nil else { continue }
            let isChanged = content(of: run) != told.content
            guard isChanged || gap >= heartbeatInterval else { continue }
            lines += report(isChanged ? "job-progress" : "job-heartbeat", run, at: time)
            jobs.interval.lines += 1
            jobs.lastTold = number
        }
        return lines
    }

    private mutating func lines(for event: PartReports.Event, at time: HUDInstant) -> [JSONLine] {
        switch event {
        case .begun(let run):
            guard run.part.number == nil, let line = jobLine("job-start", JSONJob(of: run), at: time) else { return [] }
            return [line]
        case .appeared(let run): return report("job-appear", run, at: time)
        // Pauses are few, so they are not delayed.
        case .changed(let run): return report("job-progress", run, at: time)
        case .ended(let run, let outcome, let elapsed):
            jobs.told[run.number] = nil
            guard run.part.number == nil, var line = jobLine("job-end", JSONJob(of: run), at: time) else { return [] }
            line.add("elapsed", elapsed)
            line.add(outcome)
            return [line]
        }
    }

    private mutating func report(_ event: String, _ run: PartReports.Run, at time: HUDInstant) -> [JSONLine] {
        // Between two of its runs, a job of a group is not among the running jobs, and has no lines.
        guard let job = run.part.number == nil ? JSONJob(of: run) : jobs.ofGroup[run.number],
            var line = jobLine(event, job, at: time)
        else { return [] }
        let content = content(of: run)
        jobs.told[run.number] = (time, content)
        line.add("elapsed", run.time.elapsed(at: time))
        line.add(content)
        return [line]
    }

    /// What a line says about the progress of a job.
    private func content(of run: PartReports.Run) -> JSONLine {
        var line = JSONLine()
        line.add("state", run.time.until == nil ? "running" : "paused")
        let details = run.part.detailsLabel
        if !details.isEmpty { line.add("details", details.ellipsized) }
        // A job without a total and without progress has probably reported nothing, so nothing is said about its progress.
        guard let progress = jobs.samples[run.part],
            progress.totalUnitCount != nil || progress.fraction > 0 || progress.completedUnitCount ?? 0 > 0
        else { return line }
        line.add(progress, isFractionShown: progress.completedUnitCount == nil)
        return line
    }

    private mutating func jobLine(_ event: String, _ job: JSONJob, at time: HUDInstant) -> JSONLine? {
        guard let time = elapse(to: time) else { return nil }
        var line = Self.head(event, at: time)
        line.add("job", job.number)
        line.add("parent", job.parent)
        line.add("name", job.name.ellipsized)
        line.add("attempt", job.attempt)
        return line
    }

    // MARK: Totals and texts

    /// The number of jobs in each state, in an object.
    static func object(of counts: RowTaskCounts) -> JSONLine {
        var line = JSONLine()
        line.add("waiting", counts.waiting)
        line.add("running", counts.running)
        line.add("paused", counts.paused)
        line.add("succeeded", counts.finished)
        line.add("failed", counts.failed)
        line.add("cancelled", counts.cancelled)
        if counts.skipped > 0 { line.add("skipped", counts.skipped) }
        return line
    }

    /// The program has printed a text, at an instant of the renderer's clock.
    mutating func log(_ text: String, at time: HUDInstant) -> [JSONLine] {
        var line = Self.head("log", at: elapse(to: time.advanced(by: clockOffset)))
        line.add("text", text)
        return [line]
    }
}

extension JSONJob {
    /// A part without a number of its own.
    fileprivate init(of run: PartReports.Run) {
        self.init(number: run.number, parent: run.parent, name: run.name, attempt: run.attempt, slot: 0, expected: nil)
    }
}
