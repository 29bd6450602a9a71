import CTerminalSupport
import Testing

/// How the leader of a job's session signals hud-demo, which may end at any time.
@Suite struct ParentTests {
    @Test("A signal reaches a process that runs")
    func running() throws {
        let child = try start("/bin/sleep", "100")
        var process = hud_process_open(child)
        defer { hud_process_close(&process) }
        #if os(Linux)
        #expect(process.descriptor > STDERR_FILENO)
        #expect(isClosedOnExec(process.descriptor))
        #expect(hud_process_signal(&process, SIGKILL) == true)
        #else
        #expect(hud_process_signal(&process, SIGKILL) == false)
        kill(child, SIGKILL)
        #endif
        #expect(hud_killing_signal(reap(child)) == SIGKILL)
    }

    @Test("After the process has ended, no process gets its signal")
    func ended() throws {
        let child = try start("/bin/sh", "-c", "exit 0")
        var process = hud_process_open(child)
        defer { hud_process_close(&process) }
        _ = reap(child)
        #expect(hud_process_signal(&process, 0) == false)
    }

    @Test("Without a pidfd, only the parent is signalled, and never the process that adopted us")
    func noDescriptor() {
        var parent = hud_process(id: getppid(), descriptor: -1)
        #expect(hud_process_signal(&parent, 0) == true)
        // As after the parent's end: getppid() is another process, and that one is left alone.
        for other in [1, getpid()] where other != getppid() {
            var process = hud_process(id: other, descriptor: -1)
            #expect(hud_process_signal(&process, 0) == false)
        }
    }

    @Test("A child that cannot end before its terminal's output is read is reaped")
    func draining() throws {
        let terminal = try Terminal()
        // More than a pseudo-terminal holds: the child waits until it has been read.
        let path = try #require(ttyname(terminal.slave).map { String(cString: $0) })
        let child = try start(
            "/bin/sh", "-c",
            "exec >\(path); i=0; while [ $i -lt 3000 ]; do echo a line of forty columns, more or less; i=$((i+1)); done")
        hud_reap_draining(child, terminal.master)
        #expect(waitpid(child, nil, WNOHANG) == -1)
        #expect(hud_errno() == ECHILD)
    }

    private func start(_ words: String...) throws -> pid_t {
        let (code, process) = startProgram(words)
        try #require(code == 0)
        return process
    }

    private func reap(_ process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, hud_errno() == EINTR {}
        return status
    }
}
