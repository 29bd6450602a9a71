import HUDCore

@testable import HUDJob

// Shorthand of the tests of a group's machine.

extension HUDJob.Result {
    static let success = Self(status: .exited(0))
    static let failure = Self(status: .exited(3))
    static let killed = Self(status: .killed(by: 15))

    /// The outcome of a failed job.
    var asFailure: HUDOutcome { .failed(reason: status.words) }
}

extension GroupMachine {
    /// The jobs that start because of a fact.
    mutating func starts(_ fact: Fact) -> [Int] {
        receive(fact, at: .zero).compactMap { if case .start(let job, _, _) = $0 { job } else { nil } }
    }
}
