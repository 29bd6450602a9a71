import CTerminalSupport
import Testing

/// The owner's side of a session. The ways out of a process are tested in processes of their own (`Tests/Terminal/test_session.py`).
@Suite struct SessionTests {
    @Test("The farewell is handed out once, and only after something was written")
    func farewellOnce() throws {
        let terminal = try Terminal()
        let session = try begin(on: terminal, farewell: "bye")
        #expect(locked(session) { farewell(of: session) } == "bye")
        #expect(locked(session) { farewell(of: session) } == nil)
        locked(session) { hud_session_arm(session) }
        #expect(locked(session) { farewell(of: session) } == "bye")
        locked(session) { hud_session_end(session) }
    }

    @Test("A farewell can be replaced, but not by one that is too long")
    func newFarewell() throws {
        let terminal = try Terminal()
        let session = try begin(on: terminal, farewell: "bye")
        let tooLong = [UInt8](repeating: 0, count: Int(HUD_FAREWELL_CAPACITY) + 1)
        locked(session) {
            let results = [
                hud_session_set_farewell(session, tooLong, tooLong.count), hud_session_set_farewell(session, "ciao", 4)
            ]
            #expect(results == [false, true])
        }
        #expect(locked(session) { farewell(of: session) } == "ciao")
        locked(session) { hud_session_end(session) }
    }

    @Test("Sessions nest: each restores the settings that it found")
    func nested() throws {
        let terminal = try Terminal()
        let outer = try begin(on: terminal, restoresSettings: true)
        terminal.settings.c_lflag &= ~tcflag_t(ECHO)
        let inner = try begin(on: terminal, restoresSettings: true)
        terminal.settings.c_lflag &= ~tcflag_t(ICANON)
        #expect(outer != inner)
        locked(inner) { hud_session_end(inner) }
        #expect(terminal.settings.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON))
        locked(outer) { hud_session_end(outer) }
        #expect(terminal.settings.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO))
    }

    @Test("Settings that somebody else has changed are left alone")
    func settingsOfOthers() throws {
        let terminal = try Terminal()
        let session = try begin(on: terminal, restoresSettings: true)
        terminal.settings.c_lflag &= ~tcflag_t(ECHO)
        locked(session) { hud_session_note_settings(session) }
        terminal.settings.c_iflag ^= tcflag_t(IXANY)
        let theirs = terminal.settings
        locked(session) { hud_session_end(session) }
        #expect(terminal.settings.c_lflag == theirs.c_lflag)
        #expect(terminal.settings.c_iflag == theirs.c_iflag)
    }

    @Test("Bytes that were made before an interruption may not be written")
    func interruptions() throws {
        let terminal = try Terminal()
        let session = try begin(on: terminal)
        let seen = hud_session_interruptions(session)
        locked(session) {
            #expect(hud_session_may_write(session, seen))
            #expect(!hud_session_may_write(session, seen - 1) || seen == 0)
            #expect(!hud_session_may_write(session, seen + 1))
            #expect(hud_session_may_write(session, -1))
            hud_session_end(session)
        }
    }

    @Test("A session that does not exist may not write")
    func unknown() {
        #expect(!hud_session_may_write(-1, -1))
        #expect(hud_session_interruptions(-1) == 0)
        let isSet = hud_session_set_farewell(-1, "bye", 3)
        #expect(!isSet)
    }

    private func begin(on terminal: borrowing Terminal, farewell: String = "", restoresSettings: Bool = false) throws -> Int32 {
        let number = hud_session_begin(terminal.slave, farewell, farewell.utf8.count, restoresSettings, false)
        try #require(number >= 0)
        return number
    }

    private func farewell(of session: Int32) -> String? {
        var count = 0
        guard let bytes = hud_session_take_farewell(session, &count) else { return nil }
        return String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    private func locked<Result>(_ session: Int32, _ body: () -> Result) -> Result {
        var mask = sigset_t()
        hud_session_lock(session, &mask)
        defer { hud_session_unlock(session, &mask) }
        return body()
    }
}
