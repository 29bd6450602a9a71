import HUDCore
import Testing

@testable import HUDJob

/// Jobs of a group whose output is open after their main process has ended.
@Suite struct GroupDrainTests {
    private func seconds(_ seconds: Double) -> HUDInstant { .zero.advanced(by: .seconds(seconds)) }

    @Test func `A job that has left its output open gives its slot to the next one, and is reported when the output ends`() {
        var machine = group(4) { $0.output = .keepOrder }.machine
        #expect(machine.receive(.exited(0, hasFailed: false), at: seconds(1)) == [.start(2, attempt: 1, slot: 0)])
        #expect(machine.draining.keys.sorted() == [0] && machine.counts.jobs.waiting == 1 && machine.counts.done == 0)
        // The job is still the first one that is not done.
        #expect(machine.outputs(.ended(1, .success)) == [])
        #expect(machine.outputs(.ended(0, .success)) == [.print(0), .print(1), .goLive(2)])
        #expect(machine.receive(.exited(2, hasFailed: false), at: seconds(2)) == [])
        #expect(machine.receive(.asked(.cancel(2)), at: seconds(2)) == [.terminate(2)])
        for job in [2, 3] { _ = machine.receive(.ended(job, .success), at: seconds(3)) }
        #expect(machine.counts.jobs.finished == 4 && machine.counts.jobs.cancelled == 0)
    }

    @Test func `A job that fails and drains runs again when its output has ended, and the group ends after it`() {
        var machine = group(2) {
            $0.limit = 1
            $0.retries = 1
        }.machine
        #expect(machine.starts(.exited(0, hasFailed: true)) == [1])
        let retry = machine.receive(.ended(0, .failure), at: seconds(1))
        guard case .retry(0, _, .failure) = retry.first, retry.count == 1 else { return #expect(Bool(false), "\(retry)") }
        #expect(machine.starts(.exited(1, hasFailed: false)) == [0])
        // A signal ends the wait for the output of a draining job as well: what that one has left behind may print for ever.
        #expect(machine.receive(.signal(15), at: seconds(2)) == [.terminate(0), .terminate(1)])
        #expect(machine.receive(.signal(15), at: seconds(2)) == [.kill(0), .kill(1)])
        _ = machine.receive(.ended(0, .killed), at: seconds(2))
        #expect(machine.receive(.ended(1, .success), at: seconds(3)).last == .finish(.signaled(15)))
    }

    @Test(arguments: [JobGroup.Halt.soon, .now])
    func `A failure counts when the job has exited, and its own output is waited for`(halt: JobGroup.Halt) {
        var machine = group(4) { $0.halt = halt }.machine
        #expect(machine.receive(.exited(0, hasFailed: true), at: seconds(1)) == (halt == .now ? [.terminate(1)] : []))
        #expect(machine.starts(.ended(1, .success)) == [])
        _ = machine.receive(.printed(1), at: seconds(2))
        #expect(machine.receive(.ended(0, .failure), at: seconds(2)).contains(.print(0)))
        #expect(machine.receive(.printed(0), at: seconds(2)).last == .finish(.done))
        #expect(machine.counts.jobs.failed == 1 && machine.counts.jobs.waiting == 2)
    }

    @Test func `A job that is refused while another one drains waits for that one`() {
        var machine = group(2) { $0.limit = 1 }.machine
        #expect(machine.starts(.exited(0, hasFailed: false)) == [1])
        #expect(machine.receive(.refused(1, .failure), at: seconds(1)) == [])
        #expect(machine.starts(.ended(0, .success)) == [1])
    }

    @Test(arguments: [GroupMachine.Fact.ended(1, .failure), .signal(2), .asked(.cancelAll), .listFailed, .outputFailed])
    func `A failed job that waits for another run is done when the group ends`(fact: GroupMachine.Fact) throws {
        var machine = group(3) {
            $0.limit = 1
            $0.retries = 1
            $0.halt = .soon
        }.machine
        let run = try #require(machine.running[0])
        #expect(machine.starts(.exited(0, hasFailed: true)) == [1])
        #expect(machine.receive(.ended(0, .failure), at: seconds(1)).first == .retry(0, run, .failure))
        // The other one runs again before it.
        if fact == .ended(1, .failure) { #expect(machine.starts(fact) == [1]) }
        let actions = machine.receive(fact, at: seconds(2))
        #expect(actions.contains(.record(0, run, .failure, .failed(reason: "status 3"))) && actions.contains(.print(0)))
        #expect(machine.counts.jobs.waiting == 1 && machine.counts.jobs.failed == (fact == .ended(1, .failure) ? 2 : 1))
        // It is done once.
        #expect(!machine.receive(.signal(15), at: seconds(3)).contains(.print(0)))
    }

    @Test func `A job that was refused when it ran again has failed as before if the group ends`() throws {
        var machine = group(2) { $0.retries = 1 }.machine
        let run = try #require(machine.running[0])
        #expect(machine.starts(.ended(0, .failure)) == [0])
        #expect(machine.receive(.refused(0, .failure), at: seconds(1)) == [])
        #expect(machine.receive(.signal(2), at: seconds(2)).contains(.record(0, run, .failure, .failed(reason: "status 3"))))
    }
}
