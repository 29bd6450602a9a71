import HUDCore
import Testing

@testable import HUDJob

/// ``GroupMachine`` by literal facts and actions.
@Suite struct GroupMachineTests {
    private typealias Ending = HUDJob.Result

    private func seconds(_ seconds: Double) -> HUDInstant { .zero.advanced(by: .seconds(seconds)) }

    @Test func `Jobs start in their order, each in the smallest free slot`() {
        var (machine, started) = group(4)
        #expect(started == [0, 1])
        let actions = machine.receive(.ended(1, .success), at: seconds(1))
        #expect(actions.last == .start(2, attempt: 1, slot: 1))
        #expect(machine.starts(.ended(0, .success)) == [3])
        #expect(machine.counts.jobs.waiting == 0 && machine.running.count == 2)
    }

    @Test func `Jobs that took longest in earlier runs start first, and the rest in their order`() {
        let expected: [Duration?] = [nil, .seconds(1), .seconds(5), nil, .seconds(5)]
        var (machine, started) = group(5, expected: expected)
        #expect(started == [2, 4])
        #expect(machine.starts(.ended(2, .success)) == [1])
        #expect(machine.starts(.ended(4, .success)) == [0])
        // One after the other, the order is that of the input.
        #expect(group(5, expected: expected) { $0.limit = 1 }.started == [0])
    }

