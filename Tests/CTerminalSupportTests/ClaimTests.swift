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

    @Test("A claim that was left can't be joined while a process that is being started has a copy of it")
    func copies() throws {
        let terminal = try Terminal()
        let name = hud_claim_name(terminal.slave)
        let claim = hud_claim_terminal(name)
        let (copy, other) = (dup(claim), hud_join_terminal(name))
        let neighbor = hud_accept_neighbor(claim)
        let connection = dup(neighbor)
        #expect(claim >= 0 && other >= 0 && neighbor >= 0)
        hud_leave_terminal(claim)
        #expect(hud_join_terminal(name) == -1)
        #expect(errno == ECONNREFUSED)
        hud_leave_terminal(neighbor)
        var byte: UInt8 = 0
        #expect(read(other, &byte, 1) == 0)
        for descriptor in [copy, other, connection] { close(descriptor) }
        let next = hud_claim_terminal(name)
        #expect(next >= 0)
        close(next)
    }

    @Test("What is not a pseudo-terminal is the same in all containers")
    func others() {
        let null = openNull(O_CLOEXEC)
        #expect(hud_claim_name(null).file_system == 0)
        close(null)
    }
}
#endif
