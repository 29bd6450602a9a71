import HUDTesting
import Synchronization
import Testing

@testable import HUDTerminal

/// Several HUDs whose events go to the same descriptor.
@Suite struct SharedStreamTests {
    private let output = WrittenLines()
    private let clock = ManualClock()

    /// The kinds of the new lines, with the labels.
    private func events(_ output: WrittenLines) -> [String] {
        output.newLines().map { line in
            guard let members = StrictJSON.members(of: line) else { return line }
            let words = ["event", "label", "name", "text", "reason"].compactMap { name -> String? in
                guard case .string(let word)? = members.first(where: { $0.name == name })?.value else { return nil }
                return word
            }
            return words.joined(separator: " ")
        }
    }

    @Test(arguments: [true, false])
    func `Of scopes inside each other the outer one has the stream of events`(isAutomatic: Bool) throws {
        let renderer: any HUDRenderer =
            isAutomatic ? AutomaticRenderer(fileDescriptor: output.descriptor, style: .json) : output.json(clock)
        let timing = HUDTiming(graceTime: .milliseconds(100), minimumShowTime: .zero)
        struct Failure: Error, CustomStringConvertible { let description: String }
        try? withHUD("Outer", total: 2, timing: timing, renderer: renderer, clock: clock) { hud in
            clock.advance(by: 0.2)
            try? withHUD("Inner", timing: timing) { _ in
                clock.advance(by: 0.2)
                throw Failure(description: "no space")
            }
            hud.log("noted")
            clock.advance(by: 2)
            throw Failure(description: "broken")
        }
        let lines = output.newLines()
        func count(_ event: String) -> Int { lines.count { $0.contains(#""event":""# + event + #"""#) } }
        #expect(count("start") == 1 && count("finish") == 1 && count("log") == 2, "\(lines)")
        let logs = lines.filter { $0.contains(#""log""#) }
        #expect(logs[0].contains("Inner no space") && logs[1].contains("noted") && logs.allSatisfy { $0.hasPrefix(#"{"t":"#) })
        #expect(lines.last?.contains(#""label":"Outer""#) == true && lines.last?.contains(#""reason":"broken""#) == true)
    }

    /// Passes everything on, and a report about a part once more after the HUD is gone.
    private final class LateReporter: HUDRenderer {
        let renderer: AutomaticRenderer
        private let last = Mutex<PartChange?>(nil)

        init(_ renderer: AutomaticRenderer) { self.renderer = renderer }

        var display: HUDDisplay { renderer.display }
        func draw(_ snapshot: HUDSnapshot) -> HUDInstant { renderer.draw(snapshot) }

        func report(_ change: PartChange) {
            last.withLock { $0 = change }
            renderer.report(change)
        }

        func remove(_ snapshot: HUDSnapshot) {
            renderer.remove(snapshot)
            if let change = last.withLock({ $0 }) { renderer.report(change) }
        }
    }

    @Test func `A report about a part of a HUD that is gone does not keep the stream from the next HUD`() {
        let renderer = LateReporter(AutomaticRenderer(fileDescriptor: output.descriptor, style: .json))
        for _ in 0..<2 {
            let hud = HUD(reportingRowsTo: renderer, rowGrace: .zero, clock: clock)
            hud.show()
            clock.advance(by: 1)
            let part = hud.work.subprogress(assigningCount: 1, label: "a").start()
            clock.advance(by: 1)
            part.cancel()
            hud.hide()
            clock.advance(by: 1)
            #expect(output.newLines().count { $0.contains(#""event":"finish""#) } == 1)
        }
    }

    @Test(arguments: [true, false])
    func `Of HUDs with renderers of their own one at a time has the stream of a descriptor`(isAutomatic: Bool) {
        let (output, other, clock) = (WrittenLines(), WrittenLines(), ManualClock())
        func renderer(_ output: WrittenLines) -> any HUDRenderer {
            isAutomatic
                ? AutomaticRenderer(fileDescriptor: output.descriptor, style: .json)
                : JSONRenderer(fileDescriptor: output.descriptor, clock: clock)
        }
        struct Failure: Error, CustomStringConvertible { let description: String }
        let timing = HUDTiming(graceTime: .zero, minimumShowTime: .zero)
        let last = HUD(reportingRowsTo: renderer(output), rowGrace: .zero, clock: clock)
        withHUD("a", timing: timing, renderer: renderer(output), clock: clock) { _ in
            clock.advance(by: 0.2)
            #expect(events(output) == ["start a", "appear a"])
            try? withHUD("b", timing: timing, summary: .always, renderer: renderer(output), clock: clock) { hud in
                clock.advance(by: 0.2)
                hud.log("noted")
                throw Failure(description: "no space")
            }
            #expect(events(output) == ["log noted", "log ✗ b no space"])
            withHUD("elsewhere", timing: timing, renderer: renderer(other), clock: clock) { _ in clock.advance(by: 0.2)
            }
            #expect(events(other) == ["start elsewhere", "appear elsewhere", "finish elsewhere"])
            last.label = "c"
            last.show()
            clock.advance(by: 0.2)
            let part = last.work.subprogress(assigningCount: 1, label: "early").start()
            clock.advance(by: 0.1)
            part.cancel()
            #expect(events(output) == [])
        }
        #expect(events(output) == ["finish a"])
        clock.advance(by: 1)
        #expect(events(output) == ["start c", "appear c"])
        let part = last.work.subprogress(assigningCount: 1, label: "late").start()
        clock.advance(by: 0.2)
        part.cancel()
        last.hide()
        clock.advance(by: 1)
        let end = events(output).filter { !$0.hasPrefix("progress") }
        #expect(end == ["job-start late", "job-appear late", "job-end late", "finish c"])
    }

    @Test(arguments: [true, false])
    func `A HUD without the stream tells which of its parts fail, and the others once it has the stream`(isShared: Bool) {
        let shared = output.json(clock)
        func renderer() -> any HUDRenderer {
            isShared ? shared : AutomaticRenderer(fileDescriptor: output.descriptor, style: .json)
        }
        func lines() -> [String] {
            let all = output.newLines().filter { !$0.contains("progress") }
            return ["broken", "slow"].flatMap { name in all.filter { $0.contains(name) } }
        }
        let timing = HUDTiming(graceTime: .zero, minimumShowTime: .zero)
        let first = HUD(label: "first", timing: timing, renderer: renderer(), clock: clock)
        first.show()
        clock.advance(by: 0.2)
        let other = HUD(reportingRowsTo: renderer(), rowGrace: .zero, clock: clock)
        other.summary = .failures
        other.show()
        let broken = other.work.subprogress(assigningCount: 1, label: "broken").start()
        let slow = other.work.subprogress(assigningCount: 1, label: "slow").start()
        clock.advance(by: 0.2)
        broken.fail("404")
        clock.advance(by: 0.2)
        let told = lines()
        #expect(told.count == 1 && told[0].hasSuffix(#""event":"log","text":"\u2717 broken 404"}"#), "\(told)")
        first.hide()
        clock.advance(by: 2)
        slow.finish()
        other.hide()
        clock.advance(by: 1)
        let slowLines = lines().filter { $0.contains("slow") }
        for (line, event) in zip(slowLines, ["job-start", "job-appear", "job-end"]) { #expect(line.contains(event), "\(line)") }
        #expect(slowLines.count == 3, "\(slowLines)")
    }

    @Test(arguments: [false, true])
    func `A HUD that is still on screen is none of the work that begins then, unless it is shown for that`(isShownAgain: Bool) {
        let renderer = output.json(clock)
        let timing = HUDTiming(graceTime: .zero, minimumShowTime: .seconds(2))
        let first = HUD(label: "a", timing: timing, renderer: renderer, clock: clock)
        let second = isShownAgain ? first : HUD(label: "b", timing: timing, renderer: renderer, clock: clock)
        renderer.start(label: "a")
        first.show()
        clock.advance(by: 0.1)
        first.outcome = .failed(reason: "broken")
        first.hide()
        renderer.finish(elapsed: .seconds(0.1), outcome: first.outcome)
        #expect(events(output) == ["start a", "appear a", "finish a broken"])
        renderer.start(label: "b")
        first.label = "late"
        clock.advance(by: 0.5)
        #expect(events(output) == ["start b"])
        second.label = "b"
        second.show()
        clock.advance(by: 0.5)
        #expect(events(output) == ["appear b"])
        first.detailsLabel = "x"
        clock.advance(by: 1.2)
        #expect(events(output) == (isShownAgain ? ["progress b"] : []))
        renderer.log("noted")
        second.hide()
        clock.advance(by: 3)
        #expect(events(output) == ["log noted", "finish b"])
    }

    @Test func `What is logged has the time of a HUD whose clock is another one`() {
        let (output, clock, other) = (WrittenLines(), ManualClock(), ManualClock(now: HUDInstant(offset: .seconds(9000))))
        let timing = HUDTiming(graceTime: .zero, minimumShowTime: .zero)
        let hud = HUD(label: "x", timing: timing, renderer: output.json(other), clock: clock)
        hud.show()
        for clock in [clock, other] { clock.advance(by: 2) }
        hud.log("text")
        hud.hide()
        clock.advance(by: 1)
        #expect(output.newLines().filter { $0.contains("text") } == [#"{"t":2,"event":"log","text":"text"}"#])
    }

    @Test func `A fraction that begins at zero is reported as soon as it grows`() {
        let hud = HUD(
            label: "x", timing: HUDTiming(graceTime: .zero, minimumShowTime: .zero), renderer: output.json(clock), clock: clock)
        hud.show()
        for step in 0...4 {
            // The second stage begins at zero again.
            hud.progress = [0, 0.5, 0, 0, 0.25][step]
            clock.advance(by: 1)
        }
        let fractions = output.newLines().compactMap { $0.firstMatch(of: /"fraction":([0-9.]+)/)?.1 }
        #expect(fractions == ["0.5", "0.25"])
        hud.hide()
        clock.advance(by: 1)
    }

    @Test func `Scopes that run at once do not mix their streams`() async {
        let descriptor = output.descriptor
        let timing = HUDTiming(graceTime: .zero, minimumShowTime: .zero)
        await withTaskGroup(of: Void.self) { group in
            for task in 1...8 {
                group.addTask {
                    for run in 1...50 {
                        let renderer = AutomaticRenderer(fileDescriptor: descriptor, style: .json)
                        await withHUD("\(task), \(run)", total: 1, timing: timing, summary: .always, renderer: renderer) { hud in
                            await Task.yield()
                            hud.work.complete()
                        }
                    }
                }
            }
        }
        var open: String?
        var count = 0
        for line in output.newLines() {
            func value(of name: String) -> String? {
                guard case .string(let text)? = StrictJSON.members(of: line)?.first(where: { $0.name == name })?.value else {
                    return nil
                }
                return text
            }
            if value(of: "event") == "start" {
                #expect(open == nil, "\(line)")
                open = value(of: "label")
                count += 1
            }
            #expect(value(of: "label") == open, "\(line)")
            if value(of: "event") == "finish" { open = nil }
        }
        #expect(open == nil && count > 0)
    }
}
