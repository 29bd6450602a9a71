import HUDCore
import HUDJob
import HUDLibc
import HUDTesting
import Testing

/// Commands that are parts of a scope's work, on a terminal in memory.
@Suite struct JobScopeTests {
    private static let timing = HUDTiming(graceTime: .zero, minimumShowTime: .zero)

    private func withTerminal(
        _ label: String, total: Int?, _ body: (HUD) async throws -> Void
    ) async throws -> TestTerminal {
        let terminal = TestTerminal(columns: 60, rows: 12)
        try await withHUD(label, total: total, timing: Self.timing, renderer: terminal.renderer, clock: terminal.clock) { hud in
            hud.rows = .upTo(4, graceTime: .zero, minimumShowTime: .zero)
            hud.summary = .always
            try await body(hud)
        }
        return terminal
    }

    /// What stands in each line before and after a time in seconds, which is that of a live clock.
    private func textsBesideTime(on terminal: TestTerminal) -> [[String]] {
        terminal.lines.filter { !$0.isEmpty }.map { $0.split(separator: /\ \d+\.\d s\ /).map(String.init) }
    }

    @Test func `Commands in a scope are shares of its work, print above its HUD, and leave one summary`() async throws {
        let terminal = try await withTerminal("Releasing", total: 3) { hud in
            let first = try await HUDJob(["echo", "tested"]).run(in: hud)
            #expect(first.hasSucceeded && hud.work.completedCount == 1 && hud.label == "Releasing" && hud.work.totalCount == 3)
            let group = JobGroup([JobGroup.Job(["echo", "hidden"]), JobGroup.Job(["true"])])
            #expect(try await group.run(in: hud, assigningCount: 2).succeeded == 2)
            #expect(hud.work.fractionCompleted == 1 && hud.isOnScreen)
        }
        #expect(terminal.lines.filter { !$0.isEmpty } == ["tested", "✓ Releasing 0.0 s"])
    }

