import HUDLibc
import Testing

@testable import HUDJob

@Suite struct SignalPipeTests {
    @Test func `Messages that do not fit in a full pipe are not lost`() throws {
        let pipe = try #require(SignalPipe.open(catching: [SIGVTALRM]))
        defer { signal(SIGVTALRM, SIG_DFL) }
        for _ in 0..<70_000 { SignalPipe.wake() }
        // ITIMER_VIRTUAL, which is of different types.
        let virtual: Int32 = 1
        // By the kernel's hand: what we send ourselves is passed over.
        var timer = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: 0, tv_usec: 1))
        #expect(setitimer(virtual, &timer, nil) == 0)
        repeat { getitimer(virtual, &timer) } while timer.it_value.tv_usec > 0 || timer.it_value.tv_sec > 0
        var messages: [SignalPipe.Message] = []
        // Another thread may have been given it, and be on its way to the handler.
        let deadline = ContinuousClock.now + .seconds(20)
        while messages.isEmpty, ContinuousClock.now < deadline {
            messages += SignalPipe.messages(from: pipe.readEnd).filter { $0 != .wake }
        }
        #expect(messages == [.signal(SIGVTALRM, isFromProcess: false)])
    }
}
