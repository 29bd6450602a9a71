import CTerminalSupport
import Testing

@Suite struct ProcessTests {
    @Test("A program is started by its path or by its name, and its status is read")
    func status() throws {
        #expect(try ended("/bin/sh", "-c", "exit 3") { hud_exit_status($0) } == 3)
        #expect(try ended("sh", "-c", "exit 4") { hud_exit_status($0) } == 4)
        #expect(try ended("/bin/sh", "-c", "kill -TERM $$") { hud_killing_signal($0) } == SIGTERM)
        #expect(try ended("/bin/sh", "-c", "kill -TERM $$") { hud_was_killed($0) } == true)
        #expect(try ended("/bin/sh", "-c", "exit 0") { hud_was_killed($0) } == false)
    }

    @Test("A program that does not exist is an errno")
    func missing() throws {
        #expect(throws: StartError(code: ENOENT)) { try ended("/nonexistent/program") { $0 } }
    }

    @Test("A program gets default actions and the mask that it is given")
    func signals() throws {
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGUSR1)
        // Blocked: the shell does not die of it.
        #expect(try ended("/bin/sh", "-c", "kill -USR1 $$; exit 5", mask: mask) { hud_exit_status($0) } == 5)
    }

    @Test("What the system says of a process is what the process says of itself")
    func facts() throws {
        var own = hud_process_facts()
        try #require(hud_process_look(getpid(), &own) == true)
        #expect(own.parent == getppid() && own.group == getpgrp() && !own.is_stopped)
        #expect(!hud_process_look(0, &own) && !hud_process_look(-1, &own))
    }

    @Test("Bytes in a pipe that were not read are counted; a pipe's path is no writer")
    func pipes() {
        var ends: [Int32] = [-1, -1]
        #expect(hud_pipe(&ends) == 0)
        #expect(hud_is_pipe(ends[1]))
        #expect(!hud_is_pipe(STDERR_FILENO) || isatty(STDERR_FILENO) == 0)
        #if os(Linux)
        let path = hud_open_pipe_path(ends[1])
        #expect(path > STDERR_FILENO)
        close(ends[1])
        var byte: UInt8 = 0
        // The end of file: the path holds nothing open.
        #expect(read(ends[0], &byte, 1) == 0)
        close(path)
        #else
        close(ends[1])
        #endif
        close(ends[0])
    }

    #if os(Linux)
    @Test("A pipe that is held has no end of file, and whether another process can write to it is known")
    func heldPipe() throws {
        var ends: [Int32] = [-1, -1]
        #expect(hud_pipe(&ends) == 0)
        let path = hud_open_pipe_path(ends[1])
        defer { close(path) }
        #expect(hud_pipe_has_writers(path))
        let held = hud_hold_pipe(path)
        try #require(held > STDERR_FILENO)
        close(ends[1])
        var end = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        #expect(poll(&end, 1, 0) == 0)
        close(held)
        // A process that another test is starting can have a copy for a moment.
        #expect(poll(&end, 1, 30_000) == 1)
        #expect(Int32(end.revents) & POLLHUP != 0)
        #expect(!hud_pipe_has_writers(path))
        close(ends[0])
        let file = hud_temporary_file()
        #expect(hud_hold_pipe(file) == -1)
        close(file)
    }
    #endif

    @Test("A write to a pipe without a reader is an error and no signal, and no other SIGPIPE is lost")
    func sigpipe() {
        var ends: [Int32] = [-1, -1]
        #expect(hud_pipe(&ends) == 0)
        close(ends[0])
        var mask = sigset_t()
        let state = hud_block_write_signals(ends[1], &mask)
        #expect(state == 0)
        let count = write(ends[1], "x", 1)
        #expect(count == -1)
        #expect(hud_errno() == EPIPE)
        hud_unblock_write_signals(ends[1], &mask, state)
        close(ends[1])
        var pending = sigset_t()
        sigpending(&pending)
        #expect(sigismember(&pending, SIGPIPE) == 0)
    }

    struct StartError: Error, Equatable {
        var code: Int32
    }

    /// Runs a program to its end and says what `value` makes of its status.
    private func ended<Value>(
        _ words: String..., mask: sigset_t? = nil, value: (Int32) -> Value
    ) throws -> Value {
        let (code, process) = startProgram(words) { start in
            for signal in [SIGTERM, SIGUSR1] { sigaddset(&start.defaults, signal) }
            if let mask { start.mask = mask }
        }
        guard code == 0 else { throw StartError(code: code) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, hud_errno() == EINTR {}
        return value(status)
    }
}
