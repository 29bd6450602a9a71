import HUDCore
import SeededRandom
import Testing

@testable import HUDJob

/// Jobs that come after others: ``GroupDependencies``, ``JobOrder``, and what ``GroupMachine`` makes of them.
@Suite struct GroupDependenciesTests {
    private typealias Change = GroupDependencies.Change

    // MARK: What follows from an end

    /// Jobs, each with those that it comes after; they are ready, or wait.
    private func jobs(_ after: [Int]...) -> GroupDependencies {
        var jobs = GroupDependencies()
        for after in after { _ = jobs.add(after: after, expected: nil, isDone: false) }
        return jobs
    }

    @Test func `A job is ready when all that it comes after have succeeded`() {
        var jobs = GroupDependencies()
        #expect(jobs.add(after: [], expected: .seconds(1), isDone: false) == [.ready(0, expected: .seconds(1))])
        #expect(jobs.add(after: [0, 2], expected: .seconds(2), isDone: false) == [])
        #expect(jobs.add(after: [], expected: nil, isDone: false) == [.ready(2, expected: nil)])
        #expect(jobs.openCount(before: 1) == 2)
        #expect(jobs.end(2, .succeeded) == [] && jobs.openCount(before: 1) == 1)
        #expect(jobs.end(0, .succeeded) == [.ready(1, expected: .seconds(2))])
        // Those that are added after the end, and those that succeeded in an earlier run.
        #expect(jobs.add(after: [0, 2], expected: nil, isDone: false) == [.ready(3, expected: nil)])
        #expect(jobs.add(after: [5], expected: nil, isDone: false) == [])
        #expect(jobs.add(after: [1], expected: nil, isDone: true) == [.ready(4, expected: nil)])
    }

