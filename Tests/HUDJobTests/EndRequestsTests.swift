import HUDCore
import HUDLibc
import Testing

@testable import HUDJob

/// Which signals are a request to end of their own.
@Suite struct EndRequestsTests {
    @Test(arguments: [
        // timeout(1), and a shell that closes with its terminal.
        [(SIGTERM, true, 0, true), (SIGTERM, true, 1, false), (SIGTERM, true, 299, false), (SIGTERM, true, 300, true)],
        [(SIGHUP, false, 0, true), (SIGHUP, true, 20, false)], [(SIGHUP, true, 0, true), (SIGHUP, false, 20, false)],
        // From the last request, so that signals without end are requests as well.
        [(SIGTERM, true, 0, true), (SIGTERM, true, 200, false), (SIGTERM, true, 400, true), (SIGTERM, true, 600, false)],
        // Keys.
        [(SIGINT, false, 0, true), (SIGINT, false, 0, true), (SIGQUIT, false, 1, true)],
        [(SIGTERM, true, 0, true), (SIGINT, false, 1, true), (SIGINT, true, 2, false)],
        // Another signal asks for more.
        [(SIGINT, true, 0, true), (SIGTERM, true, 10, true), (SIGTERM, true, 20, false), (SIGHUP, false, 30, true)]
    ])
    func `A process that signals twice asks once, and each key asks`(steps: [(Int32, Bool, Int, Bool)]) {
        var requests = EndRequests()
        for (signal, isFromProcess, time, counts) in steps {
            let now = HUDInstant.zero.advanced(by: .milliseconds(time))
            let isRequest = requests.take(signal, isFromProcess: isFromProcess, at: now)
            #expect(isRequest == counts, "\(signal) at \(time)")
        }
    }
}
