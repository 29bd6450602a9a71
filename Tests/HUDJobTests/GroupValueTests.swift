import HUDCore
import Testing

@testable import HUDJob

/// Jobs, logs and flags of a group, as values.
@Suite struct GroupValueTests {
    private func words(_ job: JobGroup.Job?, _ number: Int = 1) -> [String]? { job?.words(number: number).map(\.text) }

    @Test func `A value goes where the braces are, or to the end`() {
        func filled(_ command: [CommandArgument], _ value: CommandArgument, _ number: Int) -> [String]? {
            words(JobGroup.Job(JobGroup.Template(command), value: value), number)
        }
        #expect(filled(["gzip", "-k"], "a b", 1) == ["gzip", "-k", "a b"])
        #expect(filled(["cp", "{}", "{}.{#}"], "x", 12) == ["cp", "x", "x.12"])
        // A value is not searched for braces, and other braces stay.
        #expect(filled(["{#}", "{a}", "{{}}"], "{}", 3) == ["3", "{a}", "{{}}"])
        #expect(filled(["echo", "{#}"], "v", 7) == ["echo", "7", "v"])
        // A zero does not end a word without a word about it: such a command can't be run.
        let zero = JobGroup.Job(JobGroup.Template(["rm", "work/{}/tmp"]), value: "a\u{0}b")
        #expect(zero.words(number: 1).contains { $0.hasZero })
        #expect(JobGroup.Job(line: "rm -r x\u{0}/cache")?.words(number: 1).contains { $0.hasZero } == true)
        #expect(CommandArgument("ab").dropping(prefix: "ab\u{0}") == nil)
    }

    @Test func `A blank name is in quotes`() {
        for (value, name) in [("", "''"), (" ", "' '"), ("a b", "a b")] {
            #expect(JobGroup.Job(JobGroup.Template(["echo"]), value: CommandArgument(value)).name == name)
        }
    }

    @Test func `The end of a group says how many jobs failed, and how many were cancelled and skipped`() {
        func reason(
            _ failed: Int, of known: Int, timedOut: Int = 0, cancelled: Int = 0, blocked: Int = 0, waiting: Int = 0
        ) -> HUDOutcome {
            let counts = GroupMachine.Counts(
                known: known, jobs: .init(waiting: waiting, failed: failed, cancelled: cancelled, skipped: blocked),
                timedOut: timedOut,
                lastStatus: 3)
            return GroupEnd().hudOutcome(counts)
        }
        #expect(reason(0, of: 2) == .succeeded && reason(0, of: 2, cancelled: 1) == .cancelled)
        #expect(reason(1, of: 1) == .failed(reason: "status 3") && reason(1, of: 4) == .failed(reason: "1 of 4 failed"))
        #expect(reason(1, of: 1, timedOut: 1) == .failed(reason: "timed out"))
        #expect(reason(2, of: 4, timedOut: 2) == .failed(reason: "2 of 4 failed"))
        #expect(reason(1, of: 4, cancelled: 2) == .failed(reason: "1 of 4 failed, 2 cancelled"))
        #expect(reason(1, of: 4, waiting: 2) == .failed(reason: "1 of 4 failed, 2 not started"))
        #expect(reason(1, of: 5, cancelled: 1, blocked: 2) == .failed(reason: "1 of 5 failed, 1 cancelled, 2 skipped"))
    }

    @Test func `The line about a failed job has its time with hours`() {
        func line(_ elapsed: Duration) -> String {
            JobDisplay.headLine(of: "a\tb", "status 2", after: elapsed, "✗")
        }
        #expect(line(.milliseconds(3_900)) == "✗ a?b status 2 0:03")
        #expect(line(.seconds(3_723)) == "✗ a?b status 2 1:02:03")
        let ascii = JobDisplay.headLine(of: "é\tb", "status 2", after: .zero, "✗", isUTF8: false)
        #expect(ascii == "x ??b status 2 0:00")
    }

    @Test func `A line is a command for the shell, with a name or without`() {
        func job(_ line: CommandArgument) -> [String]? {
            JobGroup.Job(line: line).map { [$0.name] + (words($0) ?? []).dropFirst(2) }
        }
        #expect(job("make -j2") == ["make -j2", "make -j2"])
        #expect(job("  docs:  make docs \r") == ["docs", "make docs"])
        #expect(job("a/b-1.2: x") == ["a/b-1.2", "x"])
        #expect(job("unit::all: x: y") == ["unit::all", "x: y"])
        #expect(job("p[95%]~!: x") == ["p[95%]~!", "x"])
        #expect(job("") == nil && job("  ") == nil && job("# x: y") == nil)
        // No names: a space before the colon, none behind it, nothing behind it, quotes.
        for line: CommandArgument in ["echo foo: bar", "http://x", "http://x y: z", "x:", "'a': b", ": x", "A=1 b: c"] {
            #expect(job(line) == [line.text, line.text])
        }
    }

