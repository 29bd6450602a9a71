import CTerminalSupport
import Testing

@Suite struct SettingsTests {
    @Test("Echo that is off is noticed, and that of a terminal that can't say counts as on")
    func echo() throws {
        let terminal = try Terminal()
        #expect(hud_is_echoing(terminal.slave))
        terminal.settings.c_lflag &= ~tcflag_t(ECHO)
        #expect(!hud_is_echoing(terminal.slave))
        #expect(hud_is_echoing(-1))
    }

    @Test("A terminal with everything off is a relay's; a password prompt's is not")
    func relays() throws {
        let terminal = try Terminal()
        terminal.settings.c_lflag &= ~tcflag_t(ECHO)
        #expect(hud_settings_relay(&terminal.settings) == false)
        var settings = terminal.settings
        cfmakeraw(&settings)
        terminal.settings = settings
        #expect(hud_settings_relay(&terminal.settings) == true)
    }

    @Test("A line feed returns the carriage only with ONLCR")
    func newlines() throws {
        let terminal = try Terminal()
        #expect(hud_settings_return(&terminal.settings) == true)
        terminal.settings.c_oflag &= ~tcflag_t(ONLCR)
        #expect(hud_settings_return(&terminal.settings) == false)
    }

    @Test(
        "A key's signal",
        arguments: [
            ("\u{3}", SIGINT), ("\u{1C}", SIGQUIT), ("\u{1A}", 0), ("x", 0), ("\u{16}", -1)
        ] as [(Unicode.Scalar, Int32)])
    func keys(key: Unicode.Scalar, signal: Int32) throws {
        let terminal = try Terminal()
        var settings = terminal.settings
        settings.c_lflag |= tcflag_t(ISIG | IEXTEN)
        #expect(hud_signal_of_key(&settings, UInt8(key.value)) == signal)
    }

    @Test("Without line editing, the literal-next key is one like any other on Linux")
    func keysWithoutLines() throws {
        let terminal = try Terminal()
        var settings = terminal.settings
        settings.c_lflag |= tcflag_t(ISIG | IEXTEN)
        settings.c_lflag &= ~tcflag_t(ICANON)
        #if os(Linux)
        #expect(hud_signal_of_key(&settings, 0x16) == 0)
        #else
        #expect(hud_signal_of_key(&settings, 0x16) == -1)
        #endif
        #expect(hud_signal_of_key(&settings, 3) == SIGINT)
    }

    @Test("No key raises a signal where ISIG is off")
    func noSignals() throws {
        let terminal = try Terminal()
        var settings = terminal.settings
        settings.c_lflag &= ~tcflag_t(ISIG)
        #expect(hud_signal_of_key(&settings, 3) == 0)
    }

    @Test("Settings differ by one flag or one key")
    func comparison() throws {
        let terminal = try Terminal()
        let one = terminal.settings
        #expect(isSame(one, one))
        for change: (inout termios) -> Void in [
            { $0.c_iflag ^= tcflag_t(IXON) }, { $0.c_oflag ^= tcflag_t(OPOST) }, { $0.c_lflag ^= tcflag_t(ECHO) },
            { $0.c_cflag ^= tcflag_t(CREAD) }, { $0.c_cc.0 ^= 1 }
        ] {
            var other = one
            change(&other)
            #expect(!isSame(one, other))
        }
    }

    @Test("Flags that the driver sets and clears by itself are no difference")
    func driverFlags() throws {
        let terminal = try Terminal()
        let one = terminal.settings
        var other = one
        other.c_lflag ^= tcflag_t(PENDIN | FLUSHO)
        #expect(isSame(one, other))
        other.c_lflag ^= tcflag_t(ISIG)
        #expect(!isSame(one, other))
    }

    @Test("Typed bytes can be read whether or not they make a line")
    func readable() throws {
        let terminal = try Terminal()
        terminal.type("ab")
        #expect(terminal.input() == "")
        hud_set_readable(terminal.slave)
        #expect(terminal.input() == "ab")
    }

    private func isSame(_ one: termios, _ other: termios) -> Bool {
        var (one, other) = (one, other)
        return hud_is_same_settings(&one, &other)
    }
}
