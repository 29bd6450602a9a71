import HUDCore
@testable import HUDJob
import Synchronization
import Testing

/// Real commands, run by the public API alone.
@Suite struct HUDJobTests {
    /// The lines that a job prints.
    private final class Lines: Sendable {
        private let all = Mutex<[String]>([])
        func append(_ line: String) { all.withLock { $0.append(line) } }
        var taken: [String] { all.withLock { $0 } }
    }

    private func run(
        _ script: String, under hud: HUD = HUD(), _ change: (inout HUDJob.Configuration) -> Void = { _ in }
    ) throws -> (result: HUDJob.Result, lines: [String]) {
        let lines = Lines()
        var configuration = HUDJob.Configuration()
        configuration.output = .hide
        configuration.onLine = { lines.append($0) }
        change(&configuration)
        let result = try JobScope(hud: hud).run(HUDJob(["sh", "-c", script], configuration: configuration))
        return (result, lines.taken)
    }

    @Test func `A command's status is a result`() throws {
        #expect(try run("exit 0").result.hasSucceeded)
        #expect(try run("exit 3").result.status == .exited(3))
        #expect(try run("kill -9 $$").result.status == .killed(by: 9))
    }

    @Test func `A command that can't be started is an error`() {
        func error(_ command: [String], in directory: String? = nil) -> HUDJobError? {
            var configuration = HUDJob.Configuration()
            configuration.workingDirectory = directory
            do throws(HUDJobError) {
                _ = try HUDJob(command, configuration: configuration).run(in: HUD())
                return nil
            } catch { return error }
        }
        #expect(error(["/no/such/command"])?.code == .notFound)
        #expect(error(["/dev/null"])?.code == .notExecutable)
        #expect(error(["/no/such/command"], in: "/")?.description == "can't run /no/such/command: No such file or directory")
        let noFolder = error(["true"], in: "/no/such/folder")
        #expect(noFolder?.code == .notExecutable && noFolder?.workingDirectory == "/no/such/folder")
        #expect(noFolder?.description == "can't run true: can't use the folder /no/such/folder: No such file or directory")
    }

    @Test func `An error names the interpreter that a script in the job's folder asks for`() throws {
        let script = #"cd "$(mktemp -d)"; echo '#!/no/such/interpreter' >script; chmod +x script; pwd"#
        let folder = try #require(run(script).lines.first)
        defer { _ = try? run("rm -r '\(folder)'") }
        var job = HUDJob(["./script"])
        job.configuration.workingDirectory = folder
        let missing = #expect(throws: HUDJobError.self) { try job.run(in: HUD()) }
        #expect(missing?.missingInterpreter == "/no/such/interpreter")
    }