    @Test func `A job is skipped once, for the first reason, and with it all that come after`() {
        var jobs = jobs([], [], [0, 1], [2], [3, 0])
        #expect(
            jobs.end(1, .cancelled) == [
                .skipped(2, after: 1, .cancelled), .skipped(3, after: 2, .skipped), .skipped(4, after: 3, .skipped)
            ])
        #expect(jobs.end(0, .failed) == [])
        #expect(jobs.add(after: [4, 0], expected: nil, isDone: false) == [.skipped(5, after: 4, .skipped)])
    }

    @Test func `What was skipped waits again when nothing stands in its way any more`() {
        var jobs = jobs([], [], [0, 1], [2])
        _ = jobs.end(0, .failed)
        _ = jobs.end(1, .failed)
        #expect(jobs.reopen(0) == [] && !jobs.isOpen(2))
        #expect(jobs.reopen(1) == [.waits(2), .waits(3)] && jobs.isOpen(3))
        #expect(jobs.end(0, .succeeded) == [])
        #expect(jobs.end(1, .failed) == [.skipped(2, after: 1, .failed), .skipped(3, after: 2, .skipped)])
        #expect(jobs.reopen(1) == [.waits(2), .waits(3)])
        #expect(jobs.end(1, .succeeded) == [.ready(2, expected: nil)])
    }

    @Test func `A job that is ready late comes at its place of the input, or by its time`() {
        var queue = GroupQueue(sorts: true)
        for (job, time) in [(0, Duration?.none), (3, nil), (5, .seconds(2))] { queue.append(job, expected: time) }
        queue.close()
        for (job, time) in [(4, Duration?.none), (1, nil), (2, .seconds(1)), (6, .seconds(2)), (7, .seconds(3))] {
            queue.insert(job, expected: time)
        }
        var order: [Int] = []
        while let job = queue.take() { order.append(job) }
        #expect(order == [7, 5, 6, 2, 0, 1, 3, 4] && queue.isEmpty)
    }

    // MARK: Rows of jobs that wait

    /// The rows: each job, and what it waits for.
    private func rows(_ upcoming: inout GroupUpcoming, _ jobs: GroupDependencies, _ after: [Int: [Int]]) -> [String] {
        upcoming.update(jobs, after)
        return upcoming.entries.map { "\($0.job) \($0.reason(jobs) { "j\($0)" })" }
    }

    @Test func `The next jobs have rows that say what they wait for, until they start or are skipped`() {
        var (jobs, upcoming) = (jobs([], [], [], [0, 1, 2], [3], [0], [1], [2]), GroupUpcoming())
        let after = [3: [0, 1, 2], 4: [3], 5: [0], 6: [1], 7: [2]]
        for job in 3...7 { upcoming.add(job) }
        #expect(rows(&upcoming, jobs, after) == ["3 for j0, j1 and 1 more", "4 for j3", "5 for j0", "6 for j1"])
        _ = jobs.end(1, .succeeded)
        #expect(rows(&upcoming, jobs, after) == ["3 for j0, j2", "4 for j3", "5 for j0", "7 for j2"])
        _ = jobs.end(0, .failed)
        #expect(rows(&upcoming, jobs, after) == ["7 for j2"])
        // Each has one row, also if it was skipped and waits again before it had one.
        for change in jobs.reopen(0) {
            guard case .waits(let job) = change else { continue }
            upcoming.add(job)
            upcoming.add(job)
        }
        #expect(rows(&upcoming, jobs, after) == ["7 for j2", "3 for j0, j2", "5 for j0", "4 for j3"])
        for job in [0, 2] { _ = jobs.end(job, .succeeded) }
        #expect(rows(&upcoming, jobs, after) == ["4 for j3"])
        _ = jobs.end(3, .succeeded)
        #expect(rows(&upcoming, jobs, after) == [])
    }

    // MARK: The machine

    /// A group of three jobs, one after the other, of which the first one runs.
    private func chain(_ change: (inout GroupMachine.Configuration) -> Void = { _ in }) -> GroupMachine {
        var configuration = GroupMachine.Configuration()
        configuration.limit = 2
        configuration.waitsForAll = true
        change(&configuration)
        var machine = GroupMachine(configuration)
        for after in [[], [0], [1]] { _ = machine.receive(.added(expected: nil, isDone: false, after: after)) }
        #expect(machine.starts(.inputEnded) == [0] && machine.counts.jobs.waiting == 2)
        return machine
    }

    private func skips(_ actions: [GroupMachine.Action]) -> [Int] {
        actions.compactMap { if case .skip(let job, _, _) = $0 { job } else { nil } }
    }

    @Test func `Jobs run one after the other, and a group that skips some ends`() {
        var machine = chain()
        #expect(machine.starts(.exited(0, hasFailed: false)) == [])
        #expect(machine.starts(.ended(0, .success)) == [1])
        let actions = machine.receive(.ended(1, .failure))
        #expect(actions.contains(.skip(2, after: 1, .failed)))
        #expect(machine.receive(.printed(1)) == [.finish(.done)])
        #expect(machine.counts.jobs.skipped == 1 && machine.counts.jobs.waiting == 0)
        #expect(GroupEnd().result(machine.counts).exitStatus == 1)
    }

    @Test func `A cancelled job is no success for those after it, and one that is ended with the group says nothing about them`()
    {
        var machine = chain()
        _ = machine.receive(.asked(.cancel(0)))
        #expect(skips(machine.receive(.ended(0, .killed))) == [1, 2])
        for fact in [GroupMachine.Fact.signal(15), .asked(.cancelAll)] {
            machine = chain()
            _ = machine.receive(fact)
            #expect(skips(machine.receive(.ended(0, .killed))) == [] && machine.counts.jobs.waiting == 2)
        }
    }

    @Test(arguments: [JobGroup.Halt.soon, .now])
    func `A failure that ends the group skips what comes after it, and leaves the rest`(halt: JobGroup.Halt) {
        var halting = GroupMachine.Configuration()
        halting.halt = halt
        var machine = GroupMachine(halting)
        for after in [[], [0], []] { _ = machine.receive(.added(expected: nil, isDone: false, after: after)) }
        #expect(skips(machine.receive(.ended(0, .failure))) == [1])
        #expect(machine.counts.jobs.skipped == 1 && machine.counts.jobs.waiting == 1)
    }

    @Test func `In the order of the jobs, a skipped one is passed over`() {
        var machine = chain {
            $0.output = .keepOrder
            $0.limit = 1
        }
        _ = machine.receive(.added(expected: nil, isDone: false))
        let actions = machine.receive(.ended(0, .failure))
        #expect(actions.contains(.print(0)) && actions.last == .goLive(3))
    }

    // MARK: Names

    private func list(_ text: String) throws(JobListError) -> [JobGroup.Job] { try JobGroup.Job.jobs(inLines: Array(text.utf8)) }

    private func message(_ text: String) -> String? {
        do throws(JobListError) {
            _ = try list(text)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `A line names the jobs that it comes after directly before the colon`() throws {
        func parts(_ line: CommandArgument) -> [String]? {
            JobGroup.Job(line: line).map { [$0.name, $0.words(number: 1)[2].text] + $0.after.map(\.text) }
        }
        #expect(parts("test (after build, lint): make test") == ["test", "make test", "build", "lint"])
        #expect(parts(" a (after  b,c ):\tx") == ["a", "x", "b", "c"])
        #expect(parts("a(after b): x") == ["a", "x", "b"])
        #expect(parts("a (after b\tc): x") == ["a", "x", "b\tc"])
        #expect(parts("a:1 (after b:c): x") == ["a:1", "x", "b:c"])
        // Commands, as before.
        for line: CommandArgument in [
            "a (after b) c: x", "a (after): x", "a (afterwards b): x", "(after b): x", "a (after b):x", "a (after b):",
            "a (b): x",
            "a (after (b)): x", "a (before b): x", "f() { x; }: y", "a b (after c): x", "(a) (after b): x", "a (After b): x",
            "test (after build)"
        ] {
            #expect(parts(line) == [line.text, line.text])
        }
    }

    @Test func `An order that can't be is an error that names the line and the jobs`() {
        #expect(message("test (after build): x\nbuild: y\n") == nil)
        #expect(message("a: x\na: y\nb: z") == nil)
        #expect(
            message("\nbuild: x\ntest (after biuld): y\nlint: z")
                == "line 3: test comes after biuld, and no job has that name; the names are build, lint")
        #expect(message("a (after make): x\nmake") == "line 1: a comes after make, and no job has that name")
        #expect(
            message("# list\na: x\nb (after a): y\n\na: z")
                == "line 3: line 2 and line 5 have the name a, and a job comes after a; rename one of them")
        #expect(message("a: x\nb (after a,): y") == "line 2: b comes after a job without a name; names are separated by commas")
        #expect(
            message("x: x\nb (after x, c): y\na (after b, x): z\nc (after a): x\nd (after c): y")
                == "line 2: b after c after a after b is a cycle; one of them must start without another")
        #expect(message("a (after a): x") == "line 1: a after a is a cycle; one of them must start without another")
    }

    @Test(arguments: [
        "b (after): x", "b (after ): x", "b (after a: x", "b (after a) c: x", "b (after a):x", "b (after a):", "b (after a) : ",
        "b (after a) x", "b (after a:c): x", "b (after (a)): x", "b(after", "b (after:x", "b (after\ta)"
    ])
    func `Names behind after that are not as they should be are an error, and not a command`(line: String) {
        let message = message("a: x\n\(line)\n")
        #expect(message?.hasPrefix("line 2: ") == true, "\(message ?? "")")
    }

    @Test func `What a shell takes, and a comment, is no such error`() {
        let others = [
            "b=(after a)", "(after a): x", "after a): x", "b: c (after a", "#b (after a", "b (before a)", "echo 'b (after'"
        ]
        for line in others { #expect(message(line) == nil, "\(line)") }
    }

    @Test func `A long cycle and many names are cut short`() {
        let ring = (0..<100).map { "j\($0) (after j\(($0 + 1) % 100)): x\n" }.joined()
        #expect(
            message(ring)
                == "line 1: j0 after j1 after j2 after j3 after j4 after 95 more after j0 is a cycle; one of them must start without another"
        )
        let names = (0..<100).map { "j\($0): x\n" }.joined()
        #expect(message(names + "a (after b): x")?.hasSuffix("the names are j0, j1, j2, j3, j4, j5, 94 more") == true)
    }

    @Test func `In a list that is read as its jobs run, a job comes after earlier ones alone`() throws {
        func take(_ lines: CommandArgument...) -> [[Int]]? {
            var order = JobOrder { "job \($0 + 1)" }
            return try? lines.compactMap { JobGroup.Job(line: $0) }.map { try order.take($0) }
        }
        #expect(take("a: x", "y", "b (after a): z", "c (after b, a, b): z") == [[], [], [0], [2, 0]])
        #expect(take("a (after b): x", "b: y") == nil && take("a (after a): x") == nil)
        // The name is another job's as well, before or after it was used.
        #expect(take("a: x", "a: y", "b (after a): z") == nil && take("a: x", "b (after a): z", "a: y") == nil)
        #expect(take("a: x", "b: z", "a: y") == [[], [], []])
    }

    @Test func `The order of any graph is found, or a cycle that is one`() throws {
        var random = SeededGenerator(stream: 122)
        for _ in 0..<2_000 {
            let count = random.int(1...9)
            var jobs = (0..<count).map { JobGroup.Job(["true"], name: "j\($0)") }
            for _ in 0..<random.int(0...2 * count) {
                let (one, other) = (random.int(0..<count), random.int(0..<count))
                jobs[one].after.append(CommandArgument("j\(other)"))
            }
            // Warshall's algorithm: which jobs come after which, by way of others.
            var reaches = jobs.map { job in (0..<count).map { other in job.after.contains(CommandArgument("j\(other)")) } }
            for by in 0..<count {
                for one in 0..<count where reaches[one][by] {
                    for other in 0..<count where reaches[by][other] { reaches[one][other] = true }
                }
            }
            let isCyclic = (0..<count).contains { reaches[$0][$0] }
            do throws(JobOrder.Problem) {
                let order = try JobOrder.predecessors(in: jobs) { "job \($0)" }
                #expect(!isCyclic)
                for job in 0..<count {
                    #expect(
                        Set(order[job] ?? []) == Set((0..<count).filter { jobs[job].after.contains(CommandArgument("j\($0)")) }))
                }
            } catch {
                let named = error.reason.split(separator: " is a cycle")[0].split(separator: " after ").map(String.init)
                #expect(isCyclic && named.first == named.last && named.first == "j\(error.job)", "\(error.reason)")
                for (one, other) in zip(named, named.dropFirst()) where !one.hasSuffix("more") && !other.hasSuffix("more") {
                    let job = jobs.first { $0.name == one }
                    #expect(job?.after.contains(CommandArgument(other)) == true, "\(error.reason)")
                }
            }
        }
    }

    @Test func `A line about skipped jobs has the first names, and no control characters`() {
        func line(_ names: [String]) -> String {
            var skips = GroupSkips()
            skips.jobs = names
            skips.reason = GroupDependencies.Stage.failed.reason(after: "bu\u{1B}ild")
            return skips.line(isUTF8: true)
        }
        #expect(line(["test"]) == "– test skipped: after bu?ild, which failed")
        #expect(line(["a", "b", "c", "d\n", "e", "f"]) == "– a, b, c, d? and 2 more skipped: after bu?ild, which failed")
    }

    @Test func `The log names a skipped job and why, and it has not succeeded by it`() {
        let line = GroupLog.skip(2, at: .seconds(1_700_000_000), "after a\nb, which failed", command: "make\ttest")
        #expect(
            String(decoding: line, as: UTF8.self)
                == "2\tskipped\t1700000000.000\t     0.000\t0\t0\t-1\t0\tmake\ttest # after a\\nb, which failed\n")
        let before = GroupLog.Entry(number: 2, begin: .zero, .init(status: .exited(0)), command: "x").line
        #expect(GroupLog.Successes(before).contains(number: 2, command: "x"))
        #expect(!GroupLog.Successes(before + line).contains(number: 2, command: "x"))
    }
}
