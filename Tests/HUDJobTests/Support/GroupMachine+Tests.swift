import HUDCore

@testable import HUDJob

// Shorthand of the tests of a group's machine.

extension GroupMachine.Ending {
    static let success = Self(kind: .exited(0))
    static let failure = Self(kind: .exited(3))
    static let killed = Self(kind: .killed(by: 15))
}

extension GroupMachine {
    /// The jobs that start because of a fact.
    mutating func starts(_ fact: Fact) -> [Int] {
        receive(fact, at: .zero).compactMap { if case .start(let job, _, _) = $0 { job } else { nil } }
    }
}
