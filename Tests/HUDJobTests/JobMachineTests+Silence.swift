import HUDLibc
import Testing

@testable import HUDJob

// Jobs that print nothing for too long.
extension JobMachineTests {
    @Test func `A job that prints nothing for too long is ended as one that runs too long, and its result says why`() {
        var subject = Subject(.lines, limit: 90_000, silence: 60_000)
        #expect(subject.machine.countsSilence && !Subject().machine.countsSilence)
        #expect(subject.receive(.outputRead, at: 2500) == [] && subject.deadline(2500) == 3500)
        #expect(subject.receive(.turnEnded, at: 32_499) == [])
        #expect(subject.receive(.turnEnded, at: 32_500) == [.showSilence(.seconds(30))] && subject.deadline(32_500) == 33_500)
        #expect(subject.receive(.turnEnded, at: 62_499) == [.showSilence(.seconds(59))] && subject.deadline(62_499) == 62_500)
        #expect(subject.receive(.turnEnded, at: 62_500) == [.sendToAll(SIGTERM), .showSilence(.seconds(60))])
        #expect(subject.deadline(62_500) == 67_500)
        #expect(subject.receive(.turnEnded, at: 67_500) == [.sendToAll(SIGKILL), .showSilence(.seconds(65))])
        #expect(
            subject.receive(.jobEnded(.killed(by: SIGKILL)), at: 67_600) == [
                .relaySignals(false), .showSilence(nil), .finishJob(failed: true, keepsSettings: false),
                .resetModes(andStyle: true),
                .hide(.failed(reason: "silent for 60 s"))
            ])
        var result = Self.result(.killed(by: SIGKILL), 67_600, timedOut: true)
        result.silence = .seconds(60)
        #expect(subject.receive(.hudGone, at: 67_700).last == .finish(result))
        #expect(result.exitStatus == 124 && !result.hasSucceeded)
    }

    @Test func `A limit of any length is taken`() {
        for limit in [Duration(attoseconds: .max), Duration(attoseconds: .min)] {
            var silence = JobMachine.Silence(limit: limit)
            silence.hear(at: .seconds(5))
            #expect(silence.nextLook(at: .seconds(5)) >= .seconds(5))
            #expect(silence.limit >= .zero)
        }
    }

    @Test func `Silence ends with output, and while a person is waited for it does not count`() {
        var subject = Subject(silence: 40_000)
        #expect(subject.receive(.turnEnded, at: 31_000) == [.showSilence(.seconds(31))])
        #expect(subject.receive(.outputRead, at: 31_500) == [] && subject.receive(.turnEnded, at: 31_500) == [.showSilence(nil)])
        #expect(subject.receive(.attended(true), at: 41_500) == [] && subject.deadline(41_500) == 42_500)
        #expect(subject.receive(.turnEnded, at: 141_500) == [])
        #expect(subject.receive(.attended(true), at: 151_500) == [] && subject.receive(.attended(false), at: 161_500) == [])
        #expect(subject.deadline(190_900) == 191_500 && subject.receive(.turnEnded, at: 191_499) == [.showSilence(.seconds(39))])
        #expect(subject.receive(.turnEnded, at: 191_500) == [.sendToAll(SIGTERM), .showSilence(.seconds(40))])
        // A time limit that is over first says so.
        var limited = Subject(.none, limit: 10_000, silence: 10_000)
        #expect(limited.receive(.turnEnded, at: 10_000) == [.sendToAll(SIGTERM)])
        #expect(
            limited.receive(.jobEnded(.exited(0)), at: 10_001).last == .finish(Self.result(.exited(0), 10_001, timedOut: true)))
    }
}
