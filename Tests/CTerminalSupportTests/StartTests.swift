import CTerminalSupport
import Dispatch
import HUDLibc
import Synchronization
import Testing

/// Starts a program. `environment` is nil for that of this process.
func startProgram(
    _ words: [String], environment: [String]? = nil, configure: (inout hud_start) -> Void = { _ in }
) -> (code: Int32, process: pid_t) {
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] = (environment ?? []).map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    return arguments.withUnsafeBufferPointer { arguments in
        variables.withUnsafeBufferPointer { variables in
            var start = hud_start()
            start.argv = arguments.baseAddress
            if environment != nil { start.environment = variables.baseAddress }
            sigemptyset(&start.mask)
            sigemptyset(&start.defaults)
            configure(&start)
            var process: pid_t = -1
            let code = hud_start(&start, &process)
            return (code, process)
        }
    }
}

/// Calls `body` on a thread of its own while `other` runs, and waits for both.
func onThread(_ body: @escaping @Sendable () -> Void, while other: () -> Void) {
    let group = DispatchGroup()
    DispatchQueue(label: "thread").async(group: group) { body() }
    other()
    group.wait()
}

/// Sends a signal to a process that has been started. A number that stands for several processes is that of a failed start.
private func deliver(_ signal: Int32, to process: pid_t) {
    #expect(process > 1)
    if process > 1 { kill(process, signal) }
}

private final class Flag: Sendable {
    let isSet = Atomic(false)
}

/// How programs start: nothing that comes while one starts is lost, or reaches another one.
@Suite(.serialized) struct StartTests {
    /// A search of a second or so, at whose end there is no such program.
    private static let longPath = "PATH=" + String(repeating: "/x:", count: 400_000)

