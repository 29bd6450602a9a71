import HUDLibc
import Testing

@testable import HUDJob

/// Keys and signals that arrive after the end of the job, and stops that no shell notices.
extension JobMachineTests {
    @Test(arguments: [
        (SIGINT, true), (SIGTERM, true), (SIGHUP, true), (SIGQUIT, true), (SIGUSR1, false), (SIGUSR2, false)
    ])
    func `A request to end after the job's end is for this process, and the first one counts`(signal: Int32, ends: Bool) {
        func interruption(_ inputs: [JobMachine.Input]) -> Int32? {
            var subject = Subject()
            _ = subject.receive(.jobEnded(.exited(0)))
            for input in inputs { _ = subject.receive(input, at: 10) }
            for case .finish(let result) in subject.receive(.hudGone, at: 20) { return result.interruption }
            return nil
        }
        #expect(interruption([]) == nil)
        #expect(interruption([.signal(signal, isFromProcess: true)]) == (ends ? signal : nil))
        #expect(interruption([.keyInterrupt, .signal(signal, isFromProcess: true)]) == SIGINT)
        #expect(interruption([.signal(SIGTERM, isFromProcess: true), .signal(signal, isFromProcess: true)]) == SIGTERM)
        #expect(interruption([.cancelled]) == nil)
    }

    @Test func `Without a HUD too, the first request to end that is read together with the job's end counts`() {
        var subject = Subject(.none)
        func interruption(_ input: JobMachine.Input) -> [Int32?] {
            subject.receive(input).map { if case .finish(let result) = $0 { result.interruption } else { 0 } }
        }
        #expect(interruption(.jobEnded(.exited(0))).last == .some(nil))
        #expect(interruption(.signal(SIGUSR1, isFromProcess: true)) == [])
        #expect(interruption(.signal(SIGTERM, isFromProcess: true)) == [SIGTERM])
        #expect(interruption(.keyInterrupt) == [])
    }

    @Test(arguments: [(SIGTERM, true), (SIGUSR1, false), (SIGUSR2, false)])
    func `A question how far a job is does not end the wait for its output`(signal: Int32, ends: Bool) {
        var subject = Subject()
        _ = subject.receive(.jobEnded(.exited(0), isOutputOpen: true))
        #expect(subject.machine.waitsForOutput)
        let actions = subject.receive(.signal(signal, isFromProcess: true), at: 10)
        #expect(actions == (ends ? [.finishJob(failed: false, keepsSettings: true)] : []))
        #expect(subject.machine.waitsForOutput != ends)
    }

    @Test func `A key takes the HUD off and does not count as a signal`() {
        var subject = Subject()
        #expect(subject.receive(.keyInterrupt) == [])
        _ = subject.receive(.jobEnded(.exited(0)))
        #expect(subject.receive(.keyInterrupt) == [.hide(.succeeded), .dismiss])
        #expect(subject.receive(.signal(SIGINT, isFromProcess: true), at: 5000) == [.dismiss])
        #expect(subject.receive(.keyInterrupt, at: 6001) == [.dismiss])
        #expect(subject.receive(.signal(SIGINT, isFromProcess: true), at: 6001) == [.die(by: SIGINT)])
    }

    @Test func `In an orphaned process group a job that SIGSTOP stops is halted alone, and its time limit counts`() {
        var subject = Subject(limit: 1000)
        let around = JobMachine.Surroundings(canBeWoken: true, hasKeyboard: false, isOrphaned: true)
        #expect(subject.receive(.jobStopped(by: SIGSTOP, around), at: 100) == [])
        #expect(subject.receive(.turnEnded, at: 1000) == [.sendToAll(SIGTERM), .sendToAll(SIGCONT)])
        // Keys do not stop it, so it goes on.
        var other = Subject()
        #expect(other.receive(.jobStopped(by: SIGTSTP, around)) == [.drain, .stop(.init(takesGroup: false, isForced: false))])
    }
}
