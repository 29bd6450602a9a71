import Dispatch
import HUDCore
import HUDLibc
import Synchronization
import Testing

@testable import HUDTerminal

/// Ticks on a pseudo-terminal: what the driver asks before it writes a prepared frame.
@Suite struct InlineTickTests {
    private let terminal: PseudoTerminal
    private let renderer: InlineRenderer

    init() {
        PseudoTerminal.isXterm
        terminal = PseudoTerminal(columns: 60, rows: 20)
        renderer = InlineRenderer(fileDescriptor: terminal.descriptor, theme: .terminal, spinner: .line)
        renderer.render(HUDSnapshot(label: "Compressing"))
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

    private func tick(after time: Duration) -> HUDTick {
        HUDTick(hudID: 0, frame: 1, timestamp: .zero.advanced(by: time), elapsed: time, timeOnScreen: time)
    }

    /// Offers a tick. Returns when the next frame is due, or nil, and the bytes that were written.
    private func draw(after time: Duration) -> (next: HUDInstant?, bytes: String) {
        let (renderer, tick) = (renderer, tick(after: time))
        let next = onClock { renderer.draw(tick) } ?? nil
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
        #expect(draw(after: .seconds(1)) == (nil, ""))
    }

    @Test func `A terminal without echo gets no tick`() {
        defer { terminal.close() }
        terminal.setsEcho(false)
        #expect(draw(after: Spinner.line.interval) == (nil, ""))
        terminal.setsEcho(true)
        #expect(draw(after: Spinner.line.interval).next != nil)
    }

    @Test func `A window of another size gets no tick`() {
        defer { terminal.close() }
        terminal.resize(columns: 61, rows: 20)
        #expect(draw(after: Spinner.line.interval) == (nil, ""))
        terminal.resize(columns: 60, rows: 19)
        #expect(draw(after: Spinner.line.interval) == (nil, ""))
        terminal.resize(columns: 60, rows: 20)
        #expect(draw(after: Spinner.line.interval).next != nil)
    }

    @Test func `A thread that signals can interrupt draws no tick`() {
        defer { terminal.close() }
        let (renderer, tick) = (renderer, tick(after: Spinner.line.interval))
        let next = onClock {
            // A clock's thread blocks them.
            var signals = sigset_t()
            sigemptyset(&signals)
            pthread_sigmask(SIG_SETMASK, &signals, nil)
            return renderer.draw(tick)
        }
        #expect(next == .some(nil))
        #expect(terminal.newBytes().isEmpty)
    }

    @Test(
        arguments: [
            { $0.theme = .mono }, { $0.pane = ["a line"] }, { $0.customView = .checkmark }, { $0.suspend() },
            { $0.remove(HUDSnapshot()) }, { $0.log("a line") }
        ] as [@Sendable (InlineRenderer) -> Void])
    func `After another call, a whole frame comes first, or the ticks go on below what was printed`(
        call: @Sendable (InlineRenderer) -> Void
    ) {
        defer { terminal.close() }
        call(renderer)
        let hasLogged = String(decoding: terminal.newBytes(), as: UTF8.self).contains("a line")
        #expect((draw(after: Spinner.line.interval).next != nil) == hasLogged)
    }
}
