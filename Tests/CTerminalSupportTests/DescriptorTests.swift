import CScreen
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

    @Test("A screen's descriptors are closed on exec while it is open, when it is closed, and when it is opened again")
    func screens() throws {
        let (first, second) = (hud_temporary_file(), hud_temporary_file())
        defer { for file in [first, second] { close(file) } }
        let null = openNull(O_CLOEXEC)
        defer { close(null) }
        let inherited = descriptors(like: null).filter { !isClosedOnExec($0) }
        // Not inside the macro: it does not keep the string alive for the call.
        let opened = hud_screen_open("xterm-256color", first, nil, 24, 80, 1)
        let screen = try #require(opened)
        let output = try #require(descriptors(like: first).first { $0 != first })
        #expect(descriptors(like: first).allSatisfy(isClosedOnExec))
        #expect(descriptors(like: null).filter { !isClosedOnExec($0) } == inherited)

        hud_screen_close(screen)
        #expect(descriptors(like: first) == [first])
        #expect(isClosedOnExec(output))

        let reopened = hud_screen_open("xterm-256color", second, nil, 24, 80, 1)
        #expect(reopened == screen)
        #expect(descriptors(like: second).contains(output))
        #expect(isClosedOnExec(output))
        hud_screen_close(screen)
    }

    /// The descriptors of the file that `descriptor` is of.
    private func descriptors(like descriptor: Int32) -> [Int32] {
        var (model, other) = (stat(), stat())
        fstat(descriptor, &model)
        return (0..<256).filter {
            fstat($0, &other) == 0 && other.st_dev == model.st_dev && other.st_ino == model.st_ino
                && other.st_rdev == model.st_rdev
        }
    }
}
