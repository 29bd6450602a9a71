import CScreen
import CTerminalSupport
import HUDLibc
import Testing

@testable import HUDScreen
@testable import HUDTerminal

/// The descriptors of curses screens. Each test holds the lock of curses, because other tests draw bezels at the same time.
@Suite struct ScreenDescriptorTests {
    @Test func `A screen's descriptors are closed on exec: open, closed, and opened again`() throws {
        try TerminalCapabilities.terminfo.withLock { _ in try checkDescriptors() }
    }

    private func checkDescriptors() throws {
        let (first, second) = (hud_temporary_file(), hud_temporary_file())
        defer { for file in [first, second] { close(file) } }
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(null) }
        let inherited = descriptors(like: null).filter { !isClosedOnExec($0) }
        let size = WindowSize(columns: 80, rows: 24)
        let opened = CursesScreen.open("xterm-256color", first, nil, size, wantsColors: true)
        let screen = try #require(opened)
        let output = try #require(descriptors(like: first).first { $0 != first })
        #expect(descriptors(like: first).allSatisfy(isClosedOnExec))
        #expect(descriptors(like: null).filter { !isClosedOnExec($0) } == inherited)

        hud_screen_close(screen)
        #expect(descriptors(like: first) == [first])
        #expect(isClosedOnExec(output))

        let reopened = CursesScreen.open("xterm-256color", second, nil, size, wantsColors: true)
        #expect(reopened == screen)
        #expect(descriptors(like: second).contains(output))
        #expect(isClosedOnExec(output))
        hud_screen_close(screen)
    }

    private func isClosedOnExec(_ descriptor: Int32) -> Bool {
        fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0
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
