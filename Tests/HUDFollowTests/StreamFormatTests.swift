import HUDReports
import Testing

@testable import HUDFollow

/// What the lines of each format say, line by line.
@Suite struct StreamFormatTests {
    /// The events of lines, in words: what has happened, to which of the named tasks, and what the line says of it.
    private func events(_ format: JobStreamFormat, _ lines: String..., names: [String] = []) -> [String] {
        var decoder = StreamDecoder(format)
        var events: [StreamEvent] = []
        for line in lines where Array(line.utf8).withUnsafeBytes({ decoder.read($0) }) == .understood { events += decoder.events }
        return events.map { words($0, names) }
    }

    private func words(_ event: StreamEvent, _ names: [String]) -> String {
        var words = ["\(event.kind)".split(separator: "(")[0].description]
        switch event.kind {
        case .print(let text): words.append(text.debugDescription)
        case .taskEnd(let outcome): words[0] = "\(outcome)"
        default: break
        }
        if event.task != 0 { words.append(name(of: event.task, names)) }
        if let parent = event.parent { words.append("in \(parent)") }
        if let label = event.label { words.append("label \(label)") }
        if let details = event.details, !details.isEmpty { words.append("details \(details)") }
        if let attempt = event.attempt { words.append("run \(attempt % 60_000_000_000 / 1_000_000_000)") }
        if let progress = event.progress {
            words.append(
                "\(progress.completed.map(String.init) ?? "?")/\(progress.total.map(String.init) ?? "?") \(progress.unit)")
        }
        return words.joined(separator: ", ")
    }

    private func name(of task: UInt64, _ names: [String]) -> String {
        names.first { name in
            Array("\"\(name)\"".utf8).withUnsafeBytes { bytes in
                var cursor = JSONCursor(bytes)
                return cursor.key() == task
            }
        } ?? "\(task)"
    }

    // MARK: BuildKit

    private func vertex(_ name: String, _ members: String...) -> String {
        #"{"vertexes":[{"digest":"\#(name)","name":"step \#(name)"\#(members.map { "," + $0 }.joined())}]}"#
    }

