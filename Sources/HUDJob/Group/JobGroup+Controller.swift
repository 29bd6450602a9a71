import Synchronization

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
