import Testing

@testable import HUDFollow

/// Lines, and the instants in them.
@Suite struct FollowLineTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", Duration.zero), ("2026-03-01T10:00:00.25Z", .milliseconds(1_772_359_200_250)),
        ("2026-03-01T12:00:00+02:00", .seconds(1_772_359_200)),
        ("2024-02-29T23:59:59.999999999Z", .nanoseconds(1_709_251_199_999_999_999)),
        ("1969-12-31T23:59:59Z", .seconds(-1))
    ])
    func `Instants of RFC 3339 are read`(text: String, since1970: Duration) {
        #expect(Timestamp.seconds(Array(text.utf8)) == since1970)
    }

    @Test(arguments: [
        "", "2026-03-01", "2026-13-01T00:00:00Z", "2026-03-01T00:00:00", "2026-03-01T00:00:00.Z", "x026-03-01T00:00:00Z"
    ])
    func `What is no instant is refused`(text: String) {
        #expect(Timestamp.seconds(Array(text.utf8)) == nil)
    }

    @Test func `An event behind the unfinished line of a job is read, and the line is printed`() {
        let finish = #"{"t":1.5,"event":"finish","outcome":"succeeded"}"#
        func read(_ line: String, _ format: JobStreamFormat? = nil) -> (StreamDecoder.Line, [StreamEvent]) {
            var decoder = StreamDecoder(format)
            let result = Array(line.utf8).withUnsafeBytes { decoder.read($0) }
            return (result, decoder.events)
        }
        for text in ["done", "50% {", "{\"t\":", "\u{E4} "] {
            let (line, events) = read(text + finish)
            let isFirst = text.hasPrefix("{")
            #expect(line == (isFirst ? .broken : .understood))
            if isFirst { continue }
            #expect(
                events.map(\.kind) == [.print(text), .finish(.succeeded)] && events[0].time == .seconds(1.5))
        }
        #expect(
            read("done" + finish, .buildKit).0 == .text && read("done {\"t\":1}").0 == .text
                && read("done" + finish + "x").0 == .text)
    }

    @Test func `JSON that a job prints among its events is printed`() {
        let start = #"{"t":0,"event":"start","label":"a"}"#
        let finish = #"{"t":1.5,"event":"finish","outcome":"succeeded"}"#
        var machine = StreamMachine(at: .zero)
        let printed = [#"{"level":"error","msg":"disk full"}"#, "{", #"  "a": 1"#, "}", "{}", #"{"time":"#]
        let broken = [#"{"t":1,"event":"log","text":"x""#, #"{"event":"log""#]
        let lines = [start] + printed + broken + [#"{"last":1}"# + finish]
        Array(lines.joined(separator: "\n").utf8).withUnsafeBytes { machine.receive($0, at: .zero) }
        machine.disconnect(at: .zero)
        #expect(machine.takeChanges().prints.map(\.text) == printed + [#"{"last":1}"#])
        #expect(machine.state == .over(.succeeded) && machine.counts.broken == broken.count)
        var tests = StreamMachine(format: .swiftTesting, at: .zero)
        Array(printed[0].utf8).withUnsafeBytes { tests.receive($0, at: .zero) }
        tests.disconnect(at: .zero)
        #expect(tests.takeChanges().prints.isEmpty && tests.counts.broken == 1)
    }

    @Test(arguments: [true, false])
    func `Each line that a job prints is cut by itself, and a mark shows that it was cut`(isEvent: Bool) {
        let end = isEvent ? #"\n"# : "\r"
        let texts = [
            "first", String(repeating: "x", count: StreamEvent.longestText - 1) + "\u{E9}y", String(repeating: "z", count: 4096)
        ]
        let text = (texts + ["last"]).joined(separator: end)
        var machine = StreamMachine(format: .hud, at: .zero)
        let line = isEvent ? #"{"t":1,"event":"log","text":"\#(text)"}"# : text
        Array((line + "\n").utf8).withUnsafeBytes { machine.receive($0, at: .zero) }
        let cut = String(repeating: "x", count: StreamEvent.longestText - 1) + "\u{2026}"
        #expect(machine.takeChanges().prints.map(\.text) == ["first", cut, texts[2], "last"])
    }

    @Test func `Lines come out as they went in, however they are split`() {
        let text = "one\n\ntwo\nthree"
        for size in 1...text.utf8.count {
            var lines = StreamLines()
            var seen: [String] = []
            func take(_ line: UnsafeRawBufferPointer?) {
                seen.append(line.map { String(decoding: $0, as: UTF8.self) } ?? "too long")
            }
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                Array(rest.prefix(size)).withUnsafeBytes { lines.feed($0, take) }
                rest = rest.dropFirst(size)
            }
            lines.finish(take)
            #expect(seen == ["one", "", "two", "three"])
        }
    }

    @Test func `A line that is too long is dropped, and the next one is read`() {
        var lines = StreamLines()
        var seen: [String] = []
        func take(_ line: UnsafeRawBufferPointer?) { seen.append(line.map { String(decoding: $0, as: UTF8.self) } ?? "too long") }
        let piece = [UInt8](repeating: 0x20, count: 300_000)
        for _ in 0..<5 { piece.withUnsafeBytes { lines.feed($0, take) } }
        Array("\nnext\n".utf8).withUnsafeBytes { lines.feed($0, take) }
        #expect(seen == ["too long", "next"])
    }
}
