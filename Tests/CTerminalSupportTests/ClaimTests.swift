#if os(Linux)
import CTerminalSupport
import HUDLibc
import Testing

/// The name by which processes find each other on a terminal.
@Suite struct ClaimTests {
    @Test("Terminals with the same number in two containers are two terminals")
    func containers() throws {
        let terminal = try Terminal()
        var name = hud_claim_name(terminal.slave)
        var status = stat()
        #expect(fstat(terminal.slave, &status) == 0)
        #expect(name.device == UInt64(status.st_rdev) && name.file_system == UInt64(status.st_dev))
        let first = hud_claim_terminal(name)
        #expect(first > STDERR_FILENO)
        #expect(hud_claim_terminal(name) == -1)
        name.file_system += 1_000_000
        let second = hud_claim_terminal(name)
        #expect(second > STDERR_FILENO)
        close(first)
        close(second)
    }

    @Test("What is not a pseudo-terminal is the same in all containers")
    func others() {
        let null = openNull(O_CLOEXEC)
        #expect(hud_claim_name(null).file_system == 0)
        close(null)
    }
}
#endif
