import HUDJob
import HUDLibc
import HUDTerminal
import Testing

@testable import HUDCore
@testable import HUDFollow

/// What streams say about jobs beside their progress: pauses, retries, skips, statuses and times.
@Suite struct FollowedJobsTests {
    private func machine(_ lines: String..., at now: HUDInstant = .zero, written: HUDInstant? = nil) -> StreamMachine {
        var machine = StreamMachine(at: now)
        let text = lines.map { $0 + "\n" }.joined()
        Array(text.utf8).withUnsafeBytes { machine.receive($0, at: now, written: written) }
        return machine
    }

    private let start = #"{"t":0,"event":"start","stream":"tree","label":"L"}"#
    private let begun = #"{"t":1,"event":"job-start","job":4,"name":"a","attempt":1,"slot":2}"#

    @Test func `A job is paused while its reports say so`() {
        var machine = machine(start, begun, #"{"t":2,"event":"job-progress","job":4,"name":"a","attempt":1,"state":"paused"}"#)
        #expect(machine.tasks[4]?.state == .paused && machine.tasks[4]?.run.slot == 2)
        Array((#"{"t":3,"event":"job-progress","job":4,"name":"a","attempt":1,"state":"running"}"# + "\n").utf8).withUnsafeBytes {
            machine.receive($0, at: .zero)
        }
        #expect(machine.tasks[4]?.state == .running)
    }

    @Test func `A run that is followed by another one is known, and the status of the last one`() {
        let end = #""event":"job-end","job":4,"name":"a","elapsed":0.5,"outcome":"failed","reason":"status 3","status":3"#
        let machine = machine(
            start, begun, #"{"t":2,"attempt":1,"# + end + #","retried":true}"#,
            #"{"t":2,"event":"job-start","job":4,"name":"a","attempt":2}"#, #"{"t":3,"attempt":2,"# + end + "}")
        let failure = HUDOutcome.failed(reason: "status 3")
        #expect(machine.tasks[4]?.lastRun == .init(outcome: failure, status: 3, elapsed: .seconds(0.5)))
        #expect(machine.tasks[4]?.state == .failed(reason: "status 3") && machine.tasks[4]?.run.status == 3)
        #expect(machine.tasks.counts.failed == 1)
    }

    @Test func `A job that was to run again when its group ended has ended as its last run did`() {
        let end = #""event":"job-end","job":4,"name":"a","elapsed":0.5,"outcome":"failed","reason":"status 3","status":3"#
        let finish = #"{"t":3,"event":"finish","outcome":"cancelled"}"#
        var machine = machine(start, begun, #"{"t":2,"attempt":1,"# + end + #","retried":true}"#, finish)
        let task = machine.takeChanges().tasks.last?.work
        #expect(task?.state == .failed(reason: "status 3") && task?.run.status == 3 && task?.run.elapsed == .seconds(0.5))
        #expect(machine.state == .over(.cancelled) && machine.tasks.counts.failed == 1)
        // One whose next run had begun was cut off.
        machine = self.machine(
            start, begun, #"{"t":2,"attempt":1,"# + end + #","retried":true}"#,
            #"{"t":2,"event":"job-start","job":4,"name":"a","attempt":2}"#, finish)
        #expect(machine.tasks[4]?.state == .running)
    }

    @Test func `A job that is skipped is told once, and is none that has run`() {
        let skip = #"{"t":2,"event":"job-skip","job":5,"name":"b","reason":"after a, which failed"}"#
        var machine = machine(start, begun, skip, skip, #"{"t":2,"event":"job-skip","job":4,"name":"a","reason":"x"}"#)
        #expect(machine.takeChanges().skips == [.init(name: "b", reason: "after a, which failed")])
        #expect(machine.takeChanges().skips == [] && machine.tasks.counts.total == 1)
    }

    @Test(arguments: [1, 2])
    func `A part of a job that is skipped names the job that it is a part of, and is not counted`(streams: Int) throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let renderer = JSONRenderer(fileDescriptor: ends[1], clock: ManualClock())
        var followed = FollowTreeTests.Followed(streams: streams, on: renderer)
        followed.rows.display.begin(.tree)
        let skip = #"{"t":2,"event":"job-skip","job":6,"parent":4,"name":"inner","reason":"x"}"#
        followed.take(start, begun, #"{"t":2,"event":"job-skip","job":5,"name":"outer","reason":"x"}"#, skip)
        #expect(followed.rows.work(of: followed.rows.parts[0])?.sample().lostUnits == 1)
        // A part that is run after all was not counted before.
        followed.take(#"{"t":3,"event":"job-start","job":6,"parent":4,"name":"inner","attempt":1}"#)
        #expect(followed.rows.work(of: followed.rows.parts[0])?.sample().lostUnits == 1)
        _ = close(ends[1])
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = read(ends[0], &bytes, bytes.count)
        _ = close(ends[0])
        let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
        let skips = lines.filter { $0.contains("job-skip") }.compactMap { $0.split(separator: #""job-skip","#).last }
        let (above, job) = streams == 1 ? ("", 1) : (#""parent":1,"#, 3)
        #expect(
            skips == [
                #""job":\#(job + 1),\#(above)"name":"outer","reason":"x"}"#,
                #""job":\#(job + 2),"parent":\#(job),"name":"inner","reason":"x"}"#
            ])
    }

    @Test func `What is read late in a file began as long before its last line as the sender says`() {
        let now = HUDInstant.zero.advanced(by: .seconds(100))
        var machine = machine(
            #"{"t":0,"event":"start","label":"L"}"#, #"{"t":0.5,"event":"appear","label":"L","mode":"indeterminate"}"#, at: now,
            written: now.advanced(by: .seconds(-4)))
        _ = machine.takeChanges()
        #expect(machine.work.began == now.advanced(by: .seconds(-4.5)))
    }

    @Test func `The elapsed time is the one that the end says`() {
        let machine = machine(
            #"{"t":0,"event":"start","label":"L"}"#, #"{"t":9,"event":"finish","label":"L","elapsed":2,"outcome":"succeeded"}"#)
        #expect(machine.work.run.elapsed == .seconds(2))
    }

    @Test func `A build of which a step was cancelled is cancelled`() {
        let step = #"{"vertexes":[{"digest":"d1","name":"RUN make","started":"2026-01-01T00:00:00Z"#
        let end = #"","completed":"2026-01-01T00:00:05Z","error":"failed to solve: Canceled: context canceled"}]}"#
        var machine = machine(step + #""}]}"#, step + end)
        machine.end("the stream ended", at: .zero)
        #expect(machine.state == .over(.cancelled))
    }
}
