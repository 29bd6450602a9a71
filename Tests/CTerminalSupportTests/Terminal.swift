import CTerminalSupport
import HUDLibc
import Testing

/// A pseudo-terminal of 24 rows and 80 columns, closed with the test.
struct Terminal: ~Copyable {
    let master: Int32
    let slave: Int32

    init() throws {
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        try #require(hud_open_pseudo_terminal(-1, &ends.master, &ends.slave) == 0)
        (master, slave) = ends
        setSize(rows: 24, columns: 80)
    }

    deinit {
        close(master)
        close(slave)
    }

    func setSize(rows: UInt16, columns: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
    }

    var settings: termios {
        get {
            var settings = termios()
            tcgetattr(slave, &settings)
            return settings
        }
        nonmutating set {
            var settings = newValue
            tcsetattr(slave, TCSANOW, &settings)
        }
    }

    /// Types keys at the terminal's other end.
    func type(_ keys: String) {
        _ = keys.utf8.withContiguousStorageIfAvailable { write(master, $0.baseAddress, $0.count) }
    }

    /// What has been written to the terminal since the last time.
    func output() -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(master, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// What a program reads from it, without waiting.
    func input() -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        guard hud_has_input(slave) else { return "" }
        let count = read(slave, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}

/// Whether a program that this process starts does not inherit a descriptor.
func isClosedOnExec(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0
}

func openNull(_ flags: Int32 = 0) -> Int32 {
    open("/dev/null", O_RDONLY | flags)
}
