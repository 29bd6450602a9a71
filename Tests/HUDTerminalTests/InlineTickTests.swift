import Dispatch
import HUDCore
import HUDLibc
import Synchronization
import Testing

@testable import HUDDrawing
@testable import HUDScreen
@testable import HUDTerminal

/// Ticks on a pseudo-terminal: what the driver asks before it writes a prepared frame.
@Suite struct InlineTickTests {
    private let terminal: PseudoTerminal
    private let renderer: InlineRenderer

    init() {
        PseudoTerminal.isXterm
        terminal = PseudoTerminal(columns: 60, rows: 20)
        renderer = InlineRenderer(fileDescriptor: terminal.descriptor, theme: .terminal, spinner: .line)
        renderer.draw(HUDSnapshot(label: "Compressing"))
        _ = terminal.newBytes()
    }

    /// Calls `body` on the thread of a clock, which blocks signals as a frame requires.
    private func onClock<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
        let clock = LiveClock()
        let result = Mutex<Result?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        let alarm = clock.makeAlarm {
            let new = body()
            result.withLock { $0 = new }
            isDone.signal()
        }
        alarm.set(clock.now)
        isDone.wait()
        return result.withLock { $0 }
    }

    private func tick(after time: Duration) -> HUDSnapshot {
        var snapshot = HUDSnapshot(
            label: "Compressing", frame: 1, timestamp: .zero.advanced(by: time), elapsed: time, timeOnScreen: time)
        snapshot.changes = .time
        return snapshot
    }

    /// Draws a tick. Returns when the next frame is due, and the bytes that were written.
    private func draw(after time: Duration) -> (next: HUDInstant?, bytes: String) {
        let (renderer, tick) = (renderer, tick(after: time))
        let next = onClock { renderer.draw(tick) }
        return (next, String(decoding: terminal.newBytes(), as: UTF8.self))
    }

    @Test func `A tick writes the next frame of the spinner and nothing else`() {
        defer { terminal.close() }
        let interval = Spinner.line.interval
        let (next, bytes) = draw(after: interval)
        #expect(next == .zero.advanced(by: interval + min(interval, .milliseconds(100))))
        // With or without color, as the environment says.
        #expect(["", "38;5;30", "38;2;0;135;135"].map { $0.isEmpty ? "\r/\r" : "\r\u{1B}[\($0)m/\u{1B}[m\r" }.contains(bytes))
        #expect(draw(after: interval).bytes == "")
        #expect(draw(after: interval).next != nil)
        // The elapsed second is drawn as well.
        #expect(draw(after: .seconds(1)).bytes.contains("0:01"))
    }

    @Test func `A terminal without echo gets no tick`() {
        defer { terminal.close() }
        terminal.setsEcho(false)
        #expect(!draw(after: Spinner.line.interval).bytes.contains("/"))
        terminal.setsEcho(true)
        #expect(draw(after: Spinner.line.interval).bytes.contains("Compressing"))
    }

    @Test func `A window of another size gets no tick`() {
        defer { terminal.close() }
        terminal.resize(columns: 60, rows: 19)
        #expect(!draw(after: Spinner.line.interval).bytes.contains("/"))
        terminal.resize(columns: 61, rows: 19)
        #expect(!draw(after: Spinner.line.interval).bytes.contains("/"))
        #expect(draw(after: Spinner.line.interval + RegionMachine.restAfterResize).bytes.contains(" Compressing"))
    }

    @Test func `A thread that signals can interrupt draws a whole frame, which blocks them`() {
        defer { terminal.close() }
        let (renderer, tick) = (renderer, tick(after: Spinner.line.interval))
        _ = onClock {
            // A clock's thread blocks them.
            var signals = sigset_t()
            sigemptyset(&signals)
            pthread_sigmask(SIG_SETMASK, &signals, nil)
            return renderer.draw(tick)
        }
        #expect(String(decoding: terminal.newBytes(), as: UTF8.self).contains("/"))
    }

    @Test(
        arguments: [
            ("theme", "/"), ("picture", "/"), ("pane", "a line"), ("suspend", nil), ("remove", "Compressing"), ("log", "/")
        ])
    func `After another call, a tick shows what has changed`(call: String, drawn: String?) {
        defer { terminal.close() }
        switch call {
        case "theme": renderer.theme = .mono
        case "picture": renderer.customView = .checkmark
        case "pane": renderer.pane = ["a line"]
        case "suspend": renderer.suspend()
        case "remove": renderer.remove(HUDSnapshot())
        default: renderer.log("above")
        }
        _ = terminal.newBytes()
        let bytes = draw(after: Spinner.line.interval).bytes
        #expect(drawn.map { bytes.contains($0) } ?? bytes.isEmpty, "\(bytes.debugDescription)")
        if call == "log" { #expect(!bytes.contains("Compressing")) }
    }
}
