import HUDCore
import Testing

@testable import HUDJob

/// ``GroupMachine``: what is asked of it by keys and by the program, by literal facts and actions.
@Suite struct GroupRequestTests {
    @Test func `No job starts while all are paused`() {
        var (machine, _) = group(3)
        #expect(machine.receive(.asked(.pauseAll), at: .zero) == [.pause(0), .pause(1)])
        #expect(machine.starts(.ended(0, .success)) == [])
        #expect(machine.receive(.asked(.resumeAll), at: .zero) == [.resume(1), .start(2, attempt: 1, slot: 0)])
    }

    @Test func `Nothing is held back once the last paused job is resumed`() {
        var (machine, _) = group(3)
        #expect(machine.receive(.asked(.pauseAll), at: .zero) == [.pause(0), .pause(1)])
        #expect(machine.receive(.asked(.resume(0)), at: .zero) == [.resume(0)])
        #expect(machine.starts(.ended(0, .success)) == [] && machine.isPaused)
        #expect(machine.receive(.asked(.resume(1)), at: .zero) == [.resume(1), .start(2, attempt: 1, slot: 0)])
        #expect(!machine.isPaused)
    }

    @Test func `A run on request has the next number, and may be followed by as many others as the first one`() {
        var (machine, _) = group(2) {
            $0.retries = 1
            $0.output = .hide
        }
        var attempts: [Int] = []
        func follow(_ fact: GroupMachine.Fact) {
            for case .start(_, let attempt, _) in machine.receive(fact, at: .zero) { attempts.append(attempt) }
        }
        for fact in [.ended(0, .failure), .ended(0, .failure), .asked(.retry(0)), .ended(0, .failure)] as [GroupMachine.Fact] {
            follow(fact)
        }
        #expect(attempts == [2, 3, 4])
    }

    @Test func `A job that timed out and runs again on request no longer counts as timed out`() {
        var (machine, _) = group(2) { $0.output = .hide }
        var ending = HUDJob.Result.failure
        ending.hasTimedOut = true
        _ = machine.receive(.ended(0, ending), at: .zero)
        #expect(machine.counts.timedOut == 1)
        _ = machine.receive(.asked(.retry(0)), at: .zero)
        #expect(machine.counts.timedOut == 0)
    }

    @Test func `A failed job runs again on request`() {
        var (machine, _) = group(3)
        _ = machine.receive(.ended(0, .failure), at: .zero)
        // Not while its output is being printed.
        #expect(machine.receive(.asked(.retry(0)), at: .zero) == [])
        _ = machine.receive(.printed(0), at: .zero)
        #expect(machine.receive(.asked(.retry(0)), at: .zero) == [])
        #expect(machine.counts.jobs.failed == 0 && machine.counts.jobs.waiting == 1)
        #expect(machine.starts(.ended(1, .success)) == [0])
        #expect(machine.receive(.asked(.retry(2)), at: .zero) == [])
    }

    @Test func `Held output of a failed job that runs again on request is not printed`() {
        var (machine, _) = group(2) { $0.output = .keepOrder }
        #expect(machine.outputs(.ended(1, .failure)) == [])
        #expect(machine.starts(.asked(.retry(1))) == [1])
        #expect(machine.outputs(.ended(0, .success)) == [.print(0), .goLive(1)])
        #expect(machine.outputs(.ended(1, .success)) == [.print(1)])
    }
}
