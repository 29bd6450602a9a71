import CTerminalSupport
import Testing

@Suite(.serialized) struct DescriptorTests {
    @Test("A pipe's ends lie above the standard descriptors and are closed on exec")
    func pipes() {
        var ends: [Int32] = [-1, -1]
        #expect(hud_pipe(&ends) == 0)
        for end in ends {
            #expect(end > STDERR_FILENO)
            #expect(isClosedOnExec(end))
            close(end)
        }
    }

    @Test("A descriptor that is moved up is closed where it was")
    func movesUp() {
        let old = openNull()
        let new = hud_move_up(old)
        #expect(new > STDERR_FILENO)
        #expect(isClosedOnExec(new))
        close(new)
        #expect(hud_move_up(-1) == -1)
    }

    @Test("A temporary file has no name, and is closed on exec")
    func temporaryFile() {
        let file = hud_temporary_file()
        defer { close(file) }
        #expect(file > STDERR_FILENO)
        #expect(isClosedOnExec(file))
        var status = stat()
        #expect(fstat(file, &status) == 0)
        #expect(status.st_nlink == 0)
    }

    @Test("Both ends of a pseudo-terminal are closed on exec")
    func pseudoTerminal() throws {
        let terminal = try Terminal()
        #expect(isClosedOnExec(terminal.master))
        #expect(isClosedOnExec(terminal.slave))
    }
}
