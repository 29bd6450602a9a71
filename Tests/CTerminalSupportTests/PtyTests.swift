import CTerminalSupport
import Testing

@Suite struct PtyTests {
    @Test("A job's terminal has the size of the window that it is made for, and follows it")
    func size() throws {
        let model = try Terminal()
        model.setSize(rows: 7, columns: 33)
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        #expect(hud_open_pseudo_terminal(model.slave, &ends.master, &ends.slave) == 0)
        defer {
            close(ends.master)
            close(ends.slave)
        }
        #expect(size(of: ends.slave) == [7, 33])
        model.setSize(rows: 8, columns: 9)
        #expect(hud_copy_window_size(model.slave, ends.slave) == 0)
        #expect(size(of: ends.slave) == [8, 9])
    }

    @Test("A job's terminal is set as ours was found; where others write to ours, ours makes the line ends")
    func settings() throws {
        let model = try Terminal()
        let job = try Terminal()
        model.settings.c_iflag ^= tcflag_t(IXANY)
        var given = termios()
        hud_copy_settings(model.slave, job.slave, false, &given)
        #expect(isSame(given, model.settings))
        hud_copy_settings(model.slave, job.slave, true, &given)
        #expect(given.c_oflag & tcflag_t(OPOST) == 0)
        #expect(given.c_iflag == model.settings.c_iflag)
    }

    @Test("What was written to a pseudo-terminal is there before a poll says that there is nothing")
    func delivery() throws {
        let terminal = try Terminal()
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 3000)
        var page = [UInt8](repeating: 0, count: 4096)
        for round in 0..<5000 {
            let size = 1 + (round * 7919) % bytes.count
            #expect(write(terminal.slave, bytes, size) == size)
            var rest = size
            while hud_wait_for(terminal.master, 0, 0) { rest -= max(0, read(terminal.master, &page, page.count)) }
            try #require(rest == 0, "round \(round)")
        }
    }

    @Test("Of a terminal that another hud-demo has made raw, only the keys are taken over")
    func copiesOfRaw() throws {
        let model = try Terminal()
        let job = try Terminal()
        model.settings.c_cc.0 = 0x0B
        hud_set_raw(model.slave, false, nil)
        #expect(hud_has_marked_settings(model.slave))
        let before = job.settings
        var given = termios()
        hud_copy_settings(model.slave, job.slave, false, &given)
        #expect(given.c_lflag == before.c_lflag)
        #expect(given.c_cc.0 == 0x0B)
    }

    @Test("A terminal that another hud-demo has made raw is told from one that this process has made raw")
    func neighbors() throws {
        let terminal = try Terminal()
        #expect(!hud_is_relayed_by_neighbor(terminal.slave))
        hud_set_raw(terminal.slave, true, nil)
        #expect(hud_is_relayed_by_neighbor(terminal.slave))
        let session = hud_session_begin(terminal.slave, nil, 0, true, false)
        try #require(session >= 0)
        #expect(!hud_is_relayed_by_neighbor(terminal.slave))
        var mask = sigset_t()
        hud_session_lock(session, &mask)
        hud_session_end(session)
        hud_session_unlock(session, &mask)
        #expect(hud_is_relayed_by_neighbor(terminal.slave))
        hud_disable_echo(terminal.slave, false)
        let other = try Terminal()
        hud_disable_echo(other.slave, false)
        #expect(!hud_is_relayed_by_neighbor(other.slave))
    }

    @Test("Raw mode remembers how the terminal was found, and how it was set last and before")
    func saved() throws {
        let terminal = try Terminal()
        let saved = try #require(hud_saved_terminal_make())
        let found = terminal.settings
        hud_set_raw(terminal.slave, false, saved)
        #expect(saved.pointee.is_changed == 1)
        #expect(isSame(saved.pointee.found, found))
        #expect(isSame(saved.pointee.applied, terminal.settings))
        var before = found
        hud_set_without_echo(terminal.slave, false, &before, saved)
        #expect(isSame(saved.pointee.found, found))
        #expect(isSame(saved.pointee.applied, terminal.settings))
        #expect(!isSame(saved.pointee.applied_before, saved.pointee.applied))
        #expect(!hud_is_echoing(terminal.slave))
        hud_saved_terminal_note_restored(saved)
        #expect(saved.pointee.is_changed == 0)
    }

    @Test("Without echo, output is passed on unchanged as in raw mode, unless the terminal is shared")
    func outputWithoutEcho() throws {
        let terminal = try Terminal()
        var found = terminal.settings
        hud_set_raw(terminal.slave, false, nil)
        hud_set_without_echo(terminal.slave, false, &found, nil)
        #expect(hud_settings_return(&terminal.settings) == false)
        #expect(terminal.settings.c_lflag & tcflag_t(ICANON | ISIG | ECHO) == tcflag_t(ICANON | ISIG))
        hud_set_without_echo(terminal.slave, true, &found, nil)
        #expect(hud_settings_return(&terminal.settings) == true)
    }

    @Test("Keys that were echoed when they were typed are not echoed to the job again")
    func unechoed() throws {
        let terminal = try Terminal()
        var found = terminal.settings
        var keys = Array("yes\n".utf8)
        hud_write_without_echo(terminal.master, terminal.slave, &found, &keys, keys.count)
        #expect(terminal.input() == "yes\n")
        #expect(terminal.output() == "")
        #expect(hud_is_echoing(terminal.slave))
    }

    @Test("The end-of-file key is the terminal's, and ^D where it has none")
    func endKey() throws {
        // _POSIX_VDISABLE
        #if os(Linux)
        let disabled: UInt8 = 0
        #else
        let disabled: UInt8 = 0xFF
        #endif
        let terminal = try Terminal()
        var settings = terminal.settings
        withUnsafeMutableBytes(of: &settings.c_cc) { $0[Int(VEOF)] = 0x1A }
        terminal.settings = settings
        #expect(hud_end_key(terminal.slave) == 0x1A)
        withUnsafeMutableBytes(of: &settings.c_cc) { $0[Int(VEOF)] = disabled }
        terminal.settings = settings
        #expect(hud_end_key(terminal.slave) == 4)
    }

    @Test("A terminal whose other end is closed is hung up")
    func hangUp() throws {
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        #expect(hud_open_pseudo_terminal(-1, &ends.master, &ends.slave) == 0)
        #expect(!hud_is_hung_up(ends.slave))
        close(ends.master)
        #expect(hud_is_hung_up(ends.slave))
        close(ends.slave)
    }

    private func size(of descriptor: Int32) -> [Int32] {
        var (height, width): (Int32, Int32) = (0, 0)
        #expect(hud_window_size(descriptor, &height, &width) == 0)
        return [height, width]
    }

    private func isSame(_ one: termios, _ other: termios) -> Bool {
        var (one, other) = (one, other)
        return hud_is_same_settings(&one, &other)
    }
}
