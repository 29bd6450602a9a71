import Foundation
import HUDCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Decides what a HUD does while it follows a task: a value that takes samples of the task's state, and returns actions.
struct TaskFollowing: Sendable, Equatable {
    /// What a sample has found.
    enum Sample: Sendable, Equatable {
        case running
        case suspended
        case ended(HUDOutcome)
    }

    enum Action: Sendable, Equatable {
        case show
        case hide
        /// Set the outcome and hide, after showing if it has run unseen. Nothing follows.
        case end(HUDOutcome, hasRunUnseen: Bool)
    }

    private enum State: Equatable {
        /// No sample has found the task running. The HUD is still shown if the task that it followed before was running. Can transition to: new, shown, over.
        case new(isShown: Bool)
        /// The task is running. Can transition to: hidden, over.
        case shown
        /// The task is suspended. Can transition to: shown, over.
        case hidden
        /// The task has ended.
        case over(HUDOutcome, hasRunUnseen: Bool)
    }

    private var state: State

    /// - Parameter last: What the HUD has followed so far; nil: nothing.
    init(after last: TaskFollowing? = nil) { state = .new(isShown: last?.isRunning == true) }

    /// Whether the task is running, so that its state can change at any time.
    var isRunning: Bool { state == .shown }

    /// How the task has ended; nil if it has not.
    var end: (outcome: HUDOutcome, hasRunUnseen: Bool)? {
        if case .over(let outcome, let hasRunUnseen) = state { (outcome, hasRunUnseen) } else { nil }
    }

    /// Takes a sample of the task's state. Returns what the HUD has to do; nil for nothing.
    mutating func take(_ sample: Sample) -> Action? {
        switch (state, sample) {
        case (.over, _), (.shown, .running), (.new(isShown: false), .suspended), (.hidden, .suspended): return nil
        case (.new(isShown: true), .suspended):
            state = .new(isShown: false)
            return .hide
        case (.new, .running), (.hidden, .running):
            state = .shown
            return .show
        case (.shown, .suspended):
            state = .hidden
            return .hide
        case (_, .ended(let outcome)):
            // One that has never run can only have been cancelled. One that was suspended has run, and perhaps again.
            let hasRunUnseen = if case .new = state { outcome != .cancelled } else { state == .hidden }
            state = .over(outcome, hasRunUnseen: hasRunUnseen)
            return .end(outcome, hasRunUnseen: hasRunUnseen)
        }
    }
}

extension TaskFollowing.Sample {
    /// The state of `task` now.
    init(_ task: URLSessionTask) {
        let state = task.state
        if state == .running {
            self = .running
        } else if state == .suspended {
            self = .suspended
        } else if state == .canceling {
            self = .ended(.cancelled)
        } else {
            self = .ended(Self.outcome(of: task.error, status: task.status))
        }
    }

    /// The state of `task` when the program says that its work is over; nil if it does not look so. On Linux a delegate hears of the end while the task is
    /// still running.
    init?(last task: URLSessionTask) {
        self.init(task)
        if self == .suspended { return nil }
        guard self == .running else { return }
        let outcome = Self.outcome(of: task.error, status: task.status)
        let isWhole = task.countOfBytesExpectedToReceive > 0 && task.countOfBytesReceived >= task.countOfBytesExpectedToReceive
        guard outcome != .succeeded || isWhole else { return nil }
        self = .ended(outcome)
    }

    /// How a task has ended.
    ///
    /// - Parameter status: The HTTP status of the response; nil if there is none.
    static func outcome(of error: (any Error)?, status: Int? = nil) -> HUDOutcome {
        guard let error else { return status.map { $0 >= 400 ? .failed(reason: "\($0)") : .succeeded } ?? .succeeded }
        if (error as? URLError)?.code == .cancelled { return .cancelled }
        return .failed(reason: error.localizedDescription.split(whereSeparator: \.isNewline).joined(separator: " "))
    }
}

extension URLSessionTask {
    /// The HTTP status of the response; nil if there is none.
    var status: Int? { (response as? HTTPURLResponse)?.statusCode }
}
