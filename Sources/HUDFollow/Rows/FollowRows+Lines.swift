import HUDCore
import HUDJob
import HUDReports
import HUDTerminal

extension FollowRows {
    // MARK: What was printed

    func print(_ changes: StreamMachine.Changes, of part: Part, _ stream: StreamMachine) {
        switch configuration.output {
        case .hide where display.failureTail == nil: break
        case .failure, .hide: for line in changes.prints { part.log.add(line) }
        case .prefix:
            // A task may have begun since the last update.
            let names = Dictionary(changes.tasks.map { ($0.key, $0.work.label) }) { $1 }
            for line in changes.prints { print(line, as: names[line.task] ?? title(of: line, part, stream)) }
        }
    }

    /// Prints the last lines of a task or a stream that has failed; nil: of all.
    func printLog(of part: Part, _ task: UInt64?, as name: (StreamMachine.Print) -> String?) {
        for line in part.log.take(of: task).suffix(display.failureTail ?? .max) { print(line, as: name(line)) }
    }

    /// The name before a line: that of its task, or that of its stream if there are several.
    private func title(of line: StreamMachine.Print, _ part: Part, _ stream: StreamMachine) -> String? {
        part.tasks.known[line.task]?.job.name ?? (isAlone ? nil : part.title(stream))
    }

    func print(_ line: StreamMachine.Print, as name: String?) {
        display.log(name.map { $0 + ": " + line.text } ?? line.text)
    }

    /// Prints what belongs to the end of a stream, and to a silence where no row shows it.
    func printState(of part: Part, _ stream: StreamMachine) {
        let task: UInt64?
        switch stream.state {
        case .silent, .live: return
        case .stale:
            let time = (stream.silence.patience ?? .zero).decimalSeconds
            if reportsLines, display.failureTail == nil { display.log("\(part.title(stream)): silent for \(time) s") }
            return
        case .over(.succeeded), .over(.cancelled): return _ = part.log.take(of: nil)
        case .over(.failed): task = 0
        case .lost(let reason):
            task = nil
            // A single stream may have nothing on screen that says it.
            if stream.isRefused, isAlone || !reportsLines && !leavesHeadLines {
                display.log("\(part.title(stream)): \(reason)")
            }
        }
        printLog(of: part, task) { title(of: $0, part, stream) }
    }

    /// Prints that a command is run again, after the last lines of the run that has ended.
    func printInterruption(of part: Part, _ stream: StreamMachine, _ words: String) {
        printLog(of: part, nil) { title(of: $0, part, stream) }
        display.log("\(part.title(stream)): \(words)")
    }

    // MARK: Lines

    /// Whether the streams and tasks are reported in lines.
    var reportsLines: Bool { display.reportsJobs }

    /// A stream as a job of ours.
    func job(_ part: Part, _ name: String) -> JSONJob {
        JSONJob(number: part.number, name: name, attempt: 1, slot: part.number)
    }

    /// Whether lines about what has failed stay above the HUD.
    var leavesHeadLines: Bool { display.screen?.leavesSummary == true }

    func report(
        ended job: JSONJob, _ outcome: HUDOutcome, status: Int32? = nil, elapsed: Duration, willRetry: Bool = false
    ) {
        if leavesHeadLines, !willRetry, case .failed(let reason) = outcome {
            display.log(display.headLine(of: job.name, reason, after: elapsed))
        }
        display.reporter?.report(
            ended: job, outcome, status: status ?? (outcome == .succeeded ? 0 : 1), elapsed: elapsed, usage: nil,
            willRetry: willRetry)
    }
}
