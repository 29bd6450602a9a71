/// How a task stands: a part of a HUD's work, or one of many tasks with rows.
public enum TaskState: Sendable, Hashable {
    /// Its work has not begun; see ``ProgressShare/enqueue(totalCount:unit:)``.
    ///
    /// Can go over to: each other state.
    case waiting
    /// Its work is being done.
    ///
    /// Can go over to: paused, finished, failed, cancelled.
    case running
    /// Its work has begun, and rests until it is resumed.
    ///
    /// Can go over to: running, finished, failed, cancelled.
    case paused
    /// Its work is complete.
    case finished
    /// Its work failed. `reason` is a few words; it may be empty.
    ///
    /// Can go over to: running, paused, if it begins again.
    case failed(reason: String)
    /// Its work was cancelled.
    ///
    /// Can go over to: running, paused, if it begins again.
    case cancelled

    /// Whether the task has ended: finished, failed or cancelled.
    public var hasEnded: Bool {
        switch self {
        case .waiting, .running, .paused: false
        case .finished, .failed, .cancelled: true
        }
    }

    /// The state of a task that has ended with an outcome.
    package init(_ outcome: HUDOutcome) {
        switch outcome {
        case .succeeded: self = .finished
        case .failed(let reason): self = .failed(reason: reason)
        case .cancelled: self = .cancelled
        }
    }

    /// How the task has ended; nil if it has not.
    package var outcome: HUDOutcome? {
        switch self {
        case .waiting, .running, .paused: nil
        case .finished: .succeeded
        case .failed(let reason): .failed(reason: reason)
        case .cancelled: .cancelled
        }
    }

    /// Whether a task in this state can go over to another one.
    package func moves(to next: TaskState) -> Bool {
        switch (self, next) {
        case (_, .waiting), (.finished, _): false
        case (.waiting, _): true
        case (.running, .running), (.paused, .paused): false
        case (.running, _), (.paused, _): true
        case (.failed, .running), (.failed, .paused), (.cancelled, .running), (.cancelled, .paused): true
        case (.failed, _), (.cancelled, _): false
        }
    }

    /// Whether the work has ended and is not complete.
    package var isBrokenOff: Bool { hasEnded && moves(to: .running) }

    /// Whether the work failed.
    package var isFailure: Bool { if case .failed = self { true } else { false } }
}
