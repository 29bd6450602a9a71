import Foundation
import HUDCore
import Testing

@testable import HUDFollow

/// What streams of each format say, by literals and recordings.
@Suite struct FollowStreamTests {
    func machine(_ text: String, at now: HUDInstant = .zero) -> StreamMachine {
        var machine = StreamMachine(at: now)
        Array(text.utf8).withUnsafeBytes { machine.receive($0, at: now) }
        return machine
    }

    func fixture(_ name: String) throws -> String {
        try String(contentsOf: Bundle.module.bundleURL.appendingPathComponent("Fixtures/streams/\(name)"), encoding: .utf8)
    }

    /// The tasks of a stream in the order of their first changes, with how they stand, as words.
    func words(of changes: StreamMachine.Changes) -> [String] {
        changes.tasks.map { task in
            switch task.work.state {
            case .waiting: "\(task.work.label): waiting"
            case .running: "\(task.work.label): running"
            case .paused: "\(task.work.label): paused"
            case .finished: "\(task.work.label): succeeded"
            case .cancelled: "\(task.work.label): cancelled"
            case .failed(let reason): "\(task.work.label): failed, \(reason)"
            }
        }
    }

    @Test func `A job is followed from its start to its finish`() {
        var machine = machine(#"{"t":0,"event":"start","label":"make"}"# + "\n")
        #expect(machine.state == .live)
        #expect(machine.work.label == "make")
        let line =
            #"{"t":2,"event":"progress","label":"make","details":"a.c","mode":"bar","fraction":0.25,"completed":1,"total":4,"unit":"files"}"#
            + "\n"
        Array(line.utf8).withUnsafeBytes { machine.receive($0, at: .zero.advanced(by: .seconds(10))) }
        _ = machine.takeChanges()
        #expect(machine.work.details == "a.c")
        #expect(machine.work.progress == .init(fraction: 0.25, completed: 1, total: 4, unit: .named("files")))
        // The first event said that it began now; the second was under way for longer.
        #expect(machine.work.began == .zero)
        let end = #"{"t":3,"event":"finish","label":"make","outcome":"failed","reason":"status 2"}"# + "\n"
        Array(end.utf8).withUnsafeBytes { machine.receive($0, at: .zero.advanced(by: .seconds(11))) }
        #expect(machine.state == .over(.failed(reason: "status 2")) && machine.work.run.elapsed == .seconds(3))
    }

    @Test func `A reader that joins late knows when the work began`() {
        let now = HUDInstant.zero.advanced(by: .seconds(1000))
        var machine = machine(#"{"t":61.5,"event":"heartbeat","label":"make","mode":"indeterminate"}"# + "\n", at: now)
        _ = machine.takeChanges()
        #expect(machine.state == .live)
        #expect(machine.work.began == now.advanced(by: .milliseconds(-61500)))
    }

    @Test func `A stream that falls silent is stale, and live again`() {
        let text = #"{"t":0,"event":"start","label":"make"}"# + "\n"
        var machine = machine(text)
        // A job within its grace time says nothing.
        #expect(machine.nextDeadline == nil)
        let line = Array((#"{"t":0.5,"event":"appear","label":"make","mode":"bar"}"# + "\n").utf8)
        line.withUnsafeBytes { machine.receive($0, at: .zero) }
        let deadline = HUDInstant.zero.advanced(by: StreamSilence.usualPatience)
        #expect(machine.nextDeadline == deadline)
        machine.advance(to: deadline.advanced(by: .nanoseconds(-1)))
        #expect(machine.state == .live)
        machine.advance(to: deadline)
        #expect(machine.state == .stale(since: .zero))
        line.withUnsafeBytes { machine.receive($0, at: deadline) }
        #expect(machine.state == .live)
        machine.end("status 255", at: deadline)
        #expect(machine.state == .lost(reason: "status 255"))
    }

    @Test func `The jobs of a group are tasks, and one that runs again has not failed`() {
        var machine = machine(
            """
            {"t":0,"event":"start","label":"gzip"}
            {"t":0.1,"event":"job-start","job":1,"name":"a","attempt":1,"slot":1}
            {"t":0.1,"event":"job-start","job":2,"name":"b","attempt":1,"slot":2}
            {"t":0.2,"event":"job-end","job":1,"name":"a","attempt":1,"elapsed":0.1,"status":1,"outcome":"failed","reason":"status 1","retried":true}
            {"t":0.3,"event":"job-start","job":1,"name":"a","attempt":2,"slot":1}
            {"t":0.4,"event":"job-end","job":2,"name":"b","attempt":1,"elapsed":0.3,"status":0,"outcome":"succeeded"}
            {"t":0.4,"event":"job-end","job":2,"name":"b","attempt":1,"elapsed":0.3,"status":0,"outcome":"succeeded"}
            {"t":0.4,"event":"job-start","job":2,"name":"b","attempt":1,"slot":2}

            """)
        #expect(machine.isTree)
        #expect(words(of: machine.takeChanges()) == ["a: running", "b: succeeded"])
        let late = #"{"t":0.5,"event":"job-start","job":2,"name":"b","attempt":1,"slot":2}"# + "\n"
        Array(late.utf8).withUnsafeBytes { machine.receive($0, at: .zero) }
        #expect(machine.takeChanges().tasks.isEmpty, "a repeated line has begun an ended task again")
        #expect(machine.tasks.counts.total == 2)
    }

    @Test func `Jobs that were running before the stream was joined are known by their reports`() {
        let now = HUDInstant.zero.advanced(by: .seconds(1000))
        var machine = machine(
            """
            {"t":60,"event":"job-progress","job":7,"name":"film.mkv","attempt":2,"elapsed":12.5,"state":"running","details":"audio","completed":1,"total":4,"unit":"items"}
            {"t":60.5,"event":"job-end","job":8,"name":"photo","attempt":1,"elapsed":3.25,"status":0,"outcome":"succeeded"}

            """, at: now)
        let tasks = machine.takeChanges().tasks
        #expect(tasks.map(\.work.label) == ["film.mkv", "photo"])
        #expect(tasks.map(\.work.details) == ["audio", ""])
        #expect(tasks[0].work.began == now.advanced(by: .seconds(-13)))
        #expect(tasks[0].work.progress == .init(completed: 1, total: 4))
        #expect(tasks[1].work.run.elapsed == .milliseconds(3250))
        #expect(machine.isTree)
    }

    @Test func `A report that is older than the last one changes nothing`() {
        let machine = machine(
            """
            {"t":2,"event":"progress","label":"a","details":"new","mode":"bar","fraction":0.5}
            {"t":1,"event":"progress","label":"a","details":"old","mode":"bar","fraction":0.25}

            """)
        #expect(machine.work.details == "new")
        #expect(machine.work.progress == .init(fraction: 0.5))
        #expect(machine.counts == .init(understood: 2))
    }

    @Test func `A stale stream is live again by any event`() {
        var machine = StreamMachine(staleAfter: .seconds(1), at: .zero)
        machine.advance(to: .zero.advanced(by: .seconds(1)))
        #expect(machine.state == .stale(since: .zero))
        let line = Array((#"{"event":"log","text":"x"}"# + "\n").utf8)
        line.withUnsafeBytes { machine.receive($0, at: .zero.advanced(by: .seconds(2))) }
        #expect(machine.state == .live)
        #expect(machine.nextDeadline == .zero.advanced(by: .seconds(3)))
    }

    @Test func `A sender may promise another heartbeat`() {
        var machine = machine(
            """
            {"t":0,"event":"start","version":1,"stream":"job","origin":1763845282.25,"heartbeat":2,"label":"a"}
            {"t":0.5,"event":"appear","label":"a","mode":"bar"}

            """)
        #expect(machine.nextDeadline == .zero.advanced(by: .seconds(3)))
        machine.advance(to: .zero.advanced(by: .seconds(3)))
        #expect(machine.state == .stale(since: .zero))
    }

    @Test(arguments: ["swift-testing-0.jsonl", "swift-testing-6.3.jsonl"])
    func `A run of Swift Testing is a tree of its tests`(name: String) throws {
        var machine = machine(try fixture(name))
        #expect(machine.format == .swiftTesting)
        #expect(machine.counts.broken == 0)
        #expect(machine.state == .over(.failed(reason: "1 of 6 failed")))
        let changes = machine.takeChanges()
        let words = words(of: changes)
        #expect(words.count == 6)
        #expect(words.filter { !$0.hasSuffix(": succeeded") }.count == 1)
        #expect(words.contains { $0.hasPrefix("tax(): failed, ") })
        #expect(words.contains("Größe ✓: succeeded"))
        #expect(words.contains("A discount is never negative: succeeded"))
    }

    @Test func `A build of BuildKit is a tree of its vertices`() throws {
        let lines = try fixture("buildkit.jsonl").split(separator: "\n")
        var machine = machine(lines.prefix(5).joined(separator: "\n") + "\n")
        #expect(machine.format == .buildKit)
        let first = machine.takeChanges()
        #expect(
            words(of: first) == [
                "[internal] load build definition from Dockerfile: succeeded",
                "[1/3] FROM docker.io/library/alpine:3.21: running",
                "[2/3] RUN apk add make: waiting", "[3/3] RUN make: waiting"
            ])
        #expect(first.tasks[1].work.progress == .init(completed: 1000, total: 4000, unit: .bytes))
        let rest = Array((lines.dropFirst(5).joined(separator: "\n") + "\n").utf8)
        rest.withUnsafeBytes { machine.receive($0, at: .zero) }
        let last = machine.takeChanges()
        #expect(
            words(of: last) == [
                "[1/3] FROM docker.io/library/alpine:3.21: succeeded", "[2/3] RUN apk add make: succeeded", "copying: succeeded",
                "[3/3] RUN make: failed, process \"/bin/sh -c make\" did not complete successfully: exit code: 2"
            ])
        #expect(last.prints.map(\.text) == ["make: *** No targets.  Stop."])
        #expect(last.tasks[1].work.details == "cached")
        #expect(machine.counts.broken == 0)
        machine.end("the stream ended", at: .zero)
        #expect(machine.state == .over(.failed(reason: "1 of 5 failed")))
    }

    @Test func `A progress group of BuildKit runs until its last vertex has ended`() throws {
        let lines = try fixture("buildkit.jsonl").split(separator: "\n")
        var machine = machine(lines.prefix(9).joined(separator: "\n") + "\n")
        #expect(words(of: machine.takeChanges()).last == "copying: running")
        Array((lines[9] + "\n").utf8).withUnsafeBytes { machine.receive($0, at: .zero) }
        #expect(words(of: machine.takeChanges()) == ["copying: succeeded"])
    }

    @Test func `A build that ends while something runs is lost`() throws {
        let lines = try fixture("buildkit.jsonl").split(separator: "\n")
        var machine = machine(lines.prefix(4).joined(separator: "\n") + "\n")
        machine.end("the stream ended", at: .zero)
        #expect(machine.state == .lost(reason: "the stream ended"))
    }

    @Test func `A line that is no event is text, and a broken event is one of the format that is known`() {
        let machine = machine(
            """
            not JSON
            {"level":"info","msg":"a log"}
            {"t":0,"event":"start","label":"make"}
            {"vertexes":[]}
            {"t":1,"event":"log","text":"x"
            plain text

            """)
        #expect(machine.counts == .init(understood: 1, text: 3, broken: 2))
    }

    @Test func `A command that dies is connected again, and later each time`() {
        var machine = FollowMachine()
        machine.members.append(.init(StreamMachine(at: .zero), reconnects: true))
        var now = HUDInstant.zero
        for pause in [1, 2, 4, 8, 16, 30, 30] {
            machine.members[0].disconnect("status 255", at: now)
            #expect(machine.nextDeadline == now.advanced(by: .seconds(pause)))
            #expect(machine.advance(to: now.advanced(by: .seconds(pause) - .nanoseconds(1))) == [])
            now = now.advanced(by: .seconds(pause))
            #expect(machine.advance(to: now) == [.connect(0)])
        }
        let text = Array((#"{"t":0,"event":"start","label":"a"}"# + "\n").utf8)
        text.withUnsafeBytes { machine.members[0].receive($0, at: now) }
        machine.members[0].disconnect("status 255", at: now)
        #expect(machine.nextDeadline == now.advanced(by: .seconds(1)))
        _ = machine.advance(to: now.advanced(by: .seconds(1)))
        let end = Array((#"{"t":9,"event":"finish","label":"a","outcome":"succeeded"}"# + "\n").utf8)
        end.withUnsafeBytes { machine.members[0].receive($0, at: now) }
        machine.members[0].disconnect("the command ended", at: now)
        #expect(machine.isOver)
        #expect(machine.result == .init(succeeded: 1))
    }

    @Test func `A named pipe without a writer is lost when it has been silent for too long, unless another one comes`() {
        let (second, line) = (Duration.seconds(1), Array((#"{"t":1,"event":"appear","label":"a","mode":"bar"}"# + "\n").utf8))
        var machine = FollowMachine()
        machine.members.append(.init(StreamMachine(staleAfter: .seconds(5), at: .zero), reconnects: false))
        var now = HUDInstant.zero.advanced(by: second)
        line.withUnsafeBytes { machine.members[0].receive($0, at: now) }
        machine.members[0].hangUp(at: now)
        #expect(machine.members[0].connection == .hungUp(until: now.advanced(by: .seconds(5))))
        now = now.advanced(by: .seconds(4))
        machine.members[0].hangUp(at: now)
        #expect(machine.advance(to: now) == [])
        line.withUnsafeBytes { machine.members[0].receive($0, at: now) }
        #expect(machine.members[0].connection == .open)
        machine.members[0].hangUp(at: now)
        // A writer that says nothing is one, too.
        machine.members[0].pickUp()
        #expect(machine.members[0].connection == .open)
        machine.members[0].hangUp(at: now)
        #expect(machine.advance(to: now.advanced(by: .seconds(5) - .nanoseconds(1))) == [])
        #expect(machine.nextDeadline == now.advanced(by: .seconds(5)))
        #expect(machine.advance(to: now.advanced(by: .seconds(5))) == [.close(0)])
        #expect(machine.members[0].stream.state == .lost(reason: "the stream ended"))
        #expect(machine.isOver)
    }

    @Test func `A named pipe whose work is over is closed with its last writer`() {
        var machine = FollowMachine()
        machine.members.append(.init(StreamMachine(staleAfter: .seconds(5), at: .zero), reconnects: false))
        let line = Array((#"{"t":1,"event":"finish","label":"a","outcome":"succeeded"}"# + "\n").utf8)
        line.withUnsafeBytes { machine.members[0].receive($0, at: .zero) }
        machine.members[0].hangUp(at: .zero)
        #expect(machine.advance(to: .zero) == [.close(0)])
        #expect(machine.result == .init(succeeded: 1))
    }

    @Test func `A stream of another version is refused`() {
        let text = #"{"t":0,"event":"start","version":2,"label":"a"}"# + "\n"
        var machine = FollowMachine()
        machine.members.append(.init(StreamMachine(at: .zero), reconnects: true))
        Array((text + text.replacing("2", with: "1")).utf8).withUnsafeBytes { machine.members[0].receive($0, at: .zero) }
        #expect(machine.members[0].stream.state == .lost(reason: "version 2 of the event stream, expected 1"))
        #expect(machine.members[0].stream.work.label == "")
        #expect(machine.advance(to: .zero) == [.close(0)])
        #expect(machine.isOver && machine.result == .init(lost: 1))
    }

    @Test func `A build of BuildKit whose file is written again is another one, and a stream of ours may go on`() throws {
        let lines = try fixture("buildkit.jsonl").split(separator: "\n")
        var build = machine(lines.prefix(5).joined(separator: "\n") + "\n")
        _ = build.takeChanges()
        build.beginAgain(at: .zero)
        #expect(build.takeChanges() == .init(isReset: true, hasWork: true))
        #expect((build.tasks.known.isEmpty, build.tasks.counts.total, build.state, build.format) == (true, 0, .silent, nil))
        let started = #"{"t":0,"event":"start","label":"make"}"# + "\n"
        var own = machine(started + #"{"t":1,"event":"job-start","job":1,"name":"a"}"#)
        own.beginAgain(at: .zero)
        #expect(own.tasks.counts.total == 1, "a line without an end is complete")
        let rest = #"{"t":2,"event":"job-end","job":1,"name":"a","outcome":"succeeded"}"# + "\n"
        Array(rest.utf8).withUnsafeBytes { own.receive($0, at: .zero) }
        #expect(words(of: own.takeChanges()) == ["a: succeeded"])
        #expect((own.tasks.counts.total, own.state) == (1, .live))
        own.beginAgain(at: .zero)
        for event in ["start", "progress"] {
            let line = Array((#"{"t":3,"event":"job-\#(event)","job":2,"name":"b"}"# + "\n").utf8)
            line.withUnsafeBytes { own.receive($0, at: .zero) }
        }
        #expect(own.takeChanges().tasks.map(\.key) == [2], "the lines go on being counted, and a task is told once")
        #expect(own.counts == .init(understood: 5))
    }

    @Test func `What a command has left open is read until it ends or is silent for a second`() {
        let finish = Array((#"{"t":9,"event":"finish","label":"a","outcome":"succeeded"}"# + "\n").utf8)
        func time(_ milliseconds: Int) -> HUDInstant { .zero.advanced(by: .milliseconds(milliseconds)) }
        for isSilent in [true, false] {
            var machine = FollowMachine()
            machine.members.append(.init(StreamMachine(at: .zero), reconnects: false))
            machine.members[0].drain(.init(reason: "the command ended"), at: time(5))
            #expect(machine.nextDeadline == time(1005) && !machine.isOver)
            finish.withUnsafeBytes { machine.members[0].receive($0, at: time(1000)) }
            #expect(machine.advance(to: time(1999)) == [])
            if !isSilent { machine.members[0].endOutput(at: time(1999)) }
            #expect(machine.advance(to: time(2000)) == (isSilent ? [.close(0)] : []))
            #expect(machine.isOver && machine.result == .init(succeeded: 1))
        }
    }

    @Test func `What a command has left open is read for ten seconds at most`() {
        func time(_ milliseconds: Int) -> HUDInstant { .zero.advanced(by: .milliseconds(milliseconds)) }
        for reconnects in [false, true] {
            var machine = FollowMachine()
            machine.members.append(.init(StreamMachine(at: .zero), reconnects: reconnects))
            machine.members[0].drain(.init(reason: "the command ended"), at: time(5))
            for step in 1...20 {
                let isOver = 500 * step >= 10_005
                Array("words\n".utf8).withUnsafeBytes { machine.members[0].receive($0, at: time(500 * step)) }
                #expect(machine.advance(to: time(500 * step)) == [] && machine.members[0].isConnected == !isOver)
            }
            #expect(machine.nextDeadline == time(10_005))
            #expect(machine.advance(to: time(10_005)) == [.close(0)])
            #expect(!machine.members[0].isConnected && machine.isOver == !reconnects)
        }
    }

    @Test func `A file that is no longer written to is lost`() {
        var machine = FollowMachine()
        machine.members.append(.init(StreamMachine(at: .zero), reconnects: false, isFile: true))
        let now = HUDInstant.zero.advanced(by: .seconds(1000))
        let text = Array((#"{"t":1,"event":"appear","label":"a","mode":"bar"}"# + "\n").utf8)
        text.withUnsafeBytes { machine.members[0].receive($0, at: now, written: now.advanced(by: .seconds(-80))) }
        #expect(machine.advance(to: now) == [])
        #expect(machine.members[0].stream.state == .stale(since: now.advanced(by: .seconds(-80))))
        #expect(machine.nextDeadline == now.advanced(by: .seconds(10)))
        let later = now.advanced(by: .seconds(9))
        Array("a sign of life\n".utf8).withUnsafeBytes { machine.members[0].receive($0, at: later, written: later) }
        #expect(machine.advance(to: now.advanced(by: .seconds(99))) == [.close(0)])
        #expect(machine.result == .init(lost: 1))
    }

    @Test(
        arguments: [
            (nil, "# A text\n\nOf two lines.\n", "no events"), (nil, #"{"foo":1}"#, "no events"),
            (.buildKit, #"{"t":1,"event":"appear","label":"a"}"# + "\n", "no buildkit events"),
            (nil, #"{"t":0,"event":"start","label":"a"}"#, "silent")
        ] as [(JobStreamFormat?, String, String)])
    func `A file without an event that is no longer written to is lost`(format: JobStreamFormat?, text: String, reason: String) {
        for limit in [nil, Duration.seconds(5)] {
            var machine = FollowMachine()
            machine.members.append(
                .init(StreamMachine(format: format, staleAfter: limit, at: .zero), reconnects: false, isFile: true))
            func time(_ seconds: Int) -> HUDInstant { .zero.advanced(by: .seconds(seconds)) }
            func grow(_ text: String, at now: HUDInstant) {
                Array(text.utf8).withUnsafeBytes { machine.members[0].receive($0, at: now, written: now) }
            }
            if limit == nil {
                #expect(machine.advance(to: time(1000)) == [] && !machine.isOver, "an empty file is one that is being started")
                grow(String(text.prefix(4)), at: time(1000))
                machine.members[0].stream.beginAgain(at: time(1001))
                #expect(machine.advance(to: time(2000)) == [] && !machine.isOver, "it was written again, and is empty")
            }
            grow(String(text.prefix(4)), at: time(2000))
            grow(String(text.dropFirst(4)), at: time(2004))
            let end = time(2004).advanced(by: limit ?? StreamSilence.usualPatience)
            #expect(machine.nextDeadline == end)
            #expect(machine.advance(to: end.advanced(by: .nanoseconds(-1))) == [])
            #expect(machine.advance(to: end) == [.close(0)] && machine.isOver)
            #expect(machine.members[0].stream.state == .lost(reason: reason))
            #expect(machine.result.lost == 1)
        }
    }

    @Test func `A stream without an event that is no file goes on`() {
        var machine = FollowMachine()
        machine.members.append(.init(StreamMachine(at: .zero), reconnects: false))
        Array("words\n".utf8).withUnsafeBytes { machine.members[0].receive($0, at: .zero) }
        #expect(machine.nextDeadline == nil && machine.advance(to: .zero.advanced(by: .seconds(1000))) == [] && !machine.isOver)
    }
}
