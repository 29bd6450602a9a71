import HUDLibc
import Synchronization
import Testing

@testable import HUDCore
@testable import HUDJob

/// Groups of real commands.
@Suite struct JobGroupTests {
    private func jobs(_ scripts: String...) -> [JobGroup.Job] { scripts.map { JobGroup.Job(["sh", "-c", $0]) } }

    private func configuration(_ change: (inout JobGroup.Configuration) -> Void = { _ in }) -> JobGroup.Configuration {
        var configuration = JobGroup.Configuration()
        configuration.output = .hide
        configuration.usesHistory = false
        configuration.limit = 3
        change(&configuration)
        return configuration
    }

    @Test func `A program has to ask for a history`() {
        #expect(!HUDJob.Configuration().usesHistory && !JobGroup.Configuration().usesHistory)
    }

    /// A folder that is removed afterwards.
    private func withFolder(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/hud-group.XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { _ = try? HUDJob(["rm", "-rf", folder]).run(in: HUD()) }
        try body(folder)
    }

    /// Waits until something is true, ten seconds at most.
    /// A group that runs on a thread of its own.
    private final class RunningGroup: Sendable {
        let controller = JobGroup.Controller()
        private let ended = Mutex<JobGroup.Result?>(nil)

        init(_ group: JobGroup, under hud: HUD? = nil) {
            JobThread.start { [self] in
                let result = try? GroupRun(group, under: hud, controller: controller).run()
                ended.withLock { $0 = result }
            }
        }

        /// Nil until it has ended.
        var result: JobGroup.Result? { ended.withLock { $0 } }
    }

    private func wait(until isTrue: () -> Bool) {
        for _ in 0..<2000 where !isTrue() { _ = poll(nil, 0, 5) }
        #expect(isTrue())
    }

    private func contents(_ path: String) throws -> String {
        let text = Mutex("")
        var configuration = HUDJob.Configuration()
        configuration.terminal = .pipe
        configuration.output = .hide
        configuration.onLine = { line in text.withLock { $0 += line + "\n" } }
        try HUDJob(["cat", path], configuration: configuration).run(in: HUD())
        return text.withLock { $0 }
    }

    @Test func `Jobs succeed and fail, and a HUD counts them`() throws {
        let hud = HUD.late()
        let result = try JobGroup(jobs("exit 0", "exit 3", "exit 0", "kill -9 $$"), configuration: configuration()).run(
            under: hud)
        #expect(result.succeeded == 2 && result.failed == 2 && result.exitStatus == 1 && !result.hasSucceeded)
        #expect(hud.work.totalCount == 4 && hud.work.completedCount == 2)
        #expect(hud.outcome == .failed(reason: "2 of 4 failed"))
    }

    @Test func `The status of one job is that of the group`() throws {
        #expect(try JobGroup(jobs("exit 7"), configuration: configuration()).run(under: nil).exitStatus == 7)
        #expect(try JobGroup([.init(["/no/such/command"])], configuration: configuration()).run(under: nil).exitStatus == 127)
        #expect(try JobGroup([], configuration: configuration()).run(under: nil).hasSucceeded)
    }

    @Test func `Each job's output is in files of its own`() throws {
        try withFolder { folder in
            let list = (1...20).map { JobGroup.Job(["sh", "-c", "seq 1 \($0)00; echo error \($0) >&2"], name: "job/\($0)") }
            let result = try JobGroup(list, configuration: configuration { $0.resultsFolder = CommandArgument(folder + "/a/b") })
                .run(
                    under: nil)
            #expect(result.succeeded == 20)
            for number in 1...20 {
                let lines = (1...(number * 100)).map { "\($0)\n" }.joined()
                #expect(try contents("\(folder)/a/b/job%2F\(number)/stdout") == lines)
                #expect(try contents("\(folder)/a/b/job%2F\(number)/stderr") == "error \(number)\n")
            }
        }
    }

    @Test func `A file that can't be written ends the group, with a reason`() throws {
        let missing = try JobGroup(jobs("exit 0"), configuration: configuration { $0.log = "/no/such/folder/log" }).run(
            under: nil)
        #expect(missing.writeError == "can't write /no/such/folder/log: No such file or directory" && missing.exitStatus == 125)
        let full = configuration { $0.log = "/dev/full" }
        let result = try JobGroup(jobs("exit 0"), configuration: full).run(under: nil)
        #expect(result.writeError == "can't write /dev/full: No space left on device" && result.notStarted == 1)
    }