    @Test("A program is found by PATH, a script without a first line is run by the shell, and an error is as execvp has it")
    func found() throws {
        let folder = "/tmp/hud-start.\(getpid())"
        mkdir(folder, 0o700)
        defer { for path in ["\(folder)/script", "\(folder)/plain", folder] { remove(path) } }
        for (name, mode) in [("script", mode_t(0o700)), ("plain", 0o600)] {
            let file = open("\(folder)/\(name)", O_WRONLY | O_CREAT | O_CLOEXEC, mode)
            let text = "exit $#\n"
            #expect(write(file, text, text.utf8.count) == text.utf8.count)
            close(file)
        }
        let (code, process) = startProgram(["script", "one", "two"], environment: ["PATH=/nonexistent:\(folder)"])
        #expect(code == 0)
        #expect(hud_exit_status(status(of: process)) == 2)
        #expect(startProgram(["plain"], environment: ["PATH=\(folder):/nonexistent"]).code == EACCES)
        #expect(startProgram(["missing"], environment: ["PATH=\(folder)/plain:\(folder)"]).code == ENOENT)
        #expect(startProgram([""], environment: ["PATH=/bin"]).code == ENOENT)
        let missing = folder + "/missing"
        missing.withCString { missing in #expect(startProgram(["true"]) { $0.directory = missing }.code == ENOENT) }
    }

    @Test("A stop before a program runs stops it when it runs")
    func stop() throws {
        let ends = try announcement()
        onThread {
            deliver(SIGTSTP, to: hud_read_int(ends.0))
        } while: {
            let (code, id) = startProgram(["/bin/sleep", "100"]) { start in
                start.has_group = true
                start.announced = ends.1
                sigaddset(&start.defaults, SIGTSTP)
            }
            #expect(code == 0)
            var status: Int32 = 0
            #expect(waitpid(id, &status, WUNTRACED) == id)
            #expect(hud_is_stopped(status) && hud_stopping_signal(status) == SIGTSTP)
            deliver(SIGKILL, to: id)
            _ = self.status(of: id)
        }
    }

    #if os(Linux)
    @Test("A stop while a program is searched does not hold up the caller")
    func stopInSearch() throws {
        let ends = try announcement()
        onThread {
            let id = hud_read_int(ends.0)
            usleep(20_000)
            deliver(SIGTSTP, to: id)
        } while: {
            let code = startProgram(["no-such-program"], environment: [Self.longPath]) { $0.announced = ends.1 }.code
            #expect(code == ENOENT)
        }
    }

    @Test("A job that is stopped by SIGSTOP before it runs, and a leader that is, hold up nobody")
    func stoppedSession() throws {
        for stopsLeader in [false, true] {
            let path = strdup(Self.longPath)
            let words = [strdup("no-such-program"), nil]
            let variables = [path, nil]
            defer { for text in words + variables { free(text) } }
            words.withUnsafeBufferPointer { words in
                variables.withUnsafeBufferPointer { variables in
                    var request = hud_job_request()
                    request.argv = words.baseAddress
                    request.environment = variables.baseAddress
                    var session = hud_job_session()
                    #expect(hud_job_session_prepare(&request, &session) == 0)
                    let job = child(of: session.leader)
                    #expect(job > 0)
                    if stopsLeader { deliver(SIGSTOP, to: session.leader) }
                    deliver(SIGSTOP, to: job)
                    let begin = ContinuousClock.now
                    #expect(hud_job_session_start(&session) == ENOENT)
                    #expect(begin.duration(to: .now) < .seconds(20))
                }
            }
        }
    }

    /// The one child of a process, as soon as it has one.
    private func child(of process: pid_t) -> pid_t {
        for _ in 0..<2000 {
            if let file = fopen("/proc/\(process)/task/\(process)/children", "re") {
                defer { fclose(file) }
                var line = [CChar](repeating: 0, count: 64)
                if fgets(&line, 64, file) != nil, case let id = atoi(line), id > 0 { return id }
            }
            usleep(1000)
        }
        return 0
    }
    #endif

    @Test("No handler of the caller runs in a program that starts")
    func handlers() throws {
        let ends = try announcement()
        let calls = handlerCalls
        #expect(hud_catch(SIGUSR2) { _, _, _ in _ = write(handlerCalls.1, "x", 1) } == 0)
        defer { signal(SIGUSR2, SIG_DFL) }
        onThread {
            deliver(SIGUSR2, to: hud_read_int(ends.0))
        } while: {
            let (code, process) = startProgram(["no-such-program"], environment: [Self.longPath]) { $0.announced = ends.1 }
            // It is killed before it finds that there is no program.
            #expect(code == 0)
            #expect(hud_killing_signal(status(of: process)) == SIGUSR2)
        }
        var wait = pollfd(fd: calls.0, events: Int16(POLLIN), revents: 0)
        #expect(poll(&wait, 1, 0) == 0)
    }

    #if os(Linux)
    @Test("No temporary file and no pseudo-terminal is inherited by a program that starts meanwhile")
    func inheritance() throws {
        let isOver = Flag()
        onThread {
            while !isOver.isSet.load(ordering: .relaxed) {
                let file = hud_temporary_file()
                close(file)
                var (master, slave): (Int32, Int32) = (-1, -1)
                if hud_open_pseudo_terminal(-1, &master, &slave) == 0 {
                    close(master)
                    close(slave)
                }
            }
        } while: {
            for _ in 0..<100 {
                var ends: [Int32] = [-1, -1]
                #expect(hud_pipe(&ends) == 0)
                let table = [hud_start_descriptor(from: ends[1], to: 1)]
                let process = table.withUnsafeBufferPointer { table in
                    startProgram(["ls", "-l", "/proc/self/fd"]) { start in
                        start.descriptors = table.baseAddress
                        start.descriptor_count = 1
                    }.process
                }
                close(ends[1])
                var bytes = [UInt8](repeating: 0, count: 65536)
                var text: [UInt8] = []
                while case let count = read(ends[0], &bytes, bytes.count), count > 0 { text += bytes[..<count] }
                close(ends[0])
                _ = status(of: process)
                let list = String(decoding: text, as: UTF8.self)
                #expect(!list.contains("/hud.") && !list.contains("ptmx"), "\(list)")
            }
            isOver.isSet.store(true, ordering: .relaxed)
        }
    }
    #endif

    /// A pipe for the number of a process, whose ends are above the standard descriptors.
    private func announcement() throws -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(hud_pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    private func status(of process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, hud_errno() == EINTR {}
        return status
    }
}

/// Where the handler of a test writes.
private let handlerCalls: (Int32, Int32) = {
    var ends: [Int32] = [-1, -1]
    _ = hud_pipe(&ends)
    return (ends[0], ends[1])
}()