    @Test func `A command that fails is a failed part, and a line says which`() async throws {
        let terminal = try await withTerminal("Releasing", total: 2) { hud in
            let status = try await HUDJob(["sh", "-c", "echo no; exit 3"]).run(in: hud).status
            #expect(status == .exited(3))
            _ = try? await HUDJob(["/no/such/command"]).run(in: hud)
        }
        #expect(
            terminal.lines.filter { !$0.isEmpty } == [
                "no", "✗ sh -c 'echo no; exit 3' status 3", "✗ /no/such/command No such file or directory",
                "✗ Releasing 0.0 s 2 of 2 failed"
            ])
    }

    @Test func `In a task that is cancelled already, no job of a group starts`() async throws {
        let terminal = TestTerminal(columns: 60, rows: 12)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let group = JobGroup([JobGroup.Job(["echo", "one"]), JobGroup.Job(["echo", "two"])])
            return try await group.run("Greeting", timing: Self.timing, summary: .always, renderer: terminal.renderer)
        }
        let result = try await task.value
        #expect(result.notStarted == 2 && result.succeeded == 0 && !result.hasSucceeded)
        #expect(textsBesideTime(on: terminal) == [["! Greeting", "cancelled"]])
    }

    @Test func `A controller that was that of another group passes on the cancellation of the next one`() async throws {
        let controller = JobGroup.Controller()
        let group = JobGroup([JobGroup.Job(["true"])])
        #expect(try await group.run(renderer: TestTerminal().renderer, controller: controller).succeeded == 1)
        controller.ask(.cancelAll)
        #expect(try await group.run(renderer: TestTerminal().renderer, controller: controller).succeeded == 1)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await group.run(renderer: TestTerminal().renderer, controller: controller)
        }
        #expect(try await task.value.notStarted == 1)
    }

    @Test func `The time of a command that leaves a process behind is its own, without the wait for more output`() throws {
        let terminal = TestTerminal(columns: 60, rows: 12)
        // Without concurrency, whose threads can be busy with other tests between the end of the command and that of the HUD.
        let result = try HUDJob(["sh", "-c", "sleep 60 & echo main"]).run(
            "leaver", summary: .always, renderer: terminal.renderer)
        let line = try #require(terminal.lines.first { $0.contains("leaver") })
        let seconds = try #require(Double(line.split(separator: " ").dropLast().last ?? ""), "\(line)")
        // The wait for more output takes a second.
        #expect(seconds < result.elapsed / .seconds(1) + 0.8)
    }

    @Test func `A job whose command was taken away can't be started`() throws {
        let hud = HUD(renderer: TestTerminal().renderer)
        var job = HUDJob(["true"])
        job.command = []
        #expect(throws: HUDJobError.self) { try job.run(in: hud) }
    }

    @Test func `A group whose log can't be written has failed, and so has its HUD`() throws {
        let terminal = TestTerminal(columns: 60, rows: 12)
        var configuration = JobGroup.Configuration()
        configuration.log = "/nowhere/log"
        let group = JobGroup([JobGroup.Job(["true"])], configuration: configuration)
        let result = try group.run("Greeting", timing: Self.timing, summary: .always, renderer: terminal.renderer)
        #expect(result.notStarted == 1 && result.exitStatus == 125 && result.writeError != nil)
        #expect(textsBesideTime(on: terminal) == [["✗ Greeting", "files not written"]])
    }

    @Test func `What a command has cost is in its result, and in its summary if that is asked for`() async throws {
        var configuration = HUDJob.Configuration()
        let busy = ["sh", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"]
        for showsUsage in [true, false] {
            configuration.showsUsage = showsUsage
            let terminal = TestTerminal(columns: 79, rows: 12)
            let result = try await HUDJob(busy, configuration: configuration).run(
                "Counting", timing: Self.timing, summary: .always, renderer: terminal.renderer)
            let usage = try #require(result.usage)
            #expect(usage.userTime + usage.systemTime > .milliseconds(10) && usage.peakMemory > 100_000)
            let line = try #require(terminal.lines.first)
            #expect(line.hasPrefix("✓ Counting ") && line.hasSuffix(" (\(usage))") == showsUsage, "\(line)")
        }
        var ofGroup = JobGroup.Configuration()
        ofGroup.showsUsage = true
        let terminal = try await withTerminal("Counting", total: 1) { [ofGroup] hud in
            let jobs = [JobGroup.Job(busy), JobGroup.Job(["false"], name: "no")]
            let result = try await JobGroup(jobs, configuration: ofGroup).run(in: hud)
            #expect(try #require(result.usage).userTime > .milliseconds(5))
        }
        #expect(terminal.lines.contains { $0.hasPrefix("✗ no status 1 0:00 (0.0 s user, 0.0 s system, ") }, "\(terminal.lines)")
    }

    @Test func `A job of a group that fails leaves one line, above its output`() async throws {
        let terminal = try await withTerminal("Testing", total: 1) { hud in
            let jobs = [JobGroup.Job(["sh", "-c", "echo broken; exit 1"], name: "lint"), JobGroup.Job(["true"])]
            let failed = try await JobGroup(jobs).run(in: hud).failed
            #expect(failed == 1)
        }
        let lines = terminal.lines.filter { !$0.isEmpty }
        #expect(lines.dropLast() == ["✗ lint status 1 0:00", "broken", "✗ jobs 1 of 2 failed"])
        #expect(lines.last == "✗ Testing 0.0 s 1 of 1 failed")
    }

    @Test func `A command of its own has a HUD like a scope's`() async throws {
        let terminal = TestTerminal(columns: 60, rows: 12)
        let result = try await HUDJob(["sh", "-c", "echo begun; exit 2"]).run(
            "Building", timing: Self.timing, summary: .always, renderer: terminal.renderer)
        #expect(result.status == .exited(2))
        let lines = terminal.lines.filter { !$0.isEmpty }
        #expect(lines.count == 2 && lines.first == "begun")
        #expect(lines.last?.hasPrefix("✗ Building ") == true && lines.last?.hasSuffix(" status 2") == true)
    }

    @Test func `Collected output is the result's, and standard error is printed`() async throws {
        var configuration = HUDJob.Configuration()
        configuration.output = .collect(upTo: 1 << 20)
        let terminal = try await withTerminal("Reading", total: 1) { hud in
            let script = "printf 'é\\n2\\n'; test -t 1 || echo pipe; echo warning >&2"
            let job = HUDJob(["sh", "-c", script], configuration: configuration)
            let result = try await job.run(in: hud)
            #expect(result.output == "é\n2\npipe\n" && result.isOutputComplete && result.hasSucceeded)
        }
        #expect(terminal.lines.filter { !$0.isEmpty } == ["warning", "✓ Reading 0.0 s"])
        configuration.output = .collect(upTo: 10)
        let cut = try await HUDJob(["seq", "1", "100000"], configuration: configuration).run(in: HUD())
        #expect(cut.output == "1\n2\n3\n4\n5\n" && !cut.isOutputComplete && cut.hasSucceeded)
        for (limit, output) in [(0, ""), (1, ""), (2, "é"), (4, "é"), (5, "é€")] {
            configuration.output = .collect(upTo: limit)
            let cut = try await HUDJob(["printf", "é€é"], configuration: configuration).run(in: HUD())
            #expect(cut.output == output && !cut.isOutputComplete)
        }
    }

    @Test func `Collected output is not complete while a process that was left behind can print more`() async throws {
        var configuration = HUDJob.Configuration()
        configuration.output = .collect(upTo: 1 << 20)
        let result = try await HUDJob(["sh", "-c", "sleep 1000 & echo $!"], configuration: configuration).run(in: HUD())
        let sleeper = try #require(pid_t(result.output.dropLast()))
        #expect(kill(sleeper, SIGKILL) == 0)
        #expect(!result.isOutputComplete && result.hasSucceeded)
    }

    @Test func `In a task that is cancelled no command starts`() async throws {
        let hud = HUD()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await HUDJob(["/no/such/command"]).run(in: hud)
        }
        #expect(try await task.value.status == .killed(by: 15))
    }

    @Test func `The progress of a command is that of its part`() throws {
        var configuration = HUDJob.Configuration()
        configuration.output = .hide
        configuration.progress = .auto
        let hud = HUD()
        hud.work.totalCount = 2
        let script = "echo '[1/4] a'; echo '[2/4] b'; exit 1"
        #expect(try HUDJob(["sh", "-c", script], configuration: configuration).run(in: hud).status == .exited(1))
        #expect(hud.work.completedCount == 0 && hud.work.fractionCompleted == 0.25)
    }

    @Test func `A program without concurrency runs commands in a scope`() throws {
        let terminal = TestTerminal(columns: 60, rows: 12)
        try withHUD("Packing", total: 2, timing: Self.timing, renderer: terminal.renderer, clock: terminal.clock) { hud in
            let hasPrinted = try HUDJob(["echo", "one"]).run(in: hud).hasSucceeded
            let hasEnded = try JobGroup([JobGroup.Job(["true"])]).run(in: hud).hasSucceeded
            #expect(hasPrinted && hasEnded && hud.work.fractionCompleted == 1)
        }
        #expect(terminal.lines.first == "one")
    }
}
