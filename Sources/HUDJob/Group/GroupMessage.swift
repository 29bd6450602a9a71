import HUDCore
import Synchronization

/// What happens to a group on other threads.
enum GroupMessage: Sendable {
    /// What the machine takes as it is.
    case fact(GroupMachine.Fact)
    /// A job has been stopped because it must pause.
    case paused(Int)
    /// More of the output that goes on after the result of its job can be taken.
    case takesMore
    /// Output of a job that has not ended, and what takes it.
    case left(LateOutput)
    /// A run of a job has ended.
    case ended(Int, HUDJob.Result)
    /// The system refused to start a job.
    case refused(Int, HUDJobError)
    /// The output of a job has been printed.
    case printed(Int)
    /// Everything has been printed that was queued before ``Journal/flush()``.
    case flushed
    /// Something can't be written; a sentence without a period.
    case writeFailed(String)
    /// Output can't be kept in a temporary file, so it was printed as it came.
    case notKept(errorNumber: Int32)
    /// A job's row comes or goes.
    case row(RowEvent<String>)
    /// The pager has stopped, continued or ended.
    case pager(Job.Change)
    /// No more output can be held behind the pager.
    case heldTooMuch
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
        private enum State {
            /// The group has not begun. What was asked of it.
            case before([Request])
            case running(Mailbox<GroupMessage>)
            case over
        }

        private let state = Mutex(State.before([]))

        /// A controller of no group yet.
        public init() {}

        /// Asks something of the group. Before the group runs, the request is kept; after it has ended, it has no effect. A request for a job in
        /// another state has no effect either.
        public func ask(_ request: Request) {
            state.withLock { state in
                switch state {
                case .before(let requests): state = .before(requests + [request])
                case .running(let mailbox): mailbox.post(.fact(.asked(request)))
                case .over: break
                }
            }
        }

        /// A group is about to run. The controller may have been that of another run before.
        func expectGroup() {
            state.withLock { if case .over = $0 { $0 = .before([]) } }
        }

        func begin(_ mailbox: Mailbox<GroupMessage>) {
            state.withLock { state in
                if case .before(let requests) = state {
                    for request in requests { mailbox.post(.fact(.asked(request))) }
                }
                state = .running(mailbox)
            }
        }

        func end() { state.withLock { $0 = .over } }
    }
}
