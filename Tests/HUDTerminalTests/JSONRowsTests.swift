import HUDCore
import Testing

@testable import HUDReports
@testable import HUDTerminal

/// The lines about the parts of a HUD with rows, in JSON and in plain text.
@Suite struct LinesOfRowsTests {
    private let clock = ManualClock()
    private let output = WrittenLines()

    private func makeHUD(_ renderer: any HUDRenderer, rowGrace: Duration = .milliseconds(500)) -> HUD {
        let hud = HUD(reportingRowsTo: renderer, rowGrace: rowGrace, clock: clock)
        hud.work.totalCount = 4
        return hud
    }

    private func showHUD(_ renderer: any HUDRenderer, rowGrace: Duration = .milliseconds(500)) -> HUD {
        let hud = makeHUD(renderer, rowGrace: rowGrace)
        hud.show()
        return hud
    }

    private func start(_ label: String, of hud: HUD, total: Int? = nil) -> ProgressNode {
        hud.work.subprogress(assigningCount: 1, label: label).start(totalCount: total)
    }

    /// The new lines that contain one of `words`.
    private func lines(with words: String...) -> [String] {
        output.newLines().filter { line in words.contains { line.contains($0) } }
    }

    @Test(arguments: [true, false])
    func `A part that was cancelled is released outside the lock of the renderer`(isJSON: Bool) {
        let hud = makeHUD(isJSON ? output.json(clock) : PlainRenderer(fileDescriptor: output.descriptor))
        final class Download: Sendable {
            let hud: HUD
            init(_ hud: HUD) { self.hud = hud }
            deinit { hud.log("connection closed") }
        }
        hud.show()
        func startOne() {
            let (part, download) = (start("a", of: hud), Download(hud))
            part.retryHandler = { _ in withExtendedLifetime(download) {} }
            clock.advance(by: 1)
            part.cancel()
        }
        startOne()
        clock.advance(by: 3)
        hud.hide()
        #expect(lines(with: "connection closed").count == 1)
    }

