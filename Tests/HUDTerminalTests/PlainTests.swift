import HUDCore
import SeededRandom
import Testing

@testable import HUDScreen
@testable import HUDTerminal

@Suite struct PlainViewTests {
    private let view = PlainView(isUTF8: true)
    private var snapshot: HUDSnapshot { HUDSnapshot(label: "Compressing", elapsed: .milliseconds(30_900)) }

    private func with(_ change: (inout HUDSnapshot) -> Void) -> HUDSnapshot {
        var snapshot = snapshot
        change(&snapshot)
        return snapshot
    }

    @Test func `The first line has the label`() {
        #expect(view.appearance(of: snapshot) == "Compressing...")
        #expect(view.appearance(of: with { $0.detailsLabel = "film.mkv" }) == "Compressing, film.mkv...")
        #expect(view.appearance(of: HUDSnapshot()) == "Working...")
        #expect(view.appearance(of: HUDSnapshot(detailsLabel: "film.mkv")) == "film.mkv...")
    }

    @Test(arguments: ["Loading...", "Loading…", " Loading ... ", "Loading\n"])
    func `A label's own ellipsis is not doubled`(label: String) {
        let snapshot = HUDSnapshot(label: label)
        #expect(view.appearance(of: snapshot) == "Loading...")
        #expect(PlainView(isUTF8: false).appearance(of: snapshot) == "Loading...")
        #expect(view.heartbeat(of: snapshot) == "Loading: still running after 0:00")
    }

    @Test func `A heartbeat has the progress that the mode shows`() {
        let counted = ProgressSample(completedUnitCount: 12, totalUnitCount: 345)
        let start = "Compressing: still running after 0:30"
        #expect(view.heartbeat(of: snapshot) == start)
        #expect(view.heartbeat(of: with { $0.remaining = .seconds(70) }) == start + ", about 1:10 left")
        for mode in [HUDMode.bar, .determinate, .annular] {
            let bar = with {
                $0.mode = mode
                $0.progress = ProgressSample(fraction: 0.45)
                $0.remaining = .seconds(70)
            }
            #expect(view.heartbeat(of: bar) == start + ", 45%, about 1:10 left")
            var items = bar
            items.progress = counted
            #expect(view.heartbeat(of: items) == start + ", 3%, 12 of 345, about 1:10 left")
            items.progress = ProgressSample(completedUnitCount: 1_500_000, totalUnitCount: 20_000_000, unit: .bytes)
            #expect(view.heartbeat(of: items) == start + ", 7%, 1.5 of 20.0 MB, about 1:10 left")
            items.progress = ProgressSample(completedUnitCount: 12, totalUnitCount: nil)
            items.remaining = nil
            #expect(view.heartbeat(of: items) == start + ", 12 so far")
        }
        let spinner = with { $0.progress = counted }
        #expect(view.heartbeat(of: spinner) == start + ", 12 of 345")
        let labels = with {
            $0.mode = .text
            $0.progress = counted
        }
        #expect(view.heartbeat(of: labels) == start)
    }

    @Test func `The last line has the outcome and the time`() {
        func end(_ outcome: HUDOutcome?) -> String { view.end(of: with { $0.outcome = outcome }) }
        #expect(end(.succeeded) == "Compressing: done after 0:30")
        #expect(end(.failed(reason: "status 2")) == "Compressing: failed (status 2) after 0:30")
        #expect(end(.failed()) == "Compressing: failed after 0:30")
        #expect(end(.failed(reason: "a\u{1B}[1mb\nc")) == "Compressing: failed (a␛[1mb c) after 0:30")
        #expect(end(.cancelled) == "Compressing: cancelled after 0:30")
        #expect(end(nil) == "Compressing: ended after 0:30")
        let usage = HUDUsage(userTime: .seconds(2), systemTime: .milliseconds(310), peakMemory: 12_345_678)
        #expect(view.end(of: with { $0.usage = usage }) == "Compressing: ended after 0:30 (2.0 s user, 0.3 s system, 12.3 MB)")
    }

