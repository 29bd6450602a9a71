import CTerminalSupport
import HUDLibc
import Synchronization
import Testing

@testable import HUDFollow
@testable import HUDJob

@Suite(.serialized) struct SignalPipeTests {
    @Test func `Messages that do not fit in a full pipe are not lost`() throws {
        let pipe = try #require(SignalPipe(catching: [SIGVTALRM]))
        defer { _ = pipe.close() }
        for _ in 0..<70_000 { SignalPipe.wake() }
        // ITIMER_VIRTUAL, which is of different types.
        let virtual: Int32 = 1
        // By the kernel's hand: what we send ourselves is passed over.
        var timer = itimerval(it_interval: timeval(), it_value: timeval(tv_sec: 0, tv_usec: 1))
        #expect(setitimer(virtual, &timer, nil) == 0)
        repeat { getitimer(virtual, &timer) } while timer.it_value.tv_usec > 0 || timer.it_value.tv_sec > 0
        var signals: [(number: Int32, isFromProcess: Bool)] = []
        // Another thread may have been given it, and be on its way to the handler.
        let deadline = ContinuousClock.now + .seconds(20)
        while signals.isEmpty, ContinuousClock.now < deadline { signals += SignalPipe.take() }
        #expect(signals.count == 1 && signals.first?.number == SIGVTALRM && signals.first?.isFromProcess == false)
    }

    @Test func `While one run handles the signals, another one is refused`() throws {
        let first = try #require(SignalPipe())
        #expect(SignalPipe() == nil)
        var group = JobGroup([JobGroup.Job(["true"])])
        group.configuration.handlesSignals = true
        #expect(throws: HUDJobError(code: .outOfResources, errorNumber: EBUSY)) { try group.run(under: nil) }
        var streams = JobStreams([.init(.file("/dev/null"))])
        streams.configuration.handlesSignals = true
        #expect(throws: JobStreamError(stream: nil, errorNumber: EBUSY)) { try streams.run(under: nil) }
        #expect(JobStreamError(stream: nil, errorNumber: EBUSY).description == "another run in this process handles its signals")
        _ = first.close()
        // Each run gives the signals back. Their actions can't be compared, because the HUDs of other tests catch them as well.
        #expect(try group.run(under: nil).succeeded == 1)
        #expect(try group.run(under: nil).succeeded == 1)
        _ = try #require(SignalPipe()).close()
    }

    @Test func `SIGTTIN is the program's again if there is no session, and a command does not find it ignored`() throws {
        let before = signal(SIGTTIN) { _ in }
        defer { signal(SIGTTIN, before) }
        var relay = try RelaySignals()
        defer { relay.restore() }
        relay.ignoreBackgroundReads(isInForeground: true)
        #expect(hud_signal_is_ignored(SIGTTIN) && relay.ignored.contains(SIGTTIN))
        relay.allowBackgroundReads()
        #expect(!hud_signal_is_ignored(SIGTTIN) && !hud_signal_is_default(SIGTTIN) && !relay.ignored.contains(SIGTTIN))
    }

    @Test(arguments: [true, false])
    func `A request to end that a run has not taken is the program's when that has its signals back`(isRelay: Bool) throws {
        let before = signal(SIGTERM) { _ in SignalPipeTests.ends.add(1, ordering: .relaxed) }
        defer { signal(SIGTERM, before) }
        let count = Self.ends.load(ordering: .relaxed)
        for bytes in [[], [UInt8(SIGTSTP), UInt8(SIGCONT)], [UInt8(SIGUSR1), UInt8(SIGTERM), UInt8(SIGTERM)]] {
            let relay = isRelay ? try RelaySignals() : nil
            let mailbox = isRelay ? nil : Mailbox<Never>(catching: SignalPipe.ofRun)
            #expect(relay != nil || mailbox != nil)
            for byte in bytes { hud_signal_pipe_post(byte) }
            relay?.restore()
            mailbox?.close()
        }
        // This thread may have it blocked, and another one be on its way to the handler.
        let deadline = ContinuousClock.now + .seconds(20)
        while Self.ends.load(ordering: .relaxed) == count, ContinuousClock.now < deadline {}
        #expect(Self.ends.load(ordering: .relaxed) == count + 1)
    }

    private static let ends = Atomic(0)

    @Test func `A command beside a relay finds the signals as the program has them`() throws {
        func outcome() throws -> String {
            var job = HUDJob(["sh", "-c", "sh -c 'kill -PIPE $$; echo ignored'; true"])
            job.configuration.output = .collect(upTo: 1000)
            return try job.run().output
        }
        let before = try outcome()
        let relay = try RelaySignals()
        defer { relay.restore() }
        #expect(try outcome() == before)
    }
}