    @Test func `JSON reports a part when its grace time is over, its progress, and its end`() {
        let hud = showHUD(output.json(clock))
        let part = start("a", of: hud, total: 4)
        clock.advance(by: 0.499)
        let head = #"{"t":0,"event":"start","version":1,"stream":"tree","origin":1700000000,"heartbeat":30,"label":"L"}"#
        let jobs = #""jobs":{"waiting":3,"running":1,"paused":0,"succeeded":0,"failed":0,"cancelled":0}"#
        #expect(
            output.newLines() == [
                head,
                #"{"t":0.2,"event":"appear","label":"L","mode":"bar","fraction":0,"completed":0,"total":4,"unit":"items","# + jobs
                    + "}"
            ])
        clock.advance(by: 0.001)
        let name = #""job":1,"name":"a","attempt":1"#
        let none = #""fraction":0,"completed":0,"total":4,"unit":"items"}"#
        #expect(
            output.newLines() == [
                #"{"t":0.5,"event":"job-start","# + name + "}",
                #"{"t":0.5,"event":"job-appear","# + name + #","elapsed":0.5,"state":"running","# + none
            ])
        part.complete()
        clock.advance(by: 0.25)
        #expect(
            lines(with: "job-") == [
                #"{"t":0.6,"event":"job-progress","# + name
                    + #","elapsed":0.6,"state":"running","fraction":0.25,"completed":1,"total":4,"unit":"items"}"#
            ])
        part.fail("disk full")
        #expect(
            output.newLines() == [
                #"{"t":0.75,"event":"job-end","# + name + #","elapsed":0.75,"outcome":"failed","reason":"disk full"}"#
            ])
        hud.hide()
        let last = output.newLines().last
        #expect(last?.contains(#""jobs":{"waiting":3,"running":0,"paused":0,"succeeded":0,"failed":1,"cancelled":0}"#) == true)
    }

    @Test func `A pause has a line at once, and does not count as running time`() {
        let hud = showHUD(output.json(clock))
        let part = start("a", of: hud)
        clock.advance(by: 0.6)
        part.pause()
        part.pause()
        clock.advance(by: 2)
        part.resume()
        clock.advance(by: 1)
        part.finish()
        let name = #""job":1,"name":"a","attempt":1"#
        #expect(
            lines(with: "job-") == [
                #"{"t":0.5,"event":"job-start","# + name + "}",
                #"{"t":0.5,"event":"job-appear","# + name + #","elapsed":0.5,"state":"running"}"#,
                #"{"t":0.6,"event":"job-progress","# + name + #","elapsed":0.6,"state":"paused"}"#,
                #"{"t":2.6,"event":"job-progress","# + name + #","elapsed":0.6,"state":"running"}"#,
                #"{"t":3.6,"event":"job-end","# + name + #","elapsed":1.6,"outcome":"succeeded"}"#
            ])
        hud.hide()
    }

    @Test func `A part that is tried again keeps its number`() {
        let hud = showHUD(output.json(clock), rowGrace: .zero)
        let part = start("a", of: hud)
        part.retryHandler = { _ in }
        clock.advance(by: 0.2)
        part.fail("")
        clock.advance(by: 1)
        part.retry()
        clock.advance(by: 1)
        part.finish()
        let names = output.newLines().compactMap { line -> String? in
            guard let members = StrictJSON.members(of: line), members.count > 4, case .string(let event) = members[1].value,
                case .number(let attempt) = members[4].value, event.hasPrefix("job-")
            else { return nil }
            return event + " " + attempt
        }
        #expect(names == ["job-start 1", "job-appear 1", "job-end 1", "job-start 2", "job-appear 2", "job-end 2"])
        hud.hide()
    }

    @Test func `A part that nothing changes has a heartbeat`() {
        let hud = showHUD(output.json(clock))
        let part = start("a", of: hud)
        clock.advance(by: 61)
        let beats = lines(with: "job-heartbeat")
        #expect(beats.count == 2)
        #expect(
            beats.first?.hasPrefix(
                #"{"t":30.5,"event":"job-heartbeat","job":1,"name":"a","attempt":1,"elapsed":30.5,"state":"running"}"#) == true)
        part.finish()
        hud.hide()
    }

    @Test func `Parts that end within their grace time are counted, and have lines only if they fail`() {
        let hud = showHUD(output.json(clock))
        start("early", of: hud).fail("x")
        clock.advance(by: 0.3)
        for (label, end) in [("a", { $0.finish() }), ("b", { $0.cancel() }), ("c", { $0.fail("y") })]
            as [(String, (ProgressNode) -> Void)]
        {
            let part = start(label, of: hud)
            clock.advance(by: 0.4)
            end(part)
        }
        #expect(
            lines(with: "job-") == [
                #"{"t":0.2,"event":"job-start","job":1,"name":"early","attempt":1}"#,
                #"{"t":0.2,"event":"job-end","job":1,"name":"early","attempt":1,"elapsed":0,"outcome":"failed","reason":"x"}"#,
                #"{"t":1.5,"event":"job-start","job":4,"name":"c","attempt":1}"#,
                #"{"t":1.5,"event":"job-end","job":4,"name":"c","attempt":1,"elapsed":0.4,"outcome":"failed","reason":"y"}"#
            ])
        hud.hide()
        #expect(output.newLines().last?.contains(#""succeeded":1,"failed":2,"cancelled":1}"#) == true)
    }

    @Test func `Nothing is written within the grace time of the HUD, and nothing after it`() {
        let hud = showHUD(output.json(clock), rowGrace: .zero)
        let part = start("a", of: hud)
        start("b", of: hud).fail("x")
        clock.advance(by: 0.199)
        #expect(output.newLines() == [])
        hud.hide()
        clock.advance(by: 1)
        part.finish()
        #expect(output.newLines() == [])
    }

    @Test func `All parts have their turn if more change than lines may be written`() {
        let hud = makeHUD(output.json(clock), rowGrace: .zero)
        let parts = (0..<100).map { start(String($0), of: hud, total: 1_000_000) }
        hud.show()
        clock.advance(by: 0.25)
        _ = output.newLines()
        var told: [String: Int] = [:]
        for _ in 0..<100 {
            for part in parts { part.complete() }
            clock.advance(by: 0.1)
            let lines = lines(with: "job-progress")
            #expect(lines.count == JSONJobs.mostLines)
            for case .number(let job)? in lines.map({ StrictJSON.members(of: $0)?[2].value }) { told[job, default: 0] += 1 }
        }
        #expect(told.count == 100 && told.values.allSatisfy { $0 == 20 })
        hud.hide()
        parts.forEach { $0.finish() }
    }

    @Test func `A part that fails within the grace time has one plain line`() {
        let hud = HUD(
            label: "L", timing: HUDTiming(graceTime: .milliseconds(200), minimumShowTime: .zero),
            renderer: PlainRenderer(fileDescriptor: output.descriptor, isUTF8: true),
            clock: clock)
        hud.rows = .upTo(4)
        hud.summary = .failures
        hud.show()
        start("early", of: hud).fail("x")
        clock.advance(by: 0.3)
        start("later", of: hud).fail("y")
        #expect(output.newLines() == ["✗ early x", "L...", "later: failed (y) after 0:00"])
        hud.hide()
    }

    @Test func `A part that fails while it waits is reported once`() {
        for isJSON in [false, true] {
            let hud = makeHUD(isJSON ? output.json(clock) : PlainRenderer(fileDescriptor: output.descriptor))
            hud.summary = .failures
            hud.show()
            clock.advance(by: 0.3)
            let part = hud.work.subprogress(assigningCount: 1, label: "film").enqueue()
            _ = output.newLines()
            // What it has waited is not how long it ran.
            clock.advance(by: 0.4)
            _ = output.newLines()
            part.fail("not found")
            part.detailsLabel = "x"
            part.fail("again")
            let lines = output.newLines()
            #expect(
                isJSON
                    ? lines.count == 2 && lines[1].contains(#""job-end""#) && lines[1].contains(#""elapsed":0,"#)
                    : lines == ["film: failed (not found) after 0:00"])
            hud.hide()
            clock.advance(by: 1)
            _ = output.newLines()
        }
    }

    @Test(arguments: [false, true])
    func `A part of a part that fails has a line, although its start has none`(isBrief: Bool) {
        let hud = showHUD(PlainRenderer(fileDescriptor: output.descriptor, isUTF8: true, isBrief: isBrief))
        clock.advance(by: 0.3)
        let group = start("group", of: hud, total: 1)
        let deep = group.subprogress(assigningCount: 1, label: "deep").start()
        clock.advance(by: 1)
        deep.fail("disk full")
        group.finish()
        let plain = ["L...", "group: started", "deep: failed (disk full) after 0:01", "group: done after 0:01"]
        #expect(output.newLines() == (isBrief ? ["✗ deep 1.0 s disk full"] : plain))
        hud.hide()
    }

    @Test func `JSON has a log line for a part that fails below the levels that have rows`() {
        let hud = makeHUD(output.json(clock))
        hud.rows.levels = 1
        hud.summary = .failures
        hud.show()
        clock.advance(by: 0.3)
        let group = start("group", of: hud, total: 1)
        group.subprogress(assigningCount: 1, label: "deep").start().fail("disk full")
        #expect(lines(with: "deep") == [#"{"t":0.3,"event":"log","text":"\u2717 deep disk full"}"#])
        hud.hide()
    }

    @Test func `Plain lines say when a part's row would appear, and how it ended`() {
        let hud = showHUD(PlainRenderer(fileDescriptor: output.descriptor, isUTF8: true))
        start("early", of: hud).fail("x")
        let slow = start("slow", of: hud)
        clock.advance(by: 0.3)
        start("quick", of: hud).finish()
        let failing = start("failing", of: hud)
        #expect(output.newLines() == ["L...", "early: failed (x) after 0:00"])
        clock.advance(by: 0.4)
        #expect(output.newLines() == ["slow: started"])
        failing.fail("status 3")
        clock.advance(by: 12)
        slow.pause()
        slow.resume()
        slow.finish()
        hud.outcome = .succeeded
        hud.hide()
        #expect(output.newLines() == ["failing: failed (status 3) after 0:00", "slow: done after 0:12", "L: done after 0:12"])
        start("late", of: hud).fail("z")
        clock.advance(by: 1)
        #expect(output.newLines() == [])
    }

    @Test func `A part has the label that it was given after its start`() {
        let hud = showHUD(PlainRenderer(fileDescriptor: output.descriptor, isUTF8: true))
        clock.advance(by: 0.3)
        let part = start("1", of: hud)
        part.label = "block 1"
        let inner = part.subprogress(assigningCount: 1, label: "2").start()
        (part.label, inner.label) = ("block one", "block two")
        #expect(output.newLines() == ["L..."])
        clock.advance(by: 1)
        #expect(output.newLines() == ["block one: started"])
        part.finish()
        #expect(output.newLines() == ["block one: done after 0:01"])
        hud.hide()
    }

    @Test func `Lines of the environment's choice report parts, too`() {
        let renderer = AutomaticRenderer(fileDescriptor: output.descriptor, style: .plain)
        let hud = showHUD(renderer, rowGrace: .zero)
        let part = start("a", of: hud)
        clock.advance(by: 0.25)
        part.finish()
        hud.hide()
        #expect(output.newLines() == ["L...", "a: started", "a: done after 0:00", "L: ended after 0:00"])
    }
}
