import CTerminalSupport
import HUDCore
import HUDLibc
import HUDTerminal

/// A pseudo-terminal whose output is read and counted, but not shown. Open until the program ends.
struct PseudoTerminal {
    /// The descriptor for a renderer.
    let terminal: Int32
    private let master: Int32

    /// Returns nil if the system has no pseudo-terminal left.
    init?(columns: UInt16 = 80, rows: UInt16 = 24) {
        var ends: (master: Int32, terminal: Int32) = (-1, -1)
        guard hud_open_pseudo_terminal(-1, &ends.master, &ends.terminal) == 0 else { return nil }
        (master, terminal) = ends
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0 else { return nil }
    }

    /// Reads what has been drawn, and returns the number of bytes.
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

/// Measures the cost of a frame, from snapshot to terminal, and the minimum cost for comparison: a write of as many prepared bytes.
func benchmarkDrawing() {
    setenv("TERM", "xterm-256color", 0)
    guard let terminal = PseudoTerminal(), let large = PseudoTerminal(columns: 200, rows: 60) else {
        return print("drawing: no pseudo-terminal to be had")
    }
    let inline = InlineRenderer(fileDescriptor: terminal.terminal)
    let bezel = BezelRenderer(fileDescriptor: large.terminal)
    guard inline.canDraw, bezel.canDrawFullScreen else { return print("drawing: no terminfo entry for TERM") }
    func spinner(_ time: Duration) -> HUDSnapshot {
        HUDSnapshot(label: "Compressing", detailsLabel: "film.mkv", elapsed: time, timeOnScreen: time)
    }
    func bar(_ number: Int, of total: Int = 100, mode: HUDMode = .bar, label: String = "Compressing") -> HUDSnapshot {
        HUDSnapshot(
            mode: mode, label: label,
            progress: ProgressSample(completedUnitCount: number % (total + 1), totalUnitCount: total))
    }
    func tick(_ time: Duration) {
        var snapshot = spinner(time)
        snapshot.changes = .time
        snapshot.elapsed = .zero
        inline.draw(snapshot)
    }
    // A tick is drawn on a clock's thread, which blocks signals.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    defer { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
    // The second stays the same, because the first frame of a second draws more.
    inline.draw(spinner(.zero))
    drawing("spinner tick", on: terminal, isCold: true) { tick(.milliseconds(80 * ($0 % 10))) }
    drawing("spinner, whole frame", on: terminal, isCold: true) { inline.draw(spinner(.milliseconds(80 * ($0 % 10)))) }
    drawing("unchanged frame", on: terminal) { _ in inline.draw(spinner(.zero)) }
    drawing("bar, 1 % more", on: terminal, isCold: true) { inline.draw(bar($0)) }
    // A label that is set once is prepared once, and a new one costs no more than the window shows of it.
    let long = String(repeating: "Übersetzung é界 ", count: 60_000)
    let other = "é" + long
    drawing("bar, 1 % more, a label of 1 MB", on: terminal) { inline.draw(bar($0, label: long)) }
    drawing("bar, another label of 1 MB", on: terminal) { inline.draw(bar($0, label: $0 % 2 == 0 ? long : other)) }
    drawing("bar, one of 10,000 more", on: terminal) { inline.draw(bar($0, of: 10_000)) }
    drawing("a line printed, redrawn whole", on: terminal) { _ in inline.log("a line of the program's") }
    inline.remove(spinner(.zero))
    let several = (1...3).map { bar(0, label: "Job \($0)").of(hud: $0) }
    drawing("three bars, 1 % more each", on: terminal) { number in
        for hud in several { inline.draw(hud.progressing(to: number)) }
    }
    for hud in several { inline.remove(hud) }
    drawing("bezel 200×60, spinner tick", on: large) { bezel.draw(spinner(.milliseconds(83 * ($0 % 12)))) }
    drawing("bezel 200×60, pie 1 % more", on: large) { bezel.draw(bar($0, mode: .determinate)) }
    drawing("bezel 200×60, unchanged", on: large) { _ in bezel.draw(bar(37, mode: .determinate)) }
    bezel.remove(spinner(.zero))
}

extension HUDSnapshot {
    /// The snapshot as one of another HUD.
    fileprivate func of(hud id: Int) -> HUDSnapshot {
        var snapshot = self
        snapshot.hudID = id
        return snapshot
    }

    fileprivate func progressing(to number: Int) -> HUDSnapshot {
        var snapshot = self
        snapshot.progress = ProgressSample(completedUnitCount: number % 101, totalUnitCount: 100)
        return snapshot
    }
}

/// Measures frames and, for comparison, plain writes of as many bytes.
///
/// - Parameter isCold: Whether to measure frames after a sleep as well, when other programs have used the caches.
func drawing(_ name: String, on terminal: PseudoTerminal, isCold: Bool = false, _ draw: (Int) -> Void) {
    draw(0)
    _ = terminal.drain()
    let drawing = Measure.frames { number in
        draw(number)
        return terminal.drain()
    }
    let least = [UInt8](repeating: UInt8(ascii: "-"), count: Int(drawing.bytes.rounded()))
    let bare = Measure.frames { _ in
        if !least.isEmpty { terminal.draw(least) }
        return terminal.drain()
    }
    report("draw: " + name, drawing, beside: ("bare write", bare))
    guard isCold else { return }
    let (cold, other) = Measure.coldMicroseconds { number in
        draw(number)
        return terminal.drain()
    } beside: { _ in
        terminal.draw(least)
        return terminal.drain()
    }
    report("draw: " + name + ", after a sleep", cold, "µs", beside: ("bare write", other))
}
