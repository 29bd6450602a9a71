import HUDCore
import SeededRandom
import Testing

@testable import HUDReports
@testable import HUDTerminal

/// What a stream says of parts of parts.
@Suite struct JSONTreeTests {
    private let clock = ManualClock()
    private let output = WrittenLines()

    private func makeHUD(_ renderer: any HUDRenderer, rowGrace: Duration = .milliseconds(500)) -> HUD {
        HUD(reportingRowsTo: renderer, rowGrace: rowGrace, clock: clock)
    }

    private func showHUD(_ renderer: any HUDRenderer, rowGrace: Duration = .milliseconds(500)) -> HUD {
        let hud = makeHUD(renderer, rowGrace: rowGrace)
        hud.show()
        return hud
    }

    private func start(_ label: String, of node: ProgressNode) -> ProgressNode {
        node.subprogress(assigningCount: 1, label: label).start()
    }

    /// The event, the number, the parent and the outcome of the new lines about jobs.
    private func jobs() -> [String] {
        output.newLines().compactMap { text in
            guard let line = JSONTreeLine(text), line.event.hasPrefix("job-") else { return nil }
            let words = [line.event, line.text("name"), line.integer("job").map(String.init)]
            return (words + [line.integer("parent").map { "in \($0)" }, line.text("outcome")]).compactMap(\.self)
                .joined(separator: " ")
        }
    }

    @Test func `A part of a part names the job that it is a part of`() {
        let hud = showHUD(output.json(clock))
        let branch = start("branch", of: hud.work)
        clock.advance(by: 0.3)
        let leaf = start("leaf", of: branch)
        clock.advance(by: 0.6)
        #expect(
            output.newLines().filter { $0.contains(#""leaf","#) } == [
                #"{"t":0.8,"event":"job-start","job":2,"parent":1,"name":"leaf","attempt":1}"#,
                #"{"t":0.8,"event":"job-appear","job":2,"parent":1,"name":"leaf","attempt":1,"elapsed":0.5,"state":"running"}"#
            ])
        leaf.finish()
        branch.finish()
        #expect(jobs() == ["job-end leaf 2 in 1 succeeded", "job-end branch 1 succeeded"])
        hud.hide()
    }

    @Test func `Parts end before the part that they are in, and as it does`() {
        let hud = showHUD(output.json(clock), rowGrace: .zero)
        clock.advance(by: 0.2)
        for fails in [false, true] {
            let branch = start("branch", of: hud.work)
            let inner = start("inner", of: branch)
            let leaf = start("leaf", of: inner)
            _ = jobs()
            if fails { branch.fail("x") } else { branch.finish() }
            leaf.fail("y")
            inner.pause()
            inner.resume()
            let late = start("late", of: inner)
            late.fail("z")
            let ending = fails ? "cancelled" : "succeeded"
            let first = fails ? 4 : 1
            #expect(
                jobs() == [
                    "job-end leaf \(first + 2) in \(first + 1) \(ending)", "job-end inner \(first + 1) in \(first) \(ending)",
                    "job-end branch \(first) \(fails ? "failed" : "succeeded")"
                ])
        }
        hud.hide()
    }

    @Test func `A part that fails within its grace time comes after the beginnings of those that it is in`() {
        let hud = showHUD(output.json(clock))
        clock.advance(by: 0.2)
        let branch = start("branch", of: hud.work)
        let inner = start("inner", of: branch)
        start("quick", of: inner).finish()
        start("broken", of: inner).fail("x")
        #expect(
            jobs() == ["job-start branch 1", "job-start inner 2 in 1", "job-start broken 4 in 2", "job-end broken 4 in 2 failed"])
        clock.advance(by: 0.5)
        #expect(jobs() == ["job-appear branch 1", "job-appear inner 2 in 1"])
        inner.finish()
        branch.finish()
        #expect(jobs() == ["job-end inner 2 in 1 succeeded", "job-end branch 1 succeeded"])
        // One that has begun ends, also within its grace time.
        let short = start("short", of: hud.work)
        start("broken", of: short).fail("x")
        short.finish()
        #expect(
            jobs() == [
                "job-start short 5", "job-start broken 6 in 5", "job-end broken 6 in 5 failed", "job-end short 5 succeeded"
            ])
        hud.hide()
    }

    @Test func `Parts that began before the HUD was on screen come after those that they are in`() {
        let hud = makeHUD(output.json(clock), rowGrace: .zero)
        let branches = (0..<20).map { start("branch \($0)", of: hud.work) }
        let inner = branches.map { start("inner", of: $0) }
        let leaves = inner.map { start("leaf", of: $0) }
        hud.show()
        clock.advance(by: 0.2)
        var known: Set<String> = []
        let lines = jobs().filter { $0.hasPrefix("job-start") }
        #expect(lines.count == 60)
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            if let place = words.firstIndex(of: "in") { #expect(known.contains(words[place + 1]), "\(line)") }
            known.insert(words[words.firstIndex(of: "in").map { $0 - 1 } ?? words.count - 1])
        }
        withExtendedLifetime((branches, inner, leaves)) {}
        hud.hide()
    }

    @Test func `Only the levels that have rows are reported`() {
        let hud = makeHUD(output.json(clock), rowGrace: .zero)
        hud.rows.levels = 2
        hud.show()
        let branch = start("branch", of: hud.work)
        let inner = start("inner", of: branch)
        let leaf = start("leaf", of: inner)
        clock.advance(by: 0.2)
        leaf.fail("x")
        #expect(jobs() == ["job-start branch 1", "job-appear branch 1", "job-start inner 2 in 1", "job-appear inner 2 in 1"])
        withExtendedLifetime((branch, inner)) {}
        hud.hide()
    }

    @Test func `Parts of jobs that the program numbers have numbers that no job has, and end before their job`() {
        let renderer = output.json(clock)
        let hud = showHUD(renderer, rowGrace: .zero)
        clock.advance(by: 0.2)
        let job = JSONJob(number: 2, name: "job", attempt: 1, slot: 1, expected: nil)
        renderer.report(started: job)
        var share = hud.work.subprogress(assigningCount: 1, label: "job")
        share.number = 2
        let node = share.start()
        let part = start("part", of: node)
        let other = start("other", of: part)
        let number = PartReports.mostNumbered + 1
        #expect(
            jobs() == [
                "job-start job 2", "job-appear job 2", "job-start part \(number) in 2", "job-appear part \(number) in 2",
                "job-start other \(number + 1) in \(number)", "job-appear other \(number + 1) in \(number)"
            ])
        // It runs again, so its node has not ended.
        renderer.report(ended: job, .failed(reason: "x"), status: 1, elapsed: .seconds(1), usage: nil, willRetry: true)
        #expect(
            jobs() == [
                "job-end other \(number + 1) in \(number) cancelled", "job-end part \(number) in 2 cancelled",
                "job-end job 2 failed"
            ])
        withExtendedLifetime((node, part, other)) {}
        hud.hide()
    }

    @Test func `Plain lines are about parts of the work itself, and about each part that fails`() {
        let hud = showHUD(PlainRenderer(fileDescriptor: output.descriptor, isUTF8: true), rowGrace: .zero)
        let branch = start("branch", of: hud.work)
        clock.advance(by: 0.25)
        start("leaf", of: branch).fail("x")
        branch.finish()
        hud.hide()
        #expect(
            output.newLines() == [
                "L...", "branch: started", "leaf: failed (x) after 0:00", "branch: done after 0:00", "L: ended after 0:00"
            ])
    }
}
