import HUDCore
import Testing

@testable import HUDJob

/// ``GroupMachine``: what is asked of it by keys and by the program, by literal facts and actions.
@Suite struct GroupRequestTests {
    @Test func `A failed job runs again on request`() {
        var (machine, _) = group(3)
        _ = machine.receive(.ended(0, .failure))
        // Not while its output is being printed.
        #expect(machine.receive(.asked(.retry(0))) == [])
        _ = machine.receive(.printed(0))
        #expect(machine.receive(.asked(.retry(0))) == [])
        #expect(machine.counts.jobs.failed == 0 && machine.counts.jobs.waiting == 1)
        #expect(machine.starts(.ended(1, .success)) == [0])
        #expect(machine.receive(.asked(.retry(2))) == [])
    }

    @Test func `Held output of a failed job that runs again on request is not printed`() {
        var (machine, _) = group(2) { $0.output = .keepOrder }
        #expect(machine.outputs(.ended(1, .failure)) == [])
        #expect(machine.starts(.asked(.retry(1))) == [1])
        #expect(machine.outputs(.ended(0, .success)) == [.print(0), .goLive(1)])
        #expect(machine.outputs(.ended(1, .success)) == [.print(1)])
    }
}