    private func at(_ member: String, _ second: Int) -> String { #""\#(member)":"2026-03-01T10:00:0\#(second)Z""# }

    private func group(_ id: String, name: String) -> String { #""progressGroup":{"id":"\#(id)","name":"\#(name)"}"# }

    private func status(_ vertex: String, _ id: String, _ current: Int, of total: Int? = nil) -> String {
        let total = total.map { #","total":\#($0)"# } ?? ""
        return #"{"statuses":[{"id":"\#(id)","vertex":"\#(vertex)","current":\#(current)\#(total)}]}"#
    }

    @Test func `A vertex is announced, begins and ends, and says whether it is cached`() {
        let begun = at("started", 1), ended = at("completed", 2)
        #expect(
            events(
                .buildKit, vertex("a"), vertex("a", begun), vertex("a", begun, ended), vertex("b", ended, #""cached":true"#),
                vertex("c", begun, ended, #""cached":false"#, #""error":"exit code: 1""#),
                vertex("d", begun, ended, #""cached":1"#),
                names: ["a", "b", "c", "d"])
                == [
                    "taskAdded, a, label step a", "taskStart, a, label step a, run 1",
                    "taskStart, a, label step a, run 1", "succeeded, a, label step a, run 1",
                    "taskStart, b, label step b, details cached, run 2", "succeeded, b, label step b, details cached, run 2",
                    "taskStart, c, label step c, run 1", #"failed(reason: "exit code: 1"), c, label step c, run 1"#,
                    "taskStart, d, label step d, run 1", "succeeded, d, label step d, run 1"
                ])
        #expect(events(.buildKit, "[]", "7", #"{"vertexes":7}"#, #"{"vertexes":[{"name":"x"}]}"#).isEmpty)
    }

    @Test func `Statuses add up to the progress of their vertex, or their group, until it ends`() {
        let over = vertex("a", at("started", 1), at("completed", 2))
        #expect(
            events(
                .buildKit, status("a", "layer 1", 0), status("a", "layer 1", 7), status("a", "layer 2", 3, of: 10),
                status("a", "layer 1", 9, of: 20), over, status("a", "layer 3", 0, of: 5), names: ["a"])
                == [
                    "taskReport, a, details layer 1", "taskReport, a, details layer 1, 7/? bytes",
                    "taskReport, a, details layer 2, 3/10 bytes", "taskReport, a, details layer 1, 12/30 bytes",
                    "taskStart, a, label step a, run 1", "succeeded, a, label step a, run 1",
                    "taskReport, a, details layer 3, 0/5 bytes"
                ])
        let of = group("g", name: "")
        #expect(
            events(
                .buildKit, vertex("a", at("started", 1), of), vertex("b", at("started", 1), of), status("a", "x", 1, of: 2),
                status("b", "y", 3, of: 4), vertex("a", at("started", 1), at("completed", 2), of),
                vertex("b", at("started", 1), at("completed", 2), of), status("a", "x", 1, of: 3), names: ["g", "a", "b"])
                == [
                    "taskStart, g, label step a, run 1", "taskStart, g, label step b, run 1",
                    "taskReport, g, details x, 1/2 bytes", "taskReport, g, details y, 4/6 bytes",
                    "taskStart, g, label step a, run 1", "taskStart, g, label step b, run 1",
                    "succeeded, g, label step b, run 1", "taskReport, g, details x, 1/3 bytes"
                ])
    }

    @Test func `A group has its name, and what its vertices print is its own`() {
        let of = group("g", name: "all")
        func log(_ data: String, _ stream: Int) -> String {
            #"{"logs":[{"vertex":"a","stream":\#(stream),"data":"\#(data)"}]}"#
        }
        #expect(
            events(
                .buildKit, vertex("a", at("started", 1), of), log("b3V0", 1), log("ZXJyCg==", 2), log("Cg==", 1), log("Cg==", 0),
                names: ["g", "a"])
                == ["taskStart, g, label all, run 1", #"print, "err\n", g"#, #"print, "out\n", g"#, #"print, "\n", g"#])
    }

    @Test func `A vertex is in the group that it was in last, and an older line of it says nothing`() {
        let (g, h) = (group("g", name: "g"), group("h", name: "h"))
        let begun = at("started", 1)
        #expect(
            events(
                .buildKit, vertex("a", begun, g), vertex("b", begun, g), vertex("a", begun, h),
                vertex("b", begun, at("completed", 2), g), names: ["g", "h"])
                == [
                    "taskStart, g, label g, run 1", "taskStart, g, label g, run 1", "taskStart, h, label h, run 1",
                    "taskStart, g, label g, run 1", "succeeded, g, label g, run 1"
                ])
        // The vertex has begun again since the line that is repeated, and one that has only been announced again runs on.
        #expect(
            events(
                .buildKit, vertex("a", begun, g), vertex("a", at("started", 3), g), vertex("a", begun, at("completed", 2), g),
                vertex("a", g),
                vertex("a", begun, at("completed", 2), g), vertex("a", at("started", 3), at("completed", 4), g), names: ["g"])
                == [
                    "taskStart, g, label g, run 1", "taskStart, g, label g, run 1", "taskStart, g, label g, run 1",
                    "taskAdded, g, label g", "taskStart, g, label g, run 1",
                    "taskStart, g, label g, run 1", "succeeded, g, label g, run 1"
                ])
    }

    // MARK: Our own format

    @Test func `Progress has its unit, and a job its number and the one that it is a part of`() {
        func progress(_ unit: String) -> String { #"{"t":1,"event":"progress","completed":-1,"total":4,"unit":"\#(unit)"}"# }
        func job(_ number: Int, in parent: Int) -> String {
            #"{"t":1,"event":"job-start","job":\#(number),"parent":\#(parent),"name":"j"}"#
        }
        #expect(
            events(
                .hud, progress("bytes"), progress("items"), progress("files"), job(0, in: 1), job(2, in: 0), job(2, in: 2),
                job(3, in: 2))
                == [
                    "report, 0/4 bytes", "report, 0/4 items", #"report, 0/4 named("files")"#, "taskStart, 2, label j",
                    "taskStart, 2, label j",
                    "taskStart, 3, in 2, label j"
                ])
    }

    // MARK: Lines

    @Test func `Blanks say nothing, and may stand before an event`() {
        var decoder = StreamDecoder(nil)
        func read(_ line: String) -> StreamDecoder.Line { Array(line.utf8).withUnsafeBytes { decoder.read($0) } }
        for blank in ["", " ", "\t", "\r", " \t\r"] {
            #expect(read(blank) == .understood && decoder.events.isEmpty && decoder.format == nil)
            #expect(read(blank + "x") == .text)
        }
        for blank in [" ", "\t", "\r", "\t \r"] {
            #expect(
                read(blank + #"{"t":0,"event":"start"}"#) == .understood && decoder.events.count == 1 && decoder.format == .hud)
        }
    }

    @Test func `A format that was chosen stays, and another one is known again after each beginning`() {
        let event = #"{"t":0,"event":"log","text":""}"#
        for chosen in [nil, JobStreamFormat.hud, .buildKit] {
            var decoder = StreamDecoder(chosen)
            func read(_ line: String) -> StreamDecoder.Line { Array(line.utf8).withUnsafeBytes { decoder.read($0) } }
            #expect(read("x" + event) == (chosen == .buildKit ? .text : .understood))
            let known = chosen ?? .hud
            #expect(decoder.format == known && decoder.formatBefore == nil)
            for _ in 0..<2 {
                decoder.beginAgain()
                #expect(decoder.format == chosen && decoder.formatBefore == known)
            }
        }
        var machine = StreamMachine(format: .buildKit, at: .zero)
        Array("x\(event)\nx\(event)\n".utf8).withUnsafeBytes { machine.receive($0, at: .zero) }
        #expect(machine.takeChanges().prints.map(\.text) == ["x" + event, "x" + event])
    }

    @Test func `A record of Swift Testing has a payload and a version`() {
        let payload = #""payload":{"kind":"runStarted","instant":{"absolute":1}}"#
        for (members, isRecord) in [
            (#""kind":"event",\#(payload),"version":0"#, true), (#""kind":"event",\#(payload)"#, false),
            (#""kind":"event","version":0"#, false), (#"\#(payload),"version":0"#, false),
            (#""kind":"event","payload":[],"version":0"#, false)
        ] {
            #expect(events(.swiftTesting, "{\(members)}") == (isRecord ? ["start, label Tests", "report"] : []), "\(members)")
        }
    }

    @Test(arguments: [1, 2, 3], [-1, 0, 1])
    func `A line may be as long as the longest one, and not longer`(pieces: Int, more: Int) {
        var lines = StreamLines()
        var lengths: [Int?] = []
        let line = [UInt8](repeating: 0x78, count: StreamLines.longest + more)
        func feed(_ bytes: ArraySlice<UInt8>) { Array(bytes).withUnsafeBytes { lines.feed($0) { lengths.append($0?.count) } } }
        // In one piece with its end, or with its end alone, or cut before its last byte.
        switch pieces {
        case 1: feed((line + [0x0A])[...])
        case 2: for piece: ArraySlice in [line[...], [0x0A]] { feed(piece) }
        default: for piece: ArraySlice in [line.dropLast(), line.suffix(1), [0x0A]] { feed(piece) }
        }
        feed([0x79, 0x0A])
        #expect(lengths == [more > 0 ? nil : line.count, 1])
        lines.finish { lengths.append($0?.count) }
        #expect(lengths.count == 2)
    }
}
