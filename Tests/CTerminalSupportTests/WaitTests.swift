import CTerminalSupport
import HUDLibc
import Testing

/// What waits for a terminal, by poll(2) and by select(2), which macOS needs.
@Suite struct WaitTests {
    @Test("select says the same as poll")
    func waits() throws {
        let terminal = try Terminal()
        #expect(answers(terminal.slave, writes: false, milliseconds: 0) == [false, false])
        #expect(answers(terminal.slave, writes: true, milliseconds: 0) == [true, true])
        terminal.type("a line\n")
        #expect(answers(terminal.slave, writes: false, milliseconds: 1000) == [true, true])
        #expect(hud_has_input(terminal.slave))
    }

    @Test("A terminal that takes no more can't be written")
    func stopped() throws {
        let terminal = try Terminal()
        tcflow(terminal.slave, TCOOFF)
        #expect(answers(terminal.slave, writes: true, milliseconds: 20) == [false, false])
        tcflow(terminal.slave, TCOON)
        #expect(answers(terminal.slave, writes: true, milliseconds: 20) == [true, true])
    }

    #if os(Linux)
    @Test("A signal does not end a wait")
    func interrupted() throws {
        let terminal = try Terminal()
        tcflow(terminal.slave, TCOOFF)
        try #require(hud_catch(SIGURG, { _, _, _ in }) == 0)
        defer { signal(SIGURG, SIG_DFL) }
        var urgent = sigset_t()
        var before = sigset_t()
        sigemptyset(&urgent)
        sigaddset(&urgent, SIGURG)
        pthread_sigmask(SIG_UNBLOCK, &urgent, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let waiter = pthread_self()
        let descriptor = terminal.slave
        onThread {
            for _ in 0..<10 {
                usleep(20_000)
                pthread_kill(waiter, SIGURG)
            }
        } while: {
            #expect(answers(descriptor, writes: true, milliseconds: 100) == [false, false])
        }
        tcflow(terminal.slave, TCOON)
    }
    #endif

    private func answers(_ descriptor: Int32, writes: Bool, milliseconds: Int32) -> [Bool] {
        let writes: Int32 = writes ? 1 : 0
        return [hud_wait_for(descriptor, writes, milliseconds), hud_wait_by_select(descriptor, writes, milliseconds)]
    }

    @Test("A descriptor that can't be waited for counts as ready")
    func unknown() {
        #expect(hud_wait_by_select(-1, 1, -1))
        #expect(hud_wait_by_select(100_000, 1, -1))
    }
}
