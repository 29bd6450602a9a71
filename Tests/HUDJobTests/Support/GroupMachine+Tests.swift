import HUDCore

@testable import HUDJob

// Shorthand of the tests of a group's machine.

extension HUDJob.Result {
    static let success = Self(status: .exited(0))
    static let failure = Self(status: .exited(3))
    static let killed = Self(status: .killed(by: 15))

    /// The outcome of a failed job.
    var asFailure: HUDOutcome { .failed(reason: hasTimedOut ? "timed out" : status.words) }
}

extension GroupMachine {
    mutating func receive(_ fact: Fact) -> [Action] { receive(fact, at: .zero) }

    /// The jobs that start because of a fact.
    mutating func starts(_ fact: Fact) -> [Int] {
        receive(fact).compactMap { if case .start(let job, _, _) = $0 { job } else { nil } }
    }

    /// What is printed or dropped because of a fact.
    mutating func outputs(_ fact: Fact) -> [Action] {
        receive(fact).filter {
            switch $0 {
            case .print, .goLive, .discard: true
            case .start, .terminate, .kill, .pause, .resume, .retry, .record, .skip, .unskip, .returnToken, .refillTokens,
                .showLine, .finish:
                false
            }
        }
    }
}

/// A group whose jobs are all known, two at a time.
func group(
    _ count: Int, expected: [Duration?] = [], _ change: (inout GroupMachine.Configuration) -> Void = { _ in }
) -> (machine: GroupMachine, started: [Int]) {
    var configuration = GroupMachine.Configuration()
    configuration.limit = 2
    configuration.waitsForAll = true
    change(&configuration)
    var machine = GroupMachine(configuration)
    for job in 0..<count {
        let time = expected.indices.contains(job) ? expected[job] : nil
        _ = machine.receive(.added(expected: time, isDone: false), at: .zero)
    }
    let started = machine.starts(.inputEnded)
    return (machine, started)
}
