import HUDLibc
import Testing

@testable import HUDJob

@Suite struct JobWaitTests {
    @Test func `The shortest limit counts, and -1 is none`() {
        var wait = JobWait()
        #expect(wait.milliseconds == -1)
        wait.limit(to: 200)
        wait.limit(to: -1)
        #expect(wait.milliseconds == 200)
        wait.limit(to: 50)
        wait.limit(to: 70)
        #expect(wait.milliseconds == 50)
    }

    @Test func `A source is ready if one of its descriptors is`() throws {
        let (first, second) = try (#require(JobDescriptors.pipe()), #require(JobDescriptors.pipe()))
        defer { for end in [first.0, first.1, second.0, second.1] { close(end) } }
        var byte: UInt8 = 0
        #expect(write(second.1, &byte, 1) == 1)
        var wait = JobWait()
        wait.add(-1, for: .signals)
        wait.add(first.0, for: .mailbox)
        wait.add([first.0, second.0].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }, for: .output)
        wait.limit(to: 0)
        wait.wait()
        #expect(!wait.isReady(.signals) && !wait.isReady(.mailbox) && !wait.isReady(.reports) && wait.isReady(.output))
        #expect(wait.descriptors(for: .output).map(\.fd) == [first.0, second.0])
        #expect(wait.descriptors(for: .reports).isEmpty)
    }
}
