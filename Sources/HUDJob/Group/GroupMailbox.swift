import HUDCore
import HUDLibc
import Synchronization

/// A queue from any thread to one, which waits for it in `poll`.
final class GroupMailbox<Letter: Sendable>: Sendable {
    private let letters = Mutex<[Letter]>([])
    /// Readable when there are letters.
    let readEnd: Int32
    private let writeEnd: Int32

    /// Returns nil, with errno, if the process has no more descriptors.
    init?() {
        guard let ends = JobDescriptors.pipe() else { return nil }
        (readEnd, writeEnd) = ends
        for end in [readEnd, writeEnd] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }

    deinit {
        for end in [readEnd, writeEnd] { close(end) }
    }

    /// Sends a letter.
    func post(_ letter: Letter) {
        let isFirst = letters.withLock { letters in
            letters.append(letter)
            return letters.count == 1
        }
        guard isFirst else { return }
        var byte: UInt8 = 0
        _ = write(writeEnd, &byte, 1)
    }

    /// Takes the letters that have arrived.
    func take() -> [Letter] {
        var bytes = (UInt64(0), UInt64(0))
        _ = read(readEnd, &bytes, 16)
        return letters.withLock { letters in
            defer { letters = [] }
            return letters
        }
    }

    /// Waits for letters without limit, and takes them.
    func wait() -> [Letter] {
        while true {
            let taken = take()
            if !taken.isEmpty { return taken }
            var bell = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
            _ = poll(&bell, 1, -1)
        }
    }
}

/// What happens to a group on other threads.
enum GroupLetter: Sendable {
    /// The main process of a job has ended, and its output has not.
    case exited(Int)
    /// More of the output that goes on after the result of its job can be taken.
    case takesMore
    /// Output of a job that has not ended, and what takes it.
    case left(GroupRun.LateOutput)
    /// A run of a job has ended.
    case ended(Int, GroupMachine.Ending)
    /// The system refused to start a job.
    case refused(Int, HUDJobError)
    /// A job that has the keyboard has begun a line and not ended it.
    case unfinishedLine(Int)
    /// The output of a job has been printed.
    case printed(Int)
    /// Everything has been printed that was queued before ``Journal/flush()``.
    case flushed
    /// Something can't be written; a sentence without a period.
    case writeFailed(String)
    /// Output can't be kept in a temporary file, so it was printed as it came.
    case notKept(errorNumber: Int32)
    case asked(JobGroup.Request)
    /// A job's row comes or goes.
    case row(RowEvent<String>)
    /// The pager has stopped, continued or ended.
    case pager(Job.Change)
    /// No more output can be held behind the pager.
    case heldTooMuch
    /// The HUD is off the terminal.
    case hudGone
}

extension JobGroup {
    /// Passes requests to a group that runs, from any thread.
    ///
    /// ```swift
    /// let controller = JobGroup.Controller()
    /// async let result = group.run(controller: controller)
    /// controller.ask(.pauseAll)
    /// controller.ask(.resumeAll)
    /// print(try await result.succeeded)
    /// ```
    public final class Controller: Sendable {
        private struct State {
            var mailbox: GroupMailbox<GroupLetter>?
            /// What was asked before the group ran.
            var early: [Request] = []
        }

        private let state = Mutex(State())

        /// A controller of no group yet.
        public init() {}

        /// Asks something of the group. Before the group runs, the request is kept; after it has ended, it has no effect. A request for a job in
        /// another state has no effect either.
        public func ask(_ request: Request) {
            state.withLock { state in
                if let mailbox = state.mailbox { mailbox.post(.asked(request)) } else { state.early.append(request) }
            }
        }

        func begin(_ mailbox: GroupMailbox<GroupLetter>) {
            state.withLock { state in
                state.mailbox = mailbox
                for request in state.early { mailbox.post(.asked(request)) }
                state.early = []
            }
        }
    }
}
