import HUDCore
import HUDReports

// Playing: which jobs run, and which of them have a row.
extension GroupScenario {
    /// What happens, in order of time. Jobs are numbered from 0.
    enum Moment: Sendable, Equatable {
        /// A job starts.
        case start(job: Int, time: HUDInstant)
        /// A job ends.
        case end(job: Int, fails: Bool, time: HUDInstant)
        /// A row comes or goes.
        case row(RowEvent<RowTask>)
    }

    /// Plays the scenario to its end. A row of a job that failed stays.
    ///
    /// - Parameter body: Called with each moment, in order. An error that it throws ends the scenario.
    /// - Throws: What `body` throws.
    func play<Failure: Error>(_ body: (Moment) throws(Failure) -> Void) throws(Failure) {
        var machine = RowMachine(
            limit: rows, graceTime: graceTime, minimumShowTime: minimumShowTime)
        var running: [(end: HUDInstant, job: Int)] = []
        var next = 0
        var now = HUDInstant.zero
        func start() throws(Failure) {
            while next < jobs.count, running.count < slots {
                let events = machine.update(RowTask(next), to: .running, at: now)
                for event in events { try body(.row(event)) }
                try body(.start(job: next, time: now))
                let end = now.advanced(by: jobs[next].duration)
                let place = running.firstIndex { $0.end > end } ?? running.count
                running.insert((end, next), at: place)
                next += 1
            }
        }
        try start()
        while !running.isEmpty {
            let (end, job) = running.removeFirst()
            now = end
            let fails = jobs[job].fails
            let events = machine.update(RowTask(job), to: fails ? .failed(reason: "") : .finished, at: now)
            // Rows that came or went before this moment are first; one that goes now follows it.
            for event in events where event.time < now { try body(.row(event)) }
            try body(.end(job: job, fails: fails, time: now))
            for event in events where event.time >= now { try body(.row(event)) }
            try start()
        }
        while let deadline = machine.nextDeadline {
            for event in machine.advance(to: deadline) { try body(.row(event)) }
        }
    }
}

extension GroupScenario.Moment {
    /// When it happens.
    var time: HUDInstant {
        switch self {
        case .start(_, let time), .end(_, _, let time): time
        case .row(let event): event.time
        }
    }

    /// The moment as a JSON object on one line, without a line feed.
    ///
    /// - Parameter jobs: The jobs of the scenario.
    func json(_ jobs: [GroupScenario.Job]) -> String {
        var line = JSONLine()
        line.add("t", time.offset)
        switch self {
        case .start: line.add("event", "start")
        case .end(_, let fails, _):
            line.add("event", "end")
            line.add("failed", fails)
        case .row(let row):
            line.add("event", row.kind == .appear ? "appear" : "disappear")
            line.add("place", row.place)
        }
        line.add("job", jobs[job].name)
        return line.text
    }

    private var job: Int {
        switch self {
        case .start(let job, _), .end(let job, _, _): job
        case .row(let row): row.task.number
        }
    }
}
