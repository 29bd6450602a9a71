import HUDCore
@testable import HUDReports
import SeededRandom
import Synchronization
import Testing

@testable import HUDTerminal

private func snapshot(
    at seconds: Double, label: String = "x", mode: HUDMode = .bar, fraction: Double = 0, outcome: HUDOutcome? = nil
) -> HUDSnapshot {
    let time = Duration.milliseconds(Int((seconds * 1000).rounded()))
    return HUDSnapshot(
        mode: mode, label: label, progress: ProgressSample(fraction: fraction),
        timestamp: HUDInstant(offset: .seconds(1000) + time),
        elapsed: time, outcome: outcome)
}

/// The first line of a stream, with the heartbeat that is the default.
private func start(_ label: String, details: String? = nil, origin: String = "1700000000") -> String {
    let rest = details.map { #","details":"\#($0)"}"# } ?? "}"
    return #"{"t":0,"event":"start","version":1,"stream":"job","origin":\#(origin),"heartbeat":30,"label":"\#(label)""# + rest
}

@Suite struct JSONLineTests {
    private func escaped(_ text: String) -> String {
        var line = JSONLine()
        line.add("a", text)
        return line.text
    }

    @Test(arguments: [
        ("plain ~", #"{"a":"plain ~"}"#), ("", #"{"a":""}"#), ("\"\\/", #"{"a":"\"\\/"}"#), ("\n\r\t", #"{"a":"\n\r\t"}"#),
        ("\u{0}\u{1B}\u{7F}\u{9B}", #"{"a":"\u0000\u001b\u007f\u009b"}"#), ("é界", #"{"a":"\u00e9\u754c"}"#),
        ("👍\u{10FFFF}", #"{"a":"\ud83d\udc4d\udbff\udfff"}"#), ("\u{2028}\u{202E}\u{FEFF}", #"{"a":"\u2028\u202e\ufeff"}"#)
    ])
    func `A string is ASCII without control characters`(text: String, expected: String) {
        #expect(escaped(text) == expected)
    }

    @Test func `Any scalar at all reads back as itself`() {
        for value in Array(0..<0x3000) + stride(from: UInt32(0x3000), through: 0x10FFFF, by: 251) {
            guard let scalar = Unicode.Scalar(value), let members = StrictJSON.members(of: escaped(String(scalar))) else {
                if Unicode.Scalar(value) != nil { Issue.record("U+\(String(value, radix: 16)) is no JSON") }
                continue
            }
            if members.map(\.value) != [.string(String(scalar))] {
                Issue.record("U+\(String(value, radix: 16)) reads back as another")
            }
        }
    }

    @Test func `Numbers are valid JSON`() {
        var line = JSONLine()
        line.add("a", 0.25)
        line.add("b", Double.nan)
        line.add("c", Double.infinity)
        line.add("d", -1.5)
        line.add("e", 1e-5)
        line.add("f", 1e300)
        line.add("g", Int.max)
        line.add("h", Duration.milliseconds(-3))
        line.add("i", Duration.milliseconds(1500))
        line.add("j", true)
        line.add("k", -0.0)
        #expect(
            line.text
                == #"{"a":0.25,"d":0,"e":0.00001,"f":1e+300,"g":9223372036854775807,"h":0,"i":1.5,"j":true,"k":0}"#)
        #expect(StrictJSON.members(of: line.text)?.count == 9)
    }

    @Test(arguments: [
        "", "{", "{}", "{\"a\":1,}", "{\"a\":01}", "{\"a\":nan}", "{\"a\":1,\"a\":2}", "{\"a\":\"\\ud800\"}", "{\"a\":\"\\x\"}",
        "{\"a\":1}x", "{\"a\":\"é\"}", "{\"a\":1.}", "{\"a\":.5}", "{\"a\":\"\n\"}"
    ])
    func `The tests' parser rejects invalid JSON`(text: String) {
        #expect(StrictJSON.members(of: text) == nil)
    }
}

@Suite struct JSONRendererTests {
    private let output = WrittenLines()
    private let clock = ManualClock(now: HUDInstant(offset: .seconds(1000)))

    @Test func `A heartbeat comes in time, also after a frame in which nothing was due`() {
        let hud = HUD(label: "x", mode: .bar, renderer: output.json(clock), clock: clock)
        hud.work.totalCount = 10
        hud.show()
        clock.advance(by: 0.64)
        hud.show()
        clock.advance(by: 29.359)
        _ = output.newLines()
        clock.advance(by: 0.001)
        #expect(output.newLines().map { $0.prefix(26) } == [#"{"t":30,"event":"heartbeat"#])
    }

    @Test func `The time of an event counts a stop of the process, and the elapsed time does not`() {
        let stopped = Mutex(Duration.seconds(7))
        let renderer = output.json(clock, stoppedTime: { stopped.withLock { $0 } })
        let hud = HUD(
            label: "x", mode: .bar, timing: HUDTiming(graceTime: .zero, minimumShowTime: .zero), renderer: renderer, clock: clock)
        hud.show()
        clock.advance(by: 0)
        _ = output.newLines()
        stopped.withLock { $0 += .seconds(60) }
        clock.advance(by: 1)
        hud.log("text")
        #expect(output.newLines() == [#"{"t":61,"event":"log","text":"text"}"#])
        hud.hide()
        let end = #""shown":true,"elapsed":1}"#
        #expect(output.newLines() == [#"{"t":61,"event":"finish","label":"x","mode":"bar","fraction":0,"# + end])
    }

    @Test func `The first frame gives start and appear, and the removal gives finish`() {
        let hud = HUD(
            label: "Compressing", mode: .bar, timing: HUDTiming(graceTime: .milliseconds(500), minimumShowTime: .zero),
            renderer: output.json(clock), clock: clock)
        hud.show()
        clock.advance(by: 0.499)
        #expect(output.newLines() == [])
        clock.advance(by: 0.001)
        #expect(
            output.newLines() == [
                start("Compressing", origin: "1700001000"),
                #"{"t":0.5,"event":"appear","label":"Compressing","mode":"bar","fraction":0}"#
            ])
        clock.advance(by: 29.999)
        #expect(output.newLines() == [])
        clock.advance(by: 0.001)
        #expect(output.newLines() == [#"{"t":30.5,"event":"heartbeat","label":"Compressing","mode":"bar","fraction":0}"#])
        hud.detailsLabel = "film.mkv"
        hud.mode = .text
        clock.advance(by: 0.5)
        #expect(output.newLines() == [#"{"t":30.6,"event":"progress","label":"Compressing","details":"film.mkv","mode":"text"}"#])
        hud.log("one\ntwo\u{1B}[m")
        #expect(output.newLines() == [#"{"t":31,"event":"log","text":"one\ntwo\u001b[m"}"#])
        hud.mode = .bar
        hud.progress = 1
        hud.outcome = .failed(reason: "status 2")
        hud.hide()
        let head = #"{"t":31,"event":"finish","label":"Compressing","details":"film.mkv","mode":"bar","fraction":1"#
        #expect(output.newLines() == [head + #","shown":true,"elapsed":31,"outcome":"failed","reason":"status 2"}"#])
        clock.advance(by: 100)
        #expect(output.newLines() == [])
    }

    @Test func `Counted progress has a unit, a rate and a remaining time`() {
        let renderer = output.json(clock)
        renderer.start(label: "x")
        var frame = snapshot(at: 1)
        frame.progress = ProgressSample(completedUnitCount: 3, totalUnitCount: 12, runningUnitCount: 2, unit: .bytes)
        frame.rate = 1.5
        frame.remaining = .seconds(6)
        renderer.draw(frame)
        frame.mode = .indeterminate
        frame.progress = ProgressSample(completedUnitCount: 3, totalUnitCount: nil)
        frame.rate = .nan
        frame.remaining = nil
        frame.timestamp = frame.timestamp.advanced(by: .seconds(1))
        renderer.draw(frame)
        let counts = #""fraction":0.25,"completed":3,"total":12,"running":2,"unit":"bytes","rate":1.5,"remaining":6}"#
        #expect(
            output.newLines() == [
                start("x", origin: "1700001000"),
                #"{"t":1,"event":"appear","label":"x","mode":"bar","# + counts,
                #"{"t":2,"event":"progress","label":"x","mode":"indeterminate","completed":3,"unit":"items"}"#
            ])
    }

    @Test func `start and finish can be called for work whose HUD never appears`() {
        let renderer = output.json()
        renderer.start(label: "make", details: "all")
        renderer.start(label: "again")
        renderer.finish(elapsed: .milliseconds(250), outcome: .succeeded)
        renderer.finish(elapsed: .milliseconds(250), outcome: .succeeded)
        renderer.draw(snapshot(at: 1))
        renderer.remove(snapshot(at: 2))
        let finish =
            #"{"t":0.25,"event":"finish","label":"make","details":"all","shown":false,"elapsed":0.25,"outcome":"succeeded"}"#
        #expect(output.newLines() == [start("make", details: "all"), finish])
    }

    @Test func `The finish has what the work has cost`() {
        let renderer = output.json(clock)
        let usage = HUDUsage(userTime: .seconds(312.25), systemTime: .milliseconds(21), peakMemory: 812_900_000)
        let members = #","usage":{"user":312.25,"system":0.021,"memory":812900000}}"#
        renderer.start(label: "x")
        renderer.finish(elapsed: .seconds(1), outcome: nil, usage: usage)
        #expect(output.newLines().last == #"{"t":1,"event":"finish","label":"x","shown":false,"elapsed":1"# + members)
        renderer.start(label: "x")
        renderer.draw(snapshot(at: 0.5))
        var last = snapshot(at: 1, outcome: .failed())
        last.usage = usage
        renderer.remove(last)
        #expect(output.newLines().last?.hasSuffix(#","elapsed":1,"outcome":"failed""# + members) == true)
    }

    @Test func `Only the first finish counts`() {
        let renderer = output.json(clock)
        let appear = #"{"t":0.5,"event":"appear","label":"x","mode":"bar","fraction":0}"#
        let begin = start("x", origin: "1700000999.5")
        let finish = #""event":"finish","label":"x","mode":"bar","fraction":0,"shown":true,"elapsed":"#
        // The removal of the HUD, then finish.
        renderer.draw(snapshot(at: 0.5))
        renderer.remove(snapshot(at: 1, outcome: .cancelled))
        renderer.finish(elapsed: .seconds(1), outcome: .succeeded)
        #expect(output.newLines() == [begin, appear, #"{"t":1,"# + finish + #"1,"outcome":"cancelled"}"#])
        // finish while the HUD is on screen: its frames are not new work, and its removal is no second end.
        renderer.draw(snapshot(at: 0.5))
        renderer.finish(elapsed: .milliseconds(400), outcome: nil)
        renderer.draw(snapshot(at: 5, fraction: 0.5))
        renderer.remove(snapshot(at: 6))
        #expect(output.newLines() == [begin, appear, #"{"t":0.5,"# + finish + "0.4}"])
        // The next appearance is new work.
        renderer.draw(snapshot(at: 0.5))
        #expect(output.newLines() == [begin, appear])
        renderer.remove(snapshot(at: 1))
        _ = output.newLines()
        // A HUD that is removed before its first frame, with and without a call of start.
        renderer.remove(snapshot(at: 2))
        #expect(output.newLines() == [])
        renderer.start(label: "x")
        renderer.remove(snapshot(at: 2))
        renderer.finish(elapsed: .seconds(2), outcome: nil)
        let unshown = #"{"t":2,"# + finish.replacing("true", with: "false") + "2}"
        #expect(output.newLines() == [start("x", origin: "1700001000"), unshown])
    }

    @Test func `A long text is cut`() {
        let renderer = output.json()
        renderer.start(label: String(repeating: "y", count: 1_000_000))
        #expect(output.newLines() == [start(String(repeating: "y", count: 1000) + #"\u2026"#)])
    }

    @Test func `A line is one write, and a closed pipe does not end the process`() {
        let output = WritesOneByOne()
        let renderer = JSONRenderer(fileDescriptor: output.descriptor)
        renderer.draw(snapshot(at: 0))
        renderer.remove(snapshot(at: 1))
        let writes = output.writes()
        #expect(writes.count == 3)
        for write in writes { #expect(write.hasSuffix("}\n") && StrictJSON.members(of: String(write.dropLast())) != nil) }
        JSONRenderer(fileDescriptor: brokenPipe()).log("a")
        #expect(!hasTraceOfBrokenPipe())
        #expect(JSONRenderer(fileDescriptor: -1).preferredAnimationDuration == .zero)
    }

    @Test func `While lines wait, progress is left out, and the next line has the newest`() throws {
        var events = JSONEvents(heartbeatInterval: .seconds(1))
        func draw(_ second: Double, skipsProgress: Bool) -> [String] {
            let snapshot = snapshot(at: second, fraction: second / 100)
            return events.render(snapshot, at: snapshot.timestamp, skipsProgress: skipsProgress, wallTime: .zero).map(\.text)
        }
        #expect(draw(0, skipsProgress: true).count == 2)
        #expect(draw(5, skipsProgress: true).isEmpty && draw(6, skipsProgress: true).isEmpty)
        let line = try #require(draw(7, skipsProgress: false).first)
        #expect(line.contains(#""event":"progress""#) && line.contains(#""fraction":0.07"#))
    }

    @Test func `Progress is reported at most ten times per second`() {
        let clock = ManualClock()
        let hud = HUD(
            mode: .bar, preferredFramesPerSecond: 1000, renderer: output.json(clock), clock: clock)
        hud.show()
        clock.advance(by: 0)
        #expect(clock.nextDeadline == HUDInstant(offset: .milliseconds(100)))
        _ = output.newLines()
        hud.progress = 0.5
        clock.advance(by: 0.1)
        #expect(output.newLines().count == 1)
        #expect(clock.nextDeadline == HUDInstant(offset: .milliseconds(200)))
    }

    @Test func `Over days lines are few, in order, and valid JSON`() throws {
        var random = SeededGenerator(stream: 3)
        let seed = SeededGenerator.seed
        let renderer = output.json()
        var now = Duration.zero
        var origin = Duration.zero
        var last: Duration?
        var lastTime = 0.0
        var shown = HUDSnapshot.random(using: &random)
        for step in 0..<1500 {
            now +=
                random.pick([
                    .zero, .milliseconds(33), .milliseconds(99), .milliseconds(100), .seconds(1), .seconds(30), .seconds(3600)
                ])
            if random.bool() { shown = .random(using: &random) }
            if last == nil { origin = now }
            shown.timestamp = HUDInstant(offset: now)
            shown.elapsed = now - origin
            shown.outcome = random.pick([nil, .succeeded, .failed(reason: shown.label)])
            let isRemoval = random.once(in: 30)
            if isRemoval { renderer.remove(shown) } else { renderer.draw(shown) }
            let lines = output.newLines()
            let isNew = last == nil
            var events: [String] = []
            for line in lines {
                let members = try #require(StrictJSON.members(of: line), "step \(step), seed \(seed): \(line)")
                guard case .number(let number)? = members.first?.value, let time = Double(number),
                    case .string(let event) = members[1].value, members.first?.name == "t", members[1].name == "event"
                else {
                    Issue.record("step \(step), seed \(seed): \(line)")
                    continue
                }
                #expect(time >= lastTime || event == "start", "step \(step), seed \(seed): \(line)")
                lastTime = time
                events.append(event)
            }
            switch events {
            case []:
                let isUntold = isRemoval && shown.outcome == nil
                #expect(last.map { !isRemoval && now - $0 < .seconds(30) } ?? isUntold, "step \(step), seed \(seed)")
            // A HUD that disappeared before its first frame, with an outcome.
            case ["start", "finish"]: #expect(isNew && isRemoval && shown.outcome != nil, "step \(step), seed \(seed)")
            case ["start", "appear"]: #expect(isNew && !isRemoval, "step \(step), seed \(seed)")
            case ["finish"]: #expect(!isNew && isRemoval, "step \(step), seed \(seed)")
            case ["progress"]: #expect(last.map { now - $0 >= .milliseconds(100) } == true, "step \(step), seed \(seed)")
            case ["heartbeat"]: #expect(last.map { now - $0 >= .seconds(30) } == true, "step \(step), seed \(seed)")
            default: Issue.record("step \(step), seed \(seed): \(events)")
            }
            if isRemoval { last = nil } else if !events.isEmpty { last = now }
        }
    }
}