    @Test func `A failed job runs again before the others, and its last run counts`() {
        var (machine, _) = group(3) {
            $0.limit = 1
            $0.retries = 1
        }
        let first = machine.receive(.ended(0, .failure), at: seconds(1))
        #expect(first.dropFirst() == [.start(0, attempt: 2, slot: 0)])
        guard case .retry(0, let run, .failure) = first.first else { return #expect(Bool(false), "\(first)") }
        #expect(run.attempt == 1 && machine.counts.jobs.failed == 0)
        let second = machine.receive(.ended(0, .failure), at: seconds(2))
        #expect(second.contains(.print(0)) && second.last == .start(1, attempt: 1, slot: 0))
        #expect(machine.counts.jobs.failed == 1)
    }

    @Test func `In the order of the jobs, the first one that is not done is live`() {
        var (machine, _) = group(4) {
            $0.output = .keepOrder
            $0.limit = 4
        }
        #expect(machine.outputs(.ended(2, .success)) == [])
        #expect(machine.outputs(.ended(0, .success)) == [.print(0), .goLive(1)])
        #expect(machine.outputs(.ended(1, .failure)) == [.print(1), .print(2), .goLive(3)])
        #expect(machine.outputs(.ended(3, .success)) == [.print(3)])
    }

    @Test func `The status of a run is that of a shell, and 124 after a time-out`() {
        #expect([Ending.success, .failure, .killed].map(\.exitStatus) == [0, 3, 143])
        #expect(Ending(status: .exited(127)).exitStatus == 127)
        for status in [HUDJob.Status.exited(0), .exited(3), .killed(by: 15)] {
            let ending = Ending(status: status, hasTimedOut: true)
            #expect(ending.exitStatus == 124 && !ending.hasSucceeded)
        }
    }

    @Test func `The first signal ends the jobs, the second kills them, and the third ends the group`() {
        var (machine, _) = group(4)
        #expect(machine.receive(.signal(2), at: seconds(1)) == [.terminate(0), .terminate(1)])
        #expect(machine.nextDeadline == nil)
        #expect(machine.receive(.signal(15), at: seconds(2)) == [.kill(0), .kill(1)])
        #expect(machine.nextDeadline == seconds(4))
        #expect(machine.receive(.timePassed, at: seconds(3.9)) == [])
        var other = machine
        #expect(machine.receive(.signal(2), at: seconds(3)) == [.finish(.signaled(2))])
        #expect(other.receive(.timePassed, at: seconds(4)) == [.finish(.signaled(2))])
    }

    @Test func `A group that ends by a third signal returns the tokens of the jobs that still run`() {
        var (machine, _) = group(3) {
            $0.usesTokens = true
            $0.limit = 3
        }
        #expect(machine.starts(.tokenTaken) == [1])
        #expect(machine.starts(.tokenTaken) == [2])
        for _ in 0..<2 { _ = machine.receive(.signal(2)) }
        #expect(machine.receive(.signal(2)) == [.returnToken, .returnToken, .finish(.signaled(2))])
    }

    @Test func `A job that the system refuses to start waits until another one has ended`() {
        var (machine, _) = group(3)
        let refusal = Ending(status: .exited(125))
        #expect(machine.receive(.refused(1, refusal)) == [])
        // No more are tried at once than could run.
        #expect(machine.starts(.ended(0, .success)) == [1])
        // No other job ran when it started, so there is nothing to wait for.
        #expect(machine.receive(.refused(1, refusal)).contains(.print(1)))
        #expect(machine.counts.jobs.failed == 1 && machine.counts.lastStatus == 125)
    }

    @Test func `After a shortage, one more job is tried at once each time that 16 jobs have ended`() {
        var (machine, _) = group(100) { $0.limit = 4 }
        _ = machine.receive(.refused(3, Ending(status: .exited(125))), at: .zero)
        #expect(machine.running.count == 3)
        for ended in 1...32 {
            guard let job = machine.running.keys.min() else { break }
            let started = machine.starts(.ended(job, .success))
            #expect(machine.running.count == (ended < 16 ? 3 : 4), "after \(ended)")
            #expect(started.count == (ended == 16 ? 2 : 1), "after \(ended)")
        }
    }

    @Test func `A job that is refused when all others have ended is tried again`() {
        var (machine, _) = group(2)
        _ = machine.receive(.ended(0, .success))
        #expect(machine.starts(.refused(1, Ending(status: .exited(125)))) == [1])
    }

    @Test func `A job that was the first of several fails only if it is refused without the others`() {
        let refusal = Ending(status: .exited(125))
        var (machine, started) = group(2)
        #expect(started == [0, 1])
        #expect(machine.receive(.refused(1, refusal)) == [])
        #expect(machine.starts(.refused(0, refusal)) == [0])
        #expect(machine.counts.jobs.failed == 0)
        #expect(machine.starts(.refused(0, refusal)) == [1])
        #expect(machine.counts.jobs.failed == 1)
    }

    @Test func `Each end of a job is recorded with its run, its ending and its result`() throws {
        var (machine, _) = group(3)
        for (job, ending, result) in [(0, Ending.success, HUDOutcome.succeeded), (1, .failure, .failed(reason: "status 3"))] {
            let run = try #require(machine.running[job])
            #expect(machine.receive(.ended(job, ending), at: seconds(1)).contains(.record(job, run, ending, result)))
        }
        _ = machine.receive(.asked(.cancel(2)))
        let run = try #require(machine.running[2])
        #expect(machine.receive(.ended(2, .killed)).contains(.record(2, run, .killed, .cancelled)))
    }

    @Test func `Jobs that are paused stay paused when this process stops and continues`() {
        var (machine, _) = group(4) { $0.limit = 3 }
        #expect(machine.receive(.asked(.pause(1))) == [.pause(1)])
        #expect(machine.receive(.stopping) == [.pause(0), .pause(2)])
        #expect(machine.receive(.continued) == [.resume(0), .resume(2)])
        #expect(machine.receive(.asked(.resume(1))) == [.resume(1)])
        // The same for all, and no other one starts then.
        #expect(machine.receive(.asked(.pauseAll)) == [.pause(0), .pause(1), .pause(2)])
        #expect(machine.receive(.stopping) + machine.receive(.continued) == [])
        #expect(machine.starts(.ended(0, .success)) == [])
        #expect(machine.receive(.asked(.resumeAll)) == [.resume(1), .resume(2), .start(3, attempt: 1, slot: 0)])
        // A request while this process stops counts when it continues.
        #expect(machine.receive(.stopping) == [.pause(1), .pause(2), .pause(3)])
        #expect(machine.receive(.asked(.pause(1))) == [])
        #expect(machine.receive(.asked(.cancel(2))) == [.resume(2), .terminate(2)])
        #expect(machine.receive(.continued) == [.resume(3)])
    }

    @Test func `A second job needs a token, and a token that is not needed goes back`() {
        var (machine, started) = group(3) {
            $0.usesTokens = true
            $0.limit = 100
        }
        #expect(started == [0] && machine.wantsToken)
        #expect(machine.starts(.tokenTaken) == [1])
        #expect(machine.starts(.ended(0, .success)) == [2])
        #expect(!machine.wantsToken)
        #expect(machine.receive(.ended(2, .success)).contains(.returnToken))
        #expect(machine.receive(.ended(1, .success)).last == .finish(.done))
    }

    @Test func `Tokens that a killed job has lost are made again before the next job starts`() {
        var (machine, _) = group(2) { $0.usesTokens = true }
        #expect(machine.receive(.ended(0, .killed)).suffix(2) == [.refillTokens, .start(1, attempt: 1, slot: 0)])
        // Not while other jobs have tokens, or what jobs have left behind.
        machine = group(4) { $0.usesTokens = true }.machine
        #expect(machine.starts(.tokenTaken) == [1])
        let facts: [GroupMachine.Fact] = [.ended(0, .success)] + (1...3).map { .exited($0, hasFailed: false) }
        for fact in facts + [.ended(1, .success), .ended(2, .success)] {
            #expect(!machine.receive(fact).contains(.refillTokens))
        }
        #expect(machine.receive(.ended(3, .success)).contains(.refillTokens))
    }

    @Test func `The exit status is the job's if there is one, 124 for time-outs alone, and else 1`() {
        func status(_ known: Int, failed: Int, timedOut: Int = 0, cancelled: Int = 0, signal: Int32? = nil, error: Bool = false)
            -> Int32
        {
            let counts = GroupMachine.Counts(
                known: known, jobs: .init(failed: failed, cancelled: cancelled), timedOut: timedOut, lastStatus: 7)
            var end = GroupEnd()
            end.outcome = signal.map { .signaled($0) }
            if error { end.fail("lost") }
            return end.result(counts).exitStatus
        }
        #expect(status(3, failed: 0) == 0)
        #expect(status(1, failed: 1) == 7 && status(2, failed: 1) == 1)
        #expect(status(5, failed: 2, timedOut: 2) == 124 && status(5, failed: 2, timedOut: 1) == 1)
        #expect(status(5, failed: 0, cancelled: 1) == 1)
        #expect(status(5, failed: 0, signal: 2) == 130)
        #expect(status(5, failed: 0, error: true) == 125)
    }

    @Test func `A time-out that ends the group is the only failure: the jobs that it has ended did not fail`() {
        func status(cancels: Bool) -> Int32 {
            var (machine, _) = group(3) {
                $0.limit = 3
                $0.halt = .now
            }
            if cancels {
                _ = machine.receive(.asked(.cancel(2)))
                _ = machine.receive(.ended(2, .killed))
            }
            var ending = Ending.killed
            ending.hasTimedOut = true
            #expect(machine.receive(.ended(0, ending)).contains(.terminate(1)))
            _ = machine.receive(.ended(1, .killed))
            if !cancels { _ = machine.receive(.ended(2, .killed)) }
            #expect(machine.counts.jobs == .init(failed: 1, cancelled: 2))
            return GroupEnd().result(machine.counts).exitStatus
        }
        #expect(status(cancels: false) == 124)
        #expect(status(cancels: true) == 1, "a key has cancelled one")
    }
}
