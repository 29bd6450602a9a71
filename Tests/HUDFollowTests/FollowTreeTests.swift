import HUDJob
import HUDTerminal
import SeededRandom
import Testing

@testable import HUDCore
@testable import HUDFollow

/// Streams whose jobs are parts of others.
@Suite struct FollowTreeTests {
    private func line(_ event: String, _ job: Int, in parent: Int? = nil, at time: Double = 1, _ rest: String = "")
        -> String
    {
        let above = parent.map { #""parent":\#($0),"# } ?? ""
        return #"{"t":\#(time),"event":"\#(event)","job":\#(job),\#(above)"name":"job \#(job)","attempt":1\#(rest)}"#
    }

    private func end(_ job: Int, in parent: Int? = nil, _ outcome: String = "succeeded") -> String {
        line("job-end", job, in: parent, #","elapsed":1,"outcome":"\#(outcome)""#)
    }

    private let begin = #"{"t":0,"event":"start","stream":"tree","label":"all"}"#

    /// The rows of streams of which the first one says something, as ``FollowRun`` drives them.
    struct Followed {
        let clock = ManualClock()
        let hud: HUD
        var machine: StreamMachine
        let rows: FollowRows

        init(_ format: JobStreamFormat = .hud, streams: Int = 1, on renderer: (any HUDRenderer)? = nil) {
            hud = HUD(timing: .init(graceTime: .zero), renderer: renderer, clock: clock)
            machine = StreamMachine(format: format, at: .zero)
            let streams = JobStreams((1...streams).map { .init(.descriptor(-1), name: "s\($0)") })
            rows = FollowRows(streams, on: JobDisplay(of: hud), begin: .zero)
        }

        mutating func take(_ lines: String...) { take(lines) }

        mutating func take(_ lines: [String]) {
            Array((lines.joined(separator: "\n") + "\n").utf8).withUnsafeBytes { machine.receive($0, at: clock.now) }
            rows.update(0, machine, machine.takeChanges(), at: clock.now)
        }

        /// The labels of the parts that have not ended, with those of their parts.
        var tree: [String] { Self.labels(of: hud.work.tally.children) }

        private static func labels(of parts: [ProgressTally]) -> [String] {
            parts.map { part in
                let inner = labels(of: part.children)
                return inner.isEmpty ? part.label : "\(part.label)(\(inner.joined(separator: " ")))"
            }
        }
    }

    @Test func `Jobs are shown below the job that they are parts of`() {
        var followed = Followed()
        followed.take(
            begin, line("job-start", 1), line("job-start", 2, in: 1), line("job-start", 3, in: 2),
            line("job-start", 4), line("job-start", 5, in: 1))
        #expect(followed.tree == ["job 1(job 2(job 3) job 5)", "job 4"])
        #expect(followed.hud.work.totalCount == 2, "parts of parts are counted in those")
        followed.take(end(3, in: 2), end(2, in: 1), end(4))
        #expect(followed.tree == ["job 1(job 5)"])
        #expect(followed.hud.work.completedCount == 1)
        #expect(followed.machine.tasks.counts.total == 2)
    }

    @Test func `A job is shown below one that a later line of the same read tells of`() {
        var followed = Followed()
        followed.take(begin, line("job-start", 3, in: 2), line("job-start", 2, in: 1), line("job-start", 1))
        #expect(followed.tree == ["job 1(job 2(job 3))"])
    }

    @Test func `A job whose parent is not known is shown, and not counted`() {
        var followed = Followed()
        followed.take(
            begin, line("job-progress", 7, in: 6, #","elapsed":1,"state":"running""#), line("job-start", 1))
        #expect(followed.tree == ["job 7", "job 1"])
        followed.take(line("job-heartbeat", 6, #","elapsed":1,"state":"running""#))
        #expect(followed.tree == ["job 7", "job 1", "job 6"])
        #expect(followed.machine.tasks.counts.total == 2)
        followed.take(end(7, in: 6), end(6), end(1))
        #expect(followed.tree == [])
        #expect(followed.hud.work.completedCount == 2)
    }

    @Test func `Progress below nothing is none`() {
        var followed = Followed()
        let none = #""completed":-1e30,"total":-1e30"#
        followed.take(begin, line("job-start", 1), end(1), #"{"t":2,"event":"progress",\#(none)}"#)
        #expect(followed.hud.work.completedCount == 1)
        followed.take(line("job-start", 2), line("job-progress", 2, #","elapsed":1,"completed":5,"total":10"#))
        #expect(followed.rows.parts[0].tasks[2]?.node?.completedCount == 5)
        followed.take(line("job-progress", 2, #","elapsed":1,"completed":-1e30,"total":10"#))
        #expect(followed.rows.parts[0].tasks[2]?.node?.completedCount == 0)
    }

    @Test(arguments: [false, true])
    func `Jobs that have failed are not among those that the sender has completed`(isAlone: Bool) throws {
        var followed = Followed(streams: isAlone ? 1 : 2)
        func progress(_ completed: Int, of total: Int) -> String {
            #"{"t":5,"event":"progress","label":"all","completed":\#(completed),"total":\#(total)}"#
        }
        followed.take(end(4, "failed"), progress(3, of: 10))
        let work = try #require(isAlone ? followed.hud.work : followed.rows.parts[0].node)
        #expect((work.completedCount, work.totalCount) == (3, 10))
        // One that has completed everything before it failed is.
        followed.take(line("job-progress", 5, #","elapsed":1,"completed":2,"total":2"#), end(5, "failed"), progress(4, of: 10))
        #expect(work.completedCount == 4)
        followed.take(end(6, "cancelled"), end(7), progress(7, of: 10))
        #expect(work.completedCount == 7)
        followed.take(
            #"{"t":6,"event":"job-start","job":4,"name":"job 4","attempt":2}"#,
            #"{"t":7,"event":"job-end","job":4,"name":"job 4","attempt":2,"elapsed":1,"outcome":"succeeded"}"#,
            progress(8, of: 10))
        #expect(work.completedCount == 8)
        // The parts have ten units each.
        var units = Followed()
        units.take([begin] + (1...10).map { end($0, $0 > 7 ? "failed" : "succeeded") } + [progress(70, of: 100)])
        #expect((units.hud.work.completedCount, units.hud.work.totalCount) == (70, 100))
    }

    @Test func `A job or a stream whose parts are further than its units say is as far as its fraction`() throws {
        let progress = #""fraction":0.95,"completed":0,"total":1"#
        var job = Followed()
        job.take(#"{"t":0,"event":"start","label":"a"}"#, #"{"t":1,"event":"progress","label":"a","mode":"bar",\#(progress)}"#)
        let shown = try #require(job.hud.progressSource?.sample())
        #expect((shown.fraction, shown.completedUnitCount, shown.totalUnitCount) == (0.95, 0, 1))
        #expect(abs(shown.partialUnits - 0.95) < 1e-9)
        var tree = Followed()
        tree.take(begin, line("job-start", 1), line("job-progress", 1, #","elapsed":1,\#(progress)"#))
        let row = tree.rows.parts[0].tasks[1]?.node?.tally.sampleForRow()
        #expect((row?.fraction, row?.completedUnitCount, row?.totalUnitCount) == (0.95, 0, 1))
        #expect(tree.hud.work.fractionCompleted == 0.95)
        tree.take(line("job-progress", 1, at: 2, #","elapsed":2,"fraction":1,"completed":1,"total":1"#))
        #expect(tree.hud.work.fractionCompleted == 1)
        #expect(StreamEvent.Progress(fraction: 0.3, completed: 3, total: 10).sample.partialUnits == 0, "a rounded fraction")
        #expect(StreamEvent.Progress(fraction: 1e300, completed: 3, total: 10).sample.fraction == 1)
    }

    @Test func `A cycle is cut`() {
        var followed = Followed()
        followed.take(
            begin, line("job-start", 1, in: 3), line("job-start", 2, in: 1), line("job-start", 3, in: 2),
            line("job-start", 4, in: 4))
        #expect(followed.tree == ["job 2(job 3(job 1))", "job 4"])
        followed.take(end(1, in: 3), end(2, in: 1), end(3, in: 2), end(4, in: 4))
        #expect(followed.tree == [])
    }

    @Test func `A job ends with the one that it is a part of, and its own end is not taken for another job's`() {
        var followed = Followed()
        followed.take(begin, line("job-start", 1), line("job-start", 2, in: 1), line("job-start", 3, in: 2))
        followed.take(end(1, "failed"))
        #expect(followed.tree == [])
        followed.take(line("job-progress", 3, in: 2, #","elapsed":1,"state":"running""#))
        followed.take(end(3, in: 2), end(2, in: 1, "failed"))
        #expect(followed.tree == [])
        #expect(followed.machine.tasks.counts.failed == 1, "a part that failed is no failed job of the whole")
        #expect(followed.rows.parts[0].tasks.known.isEmpty)
    }

    @Test func `A part ends as its own line says, also if its job ends in the same read`() {
        var followed = Followed()
        followed.take(begin, line("job-start", 1), line("job-start", 2, in: 1), line("job-start", 3, in: 1))
        let nodes = [2, 3].map { followed.rows.parts[0].tasks[$0]?.node }
        followed.take(end(2, in: 1, "failed"), end(1))
        #expect(nodes.map { $0?.state } == [.failed(reason: ""), .finished])
    }

    @Test func `Jobs are nested sixteen levels deep at most`() {
        var followed = Followed()
        followed.take([begin] + (1...50_000).map { line("job-start", $0, in: $0 == 1 ? nil : $0 - 1) })
        var depth = 0
        var parts = followed.hud.work.tally.children
        while let part = parts.first {
            depth += 1
            parts = part.children
        }
        #expect(depth == 16)
        followed.take(end(1))
        #expect(followed.tree == [])
    }

    /// What the rows must show, kept without a tree: the jobs that have not ended, and what each is shown below.
    private struct Model {
        struct Job {
            var above: Int?
            var isCounted: Bool
            /// Whether a job above it has ended.
            var isFolded = false
        }

        var jobs: [Int: Job] = [:]
        var ended: Set<Int> = []
        var known: Set<Int> = []
        /// Jobs that were counted.
        var total = 0

        func depth(_ job: Int) -> Int { jobs[job]?.above.map { depth($0) + 1 } ?? 0 }
        private func isOpen(_ job: Int?) -> Bool { job.flatMap { jobs[$0] }.map { !$0.isFolded } ?? false }

        mutating func take(_ job: Int, in parent: Int?, ends: Bool) {
            if ended.contains(job) { return }
            if jobs[job] == nil {
                var above = isOpen(parent) ? parent : nil
                if let last = above, depth(last) == 15 { above = jobs[last]?.above }
                jobs[job] = Job(above: above, isCounted: parent == nil || parent == job)
                if jobs[job]?.isCounted == true { total += 1 }
            }
            guard ends else { return }
            for other in jobs.keys where isBelow(other, job) { jobs[other]?.isFolded = true }
            jobs[job] = nil
            ended.insert(job)
        }

        private func isBelow(_ job: Int, _ other: Int) -> Bool {
            guard let above = jobs[job]?.above else { return false }
            return above == other || isBelow(above, other)
        }

        /// The open jobs, each with the one above it.
        var shown: Set<String> {
            Set(jobs.filter { !$0.value.isFolded }.map { "job \($0.key) below \($0.value.above.map { "job \($0)" } ?? "all")" })
        }
    }

    @Test func `Whatever a stream says of parents, each open job is shown once, below a job that it is a part of`() {
        var random = SeededGenerator(stream: 135)
        for run in 0..<(SeededGenerator.steps ?? 300) {
            var followed = Followed()
            var model = Model()
            followed.take(begin)
            let jobs = random.pick([4, 12, 40])
            // Parents as a sender writes them, or any: unknown ones, cycles, the job itself.
            let isTree = random.bool()
            let parents = (1...jobs).map { job -> Int? in
                if random.once(in: 4) { return nil }
                return isTree ? (1..<job).randomElement(using: &random) : random.int(1...jobs + 2)
            }
            var log: [String] = []
            for _ in 0..<random.int(5...120) {
                let job = random.int(1...jobs)
                let parent = parents[job - 1]
                let ends = random.once(in: 5)
                let outcome = random.bool() ? "succeeded" : "failed"
                let begun = line(random.bool() ? "job-start" : "job-appear", job, in: parent)
                let sent = ends ? end(job, in: parent, outcome) : begun
                log.append(sent)
                followed.take(Array(repeating: sent, count: random.int(1...2)))
                model.take(job, in: parent, ends: ends)
                var shown: [String] = []
                var open = followed.hud.work.tally.children.map { ($0, "all") }
                while let (part, above) = open.popLast() {
                    shown.append("\(part.label) below \(above)")
                    open += part.children.map { ($0, part.label) }
                }
                let context = "seed \(SeededGenerator.seed), run \(run):\n\(log.joined(separator: "\n"))"
                guard Set(shown) == model.shown, shown.count == model.shown.count,
                    followed.machine.tasks.counts.total == model.total
                else {
                    Issue.record(
                        "\(shown.sorted()), not \(model.shown.sorted()); \(followed.machine.tasks.counts.total) jobs; \(context)")
                    return
                }
            }
        }
    }

    @Test func `Lines of a tree that arrive together are shown as if they came one by one`() {
        var random = SeededGenerator(stream: 136)
        for run in 0..<(SeededGenerator.steps ?? 300) {
            var lines: [String] = []
            var open: [Int] = []
            var parents: [Int: Int] = [:]
            var failed = 0
            for job in 1...20 {
                let parent = random.once(in: 3) ? nil : open.randomElement(using: &random)
                parents[job] = parent
                lines.append(line("job-start", job, in: parent))
                open.append(job)
                while random.once(in: 3) {
                    // Parts end before the job that they are parts of.
                    guard let leaf = open.filter({ job in !open.contains { parents[$0] == job } }).randomElement(using: &random)
                    else { break }
                    open.removeAll { $0 == leaf }
                    let fails = random.bool()
                    if fails, parents[leaf] == nil { failed += 1 }
                    lines.append(end(leaf, in: parents[leaf], fails ? "failed" : "succeeded"))
                }
            }
            var one = Followed()
            one.take(begin)
            for line in lines { one.take(line) }
            var all = Followed()
            all.take([begin] + lines)
            var some = Followed()
            some.take(begin)
            var rest = lines[...]
            while !rest.isEmpty {
                let count = random.int(1...8)
                some.take(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            let context = "seed \(SeededGenerator.seed), run \(run)"
            #expect(one.tree == all.tree && one.tree == some.tree, "\(context)")
            #expect(
                one.machine.tasks.counts.total == all.machine.tasks.counts.total && one.machine.tasks.counts.failed == failed,
                "\(context)")
            #expect(all.machine.tasks.counts.failed == failed && some.machine.tasks.counts.failed == failed, "\(context)")
            let (work, others) = (one.hud.work, [all.hud.work, some.hud.work])
            for other in others {
                #expect(other.completedCount == work.completedCount && other.totalCount == work.totalCount, "\(context)")
            }
        }
    }
}
