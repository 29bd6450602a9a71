import HUDReports
import Testing

@testable import HUDCore
@testable import HUDFollow

/// Tasks and streams that begin again.
@Suite struct FollowAgainTests {
    private typealias Followed = FollowTreeTests.Followed

    private let begin = #"{"t":0,"event":"start","stream":"tree","label":"all"}"#

    private func start(_ job: Int, _ attempt: Int = 1) -> String {
        #"{"t":1,"event":"job-start","job":\#(job),"name":"job \#(job)","attempt":\#(attempt)}"#
    }

    private func end(_ job: Int, _ attempt: Int = 1, _ outcome: String = "succeeded") -> String {
        #"{"t":2,"event":"job-end","job":\#(job),"name":"job \#(job)","attempt":\#(attempt),"elapsed":1,"outcome":"\#(outcome)"}"#
    }

    private func skip(_ job: Int) -> String {
        #"{"t":1,"event":"job-skip","job":\#(job),"name":"job \#(job)","reason":"x"}"#
    }

    @Test(arguments: ["failed", "cancelled", "succeeded"], [false, true])
    func `A job that has ended and begins again counts once, as its last run ends`(outcome: String, isAlone: Bool) throws {
        var followed = Followed(streams: isAlone ? 1 : 2)
        followed.take(begin, start(1), start(2))
        let work = try #require(isAlone ? followed.hud.work : followed.rows.parts[0].node)
        for attempt in 1...3 {
            followed.take(
                #"{"t":1,"event":"job-progress","job":1,"name":"job 1","attempt":\#(attempt),"fraction":0.5,"elapsed":1}"#)
            #expect(work.fractionCompleted == 0.25)
            followed.take(end(1, attempt, outcome))
            #expect(work.completedCount == (outcome == "failed" ? 0 : 1))
            followed.take(start(1, attempt + 1))
            #expect((work.completedCount, work.fractionCompleted, work.children.count) == (0, 0, 2))
        }
        followed.take(end(1, 4), end(2))
        #expect((work.completedCount, work.totalCount, work.fractionCompleted) == (2, 2, 1))
        #expect(work.tally.failures.failed == 0 && work.sample().lostUnits == 0)
    }

    @Test(arguments: [false, true])
    func `A vertex or a group of BuildKit that begins again counts once`(isGroup: Bool) {
        var followed = Followed(.buildKit)
        followed.take(#"{"vertexes":[{"digest":"w1","name":"w1"},{"digest":"w2","name":"w2"},{"digest":"w3","name":"w3"}]}"#)
        let group = isGroup ? #","progressGroup":{"id":"g","name":"g"}"# : ""
        for run in 1...3 {
            let name = isGroup ? "v\(run)" : "v"
            let begun = #"{"vertexes":[{"digest":"\#(name)","name":"v"\#(group),"started":"2026-03-01T10:00:0\#(2 * run)Z""#
            followed.take(begun + "}]}")
            #expect((followed.hud.work.completedCount, followed.hud.work.totalCount) == (0, 4))
            followed.take(begun + #","completed":"2026-03-01T10:00:0\#(2 * run + 1)Z"}]}"#)
            #expect((followed.hud.work.completedCount, followed.hud.work.totalCount) == (1, 4))
        }
    }

    @Test func `What stood for tasks that have ended is remembered as long as the stream knows them`() {
        var followed = Followed()
        followed.take(begin)
        for first in stride(from: 1, through: 20_000, by: 1000) {
            followed.take((first..<first + 1000).map { end($0, 1, "failed") })
        }
        #expect(followed.rows.parts[0].tasks.remembered.count == StreamMachine.mostEnded)
        #expect(followed.rows.parts[0].tasks.known.isEmpty)
    }

    @Test(arguments: [false, true])
    func `A job that was skipped and is run after all is not skipped`(isAtOnce: Bool) {
        var followed = Followed()
        followed.take(begin, start(1))
        if isAtOnce {
            followed.take((3...6).map(skip) + [start(3), skip(3), end(4)])
        } else {
            followed.take((3...6).map(skip))
            #expect(followed.hud.work.sample().lostUnits == 4)
            followed.take(start(3), skip(3), end(4))
        }
        #expect(followed.hud.work.sample().lostUnits == 2)
        followed.take(end(3), skip(3))
        #expect(followed.hud.work.sample().lostUnits == 2 && followed.hud.work.completedCount == 2)
    }

    // MARK: The time of rows

    /// Keeps the last frame.
    private final class Screen: HUDRenderer {
        /// Frames are drawn on the thread that advances the clock.
        private nonisolated(unsafe) var last: HUDSnapshot?

        func draw(_ snapshot: HUDSnapshot) -> HUDInstant {
            last = snapshot
            return .distantPast
        }

        func remove(_ snapshot: HUDSnapshot) {}

        var rest: RowTaskCounts? { last?.unlisted }

        /// The rows: label, state and elapsed time in seconds.
        var rows: [String] {
            let rows = last?.rows.compactMap { $0 } ?? []
            return rows.map { "\($0.label) \($0.state) \($0.elapsed.components.seconds)" }
        }
    }

    @Test func `The jobs of work that has begun again have no rows, and are not counted with the others`() throws {
        let screen = Screen()
        var followed = Followed(on: screen)
        followed.hud.rows = .upTo(2, graceTime: .zero, minimumShowTime: .seconds(5))
        followed.hud.show()
        func take(_ lines: [String]) {
            followed.take(lines)
            followed.clock.advance(by: .milliseconds(50))
        }
        take([begin] + (1...5).map { start($0) } + [end(1), end(2, 1, "failed"), end(3, 1, "failed")])
        #expect(screen.rows.count == 2 && screen.rest?.total == 3)
        take([begin, start(1), start(7), start(8)])
        #expect(screen.rows == ["job 1 running 0", "job 7 running 0"])
        #expect(screen.rest == RowTaskCounts(running: 1))
        take([end(8, 1, "failed"), end(1), end(7)])
        followed.clock.advance(by: .seconds(9))
        #expect(screen.rest == RowTaskCounts(finished: 2, failed: 1))
    }

    @Test func `A row counts the time of the run, and says the sender's when it has ended`() {
        let screen = Screen()
        var followed = Followed(on: screen)
        followed.hud.rows = .upTo(5, graceTime: .zero, minimumShowTime: .zero)
        followed.hud.show()
        func take(_ lines: String..., at seconds: Double) {
            followed.clock.advance(to: HUDInstant(offset: .seconds(seconds)))
            followed.take(lines)
            followed.clock.advance(by: .milliseconds(50))
        }
        take(begin, at: 0)
        take(start(1), at: 1)
        followed.clock.advance(to: HUDInstant(offset: .seconds(4)))
        #expect(screen.rows == ["job 1 running 3"])
        take(
            #"{"t":4,"event":"job-retry","job":1,"name":"job 1","attempt":1,"elapsed":3,"outcome":"failed","reason":"status 3"}"#,
            #"{"t":4,"event":"job-start","job":1,"name":"job 1","attempt":2}"#, at: 4)
        #expect(screen.rows == ["job 1 running 0"])
        followed.clock.advance(to: HUDInstant(offset: .seconds(6)))
        #expect(screen.rows == ["job 1 running 2"])
        // Both end at six seconds, and that arrives at nine.
        take(
            #"{"t":6,"event":"job-end","job":1,"name":"job 1","attempt":2,"elapsed":2,"outcome":"failed","reason":"status 3"}"#,
            at: 9)
        #expect(screen.rows == ["job 1 failed(reason: \"status 3\") 2"])
        // One that was paused before it was followed.
        take(
            #"{"t":1,"event":"job-start","job":2,"name":"job 2","attempt":1}"#,
            #"{"t":9,"event":"job-progress","job":2,"name":"job 2","attempt":1,"elapsed":1,"fraction":0.1}"#, at: 9)
        #expect(screen.rows.last == "job 2 running 1")
    }

    // MARK: Other work in the same stream

    private func finish(_ outcome: String) -> String {
        #"{"t":3,"event":"finish","label":"all","shown":true,"elapsed":3,"outcome":"\#(outcome)"}"#
    }

    @Test(arguments: [nil, "succeeded", "failed", "cancelled"], [false, true])
    func `Other work in the same stream begins from nothing`(outcome: String?, isAlone: Bool) throws {
        var followed = Followed(streams: isAlone ? 1 : 2)
        followed.take([begin] + (1...5).map { start($0) } + [skip(6)])
        followed.take(end(1), end(2, 1, "failed"), end(3, 1, "cancelled"))
        followed.take(#"{"t":2,"event":"progress","label":"all","fraction":0.5,"completed":30,"total":60}"#)
        if let outcome { followed.take(finish(outcome)) }
        followed.take(begin, start(1), start(2), skip(3))
        let work = try #require(isAlone ? followed.hud.work : followed.rows.parts[0].node)
        #expect((work.state, work.completedCount, work.totalCount, work.fractionCompleted) == (.running, 0, 2, 0))
        #expect(work.tally.failures.failed == 0 && work.sample().lostUnits == 1 && work.children.count == 2)
        #expect(followed.hud.work.tally.failures.failed == 0)
        followed.take(end(1), end(2), finish("succeeded"))
        #expect((work.completedCount, work.fractionCompleted) == (2, 1))
        if !isAlone { #expect((followed.hud.work.completedCount, followed.hud.work.totalCount) == (1, 2)) }
    }

    @Test(arguments: [false, true])
    func `A job in the same stream as other work begins without progress`(isTree: Bool) {
        var followed = Followed()
        let other = #"{"t":0,"event":"start","stream":"job","label":"one"}"#
        if isTree {
            followed.take(begin, start(1), end(1))
        } else {
            followed.take(other, #"{"t":1,"event":"progress","label":"one","mode":"bar","fraction":0.75}"#)
        }
        followed.take(finish("succeeded"))
        followed.take(other)
        #expect(followed.hud.progressSource?.sample().fraction ?? 0 == 0)
        #expect(followed.hud.mode == .indeterminate)
        followed.take(#"{"t":1,"event":"progress","label":"one","mode":"bar","fraction":0.25}"#)
        #expect((followed.hud.progressSource?.sample().fraction, followed.hud.mode) == (0.25, .bar))
        followed.take(begin, start(1), start(2), end(1))
        #expect((followed.hud.work.fractionCompleted, followed.hud.mode) == (0.5, .bar) && followed.hud.progressSource == nil)
    }

    // MARK: Lines

    /// Keeps what is reported.
    private final class Lines: JobReporter {
        nonisolated(unsafe) private(set) var lines: [String] = []

        func draw(_ snapshot: HUDSnapshot) -> HUDInstant { .distantPast }
        func remove(_ snapshot: HUDSnapshot) {}
        func report(started job: JSONJob) { lines.append("\(job.number) starts") }
        func report(
            ended job: JSONJob, _ outcome: HUDOutcome, status: Int32, elapsed: Duration, usage: HUDUsage?, willRetry: Bool
        ) {
            lines.append("\(job.number) \(TaskState(outcome))")
        }
        func report(skipped number: Int, in parent: Int?, _ name: String, reason: String) {}
    }

    @Test(arguments: [nil, "succeeded", "failed"])
    func `Other work in the same stream ends the jobs of the work before, and all are counted in lines`(outcome: String?) {
        let lines = Lines()
        var followed = Followed(on: lines)
        followed.hud.rows = .upTo(2, graceTime: .zero, minimumShowTime: .zero)
        followed.take([begin] + (1...3).map { start($0) } + [end(3), skip(4)])
        // The end of a job, that of the work and another start are read at once.
        followed.take(
            [end(2), start(5), end(5)] + (outcome.map { [finish($0)] } ?? []) + [begin, start(1)])
        let ending = outcome == "succeeded" ? "finished" : "cancelled"
        #expect(lines.lines == ["1 starts", "2 starts", "3 starts", "3 finished", "2 finished", "1 \(ending)", "5 starts"])
        followed.take(begin, start(1))
        followed.take(end(1), finish("succeeded"))
        #expect(lines.lines.suffix(3) == ["5 cancelled", "6 starts", "6 finished"])
        let finished = outcome == "succeeded" ? 4 : 3
        #expect(followed.rows.counts == RowTaskCounts(finished: finished, cancelled: 5 - finished, skipped: 1))
    }

    @Test(arguments: [nil, "succeeded", "failed"], [false, true])
    func `One of several streams that begins again has ended before`(outcome: String?, isAtOnce: Bool) {
        let lines = Lines()
        var followed = Followed(streams: 2, on: lines)
        followed.hud.rows = .upTo(2, graceTime: .zero, minimumShowTime: .zero)
        followed.take(begin, start(1))
        let last = outcome.map { [finish($0)] } ?? []
        if !isAtOnce { followed.take(last) }
        followed.take((isAtOnce ? last : []) + [begin, start(1)])
        let state = ["succeeded": "finished", "failed": "failed(reason: \"\")"][outcome] ?? "cancelled"
        #expect(lines.lines == ["1 starts", "1 \(state)", "1 starts"])
        followed.take(end(1), finish("succeeded"))
        #expect(lines.lines.count == 4)
    }

    // MARK: Commands that run again

    private func record(_ kind: String, _ payload: String) -> String {
        #"{"kind":"\#(kind)","payload":{\#(payload)},"version":0}"#
    }

    private func test(_ id: String) -> String { record("test", #""kind":"function","id":"\#(id)","name":"\#(id)""#) }

    private func event(_ kind: String, of test: String? = nil, _ symbol: String = "default") -> String {
        let test = test.map { #","testID":"\#($0)""# } ?? ""
        return record("event", #""kind":"\#(kind)","messages":[{"symbol":"\#(symbol)","text":""}]\#(test)"#)
    }

    @Test(arguments: [nil, JobStreamFormat.swiftTesting])
    func `A command of Swift Testing that runs again counts the tests of that run`(format: JobStreamFormat?) {
        var machine = FollowMachine()
        machine.members.append(.init(StreamMachine(format: format, at: .zero), reconnects: true))
        func take(_ lines: [String]) {
            Array((lines.joined(separator: "\n") + "\n").utf8).withUnsafeBytes { machine.members[0].receive($0, at: .zero) }
        }
        let names = ["a", "b", "c"]
        let tests = names.map(test) + [event("runStarted")]
        take(
            tests + [
                event("testStarted", of: "a"), event("testEnded", of: "a", "pass"), event("testStarted", of: "b")
            ])
        machine.members[0].disconnect("status 1", at: .zero)
        #expect(machine.members[0].stream.tasks.counts == RowTaskCounts(waiting: 1, running: 1, finished: 1))
        #expect(machine.advance(to: .zero.advanced(by: .seconds(1))) == [.connect(0)])
        take(
            tests
                + names.flatMap {
                    [event("testStarted", of: $0), event("testEnded", of: $0, $0 == "a" ? "pass" : "fail")]
                })
        #expect(machine.members[0].stream.tasks.counts == RowTaskCounts(finished: 1, failed: 2))
        take([event("runEnded", "fail")])
        #expect(machine.members[0].stream.state == .over(.failed(reason: "2 of 3 failed")))
    }
}