    @Test func `A record that ends with NUL can have several lines`() throws {
        let list = Array("one: a\nb\0# no job\0\n\0# a comment\nc\0d".utf8)
        let jobs = try JobGroup.Job.jobs(inLines: list, endingIn: .null)
        #expect(jobs.map { $0.words(number: 1)[2].text } == ["a\nb", "# a comment\nc", "d"])
        #expect(jobs.map(\.name) == ["one", "# a comment\nc", "d"])
    }

    @Test func `A list is the same in whatever pieces it arrives`() throws {
        let bytes = Array("\u{FEFF}a\n\nb: c\r\n  d".utf8)
        for size in 1...bytes.count {
            var list = JobList(endingIn: .lineFeed)
            var commands: [String] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                let jobs = try list.take(bytes[start..<min(start + size, bytes.count)], isLast: start + size >= bytes.count)
                commands += jobs.map { $0.words(number: 1)[2].text }
            }
            #expect(commands == ["a", "c", "d"])
        }
    }

    @Test func `A NUL and a line that is longer than a command can be are errors that name the line`() {
        func error(_ bytes: [UInt8]) -> String? {
            do throws(JobListError) {
                _ = try JobGroup.Job.jobs(inLines: bytes)
                return nil
            } catch {
                return error.description
            }
        }
        let longest = [UInt8](repeating: UInt8(ascii: "a"), count: JobList.mostBytes)
        #expect(error(Array("a\n#\nb\0c\n".utf8)) == "line 3 contains a NUL")
        #expect(error(Array("a\0".utf8)) == "line 1 contains a NUL")
        #expect(error(longest) == nil && error(longest + Array("\nb".utf8)) == nil)
        let tooLong = "is longer than a command can be, \(longest.count) bytes"
        #expect(error(longest + Array("a\nb".utf8)) == "line 1 \(tooLong)")
        #expect(error(Array("a\n".utf8) + longest + Array("a".utf8)) == "line 2 \(tooLong)")
        var list = JobList(endingIn: .lineFeed)
        // A line without an end is refused before it has arrived.
        #expect(throws: JobListError(code: .tooLong(limit: longest.count), line: 1)) {
            _ = try list.take(longest, isLast: false)
            _ = try list.take(longest[..<1], isLast: false)
        }
    }

    @Test func `The program of a job is its first word, behind variables`() {
        #expect(JobGroup.Job(shell: "CC=gcc  A=b /usr/bin/make -C x").program(number: 1).fileName == "make")
        #expect(JobGroup.Job(["ninja", "-C", "x"]).program(number: 1).fileName == "ninja")
        #expect(JobGroup.Job(shell: "").program(number: 1).fileName == "")
    }

    @Test func `A line of the log has GNU parallel's columns`() {
        func line(_ ending: HUDJob.Result) -> String {
            let begin = Duration.seconds(1_700_000_000) + .milliseconds(42)
            return String(
                decoding: GroupLog.Entry(number: 3, begin: begin, received: 7, ending, command: "echo a\nb\tc\\n").line,
                as: UTF8.self)
        }
        let end = HUDJob.Result(status: .exited(2), elapsed: .microseconds(12_345_678))
        #expect(line(end) == "3\t:\t1700000000.042\t    12.345\t0\t7\t2\t0\techo a\\nb\tc\\\\n\n")
        #expect(line(.init(status: .killed(by: 9))).contains("\t0\t9\t"))
        #expect(line(.init(status: .killed(by: 15), hasTimedOut: true)).contains("\t124\t0\t"))
    }

    @Test func `A log with what jobs have cost has three more columns, and is read with them`() {
        let usage = HUDUsage(userTime: .milliseconds(1250), systemTime: .milliseconds(60), peakMemory: 812_900_000)
        func line(_ number: Int, _ command: CommandArgument, withUsage: Bool = true) -> [UInt8] {
            let ending = HUDJob.Result(status: .exited(0), usage: number == 1 ? usage : nil)
            return GroupLog.Entry(number: number, begin: .zero, ending, command: command, withUsage: withUsage).line
        }
        #expect(String(decoding: line(1, "a\tb"), as: UTF8.self).hasSuffix("\t0\t0\ta\tb\t1.250\t0.060\t812900000\n"))
        #expect(String(decoding: line(2, "c"), as: UTF8.self).hasSuffix("\t0\t0\tc\t0.000\t0.000\t0\n"))
        let (short, long) = (Array(GroupLog.header().utf8), Array(GroupLog.header(withUsage: true).utf8))
        #expect(String(decoding: long, as: UTF8.self).hasSuffix("\tSignal\tCommand\tUser\tSystem\tMemory\n"))
        // The columns change where the log was continued.
        let log = short + line(3, "d", withUsage: false) + long + line(1, "a\tb") + line(2, "c") + short
        let successes = GroupLog.Successes(log + line(4, "e\t1\t2\t3", withUsage: false))
        #expect(!successes.hasUsage && GroupLog.Successes(short + long).hasUsage)
        let commands: [(Int, CommandArgument)] = [(1, "a\tb"), (2, "c"), (3, "d"), (4, "e\t1\t2\t3")]
        for (number, command) in commands { #expect(successes.contains(number: number, command: command), "\(number)") }
        // A record that was cut off in the command is none.
        for count in 0..<(line(1, "a\tb").count - "\t1.250\t0.060\t812900000\n".utf8.count) {
            let cut = GroupLog.Successes(long + line(1, "a\tb").prefix(count) + Array("\n".utf8))
            #expect(!cut.contains(number: 1, command: "a\tb"), "\(count)")
        }
    }

    @Test func `What has succeeded by the log is skipped, and the last line of a job counts`() {
        func entry(_ number: Int, _ status: Int32, _ command: CommandArgument) -> [UInt8] {
            GroupLog.Entry(number: number, begin: .zero, .init(status: .exited(status)), command: command).line
        }
        let log =
            Array(GroupLog.header().utf8) + entry(1, 0, "a") + entry(2, 1, "b") + entry(3, 0, "c\nd") + entry(2, 0, "b")
            + entry(1, 1, "a")
            + entry(5, 0, "") + Array("4\t:\t0\t0\t0\t0\t0".utf8)
        let successes = GroupLog.Successes(log)
        #expect(!successes.contains(number: 1, command: "a"))
        #expect(successes.contains(number: 2, command: "b"))
        #expect(successes.contains(number: 3, command: "c\nd"))
        #expect(successes.contains(number: 5, command: ""))
        // Another command under the same number runs.
        #expect(!successes.contains(number: 2, command: "x") && !successes.contains(number: 4, command: ""))
    }

    @Test func `A command with a line feed is another one than with a space or a backslash`() {
        let commands: [CommandArgument] = ["a\nb", "a b", "a\\nb", "a\\\nb", "a\tb"]
        for logged in commands {
            let line = GroupLog.Entry(number: 1, begin: .zero, .init(status: .exited(0)), command: logged).line
            let successes = GroupLog.Successes(line)
            #expect(commands.filter { successes.contains(number: 1, command: $0) } == [logged])
        }
    }

    @Test func `A record of the log that was cut off says nothing about a job, wherever it was cut`() {
        let line = GroupLog.Entry(number: 1, begin: .seconds(1), .init(status: .exited(0)), command: "echo 1").line.dropLast()
        for count in 0...line.count {
            let successes = GroupLog.Successes(Array(line.prefix(count)) + Array("\n".utf8))
            #expect(successes.contains(number: 1, command: "echo 1") == (count == line.count))
        }
        // Two records on a line, as earlier versions wrote them after one that was cut off.
        let other = GroupLog.Entry(number: 2, begin: .seconds(2), .init(status: .exited(0)), command: "echo 2").line
        for count in 0..<line.count {
            let successes = GroupLog.Successes(Array(line.prefix(count)) + other)
            #expect(!successes.contains(number: 1, command: "echo 1"), "\(count)")
        }
    }

    @Test func `A job's name is safe as the name of a folder`() {
        func folder(_ name: CommandArgument, _ number: Int = 5) -> String {
            GroupResultFiles.folderName(of: name, number: number)
        }
        #expect(folder("a b.txt") == "a b.txt" && folder("é") == "é")
        #expect(folder("../x/y") == "%2E.%2Fx%2Fy" && folder(".") == "%2E" && folder("a%\n") == "a%25%0A")
        #expect(folder("") == "5")
        #expect(folder(CommandArgument(utf8: [0x61, 0xFF])) == "a%FF")
        let long = CommandArgument(String(repeating: "é", count: 200))
        #expect(folder(long).utf8.count <= 255 && folder(long) != folder(long, 6))
        #expect(GroupResultFiles.folderName(of: "a", number: 5, isTaken: true) == "a%5")
        let longest = CommandArgument(String(repeating: "a", count: 255))
        #expect(folder(longest) == longest.text)
        #expect(GroupResultFiles.folderName(of: longest, number: 5, isTaken: true).utf8.count <= 255)
    }

    @Test func `Jobs that were read are counted until they start, and keep no more than their names when they are done`() throws {
        var jobs = try GroupJobs(JobGroup(linesFrom: -1), canBeAsked: false)
        for line in ["build: make all", "test (after build): make test", "make docs"] {
            jobs.add(try #require(JobGroup.Job(line: CommandArgument(line))), after: line.contains("after") ? [0] : [])
        }
        #expect(jobs.waitingBytes == 13 + 18 + 9 && jobs.predecessors == [1: [0]])
        for _ in 0..<2 { jobs.noteStart(of: 0) }
        #expect(jobs.waitingBytes == 18 + 9 && words(jobs.list[0]) == ["/bin/sh", "-c", "make all"])
        for number in [0, 2] { jobs.forget(number) }
        #expect(jobs.waitingBytes == 18 && jobs.list.map(\.size) == [5, 18, 0])
        #expect(jobs.list.prefix(2).map(\.name) == ["build", "test"])
        var known = try GroupJobs(JobGroup(jobs.list), canBeAsked: false)
        known.noteStart(of: 1)
        known.forget(1)
        #expect(known.waitingBytes == 0 && words(known.list[1]) == ["/bin/sh", "-c", "make test"])
    }

    @Test func `The place of a jobserver is read from MAKEFLAGS`() {
        let places: [(CommandArgument, JobserverFlags.Place?)] = [
            (" -j4 --jobserver-auth=fifo:/tmp/x", .fifo("/tmp/x")),
            ("ks -j --jobserver-auth=3,4 -- A=b", .descriptors(3, 4)), (" --jobserver-fds=5,6 -j", .descriptors(5, 6)),
            // Not for this recipe, the last one counts, and none.
            (" -j --jobserver-auth=-2,-2", nil), (" --jobserver-auth=3,4 --jobserver-auth=fifo:/y", .fifo("/y")),
            (" -- A=x\\ --jobserver-auth=3,4", nil), (" --jobserver-auth=3,4 --jobserver-auth=-2,-2", nil),
            // Standard input may be an end of the pipe.
            (" --jobserver-auth=0,3", .descriptors(0, 3)), (" --jobserver-auth=3,0", .descriptors(3, 0)),
            (" --jobserver-auth=3,,4", nil), (" --jobserver-auth=3", nil), ("", nil), (" --jobserver-auth=a,b", nil)
        ]
        for (flags, place) in places { #expect(JobserverFlags.place(in: flags) == place, "\(flags)") }
    }

    @Test func `An offered jobserver replaces the one in MAKEFLAGS, and keeps the other flags`() {
        func flags(_ old: CommandArgument?) -> String { JobserverFlags.flags(offering: .fifo("/t/f"), limit: 4, in: old).text }
        #expect(flags(nil) == " -j4 --jobserver-auth=fifo:/t/f")
        #expect(flags("ks -j8 --jobserver-auth=3,4 A=b") == "ks A=b -j4 --jobserver-auth=fifo:/t/f")
        #expect(flags("--no-print-directory") == " --no-print-directory -j4 --jobserver-auth=fifo:/t/f")
        // A flag behind the two dashes would be taken for a variable of make's command line.
        #expect(flags(" -j8 --jobserver-auth=3,4 -- A=-j9\\ b B=") == " -j4 --jobserver-auth=fifo:/t/f -- A=-j9\\ b B=")
        #expect(flags(" -- A=b  B=c") == " -j4 --jobserver-auth=fifo:/t/f -- A=b  B=c")
        #expect(flags("-- A=b") == " -j4 --jobserver-auth=fifo:/t/f -- A=b")
        #expect(JobserverFlags.flags(offering: .descriptors(7, 8), limit: 2, in: "").text == " -j2 --jobserver-auth=7,8")
        // Make before 4.2 would take a number for its own, and leave the jobserver.
        let old = JobserverFlags.flags(offering: .descriptors(7, 8), limit: 2, in: "k -j9 --jobserver-fds=3,4", isOld: true)
        #expect(old.text == "k -j --jobserver-fds=7,8")
    }

    @Test func `A jobserver is in a folder whose path programs can read in MAKEFLAGS`() {
        #expect(JobserverFlags.canName("/tmp") && JobserverFlags.canName("/tmp/caf\u{E9},=:'\"#"))
        for path in ["tmp", "", "/my tmp", "/tmp\t", "/tmp\n", "/tmp\\", "/$tmp"] {
            #expect(!JobserverFlags.canName(CommandArgument(path)))
        }
    }

    @Test func `A make before 4.4 is offered descriptors, and one before 4.2 by their older name`() {
        for version in ["GNU Make 4.3", "GNU Make 4.2.1"] { #expect(JobserverFlags.way(for: version) == .descriptors) }
        for version in ["GNU Make 4.1", "GNU Make 3.81", "GNU Make 4"] {
            #expect(JobserverFlags.way(for: version) == .oldDescriptors)
        }
        for version in ["GNU Make 4.4", "GNU Make 4.4.1", "GNU Make 5.0 extra", "", "bmake"] {
            #expect(JobserverFlags.way(for: version) == .fifo)
        }
        // No version.
        for version in ["GNU Make", "GNU Make ", "GNU Make  "] { #expect(JobserverFlags.way(for: version) == .fifo) }
    }
}