    @Test func `A brief line is that of a summary, without colors`() {
        func line(_ label: String, _ outcome: HUDOutcome, isUTF8: Bool = true) -> String {
            PlainView(isUTF8: isUTF8).summary(of: label, outcome, after: .seconds(102))
        }
        #expect(line("make -j8", .succeeded) == "✓ make -j8 1:42")
        #expect(line("make -j8", .failed(reason: "status 2")) == "✗ make -j8 1:42 status 2")
        #expect(line("make -j8", .cancelled) == "! make -j8 1:42 cancelled")
        #expect(line("größe", .succeeded, isUTF8: false) == "* gr??e 1:42")
        #expect(line("größe", .failed(), isUTF8: false) == "x gr??e 1:42")
        #expect(line("a\u{1B}[1mb\nc", .succeeded) == "✓ a␛[1mb c 1:42")
    }

    @Test(arguments: [
        "x", "é", "界", "👩‍👩‍👧‍👦", "e\u{301}\u{302}\u{303}", "e\u{1D165}\u{1D165}\u{1D165}\u{1D165}\u{1D165}\u{1D165}", "ש", "\u{1B}"
    ])
    func `A brief line takes 200 bytes with its line feed, whatever the label`(character: String) {
        for length in [0, 10, 50, 100, 200, 100_000] {
            for outcome in [HUDOutcome.succeeded, .cancelled, .failed(reason: "status 2")] {
                for isUTF8 in [true, false] {
                    let label = String(repeating: character, count: length)
                    let line = PlainView(isUTF8: isUTF8).summary(of: label, outcome, after: .seconds(359_999))
                    #expect(line.utf8.count < 200, "\(length)")
                    #expect(line.contains("99:59:59"))
                    if length == 100_000 { #expect(line.utf8.count > 170, "\(line)") }
                    if case .failed(let reason) = outcome { #expect(line.hasSuffix(reason)) }
                }
            }
        }
    }

    @Test func `A long label is cut, but the rest of the line is not`() {
        let long = with { $0.label = String(repeating: "x", count: 1_000_000) }
        #expect(view.appearance(of: long) == String(repeating: "x", count: 196) + "…")
        #expect(view.heartbeat(of: long) == String(repeating: "x", count: 173) + "…: still running after 0:30")
        #expect(PlainView(isUTF8: false).appearance(of: long) == String(repeating: "x", count: 194) + "...")
        let reason = with { $0.outcome = .failed(reason: String(repeating: "y", count: 300)) }
        #expect(view.end(of: reason) == "Compressing: failed (" + String(repeating: "y", count: 79) + "…) after 0:30")
        let accents = with { $0.label = "e" + String(repeating: "\u{301}", count: 1_000_000) }
        #expect(view.appearance(of: accents).utf8.count < 2000)
    }

    @Test func `Printed text is written line by line, harmless and without colors`() {
        #expect(view.lines(of: "one\ntwo\r\n\nfour\n") == ["one", "two", "", "four"])
        #expect(view.lines(of: "") == [""])
        #expect(view.lines(of: "\u{1B}[31mred\u{1B}[0m\u{1B}[m \u{1B}[38;2;1;2;3mx\u{1B}[4:3my") == ["red xy"])
        #expect(view.lines(of: "\u{1B}[2J\u{1B}[\u{1B}[1m\u{1B}") == ["␛[2J␛[␛"])
        #expect(PlainView(isUTF8: false).lines(of: "é\u{1B}[1m\u{7}") == ["??"])
        #expect(view.lines(of: String(repeating: "z", count: 500)) == [String(repeating: "z", count: 500)])
    }
}

@Suite struct PlainRendererTests {
    private let clock = ManualClock()
    private let output = WrittenLines()

    @Test func `A HUD in a log has a first line, heartbeats, and a last line`() {
        let counter = ProgressNode(totalCount: 345)
        let hud = HUD(
            label: "Compressing", mode: .bar, timing: HUDTiming(graceTime: .milliseconds(500), minimumShowTime: .seconds(1)),
            renderer: PlainRenderer(fileDescriptor: output.descriptor, isUTF8: true), clock: clock)
        hud.progressSource = counter
        hud.show()
        clock.advance(by: 0.499)
        #expect(output.newLines() == [])
        clock.advance(by: 0.001)
        #expect(output.newLines() == ["Compressing..."])
        #expect(clock.nextDeadline == HUDInstant(offset: .milliseconds(30_500)), "nothing else wakes the clock")
        counter.completedCount = 12
        clock.advance(by: 29.999)
        #expect(output.newLines() == [])
        clock.advance(by: 0.001)
        // The estimate of the remaining time is the core's.
        #expect(output.newLines().map { $0.hasPrefix("Compressing: still running after 0:30, 3%, 12 of 345") } == [true])
        hud.log("one\ntwo")
        #expect(output.newLines() == ["one", "two"])
        hud.label = "Packing"
        hud.detailsLabel = "film.mkv"
        hud.progressSource = nil
        hud.progress = 0.5
        clock.advance(by: 60)
        let beats = output.newLines()
        #expect(beats.count == 2)
        #expect(beats.first?.hasPrefix("Packing, film.mkv: still running after 1:00, 50%") == true)
        #expect(beats.last?.hasPrefix("Packing, film.mkv: still running after 1:30, 50%") == true)
        clock.advance(by: 11.5)
        hud.outcome = .failed(reason: "status 2")
        hud.hide()
        #expect(output.newLines() == ["Packing, film.mkv: failed (status 2) after 1:42"])
        clock.advance(by: 100)
        #expect(output.newLines() == [])
    }

    @Test func `A HUD in brief has its last line alone, and nothing wakes the clock for it`() {
        let renderer = PlainRenderer(fileDescriptor: output.descriptor, isUTF8: true, isBrief: true)
        let hud = HUD(
            label: "Packing", timing: HUDTiming(graceTime: .seconds(1), minimumShowTime: .zero), renderer: renderer, clock: clock)
        hud.show()
        clock.advance(by: 102)
        #expect(clock.nextDeadline == nil)
        #expect(output.newLines() == [])
        hud.outcome = .failed(reason: "status 2")
        hud.hide()
        #expect(output.newLines() == ["✗ Packing 1:42 status 2"])
        hud.show()
        clock.advance(by: 2)
        hud.outcome = nil
        hud.hide()
        #expect(output.newLines() == [], "how it ended is not known")
    }

    @Test(arguments: [false, true])
    func `A job within its grace time prints nothing`(isBrief: Bool) {
        let renderer = PlainRenderer(fileDescriptor: output.descriptor, isUTF8: true, isBrief: isBrief)
        let hud = HUD(
            label: "x", timing: HUDTiming(graceTime: .seconds(1), minimumShowTime: .zero), renderer: renderer, clock: clock)
        hud.show()
        clock.advance(by: 0.999)
        hud.outcome = .succeeded
        hud.hide()
        clock.advance(by: 100)
        #expect(output.newBytes() == [])
    }

    /// The line of a part that fails within the grace time.
    private func failureLine(by renderer: any HUDRenderer) -> [String] {
        let timing = HUDTiming(graceTime: .seconds(1), minimumShowTime: .zero)
        withHUD("Encode", timing: timing, summary: .failures, renderer: renderer, clock: clock) { hud in
            hud.work.subprogress(assigningCount: 1, label: "film.mkv").start().fail("disk full")
            hud.outcome = .cancelled
        }
        return output.newLines()
    }

    @Test func `The mark of a part that has failed is ASCII where text is`() {
        let plain = { [output] isUTF8 in PlainRenderer(fileDescriptor: output.descriptor, isUTF8: isUTF8) }
        #expect(failureLine(by: plain(true)) == ["✗ film.mkv disk full"])
        #expect(failureLine(by: plain(false)) == ["x film.mkv disk full"])
        var options = TerminalOptions()
        options.usesASCII = true
        let automatic = AutomaticRenderer(fileDescriptor: output.descriptor, style: .plain, options: options)
        #expect(failureLine(by: automatic) == ["x film.mkv disk full"])
    }

    @Test func `A HUD that disappears before its first frame reports its outcome`() {
        let renderer = PlainRenderer(fileDescriptor: output.descriptor, isUTF8: true)
        renderer.remove(HUDSnapshot(label: "x"))
        #expect(output.newLines() == [])
        renderer.remove(HUDSnapshot(label: "x", outcome: .failed(reason: "disk full")))
        #expect(output.newLines() == ["x: failed (disk full) after 0:00"])
    }

    @Test func `A finished HUD that stays on screen has no heartbeat`() {
        let hud = HUD(label: "x", renderer: PlainRenderer(fileDescriptor: output.descriptor, isUTF8: true), clock: clock)
        hud.show()
        clock.advance(by: 12)
        hud.outcome = .succeeded
        hud.hide(after: .seconds(100))
        clock.advance(by: 100)
        let lines = output.newLines()
        #expect(lines.count == 2)
        #expect(lines.last?.hasPrefix("x: done after ") == true)
    }

    @Test func `Each appearance has its lines`() {
        let hud = HUD(label: "x", renderer: PlainRenderer(fileDescriptor: output.descriptor, isUTF8: true), clock: clock)
        for _ in 0..<2 {
            hud.show()
            clock.advance(by: 2)
            hud.hide()
        }
        #expect(output.newLines() == ["x...", "x: ended after 0:02", "x...", "x: ended after 0:02"])
    }

    @Test func `A line is one write`() {
        let output = WritesOneByOne()
        let renderer = PlainRenderer(fileDescriptor: output.descriptor, isUTF8: true)
        renderer.draw(HUDSnapshot(label: "x"))
        renderer.log("a\nb")
        renderer.remove(HUDSnapshot(label: "x"))
        #expect(output.writes() == ["x...\n", "a\n", "b\n", "x: ended after 0:00\n"])
    }

    @Test func `A closed pipe does not end the process`() {
        let renderer = PlainRenderer(fileDescriptor: brokenPipe(), isUTF8: true)
        renderer.draw(HUDSnapshot(label: "x"))
        renderer.log("a")
        renderer.remove(HUDSnapshot(label: "x"))
        #expect(!hasTraceOfBrokenPipe())
        PlainRenderer(fileDescriptor: -1).draw(HUDSnapshot(label: "x"))
    }

    @Test func `A heartbeat interval is at least one second`() {
        let renderer = PlainRenderer(fileDescriptor: output.descriptor, heartbeatInterval: .seconds(-1), isUTF8: true)
        for tenths in 0...20 {
            let time = Duration.milliseconds(100 * tenths)
            renderer.draw(HUDSnapshot(label: "x", timestamp: HUDInstant(offset: time), elapsed: time))
        }
        #expect(output.newLines() == ["x...", "x: still running after 0:01", "x: still running after 0:02"])
    }

    @Test func `Whole lines come from any number of threads`() async {
        let renderer = PlainRenderer(fileDescriptor: output.descriptor, isUTF8: true)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<50 { renderer.log("\(task)-\(number)\n\(task)+\(number)") }
                }
            }
        }
        let lines = output.newLines()
        #expect(lines.count == 800)
        for (first, second) in stride(from: 0, to: lines.count - 1, by: 2).map({ (lines[$0], lines[$0 + 1]) }) {
            #expect(second == first.replacing("-", with: "+"))
        }
    }

    @Test func `Over days there is at most one line every thirty seconds besides the first and the last`() {
        var random = SeededGenerator(stream: 2)
        let seed = SeededGenerator.seed
        let renderer = PlainRenderer(fileDescriptor: output.descriptor, isUTF8: true)
        let ascii = WrittenLines()
        let other = PlainRenderer(fileDescriptor: ascii.descriptor, isUTF8: false)
        var now = Duration.zero
        var last: Duration?
        for step in 0..<1500 {
            now +=
                random.pick([.zero, .milliseconds(33), .seconds(1), .milliseconds(29_999), .seconds(30), .seconds(3600)])
            var snapshot = HUDSnapshot.random(using: &random)
            snapshot.timestamp = HUDInstant(offset: now)
            snapshot.elapsed = random.pick([now, .zero, Duration(attoseconds: .max)])
            let outcomes: [HUDOutcome?] = [nil, nil, nil, .succeeded, .failed(reason: snapshot.label)]
            snapshot.outcome = random.pick(outcomes)
            let isRemoval = random.once(in: 20)
            for renderer in [renderer, other] {
                if isRemoval { renderer.remove(snapshot) } else { renderer.draw(snapshot) }
            }
            let isDue =
                last.map { isRemoval || snapshot.outcome == nil && now - $0 >= .seconds(30) }
                ?? (!isRemoval || snapshot.outcome != nil)
            if isDue { last = isRemoval ? nil : now }
            for bytes in [output.newBytes(), ascii.newBytes()] {
                let line = String(decoding: bytes, as: UTF8.self)
                #expect(bytes.count(where: { $0 == 0x0A }) == (isDue ? 1 : 0), "step \(step), seed \(seed)")
                #expect(!isDue || bytes.last == 0x0A, "step \(step), seed \(seed)")
                let width = line.dropLast().reduce(0) { $0 + TextWidth.of($1) }
                #expect(width <= 200, "step \(step), seed \(seed): \(line)")
                let controls = line.unicodeScalars.dropLast().contains {
                    $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0 == "\u{202E}" || $0 == "\u{2028}"
                }
                #expect(!controls, "step \(step), seed \(seed)")
            }
        }
    }
}