    @Test func `An error names the command`() async {
        let missing = "can't run no-such-command: No such file or directory"
        let job = HUDJob(["no-such-command", "x"])
        func description(_ body: () throws(HUDJobError) -> HUDJob.Result) -> String? {
            do throws(HUDJobError) {
                _ = try body()
                return nil
            } catch { return error.description }
        }
        let hud = HUD()
        #expect(description { () throws(HUDJobError) in try job.run(timing: HUDTiming(graceTime: .seconds(60))) } == missing)
        #expect(description { () throws(HUDJobError) in try job.run(in: hud) } == missing)
        await #expect {
            try await job.run(in: hud)
        } throws: {
            ($0 as? HUDJobError)?.command == "no-such-command" && "\($0)" == missing
        }
        #expect(
            description { () throws(HUDJobError) in try HUDJob(["/dev/null/a b"]).run(in: HUD()) }
                == "can't run '/dev/null/a b': Not a directory")
    }

    @Test func `A result and an error have the exit status that a shell would give them`() throws {
        #expect(try run("exit 3").result.exitStatus == 3)
        #expect(try run("kill -9 $$").result.exitStatus == 137)
        #expect(try run("sleep 60") { $0.timeLimit = .milliseconds(50) }.result.exitStatus == 124)
        func status(_ command: String) -> Int32? {
            do throws(HUDJobError) {
                return try HUDJob([command]).run(in: HUD()).exitStatus
            } catch { return error.exitStatus }
        }
        #expect(status("/no/such/command") == 127 && status("/dev/null") == 126)
    }

    @Test func `A pattern that can't be used is an error before the command starts`() {
        #expect(throws: HUDJobError.self) { try run("exit 0") { $0.progress = .match("(") } }
    }

    @Test(arguments: [HUDJob.Terminal.pseudoTerminal, .pipe])
    func `Lines come whole and in order, without their ends and what was overwritten`(terminal: HUDJob.Terminal) throws {
        let script = "echo one; echo two >&2; printf 'a\\rb\\rc\\n'; printf '\\n'; printf last"
        #expect(try run(script) { $0.terminal = terminal }.lines == ["one", "two", "c", "", "last"])
        let many = try run("seq 1 20000") { $0.terminal = terminal }.lines
        #expect(many == (1...20_000).map { String($0) })
    }

    @Test func `Output is on a terminal, and there is no keyboard`() throws {
        let script =
            "test -t 1 && test -t 2 && echo terminal; read word; echo \"$? <$word>\"; (: </dev/tty) 2>/dev/null || echo none; stty size <&1"
        #expect(try run(script).lines.prefix(3) == ["terminal", "1 <>", "none"])
        #expect(try run("test -t 1 || echo pipe") { $0.terminal = .pipe }.lines == ["pipe"])
    }

    @Test func `Environment and directory are the command's own`() throws {
        let script = "echo $ONE-$TWO; pwd; test -n \"$PATH\" && echo path"
        let updated = try run(script) {
            $0.environment = .updating(["ONE": "1", "TWO": nil])
            $0.workingDirectory = "/"
        }
        #expect(updated.lines == ["1-", "/", "path"])
        #expect(
            try run("echo $ONE; env | wc -l") { $0.environment = .only(["ONE": "1", "PATH": "/usr/bin:/bin"]) }.lines.first == "1"
        )
    }

    @Test func `A changed environment keeps the order of this process's variables`() throws {
        let own = try run("env | cut -d= -f1 | grep -v '^_'").lines
        let changed = try run("env | cut -d= -f1 | grep -v '^_'") { $0.environment = .updating(["HUD_NEW_VARIABLE": "1"]) }
        #expect(changed.lines.filter { $0 != "HUD_NEW_VARIABLE" } == own && changed.lines.count == own.count + 1)
    }

    @Test func `A command that is over its time is ended, with what it has started`() throws {
        let run = try run("sleep 60 & wait") { $0.timeLimit = .milliseconds(100) }
        #expect(run.result.hasTimedOut && !run.result.hasSucceeded && run.result.elapsed < .seconds(5))
        #expect(run.result.status == .killed(by: 15))
    }

    @Test func `A cancelled task ends its command`() async throws {
        let lines = Lines()
        var configuration = HUDJob.Configuration()
        configuration.output = .hide
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        configuration.onLine = { line in
            lines.append(line)
            continuation.yield()
        }
        let job = HUDJob(["sh", "-c", "echo begun; exec sleep 60"], configuration: configuration)
        let task = Task { try await job.run(in: HUD()) }
        for await _ in stream.prefix(1) {}
        task.cancel()
        #expect(try await task.value.status == .killed(by: 15))
        #expect(lines.taken == ["begun"])
    }

    @Test func `Progress comes from the output or from a descriptor`() throws {
        let hud = HUD.late()
        _ = try run("echo '[1/4] a'; echo '[2/4] b'", under: hud) { $0.progress = .auto }
        #expect(hud.progressSource?.sample().fraction == 0.5 && hud.mode == .bar)
        let other = HUD.late()
        _ = try run("echo 3/4 >&$HUD_PROGRESS_FD; echo label it works >&$HUD_PROGRESS_FD", under: other) {
            $0.progress = .descriptor
        }
        #expect(other.progressSource?.sample().fraction == 0.75 && other.label == "it works")
    }

    @Test func `Many jobs run at once, and none keeps another's output open`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<24 {
                group.addTask {
                    let lines = Lines()
                    var configuration = HUDJob.Configuration()
                    configuration.output = .hide
                    configuration.terminal = number.isMultiple(of: 2) ? .pipe : .pseudoTerminal
                    configuration.onLine = { lines.append($0) }
                    let result = try await HUDJob(["sh", "-c", "seq 1 200; exit \(number)"], configuration: configuration).run(
                        in: HUD())
                    #expect(result.status == .exited(Int32(number)))
                    #expect(lines.taken == (1...200).map { String($0) })
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `A word that has a zero byte is no part of a command, and neither is such a variable`() {
        var settings = HUDJob.Configuration()
        settings.output = .hide
        let job = HUDJob(["printf", "%s", "folder\u{0}/../other"], configuration: settings)
        #expect(throws: HUDJobError.self) { try job.run(in: HUD()) }
        settings.environment = .updating(["NAME": "one\u{0}two"])
        #expect(throws: HUDJobError.self) { try HUDJob(["true"], configuration: settings).run(in: HUD()) }
    }

    @Test func `An empty name of a folder is a folder that can't be used`() {
        var settings = HUDJob.Configuration()
        settings.workingDirectory = ""
        let error = #expect(throws: HUDJobError.self) { try HUDJob(["pwd"], configuration: settings).run(in: HUD()) }
        #expect(error?.workingDirectory == "" && error?.code == .notExecutable)
    }
}