    @Test func `A log is continued where it ended`() throws {
        try withFolder { folder in
            let log = CommandArgument(folder + "/log")
            let list = jobs("exit 0", "test -e \(folder)/there", "exit 0")
            func run() throws -> JobGroup.Result {
                let resuming = configuration {
                    $0.log = log
                    $0.resumes = true
                }
                return try JobGroup(list, configuration: resuming).run(under: nil)
            }
            #expect(try run().failed == 1)
            try HUDJob(["touch", folder + "/there"]).run(in: HUD())
            let second = try run()
            #expect(second.doneBefore == 2 && second.succeeded == 1 && second.exitStatus == 0)
            #expect(try run().doneBefore == 3)
            #expect(try contents(log.text).split(separator: "\n").count == 5)
        }
    }

    @Test func `Jobs of a program come after others by their names`() throws {
        try withFolder { folder in
            func job(_ name: String, _ script: String, after: [String] = []) -> JobGroup.Job {
                JobGroup.Job(["sh", "-c", "\(script) && echo \(name) >>\(folder)/ran"], name: name, after: after)
            }
            var list = [
                job("last", "true", after: ["one", "two"]), job("one", "until [ -s \(folder)/ran ]; do sleep 0.01; done"),
                job("two", "true"), job("bad", "false"),
                job("not", "true", after: ["bad", "one"]), job("never", "true", after: ["not"])
            ]
            let hud = HUD.late()
            let result = try JobGroup(list, configuration: configuration()).run(under: hud)
            #expect(result.succeeded == 3 && result.failed == 1 && result.skipped == 2 && result.notStarted == 0)
            #expect(result.exitStatus == 1 && hud.outcome == .failed(reason: "1 of 6 failed, 2 skipped"))
            #expect(hud.work.completedCount == 3 && hud.work.totalCount == 6 && hud.work.sample().lostUnits == 3)
            #expect(try contents("\(folder)/ran") == "two\none\nlast\n")
            // Nothing runs if the order can't be.
            list.append(job("wrong", "true"))
            for (names, reason) in [
                (["nine"], "wrong comes after nine, and no job has that name; the names are last, one, two, bad, not, never"),
                (["wrong"], "wrong after wrong is a cycle; one of them must start without another")
            ] {
                list[6].after = names.map { CommandArgument($0) }
                #expect(throws: HUDJobError(code: .badOrder(reason: reason), errorNumber: 0)) {
                    try JobGroup(list, configuration: configuration()).run(under: nil)
                }
            }
            list[6] = job("one", "true")
            let shared = "job 2 and job 7 have the name one, and a job comes after one; rename one of them"
            #expect(throws: HUDJobError(code: .badOrder(reason: shared), errorNumber: 0)) {
                try JobGroup(list, configuration: configuration()).run(in: HUD())
            }
            #expect(try contents("\(folder)/ran") == "two\none\nlast\n")
        }
    }

    @Test func `Jobs are read from a descriptor as they arrive`() throws {
        try withFolder { folder in
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            // Jobs that held the write end open would keep the input from ending.
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            let readEnd = ends[0]
            let writeEnd = ends[1]
            // The second job is written when the first one runs.
            let first = "one: touch \(folder)/begun; while ! test -e \(folder)/second; do sleep 0.02; done\n"
            let second = "# no job\n\ntwo: touch \(folder)/second"
            let settings = configuration()
            let run = RunningGroup(JobGroup(linesFrom: readEnd, configuration: settings))
            _ = first.withCString { write(writeEnd, $0, strlen($0)) }
            try HUDJob(["sh", "-c", "while ! test -e \(folder)/begun; do sleep 0.02; done"]).run(in: HUD())
            _ = second.withCString { write(writeEnd, $0, strlen($0)) }
            close(writeEnd)
            wait { run.result != nil }
            #expect(run.result?.succeeded == 2)
            close(readEnd)
        }
    }

    @Test func `A controller cancels, stops and continues jobs`() throws {
        try withFolder { folder in
            let list = jobs(
                "touch \(folder)/1; exec sleep 60", "echo $$ >\(folder)/2; while ! test -e \(folder)/go; do sleep 0.02; done")
            let settings = configuration { $0.limit = 2 }
            let run = RunningGroup(JobGroup(list, configuration: settings))
            try HUDJob(["sh", "-c", "while ! test -e \(folder)/1 -a -e \(folder)/2; do sleep 0.02; done"]).run(in: HUD())
            run.controller.ask(.pause(1))
            run.controller.ask(.cancel(0))
            // The job's own thread stops it.
            let isStopped = "ps -o stat= -p $(cat \(folder)/2) 2>/dev/null | grep -q T"
            try HUDJob(["sh", "-c", "for i in $(seq 500); do \(isStopped) && break; sleep 0.02; done; touch \(folder)/go"])
                .run(in: HUD())
            _ = poll(nil, 0, 200)
            #expect(run.result == nil)
            run.controller.ask(.resume(1))
            wait { run.result != nil }
            #expect(run.result?.cancelled == 1 && run.result?.succeeded == 1)
        }
    }

    @Test func `A failed job that a controller asks to run again counts once`() throws {
        try withFolder { folder in
            let hud = HUD.late()
            let list = jobs(
                "echo '[1/4] a'; echo '[2/4] b'; test -e \(folder)/again", "while ! test -e \(folder)/go; do sleep 0.02; done")
            let settings = configuration { $0.limit = 2 }
            let run = RunningGroup(JobGroup(list, configuration: settings), under: hud)
            wait { hud.work.sample().lostUnits > 0 }
            #expect(hud.work.sample().lostUnits == 0.5)
            try HUDJob(["touch", "\(folder)/again"]).run(in: HUD())
            var counts: Set<Int> = []
            wait {
                counts.insert(hud.work.completedCount)
                // Without effect until the output has been printed.
                run.controller.ask(.retry(0))
                return hud.work.completedCount == 1
            }
            #expect(counts == [0, 1] && hud.work.sample().lostUnits == 0)
            try HUDJob(["touch", "\(folder)/go"]).run(in: HUD())
            wait { run.result != nil }
            #expect(run.result?.hasSucceeded == true)
            #expect(hud.work.completedCount == 2 && hud.work.fractionCompleted == 1)
        }
    }

    @Test func `The progress of a job that runs again begins with nothing`() throws {
        try withFolder { folder in
            let hud = HUD.late()
            let goSignal = "while ! test -e \(folder)/go; do sleep 0.02; done"
            let list = jobs(
                "test -e \(folder)/1 && { touch \(folder)/2; \(goSignal); exit; }; echo '[2/4] a'; echo '[3/4] b'; "
                    + "while ! test -e \(folder)/seen; do sleep 0.02; done; touch \(folder)/1; exit 1")
            let settings = configuration { $0.retries = 1 }
            let run = RunningGroup(JobGroup(list, configuration: settings), under: hud)
            wait { hud.work.fractionCompleted == 0.75 }
            try HUDJob(["touch", "\(folder)/seen"]).run(in: HUD())
            wait { access("\(folder)/2", F_OK) == 0 }
            #expect(hud.work.fractionCompleted == 0 && hud.work.children.count == 1)
            try HUDJob(["touch", "\(folder)/go"]).run(in: HUD())
            wait { run.result != nil }
            #expect(hud.work.fractionCompleted == 1)
        }
    }

    @Test func `A cancelled task ends its group`() async throws {
        let list = jobs("echo begun; exec sleep 60", "exit 0")
        let settings = configuration { $0.limit = 1 }
        let task = Task { try await JobGroup(list, configuration: settings).run(in: HUD()) }
        task.cancel()
        let result = try await task.value
        #expect(result.succeeded == 0 && result.exitStatus == 1 && result.cancelled + result.notStarted == 2)
    }

    @Test func `A group can be told to run as many jobs at once as there are`() throws {
        let result = try JobGroup(jobs("true", "true"), configuration: configuration { $0.limit = .max }).run(in: HUD())
        #expect(result.succeeded == 2)
    }
}
