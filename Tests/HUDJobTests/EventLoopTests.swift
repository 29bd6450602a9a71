import CTerminalSupport
import HUDCore
import HUDLibc
import Testing

@testable import HUDJob

@Suite struct EventLoopTests {
    private enum Source: Equatable { case first, second, other(Int) }

    private func pipe() throws -> (read: Int32, write: Int32) {
        let ends = try #require(JobDescriptors.pipe())
        return (ends.0, ends.1)
    }

    private func put(_ end: Int32) {
        var byte: UInt8 = 0
        #expect(write(end, &byte, 1) == 1)
    }

    @Test func `A wait returns what is ready, in the order in which it was watched, and forgets what it has waited for`() throws {
        let (first, second) = try (pipe(), pipe())
        defer { for end in [first.read, first.write, second.read, second.write] { close(end) } }
        put(second.write)
        var loop = EventLoop<Source>()
        loop.watch(-1, as: .first)
        loop.watch(second.read, as: .other(2))
        loop.watch(first.read, as: .second)
        loop.watch(first.write, for: Int32(POLLOUT), as: .other(1))
        let ready = loop.wait()
        #expect(ready.map(\.source) == [.other(2), .other(1)])
        #expect(ready.has(.other(1)) && !ready.has(.first) && !ready.has(.second))
        #expect(ready.readiness(of: .other(2)) == Int32(POLLIN) && ready.readiness(of: .other(1)) == Int32(POLLOUT))
        #expect(ready.readiness(of: .second) == 0)
        // Nothing of it is left: neither the descriptors nor a deadline.
        loop.wake(at: .zero)
        #expect(loop.wait().isEmpty)
        loop.watch(second.read, as: .second)
        #expect(loop.wait().map(\.source) == [.second])
    }

    @Test func `The earliest deadline ends a wait, not before its time, and one that is over at once`() throws {
        let ends = try pipe()
        defer { for end in [ends.read, ends.write] { close(end) } }
        var loop = EventLoop<Source>()
        let begin = LiveClock.shared.now
        loop.watch(ends.read, as: .first)
        loop.wake(at: begin.advanced(by: .seconds(600)))
        loop.wake(at: nil)
        loop.wake(at: begin.advanced(by: .milliseconds(3)))
        loop.wake(after: .seconds(700))
        #expect(loop.wait().isEmpty)
        #expect(begin.duration(to: LiveClock.shared.now) >= .milliseconds(3))
        loop.watch(ends.read, as: .first)
        loop.wake(at: .zero)
        #expect(loop.wait().isEmpty)
        // A time that poll can't express.
        put(ends.write)
        loop.watch(ends.read, as: .first)
        loop.wake(at: .distantFuture)
        #expect(loop.wait().map(\.source) == [.first])
    }

    @Test func `The end of a pipe is ready`() throws {
        let ends = try pipe()
        close(ends.write)
        defer { close(ends.read) }
        var loop = EventLoop<Source>()
        loop.watch(ends.read, as: .first)
        #expect(loop.wait().readiness(of: .first) & Int32(POLLHUP) != 0)
    }
}

@Suite struct MailboxTests {
    private func numbers(_ arrivals: [Mailbox<Int>.Arrival]) -> [Int] {
        arrivals.map { arrival in
            switch arrival {
            case .message(let number): number
            case .hudGone: -1
            case .signal(let number, _): -Int(number)
            }
        }
    }

    @Test func `Messages arrive in order, and its descriptor is readable until they are taken`() throws {
        let mailbox = try #require(Mailbox<Int>())
        #expect(!hud_wait_for(mailbox.readEnd, 0, 0))
        mailbox.post(1)
        mailbox.postHUDGone()
        mailbox.post(2)
        #expect(hud_wait_for(mailbox.readEnd, 0, 0))
        #expect(numbers(mailbox.take()) == [1, -1, 2])
        #expect(!hud_wait_for(mailbox.readEnd, 0, 0) && mailbox.take().isEmpty)
        mailbox.post(3)
        #expect(hud_wait_for(mailbox.readEnd, 0, 0) && numbers(mailbox.wait()) == [3])
    }

    @Test func `A wait ends with a message of another thread, or at its deadline`() throws {
        let mailbox = try #require(Mailbox<Int>())
        let begin = LiveClock.shared.now
        #expect(mailbox.wait(until: begin.advanced(by: .milliseconds(2))).isEmpty)
        #expect(begin.duration(to: LiveClock.shared.now) >= .milliseconds(2))
        JobThread.start { for number in 0..<10_000 { mailbox.post(number) } }
        var found: [Int] = []
        while found.count < 10_000 { found += numbers(mailbox.wait()) }
        #expect(found == Array(0..<10_000))
    }
}
