import CNcurses
import HUDCore
import HUDTerminal

/// A pseudo-terminal that nobody looks at: what is drawn on it is read and counted. Open until the program ends.
struct PseudoTerminal {
    /// What a renderer draws on.
    let terminal: Int32
    private let master: Int32

    /// nil where the system has none left.
    init?(columns: UInt16 = 80, rows: UInt16 = 24) {
        master = posix_openpt(O_RDWR | O_NOCTTY)
        guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else { return nil }
        terminal = open(name, O_RDWR | O_NOCTTY)
        guard terminal >= 0, fcntl(master, F_SETFL, O_NONBLOCK) == 0 else { return nil }
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0 else { return nil }
    }

    /// Takes what has been drawn, and says how many bytes it was.
    func drain() -> Int {
        withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { buffer in
            var total = 0
            while true {
                let count = read(master, buffer.baseAddress, buffer.count)
                guard count > 0 else { return total }
                total += count
            }
        }
    }

    func draw(_ bytes: [UInt8]) {
        _ = write(terminal, bytes, bytes.count)
    }
}

/// What a frame costs, from snapshot to terminal. Beside it the least it could: a write of as many bytes that are ready.
func benchmarkDrawing() {
    setenv("TERM", "xterm-256color", 0)
    guard let terminal = PseudoTerminal() else { return print("drawing: no pseudo-terminal to be had") }
    let renderer = InlineRenderer(fileDescriptor: terminal.terminal)
    guard renderer.canDraw else { return print("drawing: no terminfo entry for TERM") }
    func snapshot(_ time: Duration) -> HUDSnapshot {
        HUDSnapshot(label: "Compressing", elapsed: time, timeOnScreen: time)
    }
    let cases: [(name: String, frame: (Int) -> HUDSnapshot)] = [
        // Its second stays the same: a second's first frame draws more.
        ("spinner tick", { snapshot(.milliseconds(80 * ($0 % 10))) }),
        ("unchanged frame", { _ in snapshot(.zero) })
    ]
    for (name, frame) in cases {
        renderer.render(frame(0))
        _ = terminal.drain()
        let drawing = Measure.frames { number in
            renderer.render(frame(number))
            return terminal.drain()
        }
        let least = [UInt8](repeating: UInt8(ascii: "-"), count: Int(drawing.bytes.rounded()))
        let bare = Measure.frames { _ in
            if !least.isEmpty { terminal.draw(least) }
            return terminal.drain()
        }
        report("draw: " + name, drawing, beside: ("bare write", bare))
    }
    renderer.remove(snapshot(.zero))
}
