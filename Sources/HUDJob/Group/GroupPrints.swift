import HUDCore
import HUDLibc
import Synchronization

/// The thread that reads jobs' output where it was kept and hands it to the printer, so that large outputs don't keep the group from noticing signals.
final class GroupPrints: Sendable {
    private enum Task: Sendable {
        case goLive(GroupSpool)
        case showLine(GroupSpool)
        case finish(GroupSpool, Int, head: [UInt8])
        case endLines(GroupSpool)
        case shelve(GroupSpool)
        case late([UInt8], JobStream, GroupSpool)
        case flush
        case end
    }

    private let tasks: GroupMailbox<Task>
    private let answers: GroupMailbox<GroupLetter>
    private let printer: GroupPrinter
    /// The number of tasks that are not done.
    private let pending = Atomic<Int>(0)

    /// Returns nil, with errno, if the process has no more descriptors.
    init?(printer: GroupPrinter, answering answers: GroupMailbox<GroupLetter>) {
        guard let tasks = GroupMailbox<Task>() else { return nil }
        self.tasks = tasks
        self.answers = answers
        self.printer = printer
    }

    /// Whether something waits to be printed.
    var isBusy: Bool { pending.load(ordering: .acquiring) > 0 || printer.isBusy }

    /// Starts the threads. Returns false if there are none to be had.
    func start() -> Bool {
        guard printer.start() else { return false }
        return JobThread.startIfPossible { [tasks, self] in
            while true {
                for task in tasks.wait() {
                    switch task {
                    case .goLive(let spool): spool.goLive()
                    case .showLine(let spool): spool.showLine()
                    case .finish(let spool, let job, let head):
                        spool.finish(head: head)
                        printer.then { [answers] in answers.post(.printed(job)) }
                    case .endLines(let spool): spool.endLines()
                    case .shelve(let spool): spool.shelve()
                    case .late(let bytes, let stream, let spool): bytes.withUnsafeBytes { spool.append($0, from: stream) }
                    case .flush: printer.then { [answers] in answers.post(.flushed) }
                    case .end: return printer.stop()
                    }
                    pending.subtract(1, ordering: .releasing)
                }
            }
        }
    }

    /// Ends the thread when it has printed everything.
    func end() { add(.end) }

    /// Prints what a job has printed so far, and from then on what comes.
    func goLive(_ spool: GroupSpool) { add(.goLive(spool)) }

    /// Prints the unfinished line of a job.
    func showLine(_ spool: GroupSpool) { add(.showLine(spool)) }

    /// Prints the rest of a job's output, and answers.
    ///
    /// - Parameter head: The line that says that the job has failed; empty if it has not.
    func finish(_ spool: GroupSpool, _ job: Int, head: [UInt8]) { add(.finish(spool, job, head: head)) }

    /// Prints the unfinished lines of a run after which the job runs again.
    func endLines(_ spool: GroupSpool) { add(.endLines(spool)) }

    /// Puts the output of a job that waits for an earlier one into a file that all such jobs share.
    func shelve(_ spool: GroupSpool) { add(.shelve(spool)) }

    /// Takes output of a job whose run is over.
    func late(_ bytes: UnsafeRawBufferPointer, from stream: JobStream, of spool: GroupSpool) {
        add(.late(Array(bytes), stream, spool))
    }

    /// Answers when everything before has been printed.
    func flush() { add(.flush) }

    private func add(_ task: Task) {
        pending.add(1, ordering: .releasing)
        tasks.post(task)
    }
}
